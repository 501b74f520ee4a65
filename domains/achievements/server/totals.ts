import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { groupMembers } from '#domains/groups/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { visible } from './reach.ts';
import { present } from './records.ts';
import { achievementRecords as records, achievementTypes as types } from './tables.ts';
import { counts } from './verified.ts';

/** What one student has reached: points of all times and of the year, and the place among those beside them. */

type Totals = OutputOf<typeof contract.record.student>;
const newest = 200;

/** The student of the caller; of those who left too. Errors: NOT_FOUND. */
export async function ownTotals(call: Call): Promise<Totals> {
  const [own] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.account_id, call.account_id), isNull(students.deleted_at)));
  if (!own) throw fail('ACHIEVEMENT_NOT_STUDYING');
  return totalsOf(call, own);
}

export async function totalsOf(call: Call, { id }: { id: number }): Promise<Totals> {
  const [student] = await call.db
    .select({
      id: students.id,
      student_no: students.student_no,
      firstname: students.firstname,
      lastname: students.lastname,
      midname: students.midname,
      status: students.status,
    })
    .from(students)
    .where(and(eq(students.id, id), isNull(students.deleted_at), studentsInReach(call, 'achievement.read')));
  if (!student) throw fail('NOT_FOUND');
  const { rows: sums } = await call.db.execute<
    Pick<Totals, 'points' | 'count' | 'waiting' | 'to_update'> & Record<string, unknown>
  >(sql`
    select coalesce(sum(r.points) filter (where r.status = 'VERIFIED'), 0)::float8 as points, (count(*) filter (where r.status = 'VERIFIED'))::int as count,
           (count(*) filter (where r.status = 'SUBMITTED'))::int as waiting, (count(*) filter (where r.status = 'UPDATE_REQUIRED'))::int as to_update
      from ${records} r where r.student_id = ${id} and r.deleted_at is null`);
  const { rows: typed } = await call.db.execute<Totals['types'][number] & Record<string, unknown>>(sql`
    select t.id, ${localTitle(sql`t.title`, call.locale)} as title, sum(r.points)::float8 as points, count(*)::int as count
      from ${records} r join ${types} t on t.id = r.type_id where r.student_id = ${id} and ${counts(sql`r`)}
     group by t.id order by 3 desc, t.position, t.id`);
  const found = await call.db
    .select()
    .from(records)
    .where(and(eq(records.student_id, id), isNull(records.deleted_at), visible(call)))
    .orderBy(desc(records.achieved_on), desc(records.id))
    .limit(newest);
  return {
    student,
    ...sums[0]!,
    year: await yearOf(call, id),
    types: typed,
    records: await present(call, found),
  };
}

/** Points of the current year, and the place among those of the group and the faculty who study now; equal points share one. */
async function yearOf(call: Call, student_id: number): Promise<Totals['year']> {
  const { rows: years } = await call.db.execute<{ id: number; title: string; starts_on: string; ends_on: string }>(sql`
    select y.id, y.name as title, y.starts_on::text, y.ends_on::text from ${academicYears} y where y.current and y.deleted_at is null`);
  const [year] = years;
  if (!year) return null;
  const group = sql`(select m.group_id from ${groupMembers} m where m.student_id = ${student_id} and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null limit 1)`;
  // Whoever has no points is before nobody, so that only those who have some are added up.
  const among = (peers: SQL) => sql`
    select (count(*) filter (where p.points > (select points from own)) + 1)::int as place,
           (select count(*)::int from ${students} s where s.status = 'ACTIVE' and s.deleted_at is null and ${peers}) as of
      from (select r.student_id, sum(r.points) as points from ${records} r join ${students} s on s.id = r.student_id
             where ${counts(sql`r`)} and r.achieved_on between ${year.starts_on} and ${year.ends_on}
               and s.status = 'ACTIVE' and s.deleted_at is null and ${peers} group by 1) p`;
  const { rows } = await call.db.execute<{
    points: number;
    in_group: { place: number; of: number } | null;
    in_faculty: { place: number; of: number } | null;
  }>(sql`
    with own as (select coalesce(sum(r.points), 0) as points from ${records} r
       where r.student_id = ${student_id} and ${counts(sql`r`)} and r.achieved_on between ${year.starts_on} and ${year.ends_on}),
    me as (select s.department_id, ${group} as group_id from ${students} s where s.id = ${student_id} and s.status = 'ACTIVE')
    select (select points::float8 from own) as points,
      (select json_build_object('place', g.place, 'of', g.of) from me, lateral (${among(
        sql`s.id in (select m.student_id from ${groupMembers} m where m.group_id = me.group_id and m.ends_on is null and m.deleted_at is null)`,
      )}) g where me.group_id is not null) as in_group,
      (select json_build_object('place', f.place, 'of', f.of) from me, lateral (${among(
        sql`s.department_id = me.department_id`,
      )}) f where me.department_id is not null) as in_faculty`);
  const [standing] = rows;
  return standing ? { id: year.id, title: year.title, ...standing } : null;
}
