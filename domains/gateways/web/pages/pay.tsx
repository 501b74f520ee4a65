import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClock, IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import {
  Empty,
  MoneyText,
  PageHeader,
  Section,
  showDate,
  showDateTime,
  showMoney,
  TextField,
} from '#platform/web/kit/index.ts';
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
  // A paper names its invoice, a link from a contract the contract.
  const wished = useSearch({ strict: false }) as { contract?: unknown; invoice?: unknown; debit?: unknown };
  const invoice = asked.data?.invoices.find(({ invoice: { id } }) => String(id) === String(wished.invoice));
  const [chosen, setContract] = useState<string>();
  const contract = chosen ?? (invoice ? String(invoice.contract.id) : wished.contract && String(wished.contract));
  const [provider, setProvider] = useState<string>();
  const [amount, setAmount] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (asked.isPending) return <PageSpinner />;
  const data = asked.data;
  const owed = chosen === undefined && !invoice ? wished.debit && `debit-${String(wished.debit)}` : chosen;
  const debit =
    data?.debits.find((one) => `debit-${one.debit.id}` === owed) ??
    (data?.contracts.length || contract ? undefined : data?.debits[0]);
  const of = debit
    ? undefined
    : (data?.contracts.find((one) => String(one.contract.id) === contract) ?? data?.contracts[0]);
  const asksFor = invoice && of?.contract.id === invoice.contract.id ? invoice : undefined;
  const sum = debit?.left ?? amount ?? asksFor?.left ?? of?.left ?? '';
  const by = data?.providers.find((one) => one === provider) ?? data?.providers[0];
  const pay = async () => {
    if (!(of || debit) || !by) return;
    setBusy(true);
    try {
      const order = await api.order.create.call(
        {
          provider: by,
          ...(debit ? { debit_id: debit.debit.id } : { contract_id: of?.contract.id }),
          amount: sum.replace(/\s/g, '').replace(',', '.'),
        },
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
      {!(of || debit) || !by ? (
        <Empty title={t('gateways.pay.none')} text={t('gateways.pay.none_text')} />
      ) : (
        <Section title={t('gateways.pay.what')}>
          <Stack>
            <Radio.Group
              label={t('gateways.pay.contract')}
              value={debit ? `debit-${debit.debit.id}` : String(of?.contract.id)}
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
                {data?.debits.map((one) => (
                  <Radio
                    key={one.debit.id}
                    value={`debit-${one.debit.id}`}
                    label={one.debit.title}
                    description={t('gateways.pay.by', { sum: showMoney(one.left), day: showDate(one.due_on) })}
                  />
                ))}
              </Stack>
            </Radio.Group>
            {debit && Number(debit.before) > 0 && (
              <Alert color="blue">{t('gateways.pay.before', { sum: showMoney(debit.before) })}</Alert>
            )}
            <TextField
              disabled={debit !== undefined}
              label={t('gateways.pay.amount')}
              inputMode="decimal"
              value={sum}
              {...(asksFor && {
                description: t('gateways.pay.invoice', {
                  number: asksFor.invoice.title,
                  day: showDate(asksFor.due_on),
                }),
              })}
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
      <PageHeader
        title={t('gateways.order.title', { number: data.number })}
        description={(data.contract ?? data.debit)?.title ?? ''}
      />
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
