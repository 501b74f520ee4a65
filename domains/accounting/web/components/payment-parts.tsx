import { Alert, Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { Facts, Loaded, SmallTable, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, type Parts, type Payment } from '../api.ts';

/** To what a payment went: each debit and how much of it, and what is above what is owed. */
export function PaymentParts({ of, onClose }: { of: Payment | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={of !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('accounting.parts.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {of && <Asked of={of} />}
    </Drawer>
  );
}

function Asked({ of }: { of: Payment }) {
  const asked = useQuery(api.payment.parts.queryOptions({ input: { id: of.id }, ...silent }));
  return <Loaded query={asked}>{(parts) => <Whole of={of} {...parts} />}</Loaded>;
}

function Whole({ of, rest, parts, credit }: { of: Payment } & Parts) {
  const t = useMessages();
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('accounting.parts.about')}
      </Text>
      <Facts
        columns={2}
        items={[
          { label: t('accounting.field.payer'), value: of.payer },
          { label: t('accounting.field.paid_on'), value: showDate(of.paid_on) },
          { label: t('accounting.field.amount'), value: showMoney(of.amount) },
          { label: t('accounting.parts.refunded'), value: of.refunded === '0' ? null : showMoney(of.refunded) },
        ].filter((row) => Boolean(row.value))}
      />
      <SmallTable
        minWidth={480}
        rows={parts}
        rowKey={({ debit_id }) => debit_id ?? 0}
        columns={[
          {
            key: 'title',
            title: t('accounting.parts.what'),
            names: true,
            render: (row) =>
              [row.title ?? t('accounting.parts.contract'), row.contract?.title].filter(Boolean).join(' · '),
          },
          {
            key: 'due_on',
            title: t('accounting.field.due_on'),
            render: (row) => (row.due_on ? showDate(row.due_on) : '—'),
          },
          { key: 'total', title: t('accounting.field.total'), figure: true, render: (row) => showMoney(row.total) },
          { key: 'amount', title: t('accounting.parts.covered'), figure: true, render: (row) => showMoney(row.amount) },
        ]}
        foot={{ title: t('accounting.parts.rest'), amount: showMoney(rest) }}
      />
      {credit !== '0' && (
        <Alert color="blue" p="xs">
          {t('accounting.parts.credit', { sum: showMoney(credit) })}
        </Alert>
      )}
    </Stack>
  );
}
