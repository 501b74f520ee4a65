import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { codeId, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import type { Entry, Week } from '../api.ts';
import styles from './week.module.css';

interface WeekGridProps {
  timetable: NonNullable<Week['timetable']>;
  entries: readonly Entry[];
  /** the day that a phone shows, and that a wide screen shows alone when `single` */
  day: number;
  onDay: (day: number) => void;
  single?: boolean | undefined;
  /** one lesson */
  card: (entry: Entry) => ReactNode;
  /** properties of a cell: where something is dropped */
  cell?: ((day: number, session: number) => object) | undefined;
  /** what stands beside the name of a day: its date */
  dateOf?: ((day: number) => ReactNode) | undefined;
  /** what else stands in a cell */
  more?: ((day: number, session: number) => ReactNode) | undefined;
}

/** Days across, sessions down; on a phone one day at a time. */
export function WeekGrid({ timetable, entries, day, onDay, single, card, cell, dateOf, more }: WeekGridProps) {
  const t = useMessages();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const all = Array.from({ length: timetable.days }, (_, index) => index + 1);
  const one = narrow || single;
  const days = one ? all.filter((each) => each === day) : all;
  const at = (where: number, session: number) =>
    entries.filter(
      (entry) =>
        entry.day === where &&
        entry.session !== null &&
        entry.session <= session &&
        session < entry.session + entry.length,
    );
  // What is empty all day long needs no rows on a phone, unless something can be put there.
  const sessions = timetable.bells
    .map((bell, index) => ({ ...bell, session: index + 1 }))
    .filter(({ session }) => !one || cell || at(days[0] ?? 1, session).length > 0);
  return (
    <Stack gap="xs">
      {one && (
        <SegmentedControl
          fullWidth
          size="sm"
          aria-label={t('timetable.day_choice')}
          value={String(day)}
          onChange={(next) => onDay(Number(next))}
          data={all.map((each) => ({ value: String(each), label: t(codeId('timetable.day_short', each)) }))}
        />
      )}
      {one && sessions.length === 0 ? (
        <div className="surface">
          <Empty title={t('timetable.day_free', { day: t(codeId('timetable.day', day)) })} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className={`surface ${styles.scroll}`} tabIndex={0} aria-label={t('timetable.grid')}>
          <table className={styles.week} data-single={one || undefined}>
            <thead>
              <tr>
                <th scope="col" className={styles.corner}>
                  {t('timetable.session')}
                </th>
                {days.map((each) => (
                  <th key={each} scope="col">
                    {t(codeId('timetable.day', each))}
                    {dateOf?.(each)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ session, starts_at, ends_at }) => (
                <tr key={session}>
                  <th scope="row" className={styles.corner}>
                    <Text size="sm" fw={600} span>
                      {session}
                    </Text>
                    <Text size="xs" c="dimmed" className="tabular" component="div">
                      {starts_at}–{ends_at}
                    </Text>
                  </th>
                  {days.map((each) => (
                    <td key={each} className={styles.cell} {...cell?.(each, session)}>
                      {at(each, session).map((entry) => (
                        <div key={entry.id} className={styles.slot}>
                          {card(entry)}
                        </div>
                      ))}
                      {more?.(each, session)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Stack>
  );
}
