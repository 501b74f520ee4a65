import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { linkTo } from '../../address.ts';
import styles from './home-card.module.css';
import { QuietPlace } from './home-quiet.ts';
import { useTip } from './tip.tsx';
import { showNumber } from './values.ts';

interface RowWords {
  key: string | number;
  label: ReactNode;
  /** under the label: who, when */
  note?: ReactNode | undefined;
  /** address inside the application, with its query */
  to?: string | undefined;
  /** `alert` for what is late or went wrong */
  tone?: 'alert' | undefined;
}
/** How many wait, and what exactly that number counts; nothing waits at 0, and the row then steps back. */
interface CountedRow extends RowWords {
  count: number;
  counts: string;
  end?: undefined;
}
/** Anything else at the right: a badge, an amount, a day. */
interface OtherRow extends RowWords {
  count?: undefined;
  counts?: undefined;
  end?: ReactNode | undefined;
}
export type HomeRow = CountedRow | OtherRow;

/** The part of a TanStack query that a card needs; the answer of `useQuery` as it is. */
interface Source<T> {
  data: T | undefined;
  isError: boolean;
  refetch: () => unknown;
}

export interface HomeCardProps<T> {
  title: ReactNode;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** where the title leads: the page on which the work is done */
  to?: string | undefined;
  /** what the card shows; skeleton, failure and retry follow from it */
  query: Source<T>;
  /** what waits, most urgent first; five are enough */
  rows?: ((data: T) => HomeRow[]) | undefined;
  /** a small chart or a few figures, above the rows */
  children?: ((data: T) => ReactNode) | undefined;
  /** the sentence when there are neither rows nor children: what is done, not what is missing */
  empty?: ReactNode | undefined;
  /** rows that are expected, for the skeleton; 3 unless told */
  lines?: number | undefined;
}

/**
 * One card of the home page. A domain gives a component with one card as a `home` piece of its definition, with the
 * permission that the card's call needs:
 *
 *     const proposals = useQuery(api.change.list.queryOptions({ input: { size: 5 }, context: { silent: true } }));
 *     return <HomeCard title={t('students.home.title')} icon={IconUserCheck} to="/requests" query={proposals}
 *       rows={({ total_elements }) => [{ key: 'open', label: t('students.home.open'), count: total_elements, to: '/requests' }]} />;
 *
 * The call is `silent`: the card itself says that it failed. Nothing to do is said by `empty`.
 */
export function HomeCard<T>({ title, icon: Icon, to, query, rows, children, empty, lines = 3 }: HomeCardProps<T>) {
  const { data, isError, refetch } = query;
  const list = data === undefined ? [] : (rows?.(data) ?? []);
  const inner = data === undefined ? undefined : children?.(data);
  const place = use(QuietPlace);
  if (place && data !== undefined && !inner && list.length === 0) {
    const words = (
      <>
        <Icon size={16} stroke={1.7} />
        <span className={styles.about}>{title}</span>
        <span className={styles.said}>{empty ?? <FormattedMessage id="kit.home.nothing" />}</span>
      </>
    );
    return createPortal(
      to === undefined ? (
        <div className={styles.line}>{words}</div>
      ) : (
        <Link {...linkTo(to)} className={styles.line}>
          {words}
        </Link>
      ),
      place,
    );
  }
  const heading = (
    <>
      <Icon size={18} stroke={1.7} />
      <span>{title}</span>
    </>
  );
  return (
    <section className={`surface ${styles.card}`} aria-busy={data === undefined && !isError}>
      <h2 className={styles.title}>
        {to === undefined ? (
          <span className={styles.head}>{heading}</span>
        ) : (
          <Link {...linkTo(to)} className={styles.head}>
            {heading}
            <IconChevronRight size={15} className={styles.arrow} aria-hidden />
          </Link>
        )}
      </h2>
      {data === undefined ? (
        isError ? (
          <Failed retry={refetch} />
        ) : (
          <Waiting lines={lines} />
        )
      ) : inner || list.length ? (
        <>
          {inner ? <div className={styles.inner}>{inner}</div> : null}
          {list.length ? (
            <ul className={styles.rows}>
              {list.map((row) => (
                <li key={row.key}>
                  <Row row={row} />
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : (
        <div className={styles.quiet}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          <Text size="sm">{empty ?? <FormattedMessage id="kit.home.nothing" />}</Text>
        </div>
      )}
    </section>
  );
}

function Row({ row }: { row: HomeRow }) {
  const { label, note, count, counts, end, to, tone } = row;
  const content = (
    <>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {note === undefined || note === null ? null : <span className={styles.note}>{note}</span>}
      </span>
      {count === undefined ? end : <Counted count={count} counts={counts} tone={tone} />}
    </>
  );
  const shared = { className: styles.row, 'data-idle': count === 0 || undefined };
  return to === undefined ? (
    <div {...shared}>{content}</div>
  ) : (
    <Link {...linkTo(to)} {...shared}>
      {content}
    </Link>
  );
}

function Counted({ count, counts, tone }: Pick<CountedRow, 'count' | 'counts' | 'tone'>) {
  const intl = useIntl();
  const { near, tip } = useTip({ label: counts, multiline: true, maw: 260 });
  return (
    <>
      <span className={styles.count} data-tone={count === 0 ? 'none' : tone} {...near}>
        {showNumber(count, intl.locale)}
        <VisuallyHidden>{` (${counts})`}</VisuallyHidden>
      </span>
      {tip}
    </>
  );
}

function Failed({ retry }: { retry: () => unknown }) {
  return (
    <div className={styles.quiet} role="status">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <Text size="sm" flex={1}>
        <FormattedMessage id="kit.home.failed" />
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void retry()}>
        <FormattedMessage id="kit.retry" />
      </Button>
    </div>
  );
}

function Waiting({ lines }: { lines: number }) {
  return (
    <Stack gap={14} px={12} pt={8} pb={10} role="status">
      <VisuallyHidden>
        <FormattedMessage id="common.loading" />
      </VisuallyHidden>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
        <Skeleton key={index} h={14} w={`${88 - index * 14}%`} />
      ))}
    </Stack>
  );
}
