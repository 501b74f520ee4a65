import { Button, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  DateText,
  FormDrawer,
  ListPage,
  MoneyText,
  notify,
  ReasonDialog,
  Section,
  SmallTable,
  showMoney,
} from '#platform/web/kit/index.ts';
import { refundPay } from '../../contract/refunds.ts';
import { refundStates } from '../../workflow.ts';
import { api, type Refund, refresh } from '../api.ts';
import { AskRefund, type ReturnedBesides } from '../components/ask-refund.tsx';
import { State } from '../components/status.tsx';

const schema = refundPay.omit({ id: true, version: true });
const icon = 16;

/** Money that goes back: what was asked for, who decided it, and by which order it was paid. */
export default function Refunds() {
  const t = useMessages();
  const office = useAbility().scope('payment.read') === 'institution';
  const manage = useAbility().can('payment.manage');
  const [paid, setPaid] = useState<Refund>();
  const [refused, setRefused] = useState<Refund>();
  const withdraw = async (row: Refund) => {
    const sure = await confirm({
      title: t('accounting.refunds.withdraw'),
      name: `${row.payer}, ${showMoney(row.amount)}`,
      text: t('accounting.refunds.withdraw_text'),
      yes: t('accounting.refunds.withdraw'),
    });
    if (!sure) return;
    await api.refund.withdraw.call({ id: row.id, version: row.version }, silent);
    await refresh();
  };
  return (
    <>
      <ListPage
        name="refunds"
        title={t('accounting.refunds.title')}
        description={t('accounting.refunds.about')}
        of={api.refund.list}
        empty={{ text: t('accounting.refunds.empty') }}
        above={manage && <Besides />}
        rowLabel={(row) => row.payer}
        columns={[
          { key: 'payer', title: t('accounting.field.payer_name'), phone: 'title', render: (row) => row.payer },
          {
            key: 'contract',
            title: t('accounting.field.contract_id'),
            render: (row) => row.contract?.title ?? row.student?.student_no ?? '—',
          },
          {
            key: 'amount',
            title: `${t('accounting.field.amount')}, ${t('kit.som')}`,
            sortable: true,
            align: 'right',
            phone: 'end',
            render: (row) => <MoneyText value={row.amount} currency={false} />,
          },
          { key: 'reason', title: t('accounting.field.reason'), phone: 'line', render: (row) => row.reason },
          {
            key: 'created_at',
            title: t('accounting.refunds.asked_at'),
            sortable: true,
            render: (row) => (
              <Stack gap={0}>
                <DateText value={row.created_at} />
                {row.asked_by && (
                  <Text size="xs" c="dimmed">
                    {row.asked_by}
                  </Text>
                )}
              </Stack>
            ),
          },
          {
            key: 'order_number',
            title: t('accounting.refunds.order'),
            render: (row) =>
              row.order_number ? (
                <Stack gap={0}>
                  <Text size="sm">{row.order_number}</Text>
                  <Text size="xs" c="dimmed">
                    <DateText value={row.order_on} />
                  </Text>
                </Stack>
              ) : (
                '—'
              ),
          },
          {
            key: 'status',
            title: t('accounting.field.status'),
            phone: 'aside',
            render: (row) => (
              <Stack gap={0} align="flex-start">
                <State value={`REFUND_${row.status}`} />
                {(row.note ?? row.decided_by) && (
                  <Text size="xs" c="dimmed">
                    {[row.decided_by, row.note].filter(Boolean).join(': ')}
                  </Text>
                )}
              </Stack>
            ),
          },
          ...(office
            ? [
                {
                  key: 'pay_to' as const,
                  title: t('accounting.refunds.pay_to'),
                  render: (row: Refund) => row.pay_to ?? '—',
                  defaultHidden: true,
                },
              ]
            : []),
        ]}
        filters={[
          {
            key: 'status',
            label: t('accounting.field.status'),
            control: 'multi',
            options: refundStates.map((id) => ({ id, title: t(`accounting.status.REFUND_${id}`) })),
          },
          { key: 'from', label: t('accounting.from'), control: 'date' },
          { key: 'until', label: t('accounting.until'), control: 'date' },
        ]}
        actions={(row) => [
          ...(row.can.decide
            ? [
                {
                  key: 'pay',
                  label: t('accounting.refunds.pay'),
                  icon: <IconCash size={icon} aria-hidden />,
                  run: () => setPaid(row),
                },
                {
                  key: 'refuse',
                  label: t('accounting.refunds.refuse'),
                  icon: <IconBan size={icon} aria-hidden />,
                  danger: true,
                  run: () => setRefused(row),
                },
              ]
            : []),
          ...(row.can.withdraw
            ? [
                {
                  key: 'withdraw',
                  label: t('accounting.refunds.withdraw'),
                  icon: <IconArrowBackUp size={icon} aria-hidden />,
                  run: () => withdraw(row),
                },
              ]
            : []),
        ]}
      />
      <FormDrawer
        as="modal"
        opened={paid !== undefined}
        onClose={() => setPaid(undefined)}
        title={t('accounting.refunds.pay')}
        schema={schema}
        record={null}
        draftKey={false}
        intro={
          paid && (
            <Stack gap={4}>
              <Text size="sm" fw={600}>
                {[showMoney(paid.amount), paid.payer, paid.contract?.title].filter(Boolean).join(' · ')}
              </Text>
              <Text size="sm">{paid.reason}</Text>
              {paid.pay_to && (
                <Text size="sm" c="dimmed">
                  {`${t('accounting.refunds.pay_to')}: ${paid.pay_to}`}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {t('accounting.refunds.pay_about', { credit: showMoney(paid.credit) })}
              </Text>
            </Stack>
          )
        }
        fields={[
          { control: 'text', name: 'order_number', label: t('accounting.refunds.order'), required: true },
          { control: 'date', name: 'order_on', label: t('accounting.refunds.order_on'), required: true },
          { control: 'date', name: 'paid_on', label: t('accounting.refunds.paid_on') },
        ]}
        save={(payload) =>
          api.refund.pay.call(
            { ...(payload as { order_number: string; order_on: string }), id: paid!.id, version: paid!.version },
            silent,
          )
        }
        onSaved={() => {
          notify.success();
          void refresh();
        }}
      />
      <ReasonDialog
        opened={refused !== undefined}
        onClose={() => setRefused(undefined)}
        title={t('accounting.refunds.refuse_title', { name: refused?.payer ?? '' })}
        text={t('accounting.refunds.refuse_text')}
        onConfirm={async (reason) => {
          if (!refused) return;
          await api.refund.refuse.call({ id: refused.id, version: refused.version, reason }, silent);
          await refresh();
        }}
      />
    </>
  );
}

/** What was paid above what is owed besides contracts, such as a retake that was withdrawn: it is asked for here. */
function Besides() {
  const t = useMessages();
  const [of, setOf] = useState<ReturnedBesides>();
  const { data } = useQuery(api.refund.besides.queryOptions({ input: undefined, ...silent }));
  return (
    <>
      {data && data.length > 0 && (
        <Section title={t('accounting.refunds.besides')}>
          <SmallTable
            minWidth={320}
            maxHeight={260}
            rows={data}
            rowKey={(row) => row.student_id}
            columns={[
              {
                key: 'name',
                title: t('accounting.field.student_id'),
                names: true,
                render: (row) => `${row.name} · ${row.student_no}`,
              },
              {
                key: 'credit',
                title: t('accounting.balance.credit'),
                figure: true,
                render: (row) => showMoney(row.credit),
              },
              {
                key: 'ask',
                title: '',
                render: (row) => (
                  <Button size="compact-sm" variant="default" onClick={() => setOf(row)}>
                    {t('accounting.refunds.ask')}
                  </Button>
                ),
              },
            ]}
          />
        </Section>
      )}
      <AskRefund of={of} onClose={() => setOf(undefined)} />
    </>
  );
}
