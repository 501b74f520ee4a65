import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { codeId, today, useMessages } from '#platform/web/index.ts';
import type { Row } from '../api.ts';
import { addDays, weekday } from '../days.ts';
import styles from './calendar.module.css';
import { Chip } from './chip.tsx';

const shownAtOnce = 3;
const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, 1 - weekday(day)),
  End: (day) => addDays(day, 7 - weekday(day)),
};

interface Props {
  days: string[];
  /** the day on which the keyboard stands */
  day: string;
  events: Map<string, Row[]>;
  /** a week shows everything of a day */
  tall: boolean;
  wordsOf: (day: string) => string;
  move: (day: string) => void;
  openDay: (day: string) => void;
  open: (event: Row) => void;
}

/** Weeks as rows of days. Arrows go from day to day, Enter opens the day; one day is in the way of Tab. */
export function MonthGrid({ days, day, events, tall, wordsOf, move, openDay, open }: Props) {
  const t = useMessages();
  const moved = useRef(false);
  const focus = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moved.current && focus.current?.dataset.day === day) focus.current.focus();
    moved.current = false;
  }, [day]);
  const now = today();
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as a grid of equal columns
    <div role="grid" className="surface" aria-label={t('calendar.title')}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="row" className={styles.grid} tabIndex={-1}>
        {[1, 2, 3, 4, 5, 6, 7].map((number) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={number} role="columnheader" className={styles.head} tabIndex={-1}>
            {t(codeId('calendar.weekday', number))}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={week[0]} role="row" className={styles.grid} tabIndex={-1}>
          {week.map((each) => {
            const list = events.get(each) ?? [];
            const shown = tall || list.length <= shownAtOnce + 1 ? list : list.slice(0, shownAtOnce);
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={each}
                role="gridcell"
                ref={each === day ? focus : undefined}
                data-day={each}
                data-tall={tall || undefined}
                className={styles.day}
                tabIndex={each === day ? 0 : -1}
                aria-current={each === now ? 'date' : undefined}
                onKeyDown={(event) => {
                  if (event.target !== event.currentTarget) return;
                  const to = moves[event.key]?.(each);
                  if (to) {
                    event.preventDefault();
                    moved.current = true;
                    move(to);
                  } else if (event.key === 'Enter') openDay(each);
                }}
              >
                <UnstyledButton
                  className={styles.number}
                  tabIndex={-1}
                  aria-label={`${wordsOf(each)}. ${t('calendar.count', { count: list.length })}`}
                  data-today={each === now || undefined}
                  data-outside={(!tall && each.slice(0, 7) !== day.slice(0, 7)) || undefined}
                  onClick={() => openDay(each)}
                >
                  {Number(each.slice(8))}
                </UnstyledButton>
                {shown.map((event) => (
                  <Chip key={event.key} event={event} open={open} />
                ))}
                {shown.length < list.length && (
                  <UnstyledButton className={styles.more} onClick={() => openDay(each)}>
                    {t('calendar.more', { count: list.length - shown.length })}
                  </UnstyledButton>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
