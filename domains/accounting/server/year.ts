import { type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { type Readiness, readinessOf } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { contractAgreements, contracts } from './tables.ts';

/** What an academic year needs of accounting. */

/** A published agreement, with its amount and text, for each programme that is taught. */
export const agreementsOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' ' || ${localTitle(sql`c.title`, call.locale)} as title,
               exists (select 1 from ${contractAgreements} a where a.academic_year_id = ${year} and a.status = 'PUBLISHED' and a.deleted_at is null
                          and a.level = c.level and (a.course_id is null or a.course_id = c.id)) as done
          from ${courses} c where c.active and c.deleted_at is null`,
  );

/** A contract for each of these students who pays; `people` is a query of `student_id`. */
export const contractsOfYear = (call: Call, year: number, people: SQL): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code as title,
               exists (select 1 from ${contracts} k where k.student_id = s.id and k.academic_year_id = ${year} and k.deleted_at is null and k.status not in ('TERMINATED', 'SUPERSEDED')) as done
          from ${students} s join ${courses} c on c.id = s.course_id where s.id in (${people}) and s.tuition = 'CONTRACT'`,
  );
