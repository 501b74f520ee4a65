import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { Empty, MoneyText, notify, PageHeader, Section } from '#platform/web/kit/index.ts';
import { bankActs } from '../../shapes.ts';
import { api } from '../api.ts';

/** The bank of a demo: each button asks as the gateway would, and shows what it was answered. */
export default function Bank() {
  const t = useMessages();
  const client = useQueryClient();
  const { order } = useSearch({ strict: false }) as { order?: unknown };
  const id = /^\d{1,9}$/.test(String(order)) ? Number(order) : 0;
  const asked = useQuery({ ...api.order.get.queryOptions({ input: { id }, ...silent }), enabled: id > 0 });
  const [said, setSaid] = useState<{ said: string[]; agrees: boolean | null }>({ said: [], agrees: null });
  const [busy, setBusy] = useState<string>();
  if (id > 0 && asked.isPending) return <PageSpinner />;
  const data = asked.data;
  if (!data)
    return (
      <Stack gap="md" maw={640}>
        <PageHeader title={t('gateways.bank.title')} description={t('gateways.bank.about')} />
        <Empty title={t('gateways.order.unknown')} />
      </Stack>
    );
  // Only Payme asks for a list.
  const acts = bankActs.filter((what) => what !== 'COMPARE' || data.provider === 'PAYME');
  const act = async (what: (typeof bankActs)[number]) => {
    setBusy(what);
    try {
      setSaid(await api.order.bank.call({ id, act: what }, silent));
      await client.invalidateQueries({ queryKey: api.key() });
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Stack gap="md" maw={640}>
      <PageHeader title={t('gateways.bank.title')} description={t('gateways.bank.about')} />
      <Section title={`${t(`gateways.provider.${data.provider}`)} · ${data.number}`}>
        <Stack>
          <Text size="xl" fw={640} className="tabular">
            <MoneyText value={data.amount} />
          </Text>
          <Alert
            role="status"
            color={data.state === 'PAID' ? 'green' : 'blue'}
            title={t(`gateways.order.state.${data.state}`)}
          />
          <Group gap="xs">
            {choices(t, 'gateways.bank.act', acts).map(({ id: what, title }) => (
              <Button
                key={what}
                variant={what === 'PAY' ? 'filled' : 'default'}
                loading={busy === what}
                onClick={() => void act(what)}
              >
                {title}
              </Button>
            ))}
            <Button variant="subtle" renderRoot={(props) => <Link {...props} to={`/payments/online?order=${id}`} />}>
              {t('gateways.bank.back')}
            </Button>
          </Group>
          {said.agrees !== null && (
            <Alert
              role="status"
              color={said.agrees ? 'green' : 'red'}
              title={t(`gateways.bank.${said.agrees ? 'agrees' : 'differs'}`)}
            />
          )}
          {said.said.length > 0 && (
            <Stack gap={4}>
              <Text size="sm" c="dimmed">
                {t('gateways.bank.said')}
              </Text>
              {said.said.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: answers have no other identity and never move
                <Code key={at} block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {line}
                </Code>
              ))}
            </Stack>
          )}
        </Stack>
      </Section>
    </Stack>
  );
}
