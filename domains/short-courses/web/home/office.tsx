import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useLocale, useMessages } from '#platform/web/index.ts';
import { HomeCard, plainValue, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For the office: courses that take registrations, the soonest first, and how full they are. */
export default function CoursesCard() {
  const t = useMessages();
  const { locale } = useLocale();
  const query = useQuery(api.list.queryOptions({ input: { status: ['OPEN'], size: 5, sort: 'starts_on' }, ...silent }));
  return (
    <HomeCard
      title={t('short-courses.menu')}
      icon={IconBook2}
      to="/short-term-course-list?status=OPEN"
      query={query}
      empty={t('short-courses.home.nothing_open')}
      rows={({ content }) =>
        content.map((course) => ({
          key: course.id,
          label: plainValue(course.title, locale),
          note: t('short-courses.home.places', { taken: course.confirmed + course.held, all: course.capacity }),
          end: showDate(course.starts_on),
          to: `/short-term-course/listener-list?course_id=${course.id}`,
        }))
      }
    />
  );
}
