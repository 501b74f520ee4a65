import { type SQL, sql } from 'drizzle-orm';
import { type DeadlineKind, dueOf } from '#domains/deadlines/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { localZone } from '#platform/server/clock.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { assessmentAttempts, assessmentComponents, assessmentRetakes } from './tables.ts';

/** No exam, nor a part of one: those have sittings. */
const work = sql`c.deleted_at is null and c.kind <> 'EXAM'
  and not exists (select 1 from ${assessmentComponents} s where s.parent_id = c.id and s.deleted_at is null)
  and not exists (select 1 from ${assessmentComponents} o where o.id = c.parent_id and (o.kind = 'EXAM' or o.deleted_at is not null))`;

/** When the component `c` is due for everybody: the first attempt on its day, later ones at the end of their sitting. */
const originalDue = (attempt: SQL): SQL => sql`case when ${attempt} = 1 then c.due_at else (
  select (s.closes_on + time '23:59') at time zone ${localZone} from ${assessmentAttempts} s
   where s.course_module_id = c.course_module_id and s.number = ${attempt} and s.deleted_at is null limit 1) end`;

/** The same for a student, in queries that have the component as `c`. Of exams there is no date here: they have sittings. */
export const componentDue = (student: SQL, attempt: SQL): SQL =>
  dueOf({ student, kind: 'COMPONENT', id: sql`c.id`, attempt }, originalDue(attempt));

/** Components of assessment as what is due for students: of later attempts at the end of their sitting. */
export const componentDeadlines: DeadlineKind = {
  name: 'assessment.components',
  kind: 'COMPONENT',
  of: (_call, people) => sql`
    select p.id as student_id, c.id as target_id, 1 as attempt from ${people} p(id)
      cross join lateral ${courseModulesOfStudents(sql`(p.id)`)} t(course_module_id)
      join ${assessmentComponents} c on c.course_module_id = t.course_module_id and c.due_at is not null and ${work}
    union all
    select r.student_id, c.id, r.attempt from ${assessmentRetakes} r
      join ${assessmentComponents} c on c.course_module_id = r.course_module_id and (r.component_ids = '{}' or c.id = any(r.component_ids)) and ${work}
     where r.student_id in (select p.id from ${people} p(id)) and r.state = 'REGISTERED' and r.deleted_at is null`,
  facts: (call, asked) => sql`
    select a.student_id, a.target_id, a.attempt, c.course_module_id, ${localTitle(sql`c.title`, call.locale)}, null::text, null::timestamptz, null::int,
           ${originalDue(sql`a.attempt`)},
           case when a.attempt = 1 then (c.due_at at time zone ${localZone})::date else s.closes_on end
      from (${asked}) a join ${assessmentComponents} c on c.id = a.target_id and ${work}
      left join ${assessmentAttempts} s on s.course_module_id = c.course_module_id and s.number = a.attempt and s.deleted_at is null`,
};
