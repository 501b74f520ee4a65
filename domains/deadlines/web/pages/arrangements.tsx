import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, ResourcePage, showDate } from '#platform/web/kit/index.ts';
import { arrangementSave } from '../../shapes.ts';
import { api, loadStudents, refresh } from '../api.ts';

const schema = z.object({ ...saveBase, ...arrangementSave });
const fresh = { extra_percent: 25, apart: false };

/** What stands for students: more time, more days, a room apart. */
export default function Arrangements() {
  const t = useMessages();
  const { can } = useAbility();
  const label = (name: NameIn<'deadlines.field'>) => t(`deadlines.field.${name}`);
  const column = <K extends NameIn<'deadlines.field'>>(key: K) => ({ key, title: label(key) });
  const fields = [
    { control: 'async', name: 'student_id', label: label('student_id'), load: loadStudents, wide: true },
    {
      control: 'number',
      name: 'extra_percent',
      label: label('extra_percent'),
      description: t('deadlines.arrangement.extra_hint'),
    },
    {
      control: 'number',
      name: 'extra_days',
      label: label('extra_days'),
      description: t('deadlines.arrangement.days_hint'),
    },
    { control: 'date', name: 'since', label: label('since') },
    { control: 'date', name: 'until', label: label('until'), description: t('deadlines.arrangement.until_hint') },
    { control: 'switch', name: 'apart', label: label('apart'), wide: true },
    { control: 'text', name: 'note', label: label('note'), wide: true },
  ] as FieldDefinition[];
  return (
    <ResourcePage
      of={api.exam_arrangement}
      messages="deadlines.arrangements"
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
          render: (row) => (row.extra_percent > 0 ? `${row.extra_percent}\u00a0%` : '—'),
        },
        { ...column('extra_days'), align: 'right', render: (row) => row.extra_days || '—' },
        { ...column('apart'), render: (row) => (row.apart ? t('deadlines.arrangement.yes') : '—') },
        { ...column('until'), render: (row) => (row.until ? showDate(row.until) : '—') },
        { ...column('note'), render: (row) => row.note ?? '—' },
      ]}
      filters={[{ key: 'student_id', label: label('student_id'), control: 'async', load: loadStudents }]}
      fields={fields}
    />
  );
}
