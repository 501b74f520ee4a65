import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { groupMembers } from '#domains/groups/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { keptUntilChanged, pipelined } from '#platform/server/fast/index.ts';
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
  const [{ rows: sums }, { rows: typed }, found, year] = await pipelined(
    call.db.execute<Pick<Totals, 'points' | 'count' | 'waiting' | 'to_update'> & Record<string, unknown>>(sql`
      select coalesce(sum(r.points) filter (where r.status = 'VERIFIED'), 0)::float8 as points, (count(*) filter (where r.status = 'VERIFIED'))::int as count,
             (count(*) filter (where r.status = 'SUBMITTED'))::int as waiting, (count(*) filter (where r.status = 'UPDATE_REQUIRED'))::int as to_update
        from ${records} r where r.student_id = ${id} and r.deleted_at is null`),
    call.db.execute<Totals['types'][number] & Record<string, unknown>>(sql`
      select t.id, ${localTitle(sql`t.title`, call.locale)} as title, sum(r.points)::float8 as points, count(*)::int as count
        from ${records} r join ${types} t on t.id = r.type_id where r.student_id = ${id} and ${counts(sql`r`)}
       group by t.id order by 3 desc, t.position, t.id`),
    call.db
      .select()
      .from(records)
      .where(and(eq(records.student_id, id), isNull(records.deleted_at), visible(call)))
      .orderBy(desc(records.achieved_on), desc(records.id))
      .limit(newest),
    yearOf(call, id),
  );
  return { student, ...sums[0]!, year, types: typed, records: await present(call, found) };
}

interface Year {
  id: number;
  title: string;
  starts_on: string;
  ends_on: string;
}

/** Points of the current year, and the place among those of the group and the faculty who study now; equal points share one. */
async function yearOf(call: Call, student_id: number): Promise<Totals['year']> {
  const { rows: years } = await call.db.execute<Year & Record<string, unknown>>(sql`
    select y.id, y.name as title, y.starts_on::text, y.ends_on::text from ${academicYears} y where y.current and y.deleted_at is null`);
  const [year] = years;
  if (!year) return null;
  const { rows } = await call.db.execute<{ points: number; department_id: number | null; group: Place | null }>(sql`
    with own as (select coalesce(sum(r.points), 0) as points from ${records} r
       where r.student_id = ${student_id} and ${countsIn(year)}),
    me as (select s.department_id, (select m.group_id from ${groupMembers} m
         where m.student_id = s.id and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null limit 1) as group_id
       from ${students} s where s.id = ${student_id} and s.status = 'ACTIVE'),
    peers as (select s.id from ${groupMembers} m join ${students} s on s.id = m.student_id
       where m.group_id = (select group_id from me) and m.ends_on is null and m.deleted_at is null and s.status = 'ACTIVE' and s.deleted_at is null)
    select points::float8, (select department_id from me) as department_id,
      (select json_build_object('place', (select count(*) + 1 from (select sum(r.points) as points from ${records} r
           where r.student_id in (select id from peers) and ${countsIn(year)} group by r.student_id) p where p.points > own.points),
         'of', (select count(*) from (select distinct id from peers) p)) from me where me.group_id is not null) as group
      from own`);
  const [{ points, department_id, group } = { points: 0, department_id: null, group: null }] = rows;
  const { id, title } = year;
  return {
    id,
    title,
    points,
    in_group: group,
    in_faculty: department_id === null ? null : await placeInFaculty(call, year, department_id, points),
  };
}

type Place = { place: number; of: number };
const countsIn = ({ starts_on, ends_on }: Year): SQL =>
  sql`${counts(sql`r`)} and r.achieved_on between ${starts_on} and ${ends_on}`;

/** Everybody of a faculty is measured by the same points, which are added up once for all of them. */
async function placeInFaculty(call: Call, year: Year, department_id: number, own: number): Promise<Place> {
  const { points, of } = await keptUntilChanged(call, {
    key: `achievement places ${year.id} ${year.starts_on} ${year.ends_on} ${department_id}`,
    tables: ['achievement_records', 'students'],
    make: async () => {
      const studying = sql`s.status = 'ACTIVE' and s.deleted_at is null and s.department_id = ${department_id}`;
      // Whoever has no points is before nobody.
      const { rows } = await call.db.execute<{ points: number[]; of: number }>(sql`
        select array(select sum(r.points)::float8 from ${records} r join ${students} s on s.id = r.student_id
                      where ${countsIn(year)} and ${studying} group by r.student_id) as points,
               (select count(*)::int from ${students} s where ${studying}) as of`);
      return rows[0]!;
    },
  });
  return { place: points.filter((other) => other > own).length + 1, of };
}
