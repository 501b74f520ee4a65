import { sql } from 'drizzle-orm';
import type { CalendarPart } from '#domains/calendar/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { dueOf, movesOf } from '#domains/deadlines/server/index.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { isLearner, lessonReach, ownStudent } from './reach.ts';
import { homeworks, lessons } from './tables.ts';

/** Deadlines of homework in the calendars of those who hand it in and of those who read it. */
export const deadlinesPart: CalendarPart = {
  name: 'homework',
  events: (call, from, to) => {
    const reach = lessonReach(call);
    // Whoever sees the lessons of everybody has no deadlines of their own.
    if (!reach || !['own', 'taught'].includes(scopeOf(call, 'lesson.read') ?? '')) return undefined;
    const path = isLearner(call)
      ? sql`'/' || ${lessons.course_module_id} || '/student-lessons'`
      : sql`'/lessons?course_module_id=' || ${lessons.course_module_id}`;
    const own = isLearner(call);
    const mine = {
      student: sql`(select max(own.id) from ${ownStudent(call)} own)`,
      kind: 'HOMEWORK' as const,
      id: sql`h.id`,
    };
    const due = own ? dueOf(mine, sql`h.due_at`) : sql`h.due_at`;
    const moves = own ? movesOf(mine) : sql`0`;
    return sql`select h.id::text, 'DEADLINE', ${message(call.locale, 'lessons.calendar.homework')} || ': ' || ${lessons.title}, ${localTitle(sql`o.title`, call.locale)}, null::text, ${path}, false, d.due_at, d.due_at, h.version + ${lessons.version} + ${moves}, false, o.code
    from ${homeworks} h join ${lessons} on ${lessons.id} = h.lesson_id
    join ${courseModules} cm on cm.id = ${lessons.course_module_id} join ${modules} o on o.id = cm.module_id cross join lateral (select ${due} as due_at) d
   where h.deleted_at is null and ${lessons.deleted_at} is null and d.due_at >= ${from}::timestamptz and d.due_at < ${to}::timestamptz and ${reach}`;
  },
};
