import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useLocale } from '#platform/web/index.ts';
import { AsyncSelect, DateTimeText, Empty, PageHeader, plainValue, ResourcePage } from '#platform/web/kit/index.ts';
import { chapterKinds, chapterSave } from '../../shapes.ts';
import { api, fileList, idOf, loadCourses, numberIn, useFields } from '../api.ts';

const { file_id: _, ...kept } = chapterSave;
const schema = z.object({
  ...saveBase,
  ...kept,
  file: z
    .array(z.object({ id: z.number() }).loose())
    .max(1)
    .optional(),
});

/** The chapters of one course, which is chosen first. */
export default function Chapters() {
  const { t, field, column, label } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const course = numberIn((useSearch({ strict: false }) as { course_id?: unknown }).course_id);
  const choose = (
    <AsyncSelect
      label={label('course')}
      load={loadCourses}
      value={course ?? null}
      onChange={(value) =>
        void navigate({ to: '.', search: value === null || value === undefined ? {} : { course_id: Number(value) } })
      }
    />
  );
  if (course === undefined)
    return (
      <Stack gap="md">
        <PageHeader title={t('short-courses.chapter.title')} description={t('short-courses.chapter.about')} />
        {choose}
        <Empty title={t('short-courses.chapter.choose')} />
      </Stack>
    );
  return (
    <Stack gap="md">
      {choose}
      <ResourcePage
        key={course}
        of={api.chapter}
        messages="short-courses.chapter"
        manage
        schema={schema}
        fixed={{ course_id: course }}
        fresh={{ course_id: course, kind: 'LESSON', required: true }}
        formOf={(row) => ({ ...row, file: fileList(row.file) })}
        send={({ file, ...rest }) => ({ ...rest, ...(file ? { file_id: idOf(file) } : {}) })}
        columns={[
          { ...column('position'), sortable: true, width: 80 },
          { ...column('title'), render: (row) => plainValue(row.title, locale) },
          { ...column('kind'), render: (row) => t(`short-courses.chapter_kind.${row.kind}`) },
          { ...column('starts_at'), render: (row) => <DateTimeText value={row.starts_at} /> },
          { ...column('required'), render: (row) => (row.required ? t('common.yes') : t('common.no')) },
        ]}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'select', ...field('kind'), options: choices(t, 'short-courses.chapter_kind', chapterKinds) },
          { control: 'number', ...field('position') },
          { control: 'datetime', ...field('starts_at') },
          { control: 'number', ...field('minutes') },
          { control: 'textarea', ...field('content'), wide: true },
          { control: 'text', ...field('link'), placeholder: 'https://', wide: true },
          { control: 'files', ...field('file'), upload, multiple: false, wide: true },
          { control: 'switch', ...field('required') },
        ]}
      />
    </Stack>
  );
}
