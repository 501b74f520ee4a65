import { sql } from 'drizzle-orm';
import { type Readiness, readinessOf } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { courseCampaigns, courseModules, courseModuleTeachers, courses, modules } from './tables.ts';

/** What an academic year needs of the curriculum before it is taught. Retired programmes need nothing. */

const running = sql`c.active and c.deleted_at is null`;

/** A plan for each programme and year of study. */
export const plansOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' ' || ${localTitle(sql`c.title`, call.locale)} || ' · ' || n as title,
               exists (select 1 from ${courseModules} m where m.course_id = c.id and m.academic_year_id = ${year} and m.study_year = n and m.deleted_at is null) as done
          from ${courses} c cross join lateral generate_series(1, c.years) n where ${running}`,
  );

/** An intake of each programme. */
export const intakesOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' ' || ${localTitle(sql`c.title`, call.locale)} as title,
               exists (select 1 from ${courseCampaigns} k where k.course_id = c.id and k.academic_year_id = ${year} and k.deleted_at is null) as done
          from ${courses} c where ${running}`,
  );

const placed = (year: number) =>
  sql`${courseModules} p join ${courses} c on c.id = p.course_id join ${modules} m on m.id = p.module_id where p.academic_year_id = ${year} and p.deleted_at is null`;

/** A leader of each module in a plan. */
export const leadersOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' · ' || p.study_year || ' · ' || m.code as title,
               exists (select 1 from ${courseModuleTeachers} t where t.course_module_id = p.id and t.role = 'LEADER') as done
          from ${placed(year)}`,
  );

/** The days on which each module of choice can be chosen. */
export const choicesOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' · ' || p.study_year || ' · ' || m.code as title,
               p.choice_opens_on is not null and p.choice_closes_on is not null as done
          from ${placed(year)} and p.type <> 'CORE'`,
  );
