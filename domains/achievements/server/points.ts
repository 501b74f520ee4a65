import { type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { achievementPoints as points, achievementScales as scales } from './tables.ts';

/** How many points there are for what was reached on a day. */

/** The table in force on a day: the newest of those that began by then. */
export const scaleOn = (day: SQL): SQL => sql`(
  select s.id, s.number, s.basis, s.starts_on from ${scales} s
   where s.status = 'LIVE' and s.deleted_at is null and s.starts_on <= ${day} order by s.starts_on desc, s.number desc limit 1)`;

export interface Worth {
  scale_id: number;
  number: number;
  basis: string;
  /** Null where the table does not know the grade. */
  points: number | null;
}

/** What these are worth, by their keys, in one question; one whose day lies before every table is missing. */
export async function worthOf(
  call: Pick<Call, 'db'>,
  asked: readonly { id: number; grade_id: number; achieved_on: string }[],
): Promise<Map<number, Worth>> {
  if (asked.length === 0) return new Map();
  const given = JSON.stringify(asked.map(({ id, grade_id, achieved_on }) => ({ id, grade_id, achieved_on })));
  const { rows } = await call.db.execute<Worth & { id: number } & Record<string, unknown>>(sql`
    select a.id, s.id as scale_id, s.number, s.basis, p.points::float8 as points
      from jsonb_to_recordset(${given}::jsonb) as a (id integer, grade_id integer, achieved_on date)
     cross join lateral ${scaleOn(sql`a.achieved_on`)} s
      left join ${points} p on p.scale_id = s.id and p.grade_id = a.grade_id and p.deleted_at is null`);
  return new Map(rows.map(({ id, ...worth }) => [id, worth]));
}
