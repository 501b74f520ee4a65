import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { clockOf, dayOf, distance, momentOf, useMessages } from '#platform/web/index.ts';
import { StatusBadge, showDate } from '#platform/web/kit/index.ts';
import type { ClassCard } from '../api.ts';
import styles from './home.module.css';

const dayMs = 86_400_000;

/** Classes on a line of time: what is over, what runs, and in how long the next begins. */
export function Classes({ list, now, dated }: { list: ClassCard[]; now: number; dated?: boolean }) {
  const next = list.find((one) => one.state === 'PLANNED' && momentOf(one, now) === 'ahead')?.session_id;
  return (
    <ol className={styles.day}>
      {list.map((one) => (
        <li key={one.session_id}>
          <Class one={one} now={now} next={!dated && one.session_id === next} dated={dated ?? false} />
        </li>
      ))}
    </ol>
  );
}

function Class({ one, now, next, dated }: { one: ClassCard; now: number; next: boolean; dated: boolean }) {
  const t = useMessages();
  const moment = momentOf(one, now);
  const when = one.state === 'CANCELLED' ? 'cancelled' : moment;
  const day =
    dayOf(one.starts_at) === dayOf(now + dayMs) ? t('reports.class.tomorrow') : showDate(dayOf(one.starts_at));
  return (
    <Link
      {...({ to: `/${one.course_module_id}/student-lessons` } as { to: string })}
      className={styles.class}
      data-when={when}
    >
      <div className={styles.time}>{clockOf(one.starts_at)}</div>
      <div className={styles.rail} aria-hidden />
      <div className={styles.body}>
        <Group gap={6}>
          <span className={styles.name}>{one.title}</span>
          {when === 'cancelled' && <StatusBadge status="CANCELLED" label={t('reports.class.cancelled')} />}
          {when === 'now' && <Badge variant="filled">{t('reports.class.now')}</Badge>}
          {when === 'ahead' && next && (
            <Badge variant="light">{t('reports.class.in', { ...distance(one.starts_at, now) })}</Badge>
          )}
          {one.mark && <StatusBadge status={one.mark} label={t(`reports.mark.${one.mark}`)} />}
        </Group>
        <Text size="xs" c="dimmed">
          {[dated && day, t(`lessons.kind.${one.kind}`), one.room, one.teacher].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Link>
  );
}
