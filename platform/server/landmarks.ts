import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { kept } from './kept.ts';

/**
 * Rows of long lists whose place is known, so that a page far inside is reached from the nearest of them instead of by
 * counting from an end: 160,000 rows are 60 ms. Kept per list and order for one version of the tables (see totals.ts);
 * the first to come to a place pays for those who leaf on from there.
 */
interface Landmark {
  /** Rows before it. */
  place: number;
  /** What it is sorted by, as text. */
  sort: string;
  id: number;
}
interface Known {
  version: number;
  landmarks: Landmark[];
}
const lists = kept(new LRUCache<string, Known>({ max: 2_000 }));
const most = 64;
/** Fewer rows than this are counted quickly. */
export const near = 100;

/** The last landmark at or before a place, with the version for which it holds; undefined where counting is as near. */
export function landmarkBefore(list: string, place: number): (Landmark & { version: number }) | undefined {
  const known = lists.get(list);
  const found = known?.landmarks.findLast((landmark) => landmark.place <= place);
  return known && found && found.place > near ? { ...found, version: known.version } : undefined;
}

/** Rows from the landmark on, where `by` and `key` are what the list is sorted by. */
export const fromLandmark = ({ sort, id }: Landmark, by: SQL, key: SQL, descending: boolean): SQL =>
  sql`(${by}, ${key}) ${sql.raw(descending ? '<=' : '>=')} (${sort}, ${id})`;

export function keepLandmark(list: string, version: number, landmark: Landmark): void {
  const known = lists.get(list);
  const same = known?.version === version ? known.landmarks : [];
  if (same.some(({ place }) => Math.abs(place - landmark.place) < near)) return;
  const landmarks = [...same.slice(same.length >= most ? 1 : 0), landmark].sort((a, b) => a.place - b.place);
  lists.set(list, { version, landmarks });
}
