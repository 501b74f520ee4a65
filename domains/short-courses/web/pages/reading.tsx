import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Material, PackageStart, useWaitingReports } from '#domains/lessons/web/index.ts';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, plainValue, Section, showDateTime, tellError } from '#platform/web/kit/index.ts';
import { api, numberIn, refresh } from '../api.ts';
import { chapterReports } from '../desk.ts';
import { NoCourse } from './introduction.tsx';

/** One chapter as a listener reads it, with the way to the next. */
export default function Reading() {
  const { id, place } = useSearch({ strict: false }) as { id?: unknown; place?: unknown };
  const chapter = numberIn(id);
  return chapter === undefined ? <NoCourse /> : <Whole key={chapter} id={chapter} place={numberIn(place)} />;
}

function Whole({ id, place }: { id: number; place: number | undefined }) {
  useWaitingReports(chapterReports);
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const query = useQuery(api.chapter.get.queryOptions({ input: { id: String(id) }, ...silent }));
  const course_id = query.data?.course_id ?? 0;
  const all = useQuery({
    ...api.chapter.list.queryOptions({ input: { course_id, size: 200, sort: 'position' }, ...silent }),
    enabled: course_id > 0,
  });
  if (query.isError) return <Empty title={messageOf(query.error)} />;
  const chapter = query.data;
  if (!chapter) return <Skeleton h={320} />;
  const lines = all.data?.content ?? [];
  const at = lines.findIndex((line) => line.id === id);
  const next = lines[at + 1];
  const back =
    place === undefined ? '/short-term-course/student' : `/short-term-course/student/introduction?id=${place}`;
  const to = (line: { id: number }) =>
    `/short-term-course/student/chapter?id=${line.id}${place === undefined ? '' : `&place=${place}`}`;
  const finish = async () => {
    try {
      await api.chapter.done.call({ id, done: !chapter.done }, silent);
      await refresh();
      if (!chapter.done) await navigate({ to: next ? to(next) : back });
    } catch (error) {
      await tellError(error);
    }
  };
  const content = chapter.package;
  const shown =
    chapter.content !== '' ||
    chapter.video_url !== null ||
    chapter.files.length > 0 ||
    chapter.links.length > 0 ||
    content !== null;
  const ofItself =
    content !== null && !chapter.done && !(content.mine?.status === 'COMPLETED' && content.mine.success !== 'FAILED');
  return (
    <Stack gap="md" maw={760}>
      <PageHeader
        title={plainValue(chapter.title, locale)}
        description={[
          t('short-courses.reading.place', { at: at + 1, all: lines.length }),
          t(`short-courses.chapter_kind.${chapter.kind}`),
          chapter.starts_at && showDateTime(chapter.starts_at),
        ]
          .filter(Boolean)
          .join(' · ')}
        back={back}
      />
      <Section>
        <Stack gap="md">
          {content && (
            <PackageStart
              content={content}
              to={`/short-term-course/chapter/package?id=${id}${place === undefined ? '' : `&place=${place}`}`}
            />
          )}
          <Material of={chapter} />
          {!shown && (
            <Text size="sm" c="dimmed">
              {t('short-courses.reading.nothing')}
            </Text>
          )}
        </Stack>
      </Section>
      <Group justify="space-between">
        {next ? (
          <Button component={Link} to={to(next)} variant="default">
            {t('short-courses.reading.next')}
          </Button>
        ) : (
          <span />
        )}
        {ofItself ? (
          <Text size="sm" c="dimmed">
            {t('short-courses.reading.by_package')}
          </Text>
        ) : (
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            variant={chapter.done ? 'light' : 'filled'}
            onClick={() => void finish()}
          >
            {chapter.done ? t('short-courses.reading.undo') : t('short-courses.reading.done')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
