import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { codeId, type NameIn, useMessages } from '#platform/web/index.ts';
import { DateTimeText, fullName, Loaded, SmallTable, StatusBadge } from '#platform/web/kit/index.ts';
import { api, type Lesson, type Reached } from '../api.ts';
import { LessonDrawer, type LessonDrawerProps } from './lesson-drawer.tsx';

/** What every student reached in the package of a lesson. */
export const Statistics = (props: LessonDrawerProps) => (
  <LessonDrawer {...props} size={860} title="lessons.statistics.of">
    {(lesson) => <Inside lesson={lesson} />}
  </LessonDrawer>
);

function Inside({ lesson }: { lesson: Lesson }) {
  const query = useQuery(api.articulate.statistics.queryOptions({ input: { lesson_id: lesson.id } }));
  return (
    <Loaded query={query} waiting={<Skeleton h={240} />}>
      {({ students }) => (
        <PackageResults rows={students.map((row) => ({ ...row, id: row.student_id, name: fullName(row) }))} />
      )}
    </Loaded>
  );
}

/** What each learner reached in a package. */
export function PackageResults({ rows }: { rows: (Reached & { id: number; name: string })[] }) {
  const t = useMessages();
  const column = <K extends NameIn<'lessons.statistics'>>(key: K) => ({
    key,
    title: t(codeId('lessons.statistics', key)),
  });
  const done = rows.filter(({ status }) => status === 'COMPLETED').length;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('lessons.statistics.sum', { done, all: rows.length })}
      </Text>
      <SmallTable
        rows={rows}
        rowKey={(row) => row.id}
        minWidth={620}
        columns={[
          { ...column('student'), names: true, render: (row) => row.name },
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
