import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { DateTimeText, Empty, Facts, PageHeader, Section, StatusBadge } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Where one comes after a package: what was reached, and the way on. */
export default function Callback() {
  const t = useMessages();
  const { module_id, lesson_id } = useParams({ strict: false }) as { module_id: string; lesson_id: string };
  const query = useQuery({
    ...api.lesson.get.queryOptions({ input: { id: lesson_id } }),
    staleTime: 0,
  });
  const mine = query.data?.package?.mine;
  if (query.isError) return <Empty title={t('lessons.missing')} text={messageOf(query.error)} />;
  if (!query.data) return <Skeleton h={240} />;
  return (
    <Stack gap="md">
      <PageHeader back={`/articulate/${module_id}`} title={query.data.title} />
      <Section title={t('lessons.articulate.done')}>
        {mine ? (
          <Facts
            items={[
              {
                label: t('lessons.statistics.status'),
                value: <StatusBadge status={mine.status} label={t(`lessons.progress.${mine.status}`)} />,
              },
              {
                label: t('lessons.success'),
                value:
                  mine.success === 'UNKNOWN' ? null : (
                    <StatusBadge status={mine.success} label={t(`lessons.success.${mine.success}`)} />
                  ),
              },
              { label: t('lessons.statistics.score'), value: mine.score },
              {
                label: t('lessons.statistics.time'),
                value: t('lessons.minutes', { minutes: Math.round(mine.seconds / 60) }),
              },
              { label: t('lessons.statistics.attempts'), value: mine.attempt },
              { label: t('lessons.statistics.last'), value: <DateTimeText value={mine.updated_at} /> },
            ]}
          />
        ) : (
          <Empty title={t('lessons.articulate.nothing')} />
        )}
      </Section>
      <Group>
        <Button component={Link} to={`/articulate/${module_id}`}>
          {t('lessons.articulate.others')}
        </Button>
        <Button variant="default" component={Link} to={`/articulate/${module_id}/${lesson_id}`}>
          {t('lessons.package.resume')}
        </Button>
      </Group>
    </Stack>
  );
}
