import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, ResourcePage, showDate } from '#platform/web/kit/index.ts';
import { arrangementSave } from '../../shapes-exams.ts';
import { api, refresh, weekOwners } from '../api.ts';

const schema = z.object({ ...saveBase, ...arrangementSave });
const fresh = { extra_percent: 25, apart: false };

/** What was decided for students in exams: more time, a room apart. */
export default function ExamArrangements() {
  const t = useMessages();
  const { can } = useAbility();
  const label = (name: NameIn<'timetable.field'>) => t(`timetable.field.${name}`);
  const column = <K extends NameIn<'timetable.field'>>(key: K) => ({ key, title: label(key) });
  const fields = [
    { control: 'async', name: 'student_id', label: label('student_id'), load: weekOwners.student, wide: true },
    {
      control: 'number',
      name: 'extra_percent',
      label: label('extra_percent'),
      description: t('timetable.exams.extra_hint'),
    },
    { control: 'date', name: 'until', label: label('until'), description: t('timetable.exams.until_hint') },
    { control: 'switch', name: 'apart', label: label('apart'), wide: true },
    { control: 'text', name: 'note', label: label('note'), wide: true },
  ] as FieldDefinition[];
  return (
    <ResourcePage
      of={api.exam_arrangement}
      messages="timetable.exam_arrangements"
      manage={can('exam_arrangement.manage')}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      rowLabel={(row) => row.student.title}
      columns={[
        { ...column('student_id'), render: (row) => row.student.title },
        {
          ...column('extra_percent'),
          align: 'right',
          render: (row) => (row.extra_percent > 0 ? `${row.extra_percent} %` : '—'),
        },
        { ...column('apart'), render: (row) => (row.apart ? t('timetable.exams.yes') : '—') },
        { ...column('until'), render: (row) => (row.until ? showDate(row.until) : '—') },
        { ...column('note'), render: (row) => row.note ?? '—' },
      ]}
      filters={[{ key: 'student_id', label: label('student_id'), control: 'async', load: weekOwners.student }]}
      fields={fields}
    />
  );
}
