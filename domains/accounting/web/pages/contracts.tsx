import { Button, Group, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBan,
  IconCash,
  IconCurrencyDollar,
  IconEye,
  IconFileImport,
  IconPencilCheck,
  IconPlus,
  IconSend,
  IconTrash,
  IconUsersPlus,
} from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { id } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, codeId, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  confirmDelete,
  DateText,
  FormDrawer,
  ListPage,
  MoneyText,
  notify,
  ReasonDialog,
  type RowAction,
  showMoney,
} from '#platform/web/kit/index.ts';
import { currencies } from '../../currencies.ts';
import { contractKinds, contractSave } from '../../shapes.ts';
import { contractStates } from '../../workflow.ts';
import { api, type Contract, loadAgreements, loadCourses, loadStudents, loadYears, refresh } from '../api.ts';
import { AskRefund } from '../components/ask-refund.tsx';
import { AssignDrawer } from '../components/assign-drawer.tsx';
import { ContractDrawer } from '../components/contract-drawer.tsx';
import { MyMoney } from '../components/my-money.tsx';
import { Rates } from '../components/rates.tsx';
import { State } from '../components/status.tsx';
import { UseCredit } from '../components/use-credit.tsx';
import { contractListPlace } from '../list-place.ts';

const schema = contractSave.extend({ agreement_id: id, student_id: id, version: z.int().optional() });
const icon = 16;

/** Contracts: all of them for the office, one's own for everybody else. */
export default function Contracts() {
  return useAbility().scope('contract.read') === 'institution' ? <Office /> : <MyMoney />;
}

