import { type SQL, sql } from 'drizzle-orm';
import { courseCampaigns, courses } from '#domains/curriculum/server/index.ts';
import { academicYears, educationPlaces, type Readiness, readinessOf } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { today } from '#platform/server/clock.ts';
import { onDay } from './reach.ts';
import { groupMembers, groups } from './tables.ts';

/** What an academic year needs of groups before it is taught. */

const first = (year: number) =>
  sql`(select extract(year from y.starts_on)::int from ${academicYears} y where y.id = ${year})`;
const main = sql`g.kind = 'MAIN' and g.status = 'ACTIVE' and g.deleted_at is null`;

/** Groups of new students with as many places as each intake has. */
export const placesOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' · ' || k.language as title,
               coalesce((select sum(g.capacity) from ${groups} g where g.course_id = k.course_id and g.language = k.language and g.entry_year = ${first(year)} and ${main}), 0)
                 >= k.grant_quota + k.contract_quota as done
          from ${courseCampaigns} k join ${courses} c on c.id = k.course_id where k.academic_year_id = ${year} and k.deleted_at is null`,
  );

/** A room in which each group that learns that year fits as a whole. */
export const roomsOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select g.name as title, g.capacity <= (select coalesce(max(r.capacity), 0) from ${educationPlaces} r where r.kind <> 'BUILDING' and r.deleted_at is null) as done
          from ${groups} g join ${courses} c on c.id = g.course_id where ${main} and ${first(year)} - g.entry_year + 1 between 1 and c.years`,
  );

/**
 * Whether each of these students is in a main group of their programme and year of study, today or when the year begins. `people` is a query of
 * `(student_id, course_id, study_year)`.
 */
export const seatsOfYear = (call: Call, year: number, people: SQL): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' · ' || p.study_year as title,
               exists (select 1 from ${groupMembers} m join ${groups} g on g.id = m.group_id where m.student_id = p.student_id and g.course_id = p.course_id
                          and g.kind = 'MAIN' and g.deleted_at is null and ${first(year)} - g.entry_year + 1 = p.study_year
                          and ${onDay(sql`(select greatest(y.starts_on, ${today}) from ${academicYears} y where y.id = ${year})`)}) as done
          from (${people}) p join ${courses} c on c.id = p.course_id`,
  );
