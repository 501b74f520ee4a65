import { sql } from 'drizzle-orm';
import type { DeadlineKind } from '#domains/deadlines/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { homeworks, lessons } from './tables.ts';

/** Homework as what is due for students. */
export const homeworkDeadlines: DeadlineKind = {
  name: 'lessons.homework',
  kind: 'HOMEWORK',
  of: (_call, people) => sql`
    select p.id as student_id, h.id as target_id, 1 as attempt from ${people} p(id)
      cross join lateral ${courseModulesOfStudents(sql`(p.id)`)} t(course_module_id) join ${lessons} l on l.course_module_id = t.course_module_id
      join ${homeworks} h on h.lesson_id = l.id
     where l.deleted_at is null and h.deleted_at is null and l.published`,
  facts: (_call, asked) => sql`
    select a.student_id, a.target_id, a.attempt, l.course_module_id, l.title, null::text, h.opens_at, null::int, h.due_at, null::date
      from (${asked}) a join ${homeworks} h on h.id = a.target_id and h.deleted_at is null join ${lessons} l on l.id = h.lesson_id and l.deleted_at is null`,
};
