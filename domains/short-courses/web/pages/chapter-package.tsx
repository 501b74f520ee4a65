import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PackagePlayer } from '#domains/lessons/web/index.ts';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, plainValue } from '#platform/web/kit/index.ts';
import { api, numberIn, refresh } from '../api.ts';
import { chapterDesk } from '../desk.ts';
import { NoCourse } from './introduction.tsx';

/** The package of a chapter, for listeners to learn and for who teaches to look at. */
export default function ChapterPackage() {
  const { id, place } = useSearch({ strict: false }) as { id?: unknown; place?: unknown };
  const chapter = numberIn(id);
  return chapter === undefined ? <NoCourse /> : <Played key={chapter} id={chapter} place={numberIn(place)} />;
}

function Played({ id, place }: { id: number; place: number | undefined }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const query = useQuery(api.chapter.get.queryOptions({ input: { id: String(id) }, ...silent }));
  const desk = useMemo(() => chapterDesk(id), [id]);
  if (query.isError) return <Empty title={messageOf(query.error)} />;
  const chapter = query.data;
  if (!chapter) return <Skeleton h={480} />;
  const back =
    place === undefined
      ? `/short-term-course-list/chapter?course_id=${chapter.course_id}`
      : `/short-term-course/student/chapter?id=${id}&place=${place}`;
  return (
    <Stack gap="sm">
      <PageHeader title={plainValue(chapter.title, locale)} description={chapter.course.title} back={back} />
      {chapter.package ? (
        <PackagePlayer
          key={chapter.package.id}
          content={chapter.package}
          desk={desk}
          onFinish={() => void refresh().then(() => navigate({ to: back }))}
        />
      ) : (
        <Empty title={t('short-courses.reading.no_package')} />
      )}
    </Stack>
  );
}
