import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { codeId, type NameIn, useMessages } from '#platform/web/index.ts';
import { DateTimeText, fullName, SmallTable, StatusBadge } from '#platform/web/kit/index.ts';
import { api, type Lesson } from '../api.ts';
import { LessonDrawer, type LessonDrawerProps } from './lesson-drawer.tsx';

/** What every student reached in the package of a lesson. */
export const Statistics = (props: LessonDrawerProps) => (
  <LessonDrawer {...props} size={860} title="lessons.statistics.of">
    {(lesson) => <Inside lesson={lesson} />}
  </LessonDrawer>
);

function Inside({ lesson }: { lesson: Lesson }) {
  const t = useMessages();
  const query = useQuery(api.articulate.statistics.queryOptions({ input: { lesson_id: lesson.id } }));
  const rows = query.data?.students ?? [];
  const column = <K extends NameIn<'lessons.statistics'>>(key: K) => ({
    key,
    title: t(codeId('lessons.statistics', key)),
  });
  const done = rows.filter(({ status }) => status === 'COMPLETED').length;
  if (query.isPending) return <Skeleton h={240} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('lessons.statistics.sum', { done, all: rows.length })}
      </Text>
      <SmallTable
        rows={rows}
        rowKey={(row) => row.student_id}
        minWidth={620}
        columns={[
          { ...column('student'), names: true, render: fullName },
          {
            ...column('status'),
            render: (row) => (
              <Group gap={4} miw="max-content">
                <StatusBadge status={row.status} label={t(`lessons.progress.${row.status}`)} />
                {row.success !== 'UNKNOWN' && (
                  <StatusBadge status={row.success} label={t(`lessons.success.${row.success}`)} />
                )}
              </Group>
            ),
          },
          { ...column('score'), figure: true, render: (row) => row.score ?? '—' },
          {
            ...column('time'),
            figure: true,
            render: (row) => t('lessons.minutes', { minutes: Math.round(row.seconds / 60) }),
          },
          { ...column('attempts'), figure: true, render: (row) => row.attempts },
          { ...column('last'), render: (row) => <DateTimeText value={row.last_at} /> },
        ]}
      />
    </Stack>
  );
}
