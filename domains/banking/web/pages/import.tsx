import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  Dropzone,
  Facts,
  MoneyField,
  MoneyText,
  notify,
  PageHeader,
  RunningJob,
  Section,
  SelectField,
  SmallTable,
  showDate,
  showMoney,
} from '#platform/web/kit/index.ts';
import { type ColumnMap, sheetFields } from '../../shapes.ts';
import { api, loadAccounts, refresh, type StatementPreview } from '../api.ts';
import { useLookedAt } from '../use-looked-at.ts';

type Asked = Parameters<typeof api.statement.preview.call>[0];

/** A file of a bank: what it would bring, and of csv and xlsx what its columns mean. Nothing is written before it is taken. */
export default function ImportStatement() {
  const t = useMessages();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [job, setJob] = useState<number>();
  const { asked, preview, fault, busy, doing, look, choose, forget } = useLookedAt<Asked, StatementPreview>((next) =>
    api.statement.preview.call(next, silent),
  );
  const take = () =>
    asked &&
    doing(async () => {
      const { statements, job_id } = await api.statement.take.call(asked, silent);
      if (job_id !== null) return setJob(job_id);
      await refresh();
      const [first] = statements;
      const fresh = statements.reduce((sum, one) => sum + one.fresh, 0);
      notify.success(t('banking.import.taken', { count: fresh }));
      if (first?.status === 'HELD') await navigate({ to: '/accounting/statements' });
      else await navigate({ to: `/accounting/statements/rows?statement_id=${first?.id ?? ''}` });
    });
  const held = preview?.parts.some(({ difference }) => difference !== null && difference !== '0');
  return (
    <Stack gap="lg" maw={1100}>
      <PageHeader title={t('banking.import.title')} description={t('banking.import.about')} />
      <Dropzone
        multiple={false}
        extensions={['txt', 'csv', 'xlsx']}
        loading={busy}
        onDrop={([file]) => {
          setName(file?.name ?? '');
          setJob(undefined);
          void choose(file, (file_id) => ({ file_id }));
        }}
        onRefuse={forget}
      />
      {name && (
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      )}
      {fault && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {fault}
        </Alert>
      )}
      {asked && preview?.columns && <Columns of={preview} asked={asked} look={(next) => void look(next)} />}
      {preview?.parts.map((part) => (
        <Section
          key={part.bank_account.id}
          title={part.bank_account.title}
          description={
            part.from === part.until ? showDate(part.from) : `${showDate(part.from)} – ${showDate(part.until)}`
          }
        >
          <Stack>
            <Facts
              columns={4}
              items={[
                { label: t('banking.field.opening'), value: part.opening === null ? null : showMoney(part.opening) },
                { label: t('banking.field.came'), value: showMoney(part.came) },
                { label: t('banking.field.gone'), value: showMoney(part.left) },
                { label: t('banking.field.closing'), value: part.closing === null ? null : showMoney(part.closing) },
                { label: t('banking.field.fresh'), value: part.fresh },
                { label: t('banking.import.known'), value: part.known },
                { label: t('banking.import.proposals'), value: part.proposals },
              ]}
            />
            {part.difference !== null && part.difference !== '0' ? (
              <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
                {t('banking.import.held', { sum: showMoney(part.difference) })}
              </Alert>
            ) : part.difference === '0' ? (
              <Alert color="green" icon={<IconCircleCheck size={18} aria-hidden />}>
                {t('banking.import.adds_up')}
              </Alert>
            ) : (
              <Alert color="gray">{t('banking.import.no_balances')}</Alert>
            )}
            {part.gap && (
              <Alert color="yellow">
                {t('banking.statements.gap', { from: showDate(part.gap.from), until: showDate(part.gap.until) })}
                {part.gap.amount && ` · ${showMoney(part.gap.amount)}`}
              </Alert>
            )}
            <SmallTable
              minWidth={760}
              maxHeight={380}
              rows={part.sample}
              rowKey={(_row, index) => index}
              columns={[
                { key: 'day', title: t('banking.field.day'), render: (row) => showDate(row.day) },
                { key: 'number', title: t('banking.field.number_short'), render: (row) => row.number },
                {
                  key: 'amount',
                  title: t('banking.field.amount'),
                  figure: true,
                  render: (row) => <MoneyText value={row.amount} currency={false} />,
                },
                { key: 'party', title: t('banking.field.party'), names: true, width: 200, render: (row) => row.party },
                { key: 'purpose', title: t('banking.field.purpose'), width: 260, render: (row) => row.purpose },
                {
                  key: 'known',
                  title: '',
                  render: (row) =>
                    row.known && (
                      <Badge variant="light" color="gray">
                        {t('banking.import.there')}
                      </Badge>
                    ),
                },
              ]}
            />
          </Stack>
        </Section>
      ))}
      {job !== undefined && (
        <Section title={t('banking.import.running')}>
          <RunningJob
            id={job}
            said={({ receipt }) => t('banking.import.taken', { count: Number(receipt?.new ?? 0) })}
            onOver={async ({ receipt }) => {
              await refresh();
              const ids = Array.isArray(receipt?.statement_ids) ? receipt.statement_ids : [];
              await navigate({ to: `/accounting/statements/rows?statement_id=${Number(ids[0])}` });
            }}
          />
        </Section>
      )}
      {job === undefined && preview && preview.parts.length > 0 && (
        <Group justify="flex-end">
          <Button loading={busy} {...(held ? { color: 'red' } : {})} onClick={() => void take()}>
            {t(held ? 'banking.import.hold' : 'banking.import.take')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Whose file it is and what its columns mean; what is said once is remembered for files with the same headings. */
function Columns({ of, asked, look }: { of: StatementPreview; asked: Asked; look: (next: Asked) => void }) {
  const t = useMessages();
  const { columns } = of;
  const [balances, setBalances] = useState<{ opening: string | null; closing: string | null }>({
    opening: null,
    closing: null,
  });
  if (!columns) return null;
  const options = columns.headings.map(({ letter, title }) => ({
    id: letter,
    title: title ? `${letter} · ${title}` : letter,
  }));
  const change = (map: ColumnMap) => look({ ...asked, map });
  return (
    <Section
      title={t('banking.import.columns')}
      description={t(columns.remembered ? 'banking.import.remembered' : 'banking.import.guessed')}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <AsyncSelect
            label={t('banking.field.bank_account_id')}
            load={loadAccounts}
            value={asked.bank_account_id ?? null}
            onChange={(id) => {
              const { bank_account_id: _, ...rest } = asked;
              look(id === null ? rest : { ...rest, bank_account_id: Number(id) });
            }}
            required
          />
          <MoneyField
            label={t('banking.field.opening')}
            value={balances.opening ?? ''}
            onChange={(opening) => setBalances({ ...balances, opening: opening || null })}
          />
          <MoneyField
            label={t('banking.field.closing')}
            value={balances.closing ?? ''}
            onChange={(closing) => setBalances({ ...balances, closing: closing || null })}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {sheetFields.map((field) => (
            <SelectField
              key={field}
              label={t(`banking.column.${field}`)}
              options={options}
              clearable
              value={columns.map[field] ?? null}
              onChange={(letter) => {
                const { [field]: _, ...rest } = columns.map;
                change(letter === null ? rest : { ...rest, [field]: String(letter) });
              }}
              error={columns.lacks === field ? t('banking.import.lacks') : undefined}
            />
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => look({ ...asked, map: columns.map, opening: balances.opening, closing: balances.closing })}
          >
            {t('banking.import.look')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
