import { Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  askReason,
  Copyable,
  confirm,
  DateTimeText,
  FormDrawer,
  ListPage,
  MoneyText,
  notify,
  PageHeader,
  Section,
  showMoney,
} from '#platform/web/kit/index.ts';
import { providers, reversalStates, transactionStates } from '../../providers.ts';
import { gatewaySave } from '../../shapes.ts';
import { api, loadContracts } from '../api.ts';

type Gateway = Awaited<ReturnType<typeof api.gateway.list.call>>[number];
const reversalColours = {
  ASKED: 'blue',
  SENDING: 'indigo',
  DONE: 'green',
  REFUSED: 'red',
  STUCK: 'red',
  WITHDRAWN: 'gray',
} as const;
const icon = 16;
const colours = { 1: 'blue', 2: 'green', '-1': 'gray', '-2': 'orange' } as const;

/** The gateways of the institution, and everything that they did. */
export default function Gateways() {
  const t = useMessages();
  const client = useQueryClient();
  const { can } = useAbility();
  const [edited, setEdited] = useState<Gateway>();
  const asked = useQuery(api.gateway.list.queryOptions({ input: {} }));
  const ask = async ({
    id,
    amount,
    payer,
    external_id,
  }: {
    id: number;
    amount: string;
    payer: string;
    external_id: string;
  }) => {
    await askReason({
      title: t('gateways.reversal.ask'),
      name: [showMoney(amount), payer, external_id].filter(Boolean).join(' · '),
      text: t('gateways.reversal.about'),
      yes: t('gateways.reversal.ask'),
      async run(reason) {
        await api.reversal.ask.call({ transaction_id: id, reason }, silent);
        await client.invalidateQueries({ queryKey: api.key() });
        notify.success(t('gateways.reversal.asked'));
      },
    });
  };
  return (
    <Stack gap="lg">
      <PageHeader title={t('gateways.title')} description={t('gateways.about')} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {asked.data?.map((one) => (
          <Section
            key={one.provider}
            title={t(`gateways.provider.${one.provider}`)}
            actions={
              <Badge variant="light" color={one.active ? 'green' : 'gray'}>
                {t(one.active ? 'gateways.on' : 'gateways.off')}
              </Badge>
            }
          >
            <Stack gap="xs">
              <Text size="sm">{t('gateways.address')}</Text>
              <Copyable label={t('gateways.address')} value={one.url} />
              {can('gateway.manage') && (
                <Group>
                  <Button variant="default" size="sm" onClick={() => setEdited(one)}>
                    {t('gateways.edit')}
                  </Button>
                </Group>
              )}
            </Stack>
          </Section>
        ))}
      </SimpleGrid>
      <ListPage
        embedded
        title={t('gateways.transactions')}
        of={api.gateway.transactions}
        empty={{ text: t('gateways.none') }}
        actions={(row) =>
          row.can.reverse
            ? [
                {
                  key: 'reverse',
                  label: t('gateways.reversal.ask'),
                  icon: <IconArrowBackUp size={icon} aria-hidden />,
                  run: () => ask(row),
                },
              ]
            : []
        }
        filters={[
          {
            key: 'provider',
            label: t('gateways.field.provider'),
            control: 'multi',
            options: choices(t, 'gateways.provider', providers),
          },
          {
            key: 'state',
            label: t('gateways.field.state'),
            control: 'multi',
            options: choices(t, 'gateways.state', transactionStates),
          },
          { key: 'contract_id', label: t('gateways.field.contract'), control: 'async', load: loadContracts },
          { key: 'day', label: t('gateways.field.created_at'), control: 'dateRange', range: ['from', 'until'] },
        ]}
        columns={[
          {
            key: 'created_at',
            title: t('gateways.field.created_at'),
            sortable: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
          {
            key: 'provider',
            title: t('gateways.field.provider'),
            render: (row) => t(`gateways.provider.${row.provider}`),
          },
          {
            key: 'amount',
            title: t('gateways.field.amount'),
            sortable: true,
            align: 'right',
            render: (row) => <MoneyText value={row.amount} />,
          },
          {
            key: 'state',
            title: t('gateways.field.state'),
            render: (row) => (
              <Badge variant="light" color={colours[row.state]}>
                {t(`gateways.state.${row.state}`)}
              </Badge>
            ),
          },
          {
            key: 'contract',
            title: t('gateways.field.contract'),
            render: (row) => row.contract?.title ?? row.debit?.title,
          },
          { key: 'payer', title: t('gateways.field.payer') },
          { key: 'external_id', title: t('gateways.field.external_id'), defaultHidden: true },
          { key: 'reason', title: t('gateways.field.reason'), render: (row) => row.reason ?? '—', defaultHidden: true },
        ]}
      />
      {(asked.data ?? []).some(({ merchant_user_id }) => merchant_user_id !== '') && <Reversals />}
      <FormDrawer
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited ? t(`gateways.provider.${edited.provider}`) : ''}
        schema={gatewaySave}
        record={edited}
        fields={[
          { control: 'switch', name: 'active', label: t('gateways.field.active'), wide: true },
          { control: 'text', name: 'merchant_id', label: t('gateways.field.merchant_id') },
          ...(edited?.provider === 'CLICK'
            ? [
                { control: 'text' as const, name: 'service_id' as const, label: t('gateways.field.service_id') },
                {
                  control: 'text' as const,
                  name: 'merchant_user_id' as const,
                  label: t('gateways.field.merchant_user_id'),
                  description: t('gateways.merchant_user_hint'),
                },
              ]
            : []),
          {
            control: 'password',
            name: 'secret',
            label: t('gateways.field.secret'),
            description: edited?.has_secret ? t('gateways.secret_kept') : undefined,
          },
          ...(edited?.provider === 'PAYME'
            ? [
                {
                  control: 'text' as const,
                  name: 'item_code' as const,
                  label: t('gateways.field.item_code'),
                  description: t('gateways.item_hint'),
                },
                { control: 'text' as const, name: 'item_package' as const, label: t('gateways.field.item_package') },
                { control: 'number' as const, name: 'item_vat' as const, label: t('gateways.field.item_vat') },
              ]
            : []),
          {
            control: 'tags',
            name: 'addresses',
            label: t('gateways.field.addresses'),
            description: t('gateways.addresses_hint'),
            wide: true,
          },
        ]}
        save={(payload) => api.gateway.save.call(payload as Parameters<typeof api.gateway.save.call>[0], silent)}
        onSaved={() => void client.invalidateQueries({ queryKey: api.key() })}
      />
    </Stack>
  );
}

