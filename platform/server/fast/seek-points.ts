import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { processCache } from './process-cache.ts';

/**
 * Rows of long lists whose place is known, so that a page far inside is sought from the nearest of them (keyset
 * pagination) instead of by counting from an end: 160,000 rows are 60 ms. Kept per list and order for one version of
 * the tables (see list-totals.ts); the first to come to a place pays for those who leaf on from there.
 */
interface SeekPoint {
  /** Rows before it. */
  place: number;
  /** What it is sorted by, as text. */
  sort: string;
  id: number;
}
interface Known {
  version: number;
  points: SeekPoint[];
}
const lists = processCache<Known>({ max: 2_000 });
const most = 64;
/** So many rows are counted quickly, and need no seek point. */
export const countedQuickly = 100;

/** The last point at or before a place, with the version for which it holds; undefined where counting is as near. */
export function seekPointBefore(
  client: pg.ClientBase,
  list: string,
  place: number,
): (SeekPoint & { version: number }) | undefined {
  const known = lists.get(client, list);
  const found = known?.points.findLast((point) => point.place <= place);
  return known && found && found.place > countedQuickly ? { ...found, version: known.version } : undefined;
}

/** Rows from the point on, where `by` and `key` are what the list is sorted by. */
export const fromSeekPoint = ({ sort, id }: SeekPoint, by: SQL, key: SQL, descending: boolean): SQL =>
  sql`(${by}, ${key}) ${sql.raw(descending ? '<=' : '>=')} (${sort}, ${id})`;

export function keepSeekPoint(client: pg.ClientBase, list: string, version: number, point: SeekPoint): void {
  const known = lists.get(client, list);
  const same = known?.version === version ? known.points : [];
  if (same.some(({ place }) => Math.abs(place - point.place) < countedQuickly)) return;
  const points = [...same.slice(same.length >= most ? 1 : 0), point].sort((a, b) => a.place - b.place);
  lists.set(client, list, { version, points });
}
