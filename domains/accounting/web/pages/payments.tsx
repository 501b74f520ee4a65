import { Button, Group } from '@mantine/core';
import { IconArrowsSplit, IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import {
  type CallOptions,
  choices,
  codeId,
  messageOf,
  type NameIn,
  refusalOf,
  today,
  useAbility,
  useMessages,
} from '#platform/web/index.ts';
import {
  confirm,
  DateText,
  type ListColumn,
  ListPage,
  MoneyText,
  ResourcePage,
  type RowAction,
  showMoney,
} from '#platform/web/kit/index.ts';
import { paymentKinds, paymentSources, paymentTypes } from '../../shapes.ts';
import { paymentSave } from '../../shapes-money.ts';
import { api, loadContracts, loadStudents, type Payment, refresh } from '../api.ts';
import { BalanceNote } from '../components/balance.tsx';
import { PaymentParts } from '../components/payment-parts.tsx';

const schema = z.object({ ...saveBase, ...paymentSave });
const fresh = {
  payment_type: 'BANK',
  // Asked as the form opens: the page may stay open over midnight.
  get paid_on() {
    return today();
  },
};
const icon = 16;

/** Money that came: entered and given back by the office, seen by whoever paid it. */
export default function Payments() {
  return useAbility().scope('payment.read') === 'institution' ? <Office /> : <Mine />;
}

function useColumns(): ListColumn<Payment>[] {
  const t = useMessages();
  return [
    {
      key: 'paid_on',
      title: t('accounting.field.paid_on'),
      sortable: true,
      phone: 'aside',
      render: (row) => <DateText value={row.paid_on} />,
    },
    {
      key: 'amount',
      title: `${t('accounting.field.amount')}, ${t('kit.som')}`,
      sortable: true,
      align: 'right' as const,
      phone: 'end',
      render: (row) => <MoneyText value={row.amount} currency={false} />,
    },
    {
      key: 'payment_type',
      title: t('accounting.field.payment_type'),
      render: (row) => t(`accounting.payment_type.${row.payment_type}`),
    },
    { key: 'payer', title: t('accounting.field.payer'), sortable: true, phone: 'title' },
    {
      key: 'report_number',
      title: t('accounting.field.report_number'),
      render: (row) => row.report_number ?? '—',
    },
    { key: 'bank_name', title: t('accounting.field.bank_name'), render: (row) => row.bank_name ?? '—' },
    { key: 'contract', title: t('accounting.field.contract_id'), render: (row) => row.contract?.title ?? '—' },
    {
      key: 'kind',
      title: t('accounting.field.kind'),
      render: (row) => t(`accounting.payment_kind.${row.kind}`),
    },
  ];
}

function Mine() {
  const t = useMessages();
  const [followed, setFollowed] = useState<Payment>();
  return (
    <>
      <ListPage
        title={t('accounting.payments.mine')}
        description={t('accounting.payments.mine_about')}
        of={api.payment.list}
        columns={useColumns()}
        actions={useParts(setFollowed)}
        empty={{ text: t('accounting.payments.none') }}
      />
      <PaymentParts of={followed} onClose={() => setFollowed(undefined)} />
    </>
  );
}

/** Of what came: to what it went. */
function useParts(follow: (row: Payment) => void): (row: Payment) => RowAction<Payment>[] {
  const t = useMessages();
  return (row) =>
    row.kind === 'PAYMENT'
      ? [
          {
            key: 'parts',
            label: t('accounting.parts.title'),
            icon: <IconArrowsSplit size={icon} aria-hidden />,
            run: () => follow(row),
          },
        ]
      : [];
}

function Office() {
  const t = useMessages();
  const may = useAbility();
  const columns = useColumns();
  const [followed, setFollowed] = useState<Payment>();
  const actions = useParts(setFollowed);
  const field = <N extends NameIn<'accounting.field'>>(name: N) => ({
    name,
    label: t(codeId('accounting.field', name)),
  });
  /** What the server wants to be sure of is asked in its own words, and said with the next try. */
  const save = {
    call: async (payload: Parameters<typeof api.payment.save.call>[0], options?: CallOptions): Promise<unknown> => {
      try {
        return await api.payment.save.call(payload, options);
      } catch (error) {
        const refusal = refusalOf(error);
        const { name, contract, left = '', excess = '', amount } = (refusal?.data ?? {}) as Record<string, string>;
        const kind =
          refusal?.code === 'PAYMENT_ALIKE' ? 'again' : refusal?.code === 'OVERPAYMENT' ? 'overpayment' : undefined;
        if (!kind) throw error;
        const sure = await confirm({
          title: t(`accounting.payments.${kind}`),
          name: [
            showMoney(amount ?? payload.amount ?? ''),
            name ?? payload.payer,
            contract === 'empty' ? undefined : contract,
          ]
            .filter(Boolean)
            .join(' · '),
          text: messageOf(error),
          yes: t(`accounting.payments.${kind}_yes`),
          danger: kind === 'overpayment',
        });
        if (!sure) throw error;
        const said = kind === 'again' ? { again: true } : { overpayment: { left, excess } };
        return save.call({ ...payload, ...said }, options);
      }
    },
  };
  /** So that nobody deletes another one. */
  const labelOf = (row: Payment) =>
    [showMoney(row.amount), row.contract?.title, row.student?.name ?? row.payer].filter(Boolean).join(' · ');
  const { get, list, remove, restore } = api.payment;
  const of = { key: () => api.payment.key(), get, list, remove, restore, save };
  return (
    <>
      <ResourcePage
        of={of}
        actions={actions}
        messages="accounting.payments"
        manage={may.can('payment.manage')}
        schema={schema}
        fresh={fresh}
        addressed="contract_id"
        rowLabel={labelOf}
        reasoned={labelOf}
        onChanged={refresh}
        columns={[
          ...columns,
          {
            key: 'source',
            title: t('accounting.field.source'),
            render: (row) => t(`accounting.source.${row.source}`),
            defaultHidden: true,
          },
          {
            key: 'external_ref',
            title: t('accounting.field.external_ref'),
            render: (row) => row.external_ref ?? '—',
            defaultHidden: true,
          },
        ]}
        filters={[
          { key: 'contract_id', label: t('accounting.field.contract_id'), control: 'async', load: loadContracts },
          { key: 'student_id', label: t('accounting.field.student_id'), control: 'async', load: loadStudents },
          {
            key: 'kind',
            label: t('accounting.field.kind'),
            control: 'multi',
            options: choices(t, 'accounting.payment_kind', paymentKinds),
          },
          {
            key: 'payment_type',
            label: t('accounting.field.payment_type'),
            control: 'multi',
            options: choices(t, 'accounting.payment_type', paymentTypes),
          },
          {
            key: 'source',
            label: t('accounting.field.source'),
            control: 'multi',
            options: choices(t, 'accounting.source', paymentSources),
          },
          { key: 'from', label: t('accounting.from'), control: 'date' },
          { key: 'until', label: t('accounting.until'), control: 'date' },
        ]}
        toolbar={
          may.can('payment.manage') && (
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFileImport size={icon} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/payments/import" />}
              >
                {t('accounting.payments.import')}
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFileImport size={icon} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/payments/import-fines" />}
              >
                {t('accounting.payments.import_fines')}
              </Button>
            </Group>
          )
        }
        fields={[
          { control: 'async', ...field('contract_id'), load: loadContracts },
          { control: 'money', ...field('amount'), required: true },
          { control: 'date', ...field('paid_on'), required: true },
          { control: 'select', ...field('payment_type'), options: choices(t, 'accounting.payment_type', paymentTypes) },
          { control: 'text', ...field('payer') },
          { control: 'text', ...field('report_number') },
          { control: 'text', ...field('bank_name') },
          { control: 'text', ...field('external_ref') },
          { control: 'textarea', ...field('note'), wide: true },
        ]}
      >
        {({ values }) => (
          <BalanceNote
            of={values}
            amount={values.amount}
            before={values.id === undefined ? null : (values as Payment)}
          />
        )}
      </ResourcePage>
      <PaymentParts of={followed} onClose={() => setFollowed(undefined)} />
    </>
  );
}
