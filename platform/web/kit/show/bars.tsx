import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import styles from './bars.module.css';
import { showNumber } from './values.ts';

/** How many letters of the names a card has room for, side by side, on a phone. */
const room = 44;

/** Whether the longest words of names would run into each other under bars that stand. */
function crowded(names: string[]): boolean {
  const longest = Math.max(...names.flatMap((name) => name.split(/\s/)).map((word) => word.length));
  return names.length * (longest + 1) > room;
}

/**
 * A handful of counts beside each other, with their numbers: for cards, where the drawing of `Chart` would weigh more
 * than the whole page. Read aloud it is a list.
 */
export function Bars({
  title,
  counts,
  data,
  height = 90,
  lying = crowded(data.map(({ name }) => name)),
}: {
  title: string;
  /** What each number counts. */
  counts: string;
  data: { name: string; count: number }[];
  /** Of the longest bar, in pixels. */
  height?: number;
  /** One below the other; where nobody says, for names that find no room beside each other. */
  lying?: boolean;
}) {
  const { locale } = useIntl();
  const most = Math.max(1, ...data.map(({ count }) => count));
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {counts}
      </Text>
      <ol className={lying ? styles.lying : styles.bars} aria-label={title}>
        {data.map(({ name, count }) =>
          lying ? (
            <li key={name} className={styles.line}>
              <span className={styles.said}>
                <span>{name}</span>
                <span className="tabular">{showNumber(count, locale)}</span>
              </span>
              <span aria-hidden className={styles.beam} style={{ width: `${(100 * count) / most}%` }} />
            </li>
          ) : (
            <li key={name} className={styles.bar}>
              <span className={styles.rail} style={{ height: height + 20 }}>
                <span className="tabular">{showNumber(count, locale)}</span>
                <span aria-hidden className={styles.column} style={{ height: (height * count) / most }} />
              </span>
              <span className={styles.name}>{name}</span>
            </li>
          ),
        )}
      </ol>
    </div>
  );
}
