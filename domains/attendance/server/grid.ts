import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { toldOf } from '#platform/server/records/as-of.ts';
import type { gridAnswer } from '../shapes.ts';
import { ownStudentId, reachedSessions, sessionReach } from './reach.ts';
import { settingsOf } from './settings.ts';
import { attendance, classSessionGroups, classSessions } from './tables.ts';

/** The marks of a module, lesson by lesson, of those who were in the group on the lesson's day. */
export async function gridOf(
  call: Call,
  input: { course_module_id: number; group_id?: number | undefined },
): Promise<z.infer<typeof gridAnswer>> {
  toldOf(call, ['attendance', 'class_sessions', 'class_session_groups']);
  const { lock_days } = await settingsOf(call);
  const { rows: lessons } = await call.db.execute<z.infer<typeof gridAnswer>['lessons'][number]>(sql`
    select ${classSessions.id} as id, date::text as date, to_char(starts_at, 'HH24:MI') as starts_at, kind, sessions, date < (select edulab_today()) - ${lock_days}::int as locked
      from ${classSessions}
     where course_module_id = ${input.course_module_id} and state = 'HELD' and deleted_at is null and ${sessionReach(call, 'attendance.read') ?? sql`true`}
       ${input.group_id ? sql`and (not exists (select 1 from ${classSessionGroups} sg where sg.session_id = ${classSessions.id}) or exists (select 1 from ${classSessionGroups} sg where sg.session_id = ${classSessions.id} and sg.group_id = ${input.group_id}))` : sql``}
     order by date, starts_at, id`);
  const { rows: of } = await call.db.execute<z.infer<typeof gridAnswer>['groups'][number]>(sql`
    select g.id, g.name as title from ${groups} g
     where g.id in (select sg.group_id from ${classSessionGroups} sg join ${classSessions} on ${classSessions.id} = sg.session_id
                     where course_module_id = ${input.course_module_id} and state = 'HELD' and deleted_at is null and ${sessionReach(call, 'attendance.read') ?? sql`true`})
     order by g.name, g.id`);
  if (lessons.length === 0) return { groups: of, lessons: [], students: [] };
  const ids = lessons.map((lesson) => lesson.id);
  const mark = await reachedSessions(call, 'attendance.mark', ids);
  const own = scopeOf(call, 'attendance.read') === 'own' ? ((await ownStudentId(call)) ?? 0) : undefined;
  const { rows } = await call.db.execute<z.infer<typeof gridAnswer>['students'][number]>(sql`
    select json_build_object('id', st.id, 'student_no', st.student_no, 'firstname', st.firstname, 'lastname', st.lastname, 'midname', st.midname) as student,
           json_agg(json_build_object('session_id', a.session_id, 'status', a.status, 'version', a.version) order by a.session_id) as cells
      from ${attendance} a join ${students} st on st.id = a.student_id join ${classSessions} s on s.id = a.session_id
     where a.session_id = any(${sql.param(ids)}::int[])
       ${own === undefined ? sql`` : sql`and a.student_id = ${own}`}
       ${input.group_id ? sql`and exists (select 1 from ${groupMembers} m where m.group_id = ${input.group_id} and m.student_id = a.student_id and ${onDay(sql`s.date`)})` : sql``}
     group by st.id, st.student_no, st.firstname, st.lastname, st.midname, st.full_name order by st.full_name, st.id`);
  return {
    groups: of,
    lessons: lessons.map((lesson) => ({ ...lesson, mark: !lesson.locked && mark.has(lesson.id) })),
    students: rows,
  };
}
