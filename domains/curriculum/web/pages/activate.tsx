import { Text } from '@mantine/core';
import { IconPencil, IconPower, IconTable, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, PageSpinner, silent, useAbility } from '#platform/web/index.ts';
import { type InputOf, ListPage, notify, rowsOf, StatusBadge } from '#platform/web/kit/index.ts';
import { moduleTypes } from '../../shapes.ts';
import { api, type CourseModule, loadCourses, loadModules, loadStaff, loadYears, refresh, useYears } from '../api.ts';
import { CourseModuleForm } from '../components/course-module-form.tsx';
import { TeachersDialog } from '../components/teachers-dialog.tsx';
import { useFields } from '../fields.ts';

const mostAtOnce = 500;

type Asked = InputOf<typeof api.course_module.list>;
const idsOf = async (input: Asked) =>
  (await rowsOf(api.course_module.list, input, Number.POSITIVE_INFINITY)).map(({ id }) => id);

/** Opens modules of the plans for teaching, or closes them, many at once. */
export default function Activate() {
  const { t, label, column } = useFields();
  const { can } = useAbility();
  const manage = can('curriculum.manage');
  const years = useYears();
  const year = years.data?.content.find(({ current }) => current);
  const [teaching, setTeaching] = useState<number>();
  const [editing, setEditing] = useState<number>();
  const turn = async (ids: number[], active: boolean) => {
    let changed = 0;
    for (let from = 0; from < ids.length; from += mostAtOnce)
      changed += (await api.course_module.activate.call({ ids: ids.slice(from, from + mostAtOnce), active })).changed;
    notify.success(t(active ? 'curriculum.activate.opened' : 'curriculum.activate.closed', { count: changed }));
    await refresh();
  };
  const restore = async (row: { id: number }) => {
    await api.course_module.restore.call({ id: row.id }, silent);
    await refresh();
  };
  const bulk = (active: boolean) => ({
    key: active ? 'open' : 'close',
    label: t(active ? 'curriculum.activate.open' : 'curriculum.activate.close'),
    icon: <IconPower size={16} aria-hidden />,
    confirm: t(active ? 'curriculum.activate.open.ask' : 'curriculum.activate.close.ask'),
    run: async (rows: CourseModule[], all: boolean, input: Asked) =>
      turn(all ? await idsOf(input) : rows.map(({ id }) => id), active),
  });
  const options = (values: readonly number[]) => values.map((id) => ({ id, title: String(id) }));
  // The list begins with the running year, so it waits until that is known.
  if (years.isPending) return <PageSpinner />;
  return (
    <>
      <ListPage
        {...(manage ? { restore } : {})}
        title={t('curriculum.activate.title')}
        description={t('curriculum.activate.about')}
        of={api.course_module.list}
        fixed={manage ? { managed: true } : {}}
        defaults={{ sort: 'plan', ...(year ? { filters: { academic_year_id: String(year.id) } } : {}) }}
        rowLabel={(row) => row.module.title}
        rowHref={(row) => `/course/${row.course_id}/plan?year=${row.academic_year_id}`}
        columns={[
          {
            ...column('module_id'),
            render: (row) => (
              <div>
                {row.module.title}
                <Text size="xs" c="dimmed">
                  {row.module.code}
                </Text>
              </div>
            ),
          },
          { ...column('course_id'), render: (row) => row.course?.title ?? '—' },
          { ...column('academic_year_id'), render: (row) => row.academic_year?.title ?? '—' },
          {
            key: 'plan',
            made: true,
            title: t('curriculum.field.place'),
            sortable: true,
            render: (row) => t('curriculum.plan.semester', { year: row.study_year, semester: row.semester }),
          },
          { ...column('type'), render: (row) => t(`curriculum.type.${row.type}`) },
          { ...column('credits'), sortable: true, align: 'right' },
          {
            ...column('leader'),
            made: true,
            render: ({ teachers }) => {
              const leader = teachers.find(({ role }) => role === 'LEADER');
              return leader ? `${leader.lastname} ${leader.firstname}` : t('curriculum.plan.no_leader');
            },
          },
          {
            ...column('active'),
            render: (row) => (
              <StatusBadge
                status={row.active ? 'ACTIVE' : 'CLOSED'}
                label={t(row.active ? 'curriculum.taught' : 'curriculum.closed')}
              />
            ),
          },
        ]}
        filters={[
          { key: 'course_id', label: label('course_id'), control: 'async', load: loadCourses },
          { key: 'academic_year_id', label: label('academic_year_id'), control: 'async', load: loadYears },
          { key: 'study_year', label: label('study_year'), control: 'select', options: options([1, 2, 3, 4, 5, 6]) },
          { key: 'semester', label: label('semester'), control: 'select', options: options([1, 2]) },
          { key: 'module_id', label: label('module_id'), control: 'async', load: loadModules },
          {
            key: 'type',
            label: label('type'),
            control: 'select',
            options: choices(t, 'curriculum.type', moduleTypes),
          },
          { key: 'staff_id', label: label('staff_id'), control: 'async', load: loadStaff },
          { key: 'active', label: label('active'), control: 'boolean' },
          { key: 'without_leader', label: label('without_leader'), control: 'boolean' },
        ]}
        actions={(row) => [
          {
            key: 'plan',
            label: t('curriculum.plan.open'),
            icon: <IconTable size={16} aria-hidden />,
            href: `/course/${row.course_id}/plan?year=${row.academic_year_id}`,
          },
          {
            key: 'teachers',
            label: t('curriculum.teachers.title'),
            icon: <IconUsers size={16} aria-hidden />,
            run: () => setTeaching(row.id),
          },
          ...(row.can?.edit && manage
            ? [
                {
                  key: 'edit',
                  label: t('curriculum.plan.edit'),
                  icon: <IconPencil size={16} aria-hidden />,
                  run: () => setEditing(row.id),
                },
                {
                  key: 'turn',
                  label: t(row.active ? 'curriculum.activate.close' : 'curriculum.activate.open'),
                  icon: <IconPower size={16} aria-hidden />,
                  run: () => turn([row.id], !row.active),
                },
              ]
            : []),
        ]}
        bulkActions={manage ? [bulk(true), bulk(false)] : []}
        empty={{ text: t('curriculum.activate.empty') }}
      />
      <TeachersDialog id={teaching} disabled={!can('course_module.teachers')} onClose={() => setTeaching(undefined)} />
      <CourseModuleForm id={editing} onClose={() => setEditing(undefined)} />
    </>
  );
}
