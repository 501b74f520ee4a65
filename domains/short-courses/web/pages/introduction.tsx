import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useWaitingReports } from '#domains/lessons/web/index.ts';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, plainValue, Section } from '#platform/web/kit/index.ts';
import { api, numberIn } from '../api.ts';
import { CourseLines } from '../components/course-card.tsx';
import { Programme } from '../components/programme.tsx';
import { chapterReports } from '../desk.ts';
import { PlaceBadge } from '../shown.tsx';

/** A listener's course: what it is, and its chapters one after the other. */
export default function Introduction() {
  const id = numberIn((useSearch({ strict: false }) as { id?: unknown }).id);
  return id === undefined ? <NoCourse /> : <Whole id={id} />;
}

export function NoCourse() {
  const t = useMessages();
  return (
    <Stack>
      <PageHeader title={t('short-courses.introduction.title')} back="/short-term-course/student" />
      <Empty
        title={t('short-courses.introduction.none')}
        action={
          <Button component={Link} to="/short-term-course/student">
            {t('short-courses.own.title')}
          </Button>
        }
      />
    </Stack>
  );
}

function Whole({ id }: { id: number }) {
  useWaitingReports(chapterReports);
  const t = useMessages();
  const { locale } = useLocale();
  const place = useQuery(api.registration.get.queryOptions({ input: { id }, ...silent }));
  const course_id = place.data?.course_id ?? 0;
  const course = useQuery({
    ...api.get.queryOptions({ input: { id: String(course_id) }, ...silent }),
    enabled: course_id > 0,
  });
  const chapters = useQuery({
    ...api.chapter.list.queryOptions({ input: { course_id, size: 200, sort: 'position' }, ...silent }),
    enabled: course_id > 0,
  });
  if (place.isError) return <Empty title={messageOf(place.error)} />;
  if (!place.data || !course.data || !chapters.data) return <Skeleton h={320} />;
  const lines = chapters.data.content;
  const next = lines.find((line) => !line.done) ?? lines[0];
  const about = plainValue(course.data.about, locale);
  return (
    <Stack gap="md" maw={860}>
      <PageHeader
        title={plainValue(course.data.title, locale)}
        description={course.data.category.title}
        back="/short-term-course/student"
        badge={<PlaceBadge state={place.data.status} />}
        actions={
          next && (
            <Button component={Link} to={`/short-term-course/student/chapter?id=${next.id}&place=${id}`}>
              {t('short-courses.own.continue')}
            </Button>
          )
        }
      />
      <Section>
        <CourseLines course={course.data} />
      </Section>
      {about.length > 0 && (
        <Section title={t('short-courses.field.about')}>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {about}
          </Text>
        </Section>
      )}
      <Section title={t('short-courses.programme')}>
        {lines.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('short-courses.chapter.empty')}
          </Text>
        ) : (
          <Programme
            chapters={lines}
            end={(line) =>
              line.done ? (
                <IconCircleCheck
                  size={20}
                  color="var(--mantine-color-teal-6)"
                  aria-label={t('short-courses.reading.is_done')}
                />
              ) : (
                <Button
                  component={Link}
                  to={`/short-term-course/student/chapter?id=${line.id}&place=${id}`}
                  size="compact-sm"
                  variant="light"
                >
                  {t('short-courses.reading.open')}
                </Button>
              )
            }
          />
        )}
      </Section>
    </Stack>
  );
}
