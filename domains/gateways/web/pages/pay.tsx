import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClock, IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { Empty, MoneyText, PageHeader, Section, showDateTime, showMoney, TextField } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Paying one's contract online: what and with what, and then how the payment stands. */
export default function Pay() {
  const { order } = useSearch({ strict: false }) as { order?: unknown };
  const id = /^\d{1,9}$/.test(String(order)) ? Number(order) : undefined;
  return id === undefined ? <Choose /> : <Standing key={id} id={id} />;
}

function Choose() {
  const t = useMessages();
  const navigate = useNavigate();
  const asked = useQuery(api.order.payables.queryOptions({ input: {} }));
  const { contract: wished } = useSearch({ strict: false }) as { contract?: unknown };
  const [contract, setContract] = useState<string | undefined>(wished === undefined ? undefined : String(wished));
  const [provider, setProvider] = useState<string>();
  const [amount, setAmount] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (asked.isPending) return <PageSpinner />;
  const data = asked.data;
  const of = data?.contracts.find((one) => String(one.contract.id) === contract) ?? data?.contracts[0];
  const by = data?.providers.find((one) => one === provider) ?? data?.providers[0];
  const pay = async () => {
    if (!of || !by) return;
    setBusy(true);
    try {
      const order = await api.order.create.call(
        { provider: by, contract_id: of.contract.id, amount: (amount ?? of.left).replace(/\s/g, '').replace(',', '.') },
        silent,
      );
      await navigate({ to: '/payments/online', search: { order: order.id } });
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" maw={560}>
      <PageHeader title={t('gateways.pay.title')} description={t('gateways.pay.about')} />
      {!of || !by ? (
        <Empty title={t('gateways.pay.none')} text={t('gateways.pay.none_text')} />
      ) : (
        <Section title={t('gateways.pay.what')}>
          <Stack>
            <Radio.Group
              label={t('gateways.pay.contract')}
              value={String(of.contract.id)}
              onChange={(id) => {
                setContract(id);
                setAmount(undefined);
              }}
            >
              <Stack gap={6} mt={6}>
                {data?.contracts.map((one) => (
                  <Radio
                    key={one.contract.id}
                    value={String(one.contract.id)}
                    label={`${one.contract.title} · ${one.payer}`}
                    description={t('gateways.pay.left', { sum: showMoney(one.left) })}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <TextField
              label={t('gateways.pay.amount')}
              inputMode="decimal"
              value={amount ?? of.left}
              onChange={(value) => {
                setAmount(value ?? '');
                setFault(undefined);
              }}
              error={fault}
            />
            <Radio.Group label={t('gateways.pay.with')} value={by} onChange={setProvider}>
              <Group mt={6}>
                {data?.providers.map((one) => (
                  <Radio key={one} value={one} label={t(`gateways.provider.${one}`)} />
                ))}
              </Group>
            </Radio.Group>
            <Button onClick={() => void pay()} loading={busy}>
              {t('gateways.pay.go')}
            </Button>
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

const everyMs = 3000;

/** Asks until it is paid, so that the page is right when one comes back from the bank, on whatever device. */
function Standing({ id }: { id: number }) {
  const t = useMessages();
  const client = useQueryClient();
  const asked = useQuery({
    ...api.order.get.queryOptions({ input: { id }, ...silent }),
    refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? everyMs : false),
  });
  if (asked.isPending) return <PageSpinner />;
  const data = asked.data;
  if (!data)
    return (
      <Stack gap="md" maw={560}>
        <PageHeader title={t('gateways.pay.title')} />
        <Empty title={t('gateways.order.unknown')} />
      </Stack>
    );
  const paid = data.state === 'PAID';
  const waits = data.state === 'WAITING';
  return (
    <Stack gap="md" maw={560}>
      <PageHeader title={t('gateways.order.title', { number: data.number })} description={data.contract.title} />
      <Section title={t(`gateways.provider.${data.provider}`)}>
        <Stack>
          <Text size="xl" fw={640} className="tabular">
            <MoneyText value={data.amount} />
          </Text>
          <Alert
            role="status"
            color={paid ? 'green' : waits ? 'blue' : 'gray'}
            icon={paid ? <IconCircleCheck aria-hidden /> : <IconClock aria-hidden />}
            title={t(`gateways.order.state.${data.state}`)}
          >
            {waits && t('gateways.order.waits', { until: showDateTime(data.expires_at) })}
            {paid && t('gateways.order.paid')}
          </Alert>
          <Group>
            {waits && (
              <Button component="a" href={data.url} leftSection={<IconExternalLink size={16} aria-hidden />}>
                {t('gateways.order.open')}
              </Button>
            )}
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/payments" />}
              onClick={() => void client.invalidateQueries()}
            >
              {t('gateways.order.back')}
            </Button>
          </Group>
        </Stack>
      </Section>
    </Stack>
  );
}
