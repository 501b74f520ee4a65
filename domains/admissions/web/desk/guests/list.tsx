import { Button } from '@mantine/core';
import {
  IconArrowsRightLeft,
  IconCalendarOff,
  IconFileImport,
  IconFileText,
  IconLanguage,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { choices, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  type BulkAction,
  choosableColumns,
  confirm,
  DateText,
  type FiltersOf,
  fullName,
  type InputOf,
  type ListColumn,
  ListPage,
  namesOf,
  notify,
  Person,
  PhoneText,
  rowsOf,
  takeBack,
  useRowsDialog,
} from '#platform/web/kit/index.ts';
import { applicantTypes } from '../../../shapes.ts';
import { academicWorkflow } from '../../../workflow.ts';
import { api, type Guest, loadCourses, loadRegions, refresh } from '../../api.ts';
import { guestShown } from '../../fields.ts';
import { StateBadge } from '../../state.tsx';
import { GuestActDialog, type GuestTask } from './act-dialog.tsx';
import { guestListPlace } from './list-place.ts';

const types = {
  transfer: 'transfer',
  'secondary-spec': 'secondary-spec',
  master: 'master',
  deleted: 'deleted',
} as const;
type List = 'general' | keyof typeof types | 'full-time';

/** Applicants of the kind that the address names. */
export default function Guests() {
  const { pathname } = useLocation();
  const word = pathname.split('/').filter(Boolean).at(-1) ?? '';
  const list: List = word === 'full-time-applicants' ? 'full-time' : (types[word as keyof typeof types] ?? 'general');
  return <GuestList key={list} list={list} />;
}

/** At most as many as one act takes. */
const mostAtOnce = 500;

type Asked = InputOf<typeof api.guests.list>;

function GuestList({ list }: { list: List }) {
  const t = useMessages();
  const { can } = useAbility();
  const acting = useRowsDialog<Guest>();
  const [kind, setKind] = useState<GuestTask['kind']>('status');
  const field = (name: NameIn<'admissions.field'>) => t(`admissions.field.${name}`);
  const deleted = list === 'deleted';
  const fullTime = list === 'full-time';
  const call = fullTime ? api.guests.full_time : api.guests.list;
  const everybody = list === 'general';
  const fixed = fullTime || everybody ? {} : { applicant_type: list };
  const idsOf = async (rows: Guest[], all: boolean, input: Asked) =>
    all ? await rowsOf(call, input, mostAtOnce) : rows;
  const bulk = (kind: GuestTask['kind'], icon: ReactNode): BulkAction<Guest, Asked> => ({
    key: kind,
    label: t(`admissions.guest_act.${kind}`),
    icon,
    run: async (rows, all, input, clear) => {
      const guests = await idsOf(rows, all, input);
      setKind(kind);
      return acting.open(guests, clear);
    },
  });
  const bulkActions: BulkAction<Guest, Asked>[] = !can('guest.manage')
    ? []
    : deleted
      ? [
          {
            key: 'restore',
            label: t('admissions.guest.restore'),
            icon: <IconRestore size={16} aria-hidden />,
            run: async (rows, all, input) => {
              const some = await idsOf(rows, all, input);
              await api.guests.restore.call({ ids: some.map(({ id }) => id) }, silent);
              notify.success(t('admissions.guest.restored', { count: some.length }));
              await refresh();
            },
          },
        ]
      : [
          bulk('status', <IconArrowsRightLeft size={16} aria-hidden />),
          bulk('contract', <IconFileText size={16} aria-hidden />),
          bulk('language', <IconLanguage size={16} aria-hidden />),
          bulk('reset_exam', <IconCalendarOff size={16} aria-hidden />),
          {
            key: 'delete',
            label: t('kit.resource.delete'),
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            run: async (rows, all, input) => {
              const some = await idsOf(rows, all, input);
              if (
                !(await confirm({
                  name: namesOf(some.map(fullName)),
                  text: t('admissions.guest.delete_about', { count: some.length }),
                }))
              )
                return false;
              const ids = some.map(({ id }) => id);
              await api.guests.remove_many.call({ ids }, silent);
              await refresh();
              notify.undo(t('admissions.guest.deleted', { count: ids.length }), () =>
                takeBack(async () => {
                  await api.guests.restore.call({ ids }, silent);
                  await refresh();
                }),
              );
            },
          },
        ];
  const columns: ListColumn<Guest>[] = [
    {
      key: 'full_name',
      made: true,
      title: t('admissions.column.applicant'),
      sortable: true,
      render: (row) => (
        <Person person={{ ...row, avatar: row.photo?.src ?? null }} note={row.application?.number ?? ''} />
      ),
    },
    { key: 'phone', title: field('phone'), render: (row) => <PhoneText value={row.phone} /> },
    { key: 'course', made: true, title: field('course_id'), render: (row) => row.application?.course?.title ?? '—' },
    {
      key: 'status',
      made: true,
      title: field('status'),
      render: (row) => (row.application ? <StateBadge state={row.application.status} /> : t('admissions.guest.none')),
    },
    ...(fullTime
      ? [
          {
            key: 'appointment_mode' as const,
            title: t('admissions.guest.mode'),
            render: (row: Guest) => (row.appointment_mode ? t(`admissions.mode.${row.appointment_mode}`) : '—'),
          },
          {
            key: 'appointment_on' as const,
            title: t('admissions.guest.appointment_on'),
            render: (row: Guest) => <DateText value={row.appointment_on} />,
          },
          {
            key: 'appointment_score' as const,
            title: field('points'),
            align: 'right' as const,
            render: (row: Guest) => row.appointment_score ?? '—',
          },
        ]
      : []),
    ...(everybody || fullTime
      ? [
          {
            key: 'applicant_type' as const,
            title: field('applicant_type'),
            defaultHidden: fullTime,
            render: (row: Guest) => t(`admissions.applicant_type.${row.applicant_type}`),
          },
        ]
      : []),
    {
      key: 'region',
      title: field('region_id'),
      defaultHidden: fullTime,
      render: (row) => row.region?.title ?? '—',
    },
    ...choosableColumns(t, guestShown, can),
    {
      key: 'created_at',
      title: t('admissions.guest.since'),
      sortable: true,
      defaultHidden: fullTime,
      render: (row) => <DateText value={row.created_at} />,
    },
  ];
  const filters: FiltersOf<typeof api.guests.list> = [
    ...(everybody
      ? [
          {
            key: 'applicant_type' as const,
            label: field('applicant_type'),
            control: 'select' as const,
            options: choices(t, 'admissions.applicant_type', applicantTypes),
          },
        ]
      : []),
    {
      key: 'status',
      label: field('status'),
      control: 'select',
      options: choices(
        t,
        'admissions.state',
        academicWorkflow.states.filter((state) => state !== 'DRAFT'),
      ),
    },
    { key: 'course_id', label: field('course_id'), control: 'async', load: loadCourses },
    { key: 'region_id', label: field('region_id'), control: 'async', load: loadRegions },
    { key: 'source', label: t('admissions.guest.source'), control: 'text' },
  ];
  return (
    <>
      <ListPage
        title={t(`admissions.guests.${list}`)}
        description={t(`admissions.guests.about.${list}`)}
        name={`guests-${list}`}
        of={call}
        place={guestListPlace}
        fixed={fixed}
        rowLabel={fullName}
        {...(deleted ? {} : { rowHref: (row: Guest) => `/guest-users/${row.id}` })}
        columns={columns}
        filters={filters}
        defaults={{ size: 20 }}
        bulkActions={bulkActions}
        primaryAction={
          fullTime &&
          can('guest.score') && (
            <Button
              component={Link}
              to="/full-time-applicants/import"
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              {t('admissions.exam.import')}
            </Button>
          )
        }
        empty={{ text: t(deleted ? 'admissions.guests.none_deleted' : 'admissions.guests.empty') }}
      />
      <GuestActDialog
        task={acting.rows && { kind, guests: acting.rows }}
        onClose={acting.onClose}
        onDone={acting.onDone}
      />
    </>
  );
}
