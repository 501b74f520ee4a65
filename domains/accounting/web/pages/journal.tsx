import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  DateFilter,
  DateTimeText,
  Empty,
  MoneyText,
  notify,
  PageHeader,
  ReasonDialog,
  Section,
  SmallTable,
  showDate,
} from '#platform/web/kit/index.ts';
import { normalSide, receivable } from '../../accounts.ts';
import { api, refresh } from '../api.ts';

/** The turnover of the books; every figure opens its entries. */
export default function Journal() {
  const t = useMessages();
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const [until, setUntil] = useState(today);
  const asked = useQuery(api.journal.turnover.queryOptions({ input: { from, until } }));
  const data = asked.data;
  const money = (value: string) => (value === '0' ? '' : <MoneyText value={value} currency={false} />);
  // A column of nothing but zeros, as at the beginning of the books, only pushes the others off a phone.
  const figures = (['opening', 'turnover', 'closing'] as const)
    .filter((part) => part !== 'opening' || (data && data.total.opening.debit !== '0'))
    .flatMap((part) => (['debit', 'credit'] as const).map((side) => ({ key: `${part}_${side}`, part, side })));
  return (
    <Stack gap="lg">
      <PageHeader title={t('accounting.journal.title')} description={t('accounting.journal.about')} />
      <Group align="flex-end">
        <DateFilter label={t('accounting.journal.from')} value={from} onChange={(day) => day && setFrom(day)} />
        <DateFilter label={t('accounting.journal.until')} value={until} onChange={(day) => day && setUntil(day)} />
        <Button component={Link} to="/accounting/journal/entries" variant="default">
          {t('accounting.entries.title')}
        </Button>
      </Group>
      {asked.isPending ? (
        <Skeleton h={320} />
      ) : !data || data.accounts.length === 0 ? (
        <Empty text={t('accounting.journal.empty')} />
      ) : (
        <Section title={t('accounting.journal.turnover')} description={t('accounting.journal.counts')}>
          <SmallTable
            minWidth={figures.length > 4 ? 980 : 720}
            rows={data.accounts}
            rowKey={(row) => row.code}
            columns={[
              {
                key: 'code',
                title: t('accounting.field.account'),
                names: true,
                render: (row) => (
                  <Anchor
                    component={Link}
                    size="sm"
                    to={`/accounting/journal/entries?account=${row.code}&day=${from}~${until}`}
                  >
                    {row.code} · {t(`accounting.account.${row.code}`)}
                  </Anchor>
                ),
              },
              ...figures.map(({ key, part, side }) => ({
                key,
                figure: true,
                title: t(`accounting.journal.${part}_${side}`),
                render: (row: (typeof data.accounts)[number]) => money(row[part][side]),
              })),
            ]}
            foot={{
              code: t('accounting.journal.total'),
              ...Object.fromEntries(figures.map(({ key, part, side }) => [key, money(data.total[part][side])])),
            }}
          />
          <Text size="xs" c="dimmed" mt="xs">
            {t('accounting.journal.sides', { account: receivable, side: normalSide[receivable] })}
          </Text>
        </Section>
      )}
      <Periods />
    </Stack>
  );
}

function Periods() {
  const t = useMessages();
  const { can } = useAbility();
  const [opened, setOpened] = useState<string>();
  const asked = useQuery(api.period.get.queryOptions({ input: {} }));
  const data = asked.data;
  if (!data) return <Skeleton h={120} />;
  const name = (month: string) => `${month.slice(5, 7)}.${month.slice(0, 4)}`;
  const close = async (month: string) => {
    const sure = await confirm({
      title: t('accounting.period.close'),
      name: name(month),
      text: t('accounting.period.close_text'),
      yes: t('accounting.period.close_yes'),
      danger: false,
    });
    if (!sure) return;
    await api.period.close.call({ month });
    notify.success(t('accounting.period.closed', { month: name(month) }));
    await refresh();
  };
  return (
    <Section
      title={t('accounting.period.title')}
      description={
        data.closed_until
          ? t('accounting.period.until', { day: showDate(data.closed_until) })
          : t('accounting.period.none')
      }
      actions={
        can('period.close') && data.next ? (
          <Button variant="light" onClick={() => data.next && void close(data.next)}>
            {t('accounting.period.close_month', { month: name(data.next) })}
          </Button>
        ) : undefined
      }
    >
      {data.months.length > 0 && (
        <SmallTable
          minWidth={520}
          maxHeight={320}
          rows={data.months}
          rowKey={(row) => row.month}
          columns={[
            { key: 'month', title: t('accounting.period.month'), names: true, render: (row) => name(row.month) },
            {
              key: 'state',
              title: t('accounting.field.status'),
              render: () => (
                <Badge variant="light" color="gray">
                  {t('accounting.period.state')}
                </Badge>
              ),
            },
            { key: 'at', title: t('accounting.period.at'), render: (row) => <DateTimeText value={row.closed_at} /> },
            { key: 'by', title: t('accounting.period.by'), render: (row) => row.closed_by ?? '—' },
            {
              key: 'act',
              title: '',
              render: (row) =>
                row.reopens && (
                  <Button size="compact-sm" variant="subtle" onClick={() => setOpened(row.month)}>
                    {t('accounting.period.reopen')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <ReasonDialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={t('accounting.period.reopen_title', { month: name(opened ?? '') })}
        text={t('accounting.period.reopen_text')}
        onConfirm={async (reason) => {
          await api.period.reopen.call({ month: opened ?? '', reason }, silent);
          await refresh();
        }}
      />
    </Section>
  );
}
