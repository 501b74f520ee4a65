import { type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { partOf, type YearPart } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { groupMentors, groups } from './tables.ts';

/**
 * Groups at the turn of the year. A group goes on as it is: its year of study follows from the academic year, its name,
 * its parts, its people and who looks after it stay. Those whose programme is over end with the last day of the old year.
 */

/** Groups that learn, with their programme; `first` is the calendar year in which the new academic year begins. */
const learning = sql`${groups} g join ${courses} c on c.id = g.course_id where g.status = 'ACTIVE' and g.deleted_at is null`;
const over = (first: number): SQL => sql`${first}::int - g.entry_year + 1 > c.years`;
const unattended = sql`g.kind = 'MAIN' and g.id not in (select e.group_id from ${groupMentors} e join ${staff} s on s.id = e.staff_id
  where e.ends_on is null and e.deleted_at is null and s.status <> 'LEFT' and s.deleted_at is null)`;

/** `made` are those that end, `there` those that go on. */
export const groupsToCarry = (call: Call, first: number): Promise<YearPart<'NO_MENTOR'>> =>
  partOf(call, {
    made: sql`select g.id from ${learning} and ${over(first)} and g.finishes_on is null`,
    there: sql`select g.id from ${learning} and not (${over(first)})`,
    faults: sql`select 'NO_MENTOR' as code, g.name as title from ${learning} and ${first}::int - g.entry_year + 1 between 2 and c.years and ${unattended}`,
  });

/** Names the last day of groups whose programme is over. Answers ids. */
export async function endGroups(call: Call, first: number, day: string): Promise<number[]> {
  const { rows } = await call.db.execute<{ id: number }>(sql`
    update ${groups} set finishes_on = ${day}::date where id in (select g.id from ${learning} and ${over(first)} and g.finishes_on is null) returning id`);
  return rows.map(({ id }) => id);
}

/** Those of these groups whose last day is another one by now, that ended or are gone; at most five. */
export async function groupsThatHold(call: Call, ids: readonly number[], day: string): Promise<string[]> {
  const mine = sql`any(${sql.param([...ids])}::int[])`;
  const { rows } = await call.db.execute<{ name: string }>(
    sql`select name from ${groups} where id = ${mine} and (status <> 'ACTIVE' or deleted_at is not null or finishes_on is distinct from ${day}::date) order by 1 limit 5`,
  );
  return rows.map(({ name }) => name);
}

/** Takes it back. Answers names of groups that ended by now, or of which somebody wrote something else, and then does nothing. */
export async function unendGroups(call: Call, ids: readonly number[], day: string): Promise<string[]> {
  const held = await groupsThatHold(call, ids, day);
  if (held.length) return held;
  const mine = sql`any(${sql.param([...ids])}::int[])`;
  await call.db.execute(sql`update ${groups} set finishes_on = null where id = ${mine}`);
  return [];
}

/** Groups whose last day is over are finished. Answers how many. */
export async function finishGroups({ database }: Pick<Kernel, 'database'>): Promise<number> {
  const { rowCount } = await database.owner.query(
    `update groups set status = 'FINISHED' where status = 'ACTIVE' and finishes_on < (select edulab_today()) and deleted_at is null`,
  );
  return rowCount ?? 0;
}
