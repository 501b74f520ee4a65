import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, modules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { type Call, may } from '#platform/server/context.ts';
import { localTitle } from '#platform/server/resource.ts';
import type { waitingRow } from '../../shapes-marks.ts';
import { assessmentComponents, assessmentPlans, marks } from '../tables.ts';

type Row = z.infer<typeof waitingRow>;

/** What waits in the modules that the caller teaches and that have begun, those with most of it first. */
export async function waitingMarks(call: Call): Promise<Row[]> {
  // `cm` is what those inside call theirs.
  const { rows } = await call.db.execute<Row & Record<string, unknown>>(sql`
    select own.id as course_module_id, m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} as title,
           (k.drafts + greatest(0, c.parts * (select count(*) from ${studentsOfCourseModule(sql`own.id`)} r) - k.due))::int as enter,
           ${may(call, 'mark.moderate') ? sql`k.submitted` : sql`0`}::int as moderate,
           ${may(call, 'mark.publish') ? sql`k.moderated` : sql`0`}::int as publish
      from ${courseModules} own join ${modules} m on m.id = own.module_id
      join ${assessmentPlans} p on p.course_module_id = own.id and p.state = 'ACTIVE' and p.deleted_at is null
      join semesters t on t.academic_year_id = own.academic_year_id and t.number = own.semester and t.deleted_at is null
       and t.starts_on <= (select edulab_today()) and t.ends_on + 60 >= (select edulab_today())
     cross join lateral (
       select count(*) as parts, coalesce(array_agg(x.id), '{}') as ids from ${assessmentComponents} x
        where x.course_module_id = own.id and x.deleted_at is null and x.source = 'MANUAL' and x.due_at < now()
          and not exists (select 1 from ${assessmentComponents} s where s.parent_id = x.id and s.deleted_at is null)) c
     cross join lateral (
       select count(*) filter (where n.status = 'DRAFT') as drafts, count(*) filter (where n.status = 'SUBMITTED') as submitted,
              count(*) filter (where n.status = 'MODERATED') as moderated, count(*) filter (where n.component_id = any(c.ids)) as due
         from ${marks} n where n.course_module_id = own.id and n.attempt = 1) k
     where own.id in ${taughtCourseModules(call)} and own.deleted_at is null`);
  const amount = (row: Row) => row.enter + row.moderate + row.publish;
  return rows
    .filter((row) => amount(row) > 0)
    .sort((a, b) => amount(b) - amount(a) || a.course_module_id - b.course_module_id);
}
