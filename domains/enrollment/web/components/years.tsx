import { Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { z } from 'zod';
import { id, saveBase } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  type FieldDefinition,
  type FiltersOf,
  type InputOf,
  type KeyOf,
  type ListColumn,
  Person,
  ResourcePage,
  tell,
  useRowsDialog,
} from '#platform/web/kit/index.ts';
import { membershipFields } from '../../shapes.ts';
import { entryStates, membershipStates } from '../../workflow.ts';
import { api, loadCourses, loadForms, loadGroups, loadStudents, loadYears, refresh, type Year } from '../api.ts';
import { YearBadge } from './year-badge.tsx';
import { YearStatusDialog } from './year-status.tsx';

const { student_id, academic_year_id, study_year, starts_on, ends_on } = membershipFields;
const schema = z.object({
  ...saveBase,
  ...membershipFields,
  student_id: student_id.unwrap(),
  academic_year_id: academic_year_id.unwrap(),
  course_id: id.nullish(),
  study_year: study_year.nullable(),
  starts_on: starts_on.nullable(),
  ends_on: ends_on.nullable(),
});
type Form = z.output<typeof schema>;

const formOf = ({ student, course, academic_year, education_form, ...row }: Year) => ({
  ...row,
  student_id: student.id,
  course_id: course.id,
  academic_year_id: academic_year.id,
  education_form_id: education_form?.id ?? null,
});
/** What is left empty follows from the student and the academic year. */
const givenValues = ({ ...values }: Form) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) =>
        value !== undefined &&
        !(value === null && !['order_number', 'order_date', 'note', 'education_form_id'].includes(key)),
    ),
  );

/** Years of study: the list, each in a drawer, and the status of many at once. */
export function Years() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const manage = can('enrollment.manage');
  const task = useRowsDialog<Year>();
  const field = <N extends NameIn<'enrollment.field'>>(name: N) => ({
    name,
    label: t(codeId('enrollment.field', name)),
  });
  const fields: FieldDefinition[] = [
    { control: 'async', ...field('student_id'), load: loadStudents, wide: true },
    { control: 'async', ...field('academic_year_id'), load: loadYears },
    { control: 'async', ...field('course_id'), load: loadCourses, description: t('enrollment.hint.course_id') },
    { control: 'number', ...field('study_year') },
    { control: 'async', ...field('education_form_id'), load: loadForms },
    { control: 'date', ...field('starts_on'), description: t('enrollment.hint.days') },
    { control: 'date', ...field('ends_on') },
    { control: 'text', ...field('order_number') },
    { control: 'date', ...field('order_date') },
    { control: 'textarea', ...field('note'), wide: true },
  ];
  const columns: ListColumn<Year>[] = [
    {
      key: 'student',
      title: t('enrollment.field.student_id'),
      render: (row) => <Person person={{ ...row.student, avatar: null }} note={row.student.student_no} />,
    },
    {
      key: 'status',
      title: t('enrollment.field.status'),
      sortable: true,
      render: (row) => <YearBadge status={row.status} />,
    },
    { key: 'course', title: t('enrollment.field.course_id'), render: (row) => row.course.title },
    { key: 'academic_year', title: t('enrollment.field.academic_year_id'), render: (row) => row.academic_year.title },
    { key: 'study_year', title: t('enrollment.field.study_year'), align: 'right' },
    { key: 'group', title: t('enrollment.field.group'), render: (row) => row.group?.title ?? '—' },
    {
      key: 'starts_on',
      title: t('enrollment.field.starts_on'),
      sortable: true,
      render: (row) => <DateText value={row.starts_on} />,
    },
    {
      key: 'ends_on',
      title: t('enrollment.field.ends_on'),
      sortable: true,
      render: (row) => <DateText value={row.ends_on} />,
    },
    {
      key: 'order_number',
      title: t('enrollment.field.order_number'),
      render: (row) => row.order_number ?? '—',
    },
    {
      key: 'education_form',
      title: t('enrollment.field.education_form_id'),
      defaultHidden: true,
      render: (row) => row.education_form?.title ?? '—',
    },
  ];
  type Filter = FiltersOf<typeof api.enrollment.list>[number];
  const filter = (key: KeyOf<InputOf<typeof api.enrollment.list>>, control: 'select' | 'async', more: object) => ({
    key,
    label: t(codeId('enrollment.field', key)),
    control,
    ...more,
  });
  const wide = ['branch', 'institution'].includes(scope('enrollment.read') ?? '');
  const filters: Filter[] = [
    filter('status', 'select', { options: choices(t, 'enrollment.state', membershipStates) }),
    filter('academic_year_id', 'async', { load: loadYears }),
    ...(wide
      ? [
          filter('course_id', 'async', { load: loadCourses }),
          filter('group_id', 'async', { load: loadGroups }),
          filter('study_year', 'select', {
            options: Array.from({ length: 6 }, (_, at) => ({ id: String(at + 1), title: String(at + 1) })),
          }),
          filter('education_form_id', 'async', { load: loadForms }),
          filter('entry', 'select', { options: choices(t, 'enrollment.entry', entryStates) }),
        ]
      : []),
  ];
  const change = async (rows: Year[], clear: () => void) => {
    if (rows.every((row) => row.next.length === 0))
      await tell({ title: t('enrollment.status.nothing'), text: t('enrollment.status.nothing_about') });
    else task.open(rows, clear);
    return false;
  };
  return (
    <>
      <ResourcePage
        of={api.enrollment}
        messages="enrollment.years"
        embedded
        name="enrollments"
        manage={manage}
        schema={schema}
        formOf={formOf}
        send={givenValues}
        fields={fields}
        addressed="student_id"
        columns={columns}
        filters={filters}
        defaults={{ size: 20 }}
        rowLabel={(row) => `${row.student.lastname} ${row.student.firstname}`}
        onChanged={refresh}
        bulkActions={
          manage
            ? [
                {
                  key: 'status',
                  label: t('enrollment.status.change'),
                  icon: <IconArrowsExchange size={16} aria-hidden />,
                  run: async (rows, all, input, clear) =>
                    change(
                      all ? (await api.enrollment.list.call({ ...input, page: 0, size: 200 })).content : rows,
                      clear,
                    ),
                },
              ]
            : []
        }
        actions={(row) =>
          manage && row.next.length
            ? [
                {
                  key: 'status',
                  label: t('enrollment.status.change'),
                  icon: <IconArrowsExchange size={16} aria-hidden />,
                  run: () => task.open([row]),
                },
              ]
            : []
        }
      >
        <Text size="sm" c="dimmed">
          {t('enrollment.years.form_about')}
        </Text>
      </ResourcePage>
      <YearStatusDialog rows={task.rows} onClose={task.onClose} onDone={task.onDone} />
    </>
  );
}
