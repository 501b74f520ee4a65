import { SegmentedControl, Stack } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { codeId, silent, useAbility } from '#platform/web/index.ts';
import {
  Chart,
  fullName,
  type ListColumn,
  ListPage,
  PageHeader,
  Person,
  SelectField,
} from '#platform/web/kit/index.ts';
import { api, loadGroups, useSemesters } from '../api.ts';
import { Share } from '../components/standing.tsx';
import { useFields } from '../use-fields.ts';

type Groups = Awaited<ReturnType<typeof api.attendance.group.call>>['content'][number];
type Students = Awaited<ReturnType<typeof api.attendance.table.call>>['content'][number];
type Modules = Awaited<ReturnType<typeof api.attendance.table_module.call>>['content'][number];
const views = ['group', 'student', 'module'] as const;

/** Hours and absences of a semester by group, student or module, and who is near the limit. */
export default function Tables() {
  const { t, label, column } = useFields();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { view?: unknown; semester_id?: unknown };
  // Students have one row in tables of groups and of students: their own; what tells them something is their modules.
  const own = useAbility().scope('attendance.read') === 'own';
  const view = own ? 'module' : (views.find((one) => one === search.view) ?? 'group');
  const semesters = useSemesters();
  const semester = /^\d+$/.test(String(search.semester_id)) ? Number(search.semester_id) : undefined;
  const fixed = semester ? { semester_id: semester } : {};
  const go = (next: Record<string, unknown>) => void navigate({ to: '.', search: next });
  const sums = <Row extends Groups | Students | Modules>(counted: 'students' | 'modules'): ListColumn<Row>[] => [
    { ...column('attended_hours'), align: 'right' },
    { ...column('missed_hours'), align: 'right', phone: 'aside' },
    { ...column('explained_hours'), align: 'right' },
    { ...column('near'), title: t(`attendance.list.near.${counted}`), align: 'right' },
    { ...column('over'), title: t(`attendance.list.over.${counted}`), align: 'right' },
    {
      key: 'share',
      title: label('worst'),
      phone: 'end',
      render: (row) => <Share share={row.share} standing={row.standing} />,
    },
  ];
  const ownSums = sums<Modules>('students')
    .filter(({ key }) => key !== 'near' && key !== 'over')
    .toSorted((a, b) => Number(b.key === 'share') - Number(a.key === 'share'))
    .map((one) => (one.key === 'share' ? { ...one, title: label('share') } : one));
  const list = {
    embedded: true,
    fixed,
    title: t('attendance.list.title'),
    empty: { title: t('attendance.list.empty'), text: t('attendance.list.empty_text') },
  };
  const group = { key: 'group_id' as const, label: label('group_ids'), control: 'async' as const, load: loadGroups };
  return (
    <Stack gap="md">
      <PageHeader title={t('attendance.list.title')} description={t('attendance.list.about')} />
      <Stack gap="sm" align="flex-start">
        <SelectField
          label={label('semester_id')}
          options={(semesters.data ?? []).map((one) => ({ id: one.id, title: `${one.academic_year}, ${one.title}` }))}
          value={semester ?? semesters.data?.find((one) => one.current)?.id ?? null}
          onChange={(next) => go({ view, semester_id: next ?? undefined })}
        />
        {!own && (
          <SegmentedControl
            aria-label={t('attendance.list.view')}
            value={view}
            onChange={(next) => go({ view: next, semester_id: semester })}
            data={views.map((value) => ({ value, label: t(`attendance.list.view.${value}`) }))}
          />
        )}
      </Stack>
      {view === 'group' && (
        <>
          <GroupChart fixed={fixed} />
          <ListPage
            {...list}
            of={api.attendance.group}
            rowLabel={(row) => row.group.title}
            columns={[
              { key: 'name', made: true, title: label('group_ids'), sortable: true, render: (row) => row.group.title },
              { ...column('students'), align: 'right' },
              ...sums<Groups>('students'),
            ]}
          />
        </>
      )}
      {view === 'student' && (
        <ListPage
          {...list}
          of={api.attendance.table}
          rowLabel={(row) => fullName(row.student)}
          filters={[
            group,
            {
              key: 'standing',
              label: label('standing'),
              control: 'select',
              options: ['NEAR', 'OVER'].map((value) => ({ id: value, title: t(codeId('attendance.standing', value)) })),
            },
          ]}
          columns={[
            {
              key: 'name',
              made: true,
              title: label('student'),
              sortable: true,
              render: (row) => <Person person={row.student} note={row.student.student_no} />,
            },
            { key: 'group', title: label('group_ids'), render: (row) => row.group?.title ?? '—' },
            ...sums<Students>('modules'),
          ]}
        />
      )}
      {view === 'module' && (
        <ListPage
          {...list}
          of={api.attendance.table_module}
          rowLabel={(row) => row.module.title}
          actions={(row) =>
            own
              ? []
              : [
                  {
                    key: 'grid',
                    label: t('attendance.grid.open'),
                    icon: <IconTable size={16} aria-hidden />,
                    href: `/attendance-grid?course_module_id=${row.id}`,
                  },
                ]
          }
          filters={own ? [] : [group]}
          columns={[
            {
              key: 'module',
              title: label('course_module_id'),
              render: (row) => `${row.module.code} ${row.module.title}`,
            },
            ...(own
              ? ownSums
              : [
                  {
                    key: 'course',
                    made: true as const,
                    title: label('course'),
                    render: (row: Modules) => row.module.course,
                  },
                  { ...column('lessons'), align: 'right' as const },
                  { ...column('uncalled'), align: 'right' as const },
                  { ...column('students'), align: 'right' as const },
                  ...sums<Modules>('students'),
                ]),
          ]}
        />
      )}
    </Stack>
  );
}

/** The groups of the first page by how many of their students are near or over the limit. */
function GroupChart({ fixed }: { fixed: { semester_id?: number } }) {
  const { t, label } = useFields();
  const query = useQuery(api.attendance.group.queryOptions({ input: { ...fixed, size: 20 }, ...silent }));
  const rows = (query.data?.content ?? []).filter((row) => row.marked_hours > 0);
  // One alone is compared with nothing.
  if (rows.length < 2) return null;
  return (
    <Chart
      kind="bar"
      stacked
      title={t('attendance.list.chart')}
      counts={t('attendance.list.chart_counts')}
      height={220}
      data={rows.map((row) => ({
        name: row.group.title,
        missed: Math.round((row.missed_hours * 1000) / row.marked_hours) / 10,
        explained: Math.round((row.explained_hours * 1000) / row.marked_hours) / 10,
      }))}
      series={[
        { key: 'missed', label: label('missed_hours'), color: 'red.6' },
        { key: 'explained', label: label('explained_hours'), color: 'yellow.6' },
      ]}
    />
  );
}
