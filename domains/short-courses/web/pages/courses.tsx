import { Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconChecklist,
  IconLink,
  IconListDetails,
  IconLock,
  IconLockOpen,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { choices, silent, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { askReason, DateText, PageHeader, plainValue, ResourcePage } from '#platform/web/kit/index.ts';
import { formats } from '../../formats.ts';
import { applicationKeys, courseSave } from '../../shapes.ts';
import { courseStates } from '../../workflow.ts';
import {
  api,
  type Course,
  fileList,
  idOf,
  loadCategories,
  loadCourses,
  loadForms,
  loadTeachers,
  refresh,
  useFields,
} from '../api.ts';
import { CancelCourse } from '../components/cancel-course.tsx';
import { Catalogue } from '../components/catalogue.tsx';
import { PriceText } from '../components/course-card.tsx';
import { CourseRefund } from '../components/refund.tsx';
import { CourseBadge } from '../shown.tsx';

const { cover_file_id: _, ...kept } = courseSave;
const schema = z.object({
  ...saveBase,
  ...kept,
  cover: z
    .array(z.object({ id: z.number() }).loose())
    .max(1)
    .optional(),
});
const fresh = {
  format: 'ONSITE',
  language: 'uz',
  hold_hours: 24,
  least_attendance: 70,
};
const languages = ['uz', 'ru', 'en'] as const;
const size = 16;

/** What the office offers; whoever may only take a course sees the catalogue. */
export default function Courses() {
  return useAbility().scope('short_course.read') === 'own' ? <Shelf /> : <Office />;
}

function Shelf() {
  const t = useMessages();
  return (
    <Stack gap="md">
      <PageHeader title={t('short-courses.catalogue.title')} description={t('short-courses.catalogue.about')} />
      <Catalogue />
    </Stack>
  );
}

function Office() {
  const { t, field, column, label } = useFields();
  const { can } = useAbility();
  const { locale } = useLocale();
  const manage = can('short_course.manage');
  const [cancelling, setCancelling] = useState<Course>();
  return (
    <>
      <ResourcePage
        of={api}
        messages="short-courses.course"
        manage={manage}
        schema={schema}
        fresh={fresh}
        formOf={(row) => ({ ...row, cover: fileList(row.cover) })}
        send={({ cover, ...rest }) => ({ ...rest, ...(cover ? { cover_file_id: idOf(cover) } : {}) })}
        filters={[
          {
            key: 'status',
            label: label('status'),
            control: 'multi',
            options: choices(t, 'short-courses.course_state', courseStates),
          },
          { key: 'category_id', label: label('category'), control: 'async', load: loadCategories },
          {
            key: 'format',
            label: label('format'),
            control: 'select',
            options: choices(t, 'short-courses.format', formats),
          },
        ]}
        columns={[
          {
            ...column('title'),
            sortable: true,
            render: (row) => (
              <div style={{ minWidth: 180 }}>
                {plainValue(row.title, locale)}
                <Text size="xs" c="dimmed">
                  {row.category.title}
                </Text>
              </div>
            ),
          },
          { ...column('starts_on'), sortable: true, render: (row) => <DateText value={row.starts_on} /> },
          { ...column('status'), render: (row) => <CourseBadge state={row.status} /> },
          {
            key: 'places',
            made: true,
            title: label('places'),
            align: 'right',
            render: (row) => `${row.confirmed + row.held} / ${row.capacity}`,
          },
          { ...column('waiting'), align: 'right' },
          { ...column('price'), sortable: true, align: 'right', render: (row) => <PriceText price={row.charged} /> },
          { ...column('teacher'), render: (row) => row.teacher?.title ?? '—' },
        ]}
        actions={(row) => [
          ...(manage && (row.status === 'DRAFT' || row.status === 'CLOSED')
            ? [
                {
                  key: 'open',
                  label: t('short-courses.act.open'),
                  icon: <IconLockOpen size={size} aria-hidden />,
                  run: move('OPEN'),
                },
              ]
            : []),
          ...(manage && row.status === 'OPEN'
            ? [
                {
                  key: 'close',
                  label: t('short-courses.act.close'),
                  icon: <IconLock size={size} aria-hidden />,
                  run: move('CLOSED'),
                },
              ]
            : []),
          ...(can('short_course.listeners')
            ? [
                {
                  key: 'attendance',
                  label: t('short-courses.attendance.title'),
                  icon: <IconChecklist size={size} aria-hidden />,
                  href: `/short-term-course/attendance?course_id=${row.id}`,
                },
              ]
            : []),
          ...(manage && (row.status === 'OPEN' || row.status === 'CLOSED')
            ? [
                {
                  key: 'cancel',
                  label: t('short-courses.cancellation.title'),
                  icon: <IconBan size={size} aria-hidden />,
                  danger: true,
                  run: () => setCancelling(row),
                },
              ]
            : []),
          ...(manage && row.status === 'CANCELLED'
            ? [
                {
                  key: 'back',
                  label: t('short-courses.cancellation.undo'),
                  icon: <IconArrowBackUp size={size} aria-hidden />,
                  run: () =>
                    askReason({
                      name: plainValue(row.title, locale),
                      title: t('short-courses.cancellation.undo'),
                      text: t('short-courses.cancellation.undo_text'),
                      yes: t('short-courses.cancellation.undo'),
                      run: async (reason) => {
                        await api.cancellation.undo.call({ id: row.id, version: row.version, reason }, silent);
                        await refresh();
                      },
                    }),
                },
              ]
            : []),
          {
            key: 'page',
            label: t('short-courses.act.page'),
            icon: <IconLink size={size} aria-hidden />,
            href: `/short-courses/${row.id}`,
          },
          ...(can('short_course.teach')
            ? [
                {
                  key: 'chapters',
                  label: t('short-courses.chapter.title'),
                  icon: <IconListDetails size={size} aria-hidden />,
                  href: `/short-term-course-list/chapter?course_id=${row.id}`,
                },
              ]
            : []),
          ...(can('short_course.listeners')
            ? [
                {
                  key: 'listeners',
                  label: t('short-courses.listeners.title'),
                  icon: <IconUsers size={size} aria-hidden />,
                  href: `/short-term-course/listener-list?course_id=${row.id}`,
                },
              ]
            : []),
        ]}
        sections={[
          {
            fields: [
              { control: 'multilingual', ...field('title'), wide: true },
              { control: 'async', ...field('category_id'), load: loadCategories },
              { control: 'async', ...field('teacher_id'), load: loadTeachers },
              { control: 'multilingual', ...field('about'), multiline: true, wide: true },
              {
                control: 'files',
                ...field('cover'),
                upload,
                multiple: false,
                extensions: ['png', 'jpg', 'jpeg'],
                wide: true,
              },
            ],
          },
          {
            title: t('short-courses.form.when'),
            fields: [
              { control: 'async', ...field('series_id'), load: loadCourses },
              {
                control: 'async',
                ...field('application_form_id'),
                description: t('short-courses.course.form_about', applicationKeys),
                load: loadForms,
              },
              { control: 'date', ...field('starts_on') },
              { control: 'date', ...field('ends_on') },
              { control: 'date', ...field('register_until') },
              { control: 'text', ...field('times') },
              { control: 'select', ...field('format'), options: choices(t, 'short-courses.format', formats) },
              { control: 'text', ...field('place') },
              { control: 'select', ...field('language'), options: choices(t, 'short-courses.language', languages) },
              { control: 'number', ...field('hours') },
            ],
          },
          {
            title: t('short-courses.form.places'),
            fields: [
              { control: 'number', ...field('capacity') },
              { control: 'number', ...field('hold_hours') },
              { control: 'money', ...field('price'), description: t('short-courses.price_about') },
              { control: 'number', ...field('least_attendance') },
            ],
          },
        ]}
      >
        <CourseRefund />
      </ResourcePage>
      {cancelling && <CancelCourse course={cancelling} onClose={() => setCancelling(undefined)} />}
    </>
  );
}

const move = (status: 'OPEN' | 'CLOSED') => async (row: { id: number; version: number }) => {
  await api.step.call({ id: row.id, version: row.version, status }, silent);
  await refresh();
};
