import { Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { DateTimeText, fullName, StatusBadge } from '#platform/web/kit/index.ts';
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
  const done = rows.filter(({ status }) => status === 'COMPLETED').length;
  if (query.isPending) return <Skeleton h={240} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('lessons.statistics.sum', { done, all: rows.length })}
      </Text>
      <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['student', 'status', 'score', 'time', 'attempts', 'last'].map((name) => (
                <Table.Th key={name}>{t(`lessons.statistics.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.student_id}>
                <Table.Td>{fullName(row)}</Table.Td>
                <Table.Td>
                  <Group gap={4} miw="max-content">
                    <StatusBadge status={row.status} label={t(`lessons.progress.${row.status}`)} />
                    {row.success !== 'UNKNOWN' && (
                      <StatusBadge status={row.success} label={t(`lessons.success.${row.success}`)} />
                    )}
                  </Group>
                </Table.Td>
                <Table.Td>{row.score ?? '—'}</Table.Td>
                <Table.Td>{t('lessons.minutes', { minutes: Math.round(row.seconds / 60) })}</Table.Td>
                <Table.Td>{row.attempts}</Table.Td>
                <Table.Td>
                  <DateTimeText value={row.last_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
