import { Drawer, Skeleton, Stack } from '@mantine/core';
import { IconChartBar, IconDeviceLaptop, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { upload, uploadPicture } from '#domains/files/web/index.ts';
import { LinksField, PackageDrawer, PackageResults } from '#domains/lessons/web/index.ts';
import { fileRecord, saveBase } from '#platform/contract/index.ts';
import { choices, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateTimeText,
  Empty,
  Loaded,
  PageHeader,
  plainValue,
  ResourcePage,
} from '#platform/web/kit/index.ts';
import { chapterKinds, chapterSave } from '../../shapes.ts';
import { api, loadCourses, numberIn, refresh, useFields } from '../api.ts';

const { file_ids: _, ...kept } = chapterSave;
const schema = z.object({ ...saveBase, ...kept, files: z.array(fileRecord).max(20).optional() });
type Task = { what: 'package' | 'results'; id: number };

/** The chapters of one course, which is chosen first. */
export default function Chapters() {
  const { t, field, column, label } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const [task, setTask] = useState<Task>();
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
        send={({ files, ...rest }) => ({ ...rest, ...(files ? { file_ids: files.map(({ id }) => id) } : {}) })}
        actions={(row) => [
          {
            key: 'package',
            label: t('lessons.package.title'),
            icon: <IconDeviceLaptop size={16} aria-hidden />,
            run: () => setTask({ what: 'package', id: row.id }),
          },
          ...(row.package
            ? [
                {
                  key: 'look',
                  label: t('lessons.package.look'),
                  icon: <IconEye size={16} aria-hidden />,
                  run: () => void navigate({ to: `/short-term-course/chapter/package?id=${row.id}` }),
                },
                {
                  key: 'results',
                  label: t('lessons.statistics.title'),
                  icon: <IconChartBar size={16} aria-hidden />,
                  run: () => setTask({ what: 'results', id: row.id }),
                },
              ]
            : []),
        ]}
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
          { control: 'switch', ...field('required') },
          { control: 'rich', ...field('content'), upload: uploadPicture, wide: true },
          { control: 'text', ...field('video_url'), placeholder: 'https://', wide: true },
          { control: 'files', ...field('files'), upload, wide: true },
        ]}
        size={720}
      >
        <LinksField {...field('links')} />
      </ResourcePage>
      <ChapterTask task={task} onClose={() => setTask(undefined)} />
    </Stack>
  );
}

/** What is done with the package of one chapter, beside the list. */
function ChapterTask({ task, onClose }: { task: Task | undefined; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const query = useQuery({
    ...api.chapter.get.queryOptions({ input: { id: String(task?.id ?? 0) }, ...silent }),
    enabled: task !== undefined,
  });
  const results = useQuery({
    ...api.chapter.package.statistics.queryOptions({ input: { id: task?.id ?? 0 }, ...silent }),
    enabled: task?.what === 'results',
  });
  const chapter = query.data;
  const name = chapter ? plainValue(chapter.title, locale) : '';
  return (
    <>
      <PackageDrawer
        opened={task?.what === 'package' && chapter !== undefined}
        name={name}
        found={chapter?.package}
        save={async (file_id) => {
          if (task) await api.chapter.package.save.call({ chapter_id: task.id, file_id }, silent);
          await refresh();
        }}
        remove={async () => {
          if (task) await api.chapter.package.remove.call({ id: task.id }, silent);
          await refresh();
        }}
        onClose={onClose}
      />
      <Drawer
        opened={task?.what === 'results'}
        onClose={onClose}
        position="right"
        size={860}
        title={t('lessons.statistics.of', { lesson: name })}
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        <Loaded query={results} waiting={<Skeleton h={240} />}>
          {({ listeners }) => <PackageResults rows={listeners.map((row) => ({ ...row, id: row.registration_id }))} />}
        </Loaded>
      </Drawer>
    </>
  );
}
