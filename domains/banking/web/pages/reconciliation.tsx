import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, report, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, ListPage, MoneyText, PageHeader, ReasonDialog, showDateTime } from '#platform/web/kit/index.ts';
import { differenceKinds, differenceStates } from '../../contract/reconciliation.ts';
import { api, type Difference, refresh } from '../api.ts';
import { RegisterDrawer } from '../components/register-drawer.tsx';

const colours = { OPEN: 'red', CLOSED: 'green', GONE: 'gray' } as const;

/** Where gateways, the books and banks say different things, with what to do about each. */
export default function Reconciliation() {
  const t = useMessages();
  const { can } = useAbility();
  const [closing, setClosing] = useState<Difference>();
  const [busy, setBusy] = useState(false);
  const [listing, setListing] = useState(false);
  const last = useQuery(api.reconciliation.last.queryOptions({ input: {} }));
  const run = async () => {
    setBusy(true);
    try {
      await api.reconciliation.run.call({});
      await refresh();
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="lg">
      <PageHeader
        title={t('banking.reconciliation.title')}
        description={
          last.data?.at
            ? t('banking.reconciliation.last', { at: showDateTime(last.data.at), count: last.data.open })
            : t('banking.reconciliation.about')
        }
        actions={
          can('reconciliation.manage') && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setListing(true)}>
                {t('banking.register.button')}
              </Button>
              <Button loading={busy} onClick={() => void run()}>
                {t('banking.reconciliation.run')}
              </Button>
            </Group>
          )
        }
      />
      <ListPage
        embedded
        name="reconciliation"
        title={t('banking.reconciliation.title')}
        of={api.reconciliation.list}
        ask={(input) => ({ ...input, state: input.state ?? ['OPEN'] })}
        empty={{ text: t('banking.reconciliation.empty') }}
        filters={[
          {
            key: 'kind',
            label: t('banking.field.kind'),
            control: 'multi',
            options: choices(t, 'banking.difference', differenceKinds),
          },
          {
            key: 'state',
            label: t('banking.field.state'),
            control: 'multi',
            options: choices(t, 'banking.difference_state', differenceStates),
          },
          { key: 'day', label: t('banking.field.day'), control: 'dateRange', range: ['from', 'until'] },
        ]}
        rowLabel={(row) => row.subject}
        columns={[
          { key: 'day', title: t('banking.field.day'), sortable: true, render: (row) => <DateText value={row.day} /> },
          {
            key: 'kind',
            title: t('banking.field.kind'),
            render: (row) => (
              <Stack gap={0} maw={460}>
                <Text size="sm" fw={600}>
                  {t(`banking.difference.${row.kind}`)}
                </Text>
                <Text size="xs" c="dimmed">
                  {row.state === 'OPEN'
                    ? t(`banking.advice.${row.kind}`)
                    : (row.note ?? t('banking.reconciliation.gone'))}
                </Text>
              </Stack>
            ),
          },
          {
            key: 'subject',
            title: t('banking.field.subject'),
            render: (row) => [row.subject, row.contract?.title].filter(Boolean).join(' · '),
          },
          {
            key: 'amount',
            title: t('banking.field.amount'),
            sortable: true,
            align: 'right',
            render: (row) => <MoneyText value={row.amount} />,
          },
          {
            key: 'state',
            title: t('banking.field.state'),
            render: (row) => (
              <Badge variant="light" color={colours[row.state]}>
                {t(`banking.difference_state.${row.state}`)}
              </Badge>
            ),
          },
          {
            key: 'closed_by',
            title: t('banking.field.closed_by'),
            defaultHidden: true,
            render: (row) => row.closed_by ?? '—',
          },
        ]}
        actions={(row) =>
          can('reconciliation.manage') && row.state === 'OPEN'
            ? [{ key: 'close', label: t('banking.reconciliation.close'), run: () => setClosing(row) }]
            : []
        }
      />
      {listing && <RegisterDrawer onClose={() => setListing(false)} />}
      <ReasonDialog
        opened={closing !== undefined}
        onClose={() => setClosing(undefined)}
        title={closing ? t(`banking.difference.${closing.kind}`) : ''}
        text={t('banking.reconciliation.close_text')}
        label={t('banking.field.note')}
        onConfirm={async (note) => {
          if (!closing) return;
          await api.reconciliation.close.call({ id: closing.id, version: closing.version, note }, silent);
          await refresh();
        }}
      />
    </Stack>
  );
}
