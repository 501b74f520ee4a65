import type pg from 'pg';
import type { Visitor } from './client.ts';
import type { Person } from './people.ts';

/** A day on which many come at once. */
export interface Day {
  about: string;
  /** How many come in how many minutes unless told. */
  people: number;
  minutes: number;
  /** When somebody comes, as a share of the time, by their place among all (0 … 1). */
  arrives: (place: number) => number;
  /** Needs a database that nobody has used for it: `--keep` does not serve. */
  once?: boolean;
  prepare(client: pg.Client, count: number): Promise<Visits>;
}

export interface Visits {
  people: Person[];
  /** All that the person of this number does; `over` says whether the day is. */
  visit(visitor: Visitor, at: number, over: () => boolean): Promise<void>;
  /** What must be true in the database afterwards; answers what is not. */
  faults?(): Promise<string[]>;
}

/** One after the other, evenly. */
export const evenly = (place: number): number => place;
