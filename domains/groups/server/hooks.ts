import type { SQL } from 'drizzle-orm';
import { defineHook, type Hook } from '#platform/server/hooks.ts';

/** With whom somebody studies, where that is not told by the year of the first entry: who repeats, who came into a later year. */
interface Cohort {
  name: string;
  /** Of the student whose id this is the year in which the others of the same year of study entered; null where it is not known. */
  of(student: SQL): SQL;
}

export const cohort: Hook<Cohort> = defineHook(
  'groups.cohort',
  'In which year those entered with whom a student studies now; the year of their own entry unless told.',
);
