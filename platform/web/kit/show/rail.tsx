import { Skeleton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { linkTo } from '../../address.ts';
import { useKeptHeight } from './kept-height.ts';
import styles from './rail.module.css';
import { showDate } from './values.ts';

/**
 * Beside a record: the few facts that people look for first, each with the page that knows more. `across`: above what has no
 * room beside it, such as two sides or a drawer.
 */
export function Rail({ label, across, children }: { label: string; across?: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  // Above the record it would push it down.
  const room = useKeptHeight(`rail ${pathname}`);
  return (
    <aside ref={room} aria-label={label} className={`surface ${styles.rail}`} data-across={across || undefined}>
      <dl className={styles.facts}>{children}</dl>
    </aside>
  );
}

export interface RailFactProps {
  label: ReactNode;
  /** undefined while it is fetched; null where there is nothing to say, and the fact is left out */
  value: ReactNode;
  note?: ReactNode | undefined;
  /** address inside the application, with its query */
  to?: string | undefined;
  /** `alert` for what somebody must act on */
  tone?: 'alert' | undefined;
}

export function RailFact({ label, value, note, to, tone }: RailFactProps) {
  if (value === null) return null;
  const words = (
    <>
      <span className={styles.value} data-tone={tone}>
        {value === undefined ? <Skeleton h={16} w={90} /> : value}
      </span>
      {note ? <span className={styles.note}>{note}</span> : null}
    </>
  );
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.said}>
        {to === undefined || value === undefined ? (
          words
        ) : (
          <Link {...linkTo(to)} className={styles.link}>
            {words}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** When the record was changed last, and by whom. `last`: undefined while it is fetched, null where nothing is known. */
export function ChangedFact({ last }: { last: { at: string; by: string | null | undefined } | null | undefined }) {
  if (last === null) return null;
  return (
    <RailFact
      label={<FormattedMessage id="kit.rail.changed" />}
      value={last && showDate(last.at)}
      note={last && (last.by ?? <FormattedMessage id="kit.as_of.nobody" />)}
    />
  );
}

/** A record with its rail, where it has one: beside it on a wide screen, above it on others. */
export const WithRail = ({ rail, children }: { rail: ReactNode; children: ReactNode }) =>
  rail ? (
    <div className={styles.whole}>
      <div className={styles.record}>{children}</div>
      {rail}
    </div>
  ) : (
    children
  );
