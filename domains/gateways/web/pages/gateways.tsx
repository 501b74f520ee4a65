import { Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  Copyable,
  DateTimeText,
  FormDrawer,
  ListPage,
  MoneyText,
  PageHeader,
  Section,
} from '#platform/web/kit/index.ts';
import { providers, transactionStates } from '../../providers.ts';
import { gatewaySave } from '../../shapes.ts';
import { api, loadContracts } from '../api.ts';

type Gateway = Awaited<ReturnType<typeof api.gateway.list.call>>[number];
const colours = { 1: 'blue', 2: 'green', '-1': 'gray', '-2': 'orange' } as const;

/** The gateways of the institution, and everything that they did. */
export default function Gateways() {
  const t = useMessages();
  const client = useQueryClient();
  const { can } = useAbility();
  const [edited, setEdited] = useState<Gateway>();
  const asked = useQuery(api.gateway.list.queryOptions({ input: {} }));
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
            ? [{ control: 'text' as const, name: 'service_id' as const, label: t('gateways.field.service_id') }]
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
