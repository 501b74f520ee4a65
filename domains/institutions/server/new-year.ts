import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { demandUnused } from '#platform/server/records/uses.ts';
import { demandSemesters, saveSemesters, semestersOf } from './semesters.ts';
import { academicYears, semesters } from './tables.ts';

/** A new academic year, made of the one before; domains say with `partOf` what they would do for it. */

/** What a part of a new year would do: so many are made, so many are there already, and what stands in the way. */
export interface YearPart<Fault extends string> {
  made: number;
  there: number;
  /** At most twenty, the most frequent first. */
  faults: { code: Fault; title: string; count: number }[];
}

const shown = 20;

/** Counts the rows of queries: what would be made, what is there, and faults as `(code text, title text)`. */
export async function partOf<Fault extends string>(
  call: Call,
  { made, there, faults }: { made: SQL; there: SQL; faults: SQL },
): Promise<YearPart<Fault>> {
  const { rows } = await call.db.execute<YearPart<Fault> & Record<string, unknown>>(sql`
    with found as (select code, title, count(*)::int as count from (${faults}) f group by 1, 2 order by 3 desc, 1, 2 limit ${shown})
    select (select count(*)::int from (${made}) m) as made, (select count(*)::int from (${there}) t) as there,
           coalesce((select json_agg(f order by f.count desc, f.code, f.title) from found f), '[]'::json) as faults`);
  return rows[0]!;
}

export interface YearDates {
  name: string;
  starts_on: string;
  ends_on: string;
  semesters: { number: number; starts_on: string; ends_on: string }[];
}

/** The same day of the next year; the 29th of February is the 28th then. */
export const yearLater = (day: string): string => {
  const later = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return later.endsWith('-02-29') ? later.replace('-29', '-28') : later;
};

/** The dates of the year after this one, carried on from its own. */
export async function datesAfter(call: Call, id: number): Promise<YearDates> {
  const [year] = await call.db.select().from(academicYears).where(eq(academicYears.id, id));
  const own = (await semestersOf(call, [id])).get(id) ?? [];
  const first = Number(yearLater(year!.starts_on).slice(0, 4));
  return {
    name: `${first}/${first + 1}`,
    starts_on: yearLater(year!.starts_on),
    ends_on: yearLater(year!.ends_on),
    semesters: own.map(({ number, starts_on, ends_on }) => ({
      number,
      starts_on: yearLater(starts_on),
      ends_on: yearLater(ends_on),
    })),
  };
}

/**
 * Refuses a year that cannot follow another. Errors: DATES_REVERSED, BEFORE_YEAR where it begins before that one is over,
 * OUTSIDE_YEAR of its semesters, DUPLICATE where a year has its name.
 */
export async function demandFollowing(call: Call, after: { ends_on: string }, dates: YearDates): Promise<void> {
  if (dates.starts_on >= dates.ends_on) throw failField('year.ends_on', 'DATES_REVERSED');
  if (dates.starts_on <= after.ends_on) throw failField('year.starts_on', 'BEFORE_YEAR');
  demandSemesters(dates, dates.semesters, 'year.');
  const [taken] = await call.db
    .select({ id: academicYears.id })
    .from(academicYears)
    .where(and(eq(academicYears.name, dates.name), isNull(academicYears.deleted_at)));
  if (taken) throw failField('year.name', 'DUPLICATE');
}

/** Makes the year after another. Errors: those of `demandFollowing`. */
export async function makeYear(call: Call, after: { ends_on: string }, dates: YearDates): Promise<number> {
  await demandFollowing(call, after, dates);
  const { semesters: parts, ...year } = dates;
  const [made] = await call.db.insert(academicYears).values(year).returning();
  await saveSemesters(call, made!, parts);
  return made!.id;
}

/** Takes a made year back, with its semesters. Errors: IN_USE. */
export async function unmakeYear(call: Call, id: number): Promise<void> {
  await demandUnused(call, academicYears, id);
  const gone = { deleted_at: sql`edulab_now()` };
  await call.db.update(semesters).set(gone).where(eq(semesters.academic_year_id, id));
  await call.db.update(academicYears).set(gone).where(eq(academicYears.id, id));
}

/** The year that has begun becomes the current one when the one before is over. Answers how many did. */
export async function beginYears({ database }: Pick<Kernel, 'database'>): Promise<number> {
  const { rows } = await database.owner.query<{ id: number; was: number }>(`
    select n.id, y.id as was from academic_years y
      join academic_years n on n.institution_id = y.institution_id and n.deleted_at is null and (select edulab_today()) between n.starts_on and n.ends_on
     where y.current and y.deleted_at is null and y.ends_on < (select edulab_today()) and n.id <> y.id`);
  // One after the other: no institution has two current years, not for a moment.
  await database.owner.query('update academic_years set current = false where id = any($1)', [
    rows.map(({ was }) => was),
  ]);
  await database.owner.query('update academic_years set current = true where id = any($1)', [rows.map(({ id }) => id)]);
  return rows.length;
}
