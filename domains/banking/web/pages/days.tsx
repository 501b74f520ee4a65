import { Alert, Badge, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SignatureFacts, SignDialog } from '#domains/signatures/web/index.ts';
import { codeId, openPaper, report, silent, useMessages, usePaperReader } from '#platform/web/index.ts';
import {
  confirm,
  DateFilter,
  DateText,
  DateTimeText,
  ListPage,
  MoneyText,
  notify,
  PageHeader,
  ReasonDialog,
  Section,
  SmallTable,
  showDate,
  showMoney,
} from '#platform/web/kit/index.ts';
import { api, type Day, refresh } from '../api.ts';

const open = (row: Day) => openPaper(`/accounting/day/${row.id}/paper`, `${row.number}.pdf`);

/** What a day was, its close, and the papers about days that are closed. */
export default function Days() {
  const t = useMessages();
  usePaperReader();
  const [day, setDay] = useState<string>();
  const [opened, setOpened] = useState<Day>();
  const [signed, setSigned] = useState<Day>();
  const asked = useQuery(api.day.preview.queryOptions({ input: day ? { day } : {} }));
  const { data } = asked;
  const close = async (of: string) => {
    const sure = await confirm({
      title: t('banking.days.close_title'),
      name: showDate(of),
      text: t('banking.days.close_text'),
      yes: t('banking.days.close_yes'),
      danger: false,
    });
    if (!sure) return;
    try {
      const made = await api.day.close.call({ day: of }, silent);
      notify.success(t('banking.days.closed', { number: made.number }));
    } catch (error) {
      report(error);
    }
    await refresh();
  };
  return (
    <Stack gap="lg">
      <PageHeader
        title={t('banking.days.title')}
        description={
          data?.closed_until ? t('banking.days.until', { day: showDate(data.closed_until) }) : t('banking.days.about')
        }
      />
      <Group align="flex-end">
        <DateFilter label={t('banking.field.day')} value={data?.day ?? ''} onChange={(next) => next && setDay(next)} />
        {data?.may && (
          <Button onClick={() => void close(data.day)}>{t('banking.days.close', { day: showDate(data.day) })}</Button>
        )}
      </Group>
      {!data ? (
        <Skeleton h={220} />
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Section title={t('banking.days.accounts')}>
            <SmallTable
              minWidth={520}
              rows={data.facts.accounts}
              rowKey={(row) => row.account}
              columns={[
                {
                  key: 'account',
                  title: t('banking.field.account'),
                  names: true,
                  render: (row) => `${row.account} · ${t(`accounting.account.${row.account}`)}`,
                },
                ...(['came', 'left', 'closing'] as const).map((key) => ({
                  key,
                  title: t(`banking.days.${key}`),
                  figure: true,
                  render: (row: { came: string; left: string; closing: string }) => (
                    <MoneyText value={row[key]} currency={false} />
                  ),
                })),
              ]}
            />
          </Section>
          <Section title={t('banking.days.channels')}>
            {data.facts.channels.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('banking.days.quiet')}
              </Text>
            ) : (
              <SmallTable
                minWidth={420}
                rows={data.facts.channels}
                rowKey={(row) => row.channel}
                columns={[
                  {
                    key: 'channel',
                    title: t('banking.days.channel'),
                    names: true,
                    render: (row) => t(codeId('banking.channel', row.channel)),
                  },
                  { key: 'count', title: t('banking.days.count'), figure: true, render: (row) => row.count },
                  {
                    key: 'came',
                    title: t('banking.days.came'),
                    figure: true,
                    render: (row) => <MoneyText value={row.came} currency={false} />,
                  },
                  {
                    key: 'left',
                    title: t('banking.days.left'),
                    figure: true,
                    render: (row) => <MoneyText value={row.left} currency={false} />,
                  },
                ]}
              />
            )}
          </Section>
        </SimpleGrid>
      )}
      {data && (data.facts.unmatched.count > 0 || data.facts.differences.length > 0) && (
        <Alert color="yellow">
          {data.facts.unmatched.count > 0 &&
            t('banking.days.unmatched', {
              count: data.facts.unmatched.count,
              sum: showMoney(data.facts.unmatched.amount),
            })}{' '}
          {data.facts.differences.length > 0 && t('banking.days.differ', { count: data.facts.differences.length })}
        </Alert>
      )}
      <ListPage
        embedded
        name="days"
        title={t('banking.days.papers')}
        of={api.day.list}
        empty={{ text: t('banking.days.none') }}
        rowLabel={(row) => row.number}
        onRow={(row) => void open(row)}
        columns={[
          { key: 'number', title: t('banking.field.paper') },
          { key: 'day', title: t('banking.field.day'), sortable: true, render: (row) => <DateText value={row.day} /> },
          { key: 'closed_by', title: t('banking.field.closed_by'), render: (row) => row.closed_by ?? '—' },
          {
            key: 'closed_at',
            title: t('banking.field.closed_at'),
            render: (row) => <DateTimeText value={row.closed_at} />,
          },
          { key: 'differences', title: t('banking.field.differences'), align: 'right' },
          {
            key: 'reopened_at',
            title: t('banking.field.status'),
            render: (row) => (
              <Stack gap={0}>
                <Badge variant="light" color={row.reopened_at ? 'orange' : 'green'}>
                  {t(row.reopened_at ? 'banking.days.reopened' : 'banking.days.is_closed')}
                </Badge>
                {row.signature && <SignatureFacts signature={row.signature} />}
                {row.reopened_at && (
                  <Text size="xs" c="dimmed">
                    {[row.reopened_by, row.reason].filter(Boolean).join(': ')}
                  </Text>
                )}
              </Stack>
            ),
          },
        ]}
        actions={(row) => [
          { key: 'paper', label: t('banking.days.paper'), run: () => open(row) },
          ...(row.can.sign ? [{ key: 'sign', label: t('banking.days.sign'), run: () => setSigned(row) }] : []),
          ...(row.can.reopen
            ? [{ key: 'reopen', label: t('banking.days.reopen'), danger: true, run: () => setOpened(row) }]
            : []),
        ]}
      />
      <SignDialog
        opened={signed !== undefined}
        onClose={() => setSigned(undefined)}
        title={t('banking.days.sign_title', { number: signed?.number ?? '', day: showDate(signed?.day ?? '') })}
        of={{ entity: 'day_closing', entity_id: signed?.id ?? 0 }}
        fileUrl={signed?.file ?? ''}
        run={async (electronic_id) => {
          if (!signed) return;
          await api.day.sign.call({ id: signed.id, ...(electronic_id === undefined ? {} : { electronic_id }) }, silent);
          await refresh();
        }}
      />
      <ReasonDialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={t('banking.days.reopen_title', { day: showDate(opened?.day ?? '') })}
        text={t('banking.days.reopen_text')}
        onConfirm={async (reason) => {
          if (!opened) return;
          await api.day.reopen.call({ id: opened.id, reason }, silent);
          await refresh();
        }}
      />
    </Stack>
  );
}
