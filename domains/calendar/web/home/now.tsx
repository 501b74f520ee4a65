import { Badge, Skeleton } from '@mantine/core';
import { IconArrowRight, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayOf, distance, linkTo, momentOf, silent, useMessages, useNow } from '#platform/web/index.ts';
import { showDate } from '#platform/web/kit/index.ts';
import { api, eventColor, type Row } from '../api.ts';
import { addDays, timesOf } from '../days.ts';
import styles from './now.module.css';

/** So far ahead one looks for what is next: over a week without lessons it is no longer the moment. */
const daysAhead = 6;
/** So many lessons stand beside it. */
const mostBeside = 4;

/** The lesson or exam that runs or is next, and the others of its day. Nothing for those who have none. */
export default function NextLesson() {
  const t = useMessages();
  const now = useNow();
  const today = dayOf(now);
  const query = useQuery(
    api.event.list.queryOptions({
      input: { from: today, to: addDays(today, daysAhead), mine: true, size: 200 },
      ...silent,
    }),
  );
  if (query.isPending) return <Skeleton h={118} radius="md" />;
  const own = (query.data?.content ?? [])
    .filter(({ type, all_day }) => !all_day && (type === 'CLASS' || type === 'EXAM'))
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at));
  const next = own.find((one) => momentOf(one, now) !== 'over');
  if (!next) return null;
  const moment = momentOf(next, now);
  const beside = own.filter((one) => one !== next && one.starts_on >= next.starts_on).slice(0, mostBeside);
  const dayWord = (day: string) =>
    day === today
      ? t('calendar.today')
      : day === addDays(today, 1)
        ? t('calendar.tomorrow')
        : showDate(day).slice(0, 'DD.MM'.length);
  const lead = (
    <>
      <span className={styles.when}>
        {moment === 'now' ? (
          <Badge variant="filled">{t('calendar.now.runs', { time: next.ends_time ?? '' })}</Badge>
        ) : (
          <Badge variant="light" color={next.type === 'EXAM' ? 'red' : 'accent'}>
            {t('calendar.now.in', { ...distance(next.starts_at, now) })}
          </Badge>
        )}
        <span className="tabular">
          {dayWord(next.starts_on)}, {timesOf(next)}
        </span>
      </span>
      <span className={styles.title}>{next.title}</span>
      <span className={styles.facts}>
        {next.place && (
          <span className={styles.place}>
            <IconMapPin size={15} stroke={1.8} aria-hidden />
            {next.place}
          </span>
        )}
        {[next.type === 'EXAM' ? t('calendar.type.EXAM') : '', next.description].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  return (
    <section className={`surface ${styles.now}`} aria-label={t('calendar.now.title')} data-type={next.type}>
      {next.path ? (
        <Link {...linkTo(next.path)} className={styles.next}>
          {lead}
          <IconArrowRight size={18} className={styles.arrow} aria-hidden />
        </Link>
      ) : (
        <div className={styles.next}>{lead}</div>
      )}
      {beside.length > 0 && (
        <ol className={styles.day} aria-label={t('calendar.now.day')}>
          {beside.map((one) => (
            <li key={one.key} data-moment={momentOf(one, now)}>
              <Other one={one} day={one.starts_on === next.starts_on ? '' : dayWord(one.starts_on)} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Other({ one, day }: { one: Row; day: string }) {
  const words = (
    <>
      <span className={`tabular ${styles.time}`}>{[day, one.starts_time].filter(Boolean).join(', ')}</span>
      <span className={styles.mark} style={{ background: eventColor(one) }} />
      <span className={styles.name}>{one.title}</span>
      <span className={styles.room}>{one.place}</span>
    </>
  );
  return one.path ? (
    <Link {...linkTo(one.path)} className={styles.other}>
      {words}
    </Link>
  ) : (
    <div className={styles.other}>{words}</div>
  );
}
