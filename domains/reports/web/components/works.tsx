import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { distance, useMessages } from '#platform/web/index.ts';
import { showDateTime } from '#platform/web/kit/index.ts';
import type { Home } from '../api.ts';
import styles from './home.module.css';

const to = (one: { course_module_id: number; lesson_id: number }) =>
  ({ to: `/${one.course_module_id}/student-lessons`, search: { lesson: one.lesson_id } }) as { to: string };

/** Homework that waits, the nearest deadline first. */
export function Due({ list, now }: { list: Home['due']; now: number }) {
  const t = useMessages();
  return list.map((one) => {
    const left = distance(one.due_at, now);
    return (
      <Link key={one.lesson_id} {...to(one)} className={styles.link}>
        <div className={styles.words}>
          <div className={styles.name}>{one.title}</div>
          <Text size="xs" c="dimmed">
            {one.module}
          </Text>
        </div>
        <div className={styles.end}>
          <Badge variant="light" color={one.late ? 'red' : left.unit === 'days' ? 'gray' : 'orange'}>
            {one.late ? t('reports.due.late', { when: showDateTime(one.closes_at) }) : t('reports.due.in', { ...left })}
          </Badge>
          {!one.late && (
            <Text size="xs" c="dimmed" className="tabular">
              {showDateTime(one.due_at)}
            </Text>
          )}
        </div>
      </Link>
    );
  });
}

/** Works that the teacher gave back of late. */
export function Returned({ list }: { list: Home['returned'] }) {
  const t = useMessages();
  const intl = useIntl();
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 2 });
  return list.map((one) => (
    <Link key={one.lesson_id} {...to(one)} className={styles.link}>
      <div className={styles.words}>
        <div className={styles.name}>{one.title}</div>
        <Text size="xs" c="dimmed">
          {one.module}
        </Text>
      </div>
      <Badge variant="light" color="teal" className={styles.end}>
        {one.points === null
          ? t('reports.returned.read')
          : t('reports.returned.points', { points: number(one.points), max: number(one.max_points) })}
      </Badge>
    </Link>
  ));
}
