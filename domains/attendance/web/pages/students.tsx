import { codeId, useAbility } from '#platform/web/index.ts';
import { fullName, ListPage, Person } from '#platform/web/kit/index.ts';
import { api, loadGroups, useModules } from '../api.ts';
import { Share } from '../components/standing.tsx';
import { useFields } from '../use-fields.ts';

type Row = Awaited<ReturnType<typeof api.attendance.table_student.call>>['content'][number];

/** Who missed what: a row per student and module, whoever missed most first. Students see their own. */
export default function Students() {
  const { t, label, column } = useFields();
  const modules = useModules();
  const own = useAbility().scope('attendance.read') === 'own';
  const share = {
    ...column('share'),
    render: (row: Row) => <Share share={row.share} standing={row.standing} />,
  };
  return (
    <ListPage
      title={t('attendance.students.title')}
      description={t('attendance.students.about')}
      of={api.attendance.table_student}
      defaults={{ sort: 'missed,desc' }}
      rowLabel={(row) => (own ? row.module.title : fullName(row.student))}
      empty={{ title: t('attendance.list.empty'), text: t('attendance.list.empty_text') }}
      columns={[
        // One's own name in every row would push what one looks for off a phone.
        ...(own
          ? []
          : [
              {
                key: 'student' as const,
                title: label('student'),
                render: (row: Row) => <Person person={row.student} note={row.student.student_no} />,
              },
            ]),
        { key: 'module', title: label('course_module_id'), render: (row) => `${row.module.code} ${row.module.title}` },
        ...(own ? [share] : []),
        { ...column('hours'), align: 'right' },
        { ...column('attended_hours'), align: 'right' },
        {
          key: 'missed',
          made: true,
          title: label('missed_hours'),
          sortable: true,
          align: 'right',
          render: (row) => row.missed_hours,
        },
        { ...column('explained_hours'), align: 'right' },
        ...(own ? [] : [share]),
      ]}
      filters={[
        {
          key: 'standing',
          label: label('standing'),
          control: 'select',
          options: ['NEAR', 'OVER'].map((value) => ({ id: value, title: t(codeId('attendance.standing', value)) })),
        },
        { key: 'group_id', label: label('group_ids'), control: 'async', load: loadGroups },
        { key: 'course_module_id', label: label('course_module_id'), control: 'async', load: modules },
      ]}
    />
  );
}
