import { Badge } from '@mantine/core';
import { IconCalendar, IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, showDate, showMoney } from '#platform/web/kit/index.ts';
import type { Offered } from '../api.ts';
import styles from './course-card.module.css';
import { CourseRating } from './stars.tsx';

type Shown = Pick<
  Offered,
  'title' | 'category' | 'starts_on' | 'ends_on' | 'times' | 'place' | 'format' | 'teacher' | 'hours' | 'language'
>;

/** When, where and with whom: what is asked first. */
export function CourseLines({ course }: { course: Shown }) {
  const t = useMessages();
  return (
    <ul className={styles.lines}>
      <li className={styles.line}>
        <IconCalendar size={16} aria-hidden />
        {showDate(course.starts_on)} – {showDate(course.ends_on)}
      </li>
      <li className={styles.line}>
        <IconClock size={16} aria-hidden />
        {[course.times, t('short-courses.hours', { count: course.hours })].filter(Boolean).join(' · ')}
      </li>
      <li className={styles.line}>
        <IconMapPin size={16} aria-hidden />
        {[t(`short-courses.format.${course.format}`), course.format === 'ONLINE' ? null : course.place]
          .filter(Boolean)
          .join(' · ')}
      </li>
      {course.teacher && (
        <li className={styles.line}>
          <IconUser size={16} aria-hidden />
          {course.teacher.title}
        </li>
      )}
    </ul>
  );
}

export function PriceText({ price }: { price: string }) {
  const t = useMessages();
  return <>{Number(price) === 0 ? t('short-courses.no_price') : t('short-courses.sum', { sum: showMoney(price) })}</>;
}

/** How many places are left, said in words and not by colour alone. */
export function LeftBadge({ left }: { left: number }) {
  const t = useMessages();
  return (
    <Badge variant="light" color={left === 0 ? 'gray' : left < 4 ? 'orange' : 'teal'} tt="none">
      {left === 0 ? t('short-courses.full') : t('short-courses.left', { count: left })}
    </Badge>
  );
}

/** One course among others: the whole card leads to it. */
export const CourseCard = memo(({ course }: { course: Offered }) => {
  const { locale } = useLocale();
  return (
    <Link className={styles.card} to={`/short-courses/${course.id}`}>
      {course.cover && <img className={styles.cover} src={course.cover.src} alt="" loading="lazy" />}
      <div>
        <div className={styles.category}>{course.category.title}</div>
        <div className={styles.title}>{plainValue(course.title, locale)}</div>
      </div>
      <CourseRating rating={course.rating} />
      <CourseLines course={course} />
      <div className={styles.foot}>
        <PriceText price={course.charged} />
        <LeftBadge left={course.left} />
      </div>
    </Link>
  );
});