type Reversal = Awaited<ReturnType<typeof api.reversal.list.call>>['content'][number];

/** What Click takes back: asked for by one, sent by another, done once Click's status says so. */
function Reversals() {
  const t = useMessages();
  const client = useQueryClient();
  const decide = async (row: Reversal, send: boolean) => {
    const sure = await confirm({
      title: t(send ? 'gateways.reversal.send' : 'gateways.reversal.withdraw'),
      name: [showMoney(row.amount), row.payer, row.external_id].filter(Boolean).join(' · '),
      text: send ? t('gateways.reversal.send_text') : row.reason,
      danger: send,
    });
    if (!sure) return;
    await api.reversal.decide.call({ id: row.id, version: row.version, send }, silent);
    await client.invalidateQueries({ queryKey: api.key() });
  };
  return (
    <Section title={t('gateways.reversal.title')} description={t('gateways.reversal.about')}>
      <ListPage
        embedded
        local
        name="gateway-reversals"
        title={t('gateways.reversal.title')}
        of={api.reversal.list}
        empty={{ text: t('gateways.reversal.none') }}
        filters={[
          {
            key: 'state',
            label: t('gateways.field.state'),
            control: 'multi',
            options: choices(t, 'gateways.reversal.state', reversalStates),
          },
        ]}
        columns={[
          {
            key: 'created_at',
            title: t('gateways.field.created_at'),
            sortable: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
          { key: 'payer', title: t('gateways.field.payer'), phone: 'title' },
          {
            key: 'amount',
            title: t('gateways.field.amount'),
            align: 'right',
            render: (row) => <MoneyText value={row.amount} />,
          },
          {
            key: 'state',
            title: t('gateways.field.state'),
            render: (row) => (
              <Badge variant="light" color={reversalColours[row.state]}>
                {t(`gateways.reversal.state.${row.state}`)}
              </Badge>
            ),
          },
          { key: 'reason', title: t('gateways.reversal.reason') },
          { key: 'note', title: t('gateways.field.note'), render: (row) => row.note ?? '—' },
          { key: 'asked_by', title: t('gateways.field.asked_by'), defaultHidden: true },
          { key: 'decided_by', title: t('gateways.field.decided_by'), defaultHidden: true },
          { key: 'external_id', title: t('gateways.field.external_id'), defaultHidden: true },
        ]}
        actions={(row) => [
          ...(row.can.send
            ? [
                {
                  key: 'send',
                  label: t('gateways.reversal.send'),
                  icon: <IconSend size={icon} aria-hidden />,
                  run: () => decide(row, true),
                },
              ]
            : []),
          ...(row.can.withdraw
            ? [
                {
                  key: 'withdraw',
                  label: t('gateways.reversal.withdraw'),
                  icon: <IconBan size={icon} aria-hidden />,
                  run: () => decide(row, false),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}
