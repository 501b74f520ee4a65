import { Button, Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCards,
  IconFileImport,
  IconMailForward,
  IconMessage,
  IconPlus,
  IconRestore,
  IconStatusChange,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { clock } from '#platform/contract/clock.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, download, laterDialog, type NameIn, today, useAbility, useMessages } from '#platform/web/index.ts';
import {
  type BulkAction,
  DateText,
  type FiltersOf,
  fullName,
  type InputOf,
  type ListColumn,
  ListPage,
  Person,
  PhoneText,
  rowsOf,
} from '#platform/web/kit/index.ts';
import { lifeKindsFrom } from '../../life.ts';
import { type StatusPage, statusPages, studentStatuses, studyLanguages, tuitions } from '../../workflow.ts';
import {
  api,
  avatarOf,
  loadCourses,
  loadDepartments,
  loadForms,
  loadGroups,
  loadRegions,
  type Student,
} from '../api.ts';
import { studentListPlace } from '../list-place.ts';
import { StudentBadge } from './badge.tsx';
import type { BulkTask } from './bulk-dialogs.tsx';

const StudentForm = laterDialog(
  async () => (await import('./student-form.tsx')).StudentForm,
  ({ opened }) => opened,
);
const BulkDialogs = laterDialog(
  async () => (await import('./bulk-dialogs.tsx')).BulkDialogs,
  ({ task }) => task !== undefined,
);

type Asked = InputOf<typeof api.list>;
/** Whom the list shows unless one looks for others: everybody who studies here, on leave or barred too. */
const studying: string[] = ['ACTIVE', 'GAP_YEAR', 'INACTIVE'];
/** At most as many as one change may take. */
const mostRows = 10_000;

/** Students, or those of one status page. Everything in the address: search, filters, order, page. */
export function StudentList({ page }: { page?: Exclude<StatusPage, 'active'> | undefined }) {
  const t = useMessages();
  const { can, scope } = useAbility();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [task, setTask] = useState<BulkTask>();
  const columns = useStudentColumns(page);
  const statuses = page ? statusPages[page] : studentStatuses.filter((status) => status !== 'DELETED');
  const filters: FiltersOf<typeof api.list> = [
    ...(statuses.length > 1
      ? [
          {
            key: 'status' as const,
            label: t('students.field.status'),
            control: 'multi' as const,
            options: choices(t, 'students.status', statuses),
          },
        ]
      : []),
    {
      key: 'level',
      label: t('students.field.level'),
      control: 'multi',
      options: choices(t, 'students.level', studyLevels),
    },
    { key: 'entry_year', label: t('students.field.entry_year'), control: 'multi', options: years() },
    { key: 'education_form_id', label: t('students.field.education_form_id'), control: 'asyncMulti', load: loadForms },
    {
      key: 'study_language',
      label: t('students.field.study_language'),
      control: 'multi',
      options: choices(t, 'students.language', studyLanguages),
    },
    {
      key: 'tuition',
      label: t('students.field.tuition'),
      control: 'select',
      options: choices(t, 'students.tuition', tuitions),
    },
    { key: 'department_id', label: t('students.field.department_id'), control: 'asyncMulti', load: loadDepartments },
    { key: 'course_id', label: t('students.field.course_id'), control: 'asyncMulti', load: loadCourses },
    { key: 'group', label: t('students.column.group'), control: 'async', load: loadGroups },
    ...((statuses as readonly string[]).includes('GAP_YEAR')
      ? [{ key: 'status_until' as const, label: t('students.field.status_until'), control: 'dateRange' as const }]
      : []),
    {
      key: 'gender',
      label: t('students.field.gender'),
      control: 'select',
      options: choices(t, 'students.gender', ['MALE', 'FEMALE']),
    },
    ...(can('student.personal')
      ? [
          {
            key: 'region_id' as const,
            label: t('students.field.region_id'),
            control: 'asyncMulti' as const,
            load: loadRegions,
          },
        ]
      : []),
  ];
  /** The page's own statuses unless the person chose among them. */
  const asked = (input: Asked): Asked => ({
    ...input,
    groups: true,
    ...(page && !input.status?.length ? { status: [page] } : {}),
  });
  const open = async (kind: BulkTask['kind'], rows: Student[], all: boolean, input: Asked) =>
    setTask({
      kind,
      ids: all ? (await rowsOf(api.list, input, mostRows)).map(({ id }) => id) : rows.map(({ id }) => id),
      statuses: [...new Set(all ? statuses : rows.map(({ status }) => status))],
    });
  const bulk = (kind: BulkTask['kind'], icon: ReactNode, danger = false): BulkAction<Student, Asked> => ({
    key: kind,
    label: t(`students.bulk.${kind}`),
    icon,
    danger,
    run: (rows, all, input) => open(kind, rows, all, input),
  });
  const gone = page === 'deleted';
  const bulkActions = gone
    ? can('student.restore')
      ? [bulk('restore', <IconRestore size={16} aria-hidden />)]
      : []
    : [
        ...(lifeKindsFrom(statuses, can).length ? [bulk('life', <IconStatusChange size={16} aria-hidden />)] : []),
        ...(can('student.sms') ? [bulk('sms', <IconMessage size={16} aria-hidden />)] : []),
        ...(can('student.cards_manage') ? [bulk('cards', <IconCards size={16} aria-hidden />)] : []),
        ...(can('student.call_letters_manage') ? [bulk('letters', <IconMailForward size={16} aria-hidden />)] : []),
        ...(can('workflow.force') ? [bulk('force', <IconAlertTriangle size={16} aria-hidden />, true)] : []),
        ...(can('student.delete') ? [bulk('delete', <IconTrash size={16} aria-hidden />, true)] : []),
      ];
  const office = !page && scope('student.manage') !== undefined;
  return (
    <>
      <ListPage
        title={t(page ? `students.page.${page}` : 'students.list.title')}
        description={t(page ? `students.page.${page}.about` : 'students.list.about')}
        name={page ? `students-${page}` : 'students'}
        of={api.list}
        ask={asked}
        place={studentListPlace}
        rowLabel={fullName}
        rowHref={(row) => `/students/${row.id}`}
        columns={columns}
        moreColumns={async () => (await import('./more-columns.ts')).moreColumns(can)}
        filters={filters}
        defaults={{ size: 20, ...(page ? {} : { filters: { status: studying } }) }}
        bulkActions={bulkActions}
        {...(can('student.export') ? { exportFn: exportList } : {})}
        primaryAction={
          office && (
            <Group gap="xs">
              {can('student.import') && (
                <Button
                  variant="default"
                  leftSection={<IconFileImport size={16} aria-hidden />}
                  onClick={() => void navigate({ to: '/students/import' })}
                >
                  {t('students.list.import')}
                </Button>
              )}
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
                {t('students.list.add')}
              </Button>
            </Group>
          )
        }
        empty={{ text: t(page ? 'students.page.empty' : 'students.list.empty') }}
      />
      <StudentForm
        opened={creating}
        onClose={() => setCreating(false)}
        onSaved={(student) => void navigate({ to: `/students/${student.id}` })}
      />
      <BulkDialogs task={task} onClose={() => setTask(undefined)} />
    </>
  );
}

/** The xlsx of what the list shows: its filters without the paging, which a file has not. */
const exportList = ({ page: _page, size: _size, ...input }: Asked) =>
  download('/student/export_data', `students-${today()}.xlsx`, input).catch(() => undefined);

const years = () =>
  Array.from({ length: 12 }, (_, index) => String(clock.date().getFullYear() - index)).map((id) => ({ id, title: id }));

function useStudentColumns(page: StatusPage | undefined): ListColumn<Student>[] {
  const t = useMessages();
  const { can } = useAbility();
  const title = (key: NameIn<'students.field'>) => t(`students.field.${key}`);
  return [
    {
      key: 'lastname',
      title: t('students.column.student'),
      sortable: true,
      render: (row) => <Person person={{ ...row, avatar: avatarOf(row) }} note={row.student_no} />,
    },
    {
      key: 'course_id',
      title: title('course_id'),
      sortable: true,
      render: (row) => row.course?.title ?? '—',
    },
    {
      key: 'group',
      title: t('students.column.group'),
      // Those who left are in none.
      defaultHidden: page !== undefined,
      phone: 'aside',
      render: (row) => row.group?.title ?? '—',
    },
    { key: 'level', title: title('level'), sortable: true, render: (row) => t(`students.level.${row.level}`) },
    { key: 'entry_year', title: title('entry_year'), sortable: true, align: 'right' },
    {
      key: 'status',
      title: title('status'),
      sortable: true,
      render: (row) => <StudentBadge status={row.status} until={row.status_until} />,
    },
    {
      key: 'status_since',
      title: title('status_since'),
      sortable: true,
      defaultHidden: !page,
      render: (row) => <DateText value={row.status_since} />,
    },
    {
      key: 'status_until',
      title: title('status_until'),
      defaultHidden: true,
      render: (row) => <DateText value={row.status_until} />,
    },
    ...(can('student.personal')
      ? [
          {
            key: 'contact_phone' as const,
            title: title('contact_phone'),
            render: (row: Student) => <PhoneText value={row.contact_phone} />,
          },
        ]
      : []),
    {
      key: 'hemis_status',
      title: title('hemis_status'),
      defaultHidden: true,
      render: (row) => t(`students.hemis.${row.hemis_status}`),
    },
    {
      key: 'created_at',
      title: title('created_at'),
      sortable: true,
      defaultHidden: true,
      render: (row) => <DateText value={row.created_at} />,
    },
  ];
}
