import { Anchor, Text } from '@mantine/core';
import { IconUserCheck, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, silent, useAbility } from '#platform/web/index.ts';
import {
  DateText,
  type FiltersOf,
  type ListColumn,
  ListPage,
  MoneyText,
  ResourcePage,
  type RowAction,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { retakeSave, retakeStates } from '../../shapes.ts';
import { Decision } from '../admission/own.tsx';
import { api, loadModules, loadStudents, type Retake } from '../api.ts';
import { useFields } from '../use-fields.ts';

const schema = z.object({ ...saveBase, ...retakeSave });
type Filters = FiltersOf<typeof api.retake.list>;
const tones: Record<Retake['state'], string> = { REGISTERED: 'blue', WITHDRAWN: 'gray', DONE: 'teal' };

/** Who sits again, what it costs, and whether they may: all of them for the office, their own for students. */
export default function Retakes() {
  const { t, label, field, column } = useFields();
  const rights = useAbility();
  const navigate = useNavigate();
  const own = rights.scope('retake.read') === 'own';
  const sees = rights.can('exam_admission.read');
  const columns: ListColumn<Retake>[] = [
    ...(own
      ? []
      : [
          {
            ...column('student'),
            render: (row: Retake) => (
              <>
                <Anchor size="sm" renderRoot={(props) => <Link {...props} to={`/students/${row.student_id}`} />}>
                  {row.student.name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {row.student.student_no}
                </Text>
              </>
            ),
          },
        ]),
    {
      key: 'course_module',
      title: label('course_module_id'),
      render: (row: Retake) => (
        <>
          <Text size="sm">{row.course_module.title}</Text>
          <Text size="xs" c="dimmed">
            {row.course_module.code} · {row.course_module.academic_year}
          </Text>
        </>
      ),
    },
    { ...column('attempt'), align: 'right', render: (row: Retake) => row.attempt },
    {
      key: 'exam_on',
      title: t('assessment.retakes.exam_on'),
      render: (row: Retake) => (row.exam_on ? <DateText value={row.exam_on} /> : t('assessment.retakes.no_day')),
    },
    {
      ...column('fee'),
      align: 'right',
      render: (row: Retake) => (row.fee ? <MoneyText value={row.fee} /> : t('assessment.retakes.free')),
    },
    { key: 'left', title: t('assessment.retakes.paid'), render: (row: Retake) => <Paid of={row} /> },
    ...(sees
      ? [
          {
            key: 'admitted',
            made: true as const,
            title: t('assessment.retakes.admitted'),
            render: (row: Retake) => <Admitted of={row} />,
          },
        ]
      : []),
    {
      ...column('state'),
      render: (row: Retake) => (
        <StatusBadge status={row.state} color={tones[row.state]} label={t(`assessment.retakes.state.${row.state}`)} />
      ),
    },
  ];
  const ofPeople: Filters = [
    { key: 'course_module_id', label: label('course_module_id'), control: 'async', load: loadModules },
    { key: 'student_id', label: label('student'), control: 'async', load: loadStudents },
  ];
  const filters: Filters = [
    {
      key: 'state',
      label: label('state'),
      control: 'select',
      options: choices(t, 'assessment.retakes.state', retakeStates),
    },
    { key: 'unpaid', label: t('assessment.retakes.unpaid'), control: 'boolean' },
    ...(own ? [] : ofPeople),
  ];
  const actions = (row: Retake): RowAction<Retake>[] => [
    ...(sees && !own
      ? [
          {
            key: 'admission',
            label: t('assessment.admission.title'),
            icon: <IconUserCheck size={16} aria-hidden />,
            run: () =>
              void navigate({
                to: '/exam-admission',
                search: { course_module_id: row.course_module_id, attempt: row.attempt },
              }),
          },
        ]
      : []),
    ...(Number(row.left ?? 0) > 0 && (own || rights.can('debit.read'))
      ? [
          {
            key: 'money',
            label: t('assessment.retakes.to_money'),
            icon: <IconWallet size={16} aria-hidden />,
            run: () =>
              void (own
                ? navigate({ to: '/bachelor/contracts' })
                : navigate({ to: '/debit', search: { student_id: row.student_id, kind: 'RETAKE' } })),
          },
        ]
      : []),
  ];
  if (own)
    return (
      <ListPage
        of={api.retake.list}
        title={t('assessment.retakes.own')}
        description={t('assessment.retakes.own_about')}
        rowLabel={(row) => row.course_module.title}
        columns={columns}
        filters={filters}
        searchable={false}
        actions={actions}
        empty={{ title: t('assessment.retakes.own_none') }}
      />
    );
  return (
    <ResourcePage
      of={api.retake}
      messages="assessment.retakes"
      manage={rights.can('retake.manage')}
      schema={schema}
      rowLabel={(row) => `${row.student.name} · ${row.course_module.code}`}
      columns={columns}
      filters={filters}
      actions={actions}
      fields={[
        { control: 'async', ...field('course_module_id'), load: loadModules, wide: true },
        { control: 'async', name: 'student_id', label: label('student'), load: loadStudents, wide: true },
        { control: 'number', ...field('attempt'), description: t('assessment.retakes.attempt_hint') },
        { control: 'money', ...field('fee'), description: t('assessment.retakes.fee_hint') },
        { control: 'switch', name: 'capped', label: t('assessment.retakes.capped') },
        { control: 'textarea', ...field('reason'), wide: true },
      ]}
    />
  );
}

/** Nothing was charged, all is paid, or so much is left until a day. */
function Paid({ of: { fee, left, due_on } }: { of: Retake }) {
  const { t } = useFields();
  if (left === null) return fee ? t('assessment.retakes.not_charged') : '—';
  if (Number(left) === 0) return <StatusBadge status="PAID" color="teal" label={t('assessment.retakes.paid_yes')} />;
  return (
    <>
      <MoneyText value={left} />
      {due_on && (
        <Text size="xs" c="dimmed">
          {t('assessment.retakes.until')} <DateText value={due_on} />
        </Text>
      )}
    </>
  );
}

/** Asked once for all who sit an attempt of one module. */
function Admitted({ of }: { of: Retake }) {
  const { data } = useQuery({
    ...api.admission.read.queryOptions({
      input: { course_module_id: of.course_module_id, attempt: of.attempt },
      ...silent,
    }),
    enabled: of.state === 'REGISTERED',
  });
  const one = data?.students.find(({ student }) => student.id === of.student_id);
  return one ? <Decision admitted={one.admitted} /> : '—';
}
