import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconCreditCard, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { codeId, messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Facts, notify, Section, SmallTable, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, openFile } from '../api.ts';
import { State } from './status.tsx';

/** One invoice whole: of what it asks, how much is open, its papers. */
export function InvoiceDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={t('accounting.invoice')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {id !== undefined && <Whole id={id} />}
    </Drawer>
  );
}

function Whole({ id }: { id: number }) {
  const t = useMessages();
  const may = useAbility();
  const asked = useQuery(api.invoice.get.queryOptions({ input: { id } }));
  const one = asked.data;
  if (asked.isError) return <Alert color="red">{messageOf(asked.error)}</Alert>;
  if (!one) return <PageSpinner />;
  const open = (paper: Promise<Parameters<typeof openFile>[0]>) =>
    void paper.then(openFile).catch((error: unknown) => notify.error(error));
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={640} size="lg">
          {one.number}
        </Text>
        <State value={one.state} />
      </Group>
      <Facts
        columns={2}
        items={[
          { label: t('accounting.field.payer_name'), value: one.payer },
          { label: t('accounting.contract.student_no'), value: one.student.student_no },
          { label: t('accounting.field.contract_id'), value: one.contract?.title },
          { label: t('accounting.field.amount'), value: showMoney(one.amount) },
          { label: t('accounting.contract.left'), value: showMoney(one.left) },
          { label: t('accounting.field.issued_on'), value: showDate(one.issued_on) },
          { label: t('accounting.field.due_on'), value: showDate(one.due_on) },
          { label: t('accounting.field.made_by'), value: one.made_by },
        ].filter((row) => Boolean(row.value))}
      />
      {one.credit_note && (
        <Alert
          color="gray"
          title={t('accounting.invoices.note', {
            number: one.credit_note.number,
            sum: showMoney(one.credit_note.amount),
          })}
        >
          {[one.credit_note.reason, one.credit_note.made_by, showDate(one.credit_note.issued_on)]
            .filter(Boolean)
            .join(' · ')}
        </Alert>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => open(api.invoice.file.call({ id }, silent))}
        >
          {t('accounting.invoices.pdf')}
        </Button>
        {one.credit_note && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => open(api.invoice.credit_file.call({ id }, silent))}
          >
            {t('accounting.invoices.note_pdf')}
          </Button>
        )}
        {one.left !== '0' && one.contract && may.can('gateway.pay') && (
          <Button
            leftSection={<IconCreditCard size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/payments/online" search={{ invoice: id }} />}
          >
            {t('accounting.mine.online')}
          </Button>
        )}
      </Group>
      <Section title={t('accounting.invoices.lines')}>
        <SmallTable
          minWidth={320}
          rows={one.lines.map((line, at) => ({ ...line, at }))}
          rowKey={(row) => row.at}
          columns={[
            {
              key: 'kind',
              title: t('accounting.field.kind'),
              names: true,
              render: (row) =>
                row.kind ? t(codeId('accounting.debit_kind', row.kind)) : t('accounting.invoices.line_gone'),
            },
            {
              key: 'due_on',
              title: t('accounting.field.due_on'),
              render: (row) => (row.due_on ? showDate(row.due_on) : '—'),
            },
            {
              key: 'amount',
              title: t('accounting.field.amount'),
              figure: true,
              render: (row) => showMoney(row.amount),
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
