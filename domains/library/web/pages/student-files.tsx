import { Badge } from '@mantine/core';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { useAbility } from '#platform/web/index.ts';
import { DateText, ResourcePage } from '#platform/web/kit/index.ts';
import { studentFileSave } from '../../shapes.ts';
import { api, fileList, loadStudents, type StudentFile, useFields } from '../api.ts';
import { FileCell } from '../components/file-cell.tsx';

const schema = z.object({
  ...saveBase,
  student_id: studentFileSave.student_id,
  title: studentFileSave.title,
  note: studentFileSave.note,
  shared: studentFileSave.shared,
  file: z
    .array(z.object({ id: z.number() }).loose())
    .min(1)
    .max(1),
});
const fresh = { shared: false };
function onlyOf([file]: readonly { id: number }[]): number {
  if (!file) throw new Error('the form sends nothing without its file');
  return file.id;
}

export default function StudentFiles() {
  const { t, field, column } = useFields();
  const { can, scope } = useAbility();
  const own = scope('student_file.read') === 'own';
  return (
    <ResourcePage
      of={api.student_file}
      messages={own ? 'library.own_file' : 'library.student_file'}
      manage={can('student_file.manage')}
      schema={schema}
      fresh={fresh}
      addressed="student_id"
      formOf={(row) => ({ ...row, file: fileList(row.file) })}
      send={({ file, ...rest }) => ({ ...rest, file_id: onlyOf(file) })}
      columns={[
        { ...column('title'), sortable: true },
        ...(own
          ? []
          : [
              {
                ...column('student'),
                render: (row: StudentFile) => `${row.student.name} (${row.student.student_no})`,
              },
              {
                ...column('shared'),
                render: (row: StudentFile) =>
                  row.shared ? <Badge variant="light">{t('library.shared')}</Badge> : t('library.not_shared'),
              },
            ]),
        { ...column('file'), render: (row) => <FileCell file={row.file} link={null} /> },
        { ...column('created_at'), sortable: true, render: (row) => <DateText value={row.created_at} /> },
      ]}
      fields={[
        ...(own ? [] : [{ control: 'async' as const, ...field('student_id'), load: loadStudents, wide: true }]),
        { control: 'text', ...field('title'), wide: true },
        { control: 'files', ...field('file'), upload, multiple: false, wide: true },
        ...(own
          ? []
          : [
              { control: 'textarea' as const, ...field('note'), description: t('library.note_hint'), wide: true },
              { control: 'switch' as const, ...field('shared') },
            ]),
      ]}
    />
  );
}
