import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkTo } from '../../address.ts';
import styles from './rail.module.css';

/** Beside a record: the few facts that people look for first, each with the page that knows more. */
export function Rail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={`surface ${styles.rail}`}>
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
