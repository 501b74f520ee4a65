import { type SQL, sql } from 'drizzle-orm';
import { dueOf } from '#domains/deadlines/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { homeworks, lessons, submissions } from './tables.ts';

/**
 * Homework that these students did not hand in, and whose deadline, as it holds for each of them, came in the last weeks: a query of
 * `(student_id, homework_id, course_module_id, title, due_at)`. What came late is not missed; `people` is an array of ids.
 */
export const missedHomework = (people: SQL, weeks: number): SQL => {
  const due = dueOf({ student: sql`p.id`, kind: 'HOMEWORK', id: sql`h.id` }, sql`h.due_at`);
  // A deadline of one's own may lie behind that of everybody by weeks, not by more than a year.
  return sql`(
    select p.id as student_id, h.id as homework_id, l.course_module_id, l.title, ${due} as due_at
      from unnest(${people}) p(id) cross join lateral ${courseModulesOfStudents(sql`(p.id)`)} t(course_module_id)
      join ${lessons} l on l.course_module_id = t.course_module_id and l.deleted_at is null and l.published
      join ${homeworks} h on h.lesson_id = l.id and h.deleted_at is null
       and h.due_at > edulab_now() - make_interval(days => ${weeks * 7 + 366}) and h.due_at <= edulab_now()
     where ${due} <= edulab_now() and ${due} > edulab_now() - make_interval(days => ${weeks * 7})
       and not exists (select 1 from ${submissions} w where w.homework_id = h.id and w.student_id = p.id and w.deleted_at is null))`;
};
