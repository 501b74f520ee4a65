import { Badge, Group, Text } from '@mantine/core';
import { choices, download, today, useMessages } from '#platform/web/index.ts';
import { DateText, DateTimeText, ListPage, MoneyText } from '#platform/web/kit/index.ts';
import { accountCodes } from '../../accounts.ts';
import { journalSources } from '../../contract/journal.ts';
import { api, loadContracts, loadStudents } from '../api.ts';

type Asked = Parameters<typeof api.journal.list.call>[0];

/** Every entry of the books, and what it is of. */
export default function JournalEntries() {
  const t = useMessages();
  return (
    <ListPage
      title={t('accounting.entries.title')}
      description={t('accounting.entries.about')}
      of={api.journal.list}
      searchable={false}
      // What falls due later stands in the books already; one looks for what is.
      defaults={{ filters: { day: ['', today()] } }}
      exportFn={({ page: _page, size: _size, sort: _sort, search: _search, ...input }: Asked) =>
        download('/accounting/journal/export_data', `journal-${today()}.xlsx`, input).catch(() => undefined)
      }
      empty={{ text: t('accounting.journal.empty') }}
      filters={[
        {
          key: 'account',
          label: t('accounting.field.account'),
          control: 'select',
          options: accountCodes.map((code) => ({ id: code, title: `${code} · ${t(`accounting.account.${code}`)}` })),
        },
        { key: 'contract_id', label: t('accounting.field.contract_id'), control: 'async', load: loadContracts },
        { key: 'student_id', label: t('accounting.field.student_id'), control: 'async', load: loadStudents },
        {
          key: 'source',
          label: t('accounting.entries.source'),
          control: 'select',
          options: choices(t, 'accounting.entries.source', journalSources),
        },
        { key: 'day', label: t('accounting.field.effective_on'), control: 'dateRange', range: ['from', 'until'] },
      ]}
      columns={[
        {
          key: 'effective_on',
          title: t('accounting.field.effective_on'),
          sortable: true,
          render: (row) => (
            <>
              <DateText value={row.effective_on} />
              {row.document_on !== row.effective_on && (
                <Text size="xs" c="dimmed">
                  {t('accounting.entries.of_day')} <DateText value={row.document_on} />
                </Text>
              )}
            </>
          ),
        },
        { key: 'debit', title: t('accounting.entries.debit'), render: (row) => row.debit },
        { key: 'credit', title: t('accounting.entries.credit'), render: (row) => row.credit },
        {
          key: 'amount',
          title: t('accounting.field.amount'),
          align: 'right',
          render: (row) => <MoneyText value={row.amount} />,
        },
        { key: 'name', title: t('accounting.field.payer') },
        { key: 'contract', title: t('accounting.field.contract_id'), render: (row) => row.contract?.title ?? '—' },
        {
          key: 'source',
          title: t('accounting.entries.source'),
          render: (row) => (
            <Group gap={6}>
              {t(`accounting.entries.source.${row.source}`)}
              {row.reverses_id !== null && <Badge variant="light">{t('accounting.entries.reversal')}</Badge>}
              {row.reversed && (
                <Badge variant="light" color="gray">
                  {t('accounting.entries.reversed')}
                </Badge>
              )}
            </Group>
          ),
        },
        {
          key: 'booked_at',
          title: t('accounting.entries.booked_at'),
          render: (row) => <DateTimeText value={row.booked_at} />,
          defaultHidden: true,
        },
        { key: 'actor', title: t('accounting.entries.actor'), render: (row) => row.actor ?? '—', defaultHidden: true },
        { key: 'reason', title: t('accounting.field.reason'), render: (row) => row.reason ?? '—', defaultHidden: true },
      ]}
    />
  );
}
