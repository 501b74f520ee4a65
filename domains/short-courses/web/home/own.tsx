import { IconSchool } from '@tabler/icons-react';
import { silent, useLocale, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard, plainValue, showDate, showDateTime } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For whoever takes short courses: what waits for them, and what they are in. */
export default function OwnCoursesCard() {
  const t = useMessages();
  const { locale } = useLocale();
  const query = useOwnMatter(
    'short_courses',
    api.registration.list.queryOptions({
      input: { mine: true, status: ['OFFERED', 'HELD', 'WAITING', 'CONFIRMED'], size: 4 },
      ...silent,
    }),
    { content: [] },
  );
  return (
    <HomeCard
      title={t('short-courses.own.title')}
      icon={IconSchool}
      to="/short-term-course/student"
      query={query}
      lines={1}
      empty={t('short-courses.home.none')}
      rows={({ content }) =>
        content.map((place) => ({
          key: place.id,
          label: plainValue(place.course.title, locale),
          note: t(`short-courses.place_state.${place.status}`),
          end: place.until ? showDateTime(place.until) : showDate(place.course.starts_on),
          to:
            place.status === 'CONFIRMED'
              ? `/short-term-course/student/introduction?id=${place.id}`
              : '/short-term-course/student',
        }))
      }
    />
  );
}