function Office() {
  const t = useMessages();
  const may = useAbility();
  const navigate = useNavigate();
  const manage = may.can('contract.manage');
  const search = useSearch({ strict: false }) as { open?: string };
  const open = /^\d+$/.test(String(search.open)) ? Number(search.open) : undefined;
  const show = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: ({ open: _, ...rest }: Record<string, unknown>) => (next === undefined ? rest : { ...rest, open: next }),
      resetScroll: false,
    });
  const [ended, setEnded] = useState<Contract>();
  const [used, setUsed] = useState<Contract>();
  const [returned, setReturned] = useState<Contract>();
  const [making, setMaking] = useState(false);
  const [assigning, setAssigning] = useState(false);
  const [rating, setRating] = useState(false);
  const step = async (row: Contract, status: 'ISSUED' | 'ACCEPTED' | 'TERMINATED', reason?: string) => {
    await api.contract.step.call({ id: row.id, version: row.version, status, ...(reason ? { reason } : {}) }, silent);
    await refresh();
  };
  const restore = async (row: Contract) => {
    await api.contract.restore.call({ id: row.id }, silent);
    await refresh();
  };
  const act = (work: Promise<unknown>) => work.then(() => notify.success());
  const actions = (row: Contract): RowAction<Contract>[] => [
    {
      key: 'open',
      label: t('accounting.contract.open'),
      icon: <IconEye size={icon} aria-hidden />,
      run: () => show(row.id),
    },
    ...(row.can?.issue
      ? [
          {
            key: 'issue',
            label: t('accounting.contract.issue'),
            icon: <IconSend size={icon} aria-hidden />,
            run: () => act(step(row, 'ISSUED')),
          },
        ]
      : []),
    ...(row.can?.sign
      ? [
          {
            key: 'sign',
            label: t('accounting.contract.sign'),
            icon: <IconPencilCheck size={icon} aria-hidden />,
            run: () => act(step(row, 'ACCEPTED')),
          },
        ]
      : []),
    ...(row.can?.pay
      ? [
          {
            key: 'pay',
            label: t('accounting.contract.pay'),
            icon: <IconCash size={icon} aria-hidden />,
            href: `/payments?open=new&id=${row.id}`,
          },
        ]
      : []),
    ...(row.can?.refund
      ? [
          {
            key: 'credit',
            label: t('accounting.credit.use'),
            icon: <IconArrowsExchange size={icon} aria-hidden />,
            run: () => setUsed(row),
          },
          {
            key: 'refund',
            label: t('accounting.refunds.ask'),
            icon: <IconArrowBackUp size={icon} aria-hidden />,
            run: () => setReturned(row),
          },
        ]
      : []),
    ...(row.can?.delete
      ? [
          {
            key: 'delete',
            label: t('kit.resource.delete'),
            icon: <IconTrash size={icon} aria-hidden />,
            danger: true,
            run: () =>
              confirmDelete(
                async () => {
                  await api.contract.remove.call({ id: row.id }, silent);
                  await refresh();
                },
                `${row.number}, ${row.payer_name}`,
                () => restore(row),
              ),
          },
        ]
      : []),
    ...(row.can?.end
      ? [
          {
            key: 'end',
            label: t('accounting.contract.end'),
            icon: <IconBan size={icon} aria-hidden />,
            danger: true,
            run: () => setEnded(row),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListPage
        title={t('accounting.contracts.title')}
        description={t('accounting.contracts.about')}
        of={api.contract.list}
        place={contractListPlace}
        rowLabel={(row) => row.number}
        onRow={(row) => show(row.id)}
        columns={[
          { key: 'number', title: t('accounting.field.number'), sortable: true, phone: 'line' },
          { key: 'payer_name', title: t('accounting.field.payer_name'), sortable: true, width: 170, phone: 'title' },
          {
            key: 'student_no',
            title: t('accounting.contract.student_no'),
            render: (row) => row.student_no ?? '—',
            defaultHidden: true,
          },
          {
            key: 'course',
            title: t('accounting.field.course_id'),
            defaultHidden: true,
            render: (row) => row.course?.title ?? '—',
          },
          {
            key: 'status',
            title: t('accounting.field.status'),
            phone: 'aside',
            render: (row) => <State value={row.status} />,
          },
          {
            key: 'amount',
            title: `${t('accounting.field.amount')}, ${t('kit.som')}`,
            sortable: true,
            align: 'right',
            render: (row) => <MoneyText value={row.amount} currency={false} />,
          },
          {
            key: 'paid',
            title: t('accounting.field.paid'),
            align: 'right',
            render: (row) => <MoneyText value={row.paid} currency={false} />,
          },
          {
            key: 'left',
            title: t('accounting.contract.left'),
            align: 'right',
            phone: 'end',
            render: (row) => <MoneyText value={row.left} currency={false} />,
          },
          {
            key: 'credit',
            title: t('accounting.balance.credit'),
            align: 'right',
            render: (row) => (row.credit === '0' ? '—' : <MoneyText value={row.credit} />),
            defaultHidden: true,
          },
          {
            key: 'overdue',
            title: t('accounting.contract.overdue'),
            align: 'right',
            render: (row) => (row.overdue === '0' ? '—' : <MoneyText value={row.overdue} currency={false} />),
          },
          {
            key: 'fine_amount',
            title: t('accounting.field.fine'),
            align: 'right',
            render: (row) => (row.fine_amount === '0' ? '—' : <MoneyText value={row.fine_amount} />),
            defaultHidden: true,
          },
          {
            key: 'deadline',
            title: t('accounting.field.deadline'),
            sortable: true,
            render: (row) => <DateText value={row.deadline} />,
          },
          {
            key: 'type',
            title: t('accounting.field.type'),
            render: (row) => t(codeId('accounting.type', row.type)),
            defaultHidden: true,
          },
          {
            key: 'academic_year',
            title: t('accounting.field.academic_year_id'),
            render: (row) => row.academic_year?.title ?? '—',
            defaultHidden: true,
          },
        ]}
        filters={[
          {
            key: 'status',
            label: t('accounting.field.status'),
            control: 'multi',
            options: choices(t, 'accounting.status', contractStates),
          },
          { key: 'late', label: t('accounting.contract.late'), control: 'boolean' },
          { key: 'refund', label: t('accounting.contract.refund'), control: 'boolean' },
          { key: 'academic_year_id', label: t('accounting.field.academic_year_id'), control: 'async', load: loadYears },
          { key: 'course_id', label: t('accounting.field.course_id'), control: 'async', load: loadCourses },
          {
            key: 'level',
            label: t('accounting.field.level'),
            control: 'multi',
            options: choices(t, 'accounting.level', studyLevels),
          },
          {
            key: 'type',
            label: t('accounting.field.type'),
            control: 'multi',
            options: choices(t, 'accounting.type', contractKinds),
          },
        ]}
        actions={actions}
        {...(manage ? { restore } : {})}
        primaryAction={
          manage && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconFileImport size={icon} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/accounting/contract/import" />}
              >
                {t('accounting.contract.import')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconUsersPlus size={icon} aria-hidden />}
                onClick={() => setAssigning(true)}
              >
                {t('accounting.assign.title')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconCurrencyDollar size={icon} aria-hidden />}
                onClick={() => setRating(true)}
              >
                {t('accounting.rates.title')}
              </Button>
              <Button leftSection={<IconPlus size={icon} aria-hidden />} onClick={() => setMaking(true)}>
                {t('accounting.contract.add')}
              </Button>
            </Group>
          )
        }
        empty={{ text: t('accounting.contracts.empty') }}
      />
      <Rates opened={rating} onClose={() => setRating(false)} />
      <ContractDrawer id={open} onClose={() => show(undefined)} onOpen={show} />
      <AskRefund of={returned} onClose={() => setReturned(undefined)} />
      <UseCredit contract={used} onClose={() => setUsed(undefined)} />
      <AssignDrawer opened={assigning} onClose={() => setAssigning(false)} />
      <FormDrawer
        opened={making}
        onClose={() => setMaking(false)}
        title={t('accounting.contract.add')}
        schema={schema}
        record={null}
        fields={[
          {
            control: 'async',
            name: 'agreement_id',
            label: t('accounting.field.agreement_id'),
            load: loadAgreements,
            required: true,
          },
          {
            control: 'async',
            name: 'student_id',
            label: t('accounting.field.student_id'),
            load: loadStudents,
            required: true,
          },
          { control: 'money', name: 'amount', label: t('accounting.contract.other_amount') },
          {
            control: 'select',
            name: 'currency',
            label: t('accounting.contract.currency'),
            clearable: true,
            options: currencies.map((one) => ({ id: one, title: `${one} · ${t(`accounting.currency.${one}`)}` })),
          },
          { control: 'money', name: 'currency_amount', label: t('accounting.contract.currency_amount') },
          { control: 'date', name: 'accept_until', label: t('accounting.field.accept_until') },
        ]}
        save={(payload) => api.contract.save.call(payload, silent)}
        onSaved={() => {
          void refresh();
        }}
      />
      <ReasonDialog
        opened={ended !== undefined}
        onClose={() => setEnded(undefined)}
        title={t('accounting.contract.end_title', { number: ended?.number ?? '' })}
        text={
          <>
            <Text fw={600}>{[ended?.payer_name, showMoney(ended?.amount ?? '0')].filter(Boolean).join(' · ')}</Text>
            <Text size="sm">{t('accounting.contract.end_text')}</Text>
          </>
        }
        confirmLabel={t('accounting.contract.end')}
        danger
        onConfirm={async (reason) => {
          if (ended) await step(ended, 'TERMINATED', reason);
        }}
      />
    </>
  );
}
