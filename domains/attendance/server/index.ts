import { sql } from 'drizzle-orm';
import { calendarPart } from '#domains/calendar/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { lifeEffect } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { marks } from '../shapes.ts';
import { classesPart, reasonsPart } from './calendar.ts';
import { attendanceImport } from './import.ts';
import { registersOfLife } from './life.ts';
import { router } from './router.ts';
import { absenceSubject, attendanceSubject, lessonSubject } from './subject.ts';
import { classSessionGroups, classSessions } from './tables.ts';

export { bookedBetween } from './bookings.ts';
export { changedTitle, changesOf, moduleTitles } from './notices.ts';
export { sessionReach, sessionsAttendedBy, sessionsTaughtBy } from './reach.ts';
export { type PlannedSession, replan } from './replan.ts';
export { settingsOf } from './settings.ts';
export { missedLessons, sumsSince } from './since.ts';
export { attendedShare, attendedShareOf, hoursIn, planned, standingOf } from './standing.ts';
export { attendance, attendanceTotals, classSessionGroups, classSessions } from './tables.ts';

/** A lesson that was held needs its room and teacher no more. */
const toCome = sql`${classSessions.date} >= (select edulab_today()) and ${classSessions.state} = 'PLANNED'`;
const lesson = (session: string) =>
  `(select coalesce(nullif(m.title ->> '$locale', ''), m.title ->> 'uz') || ', ' || to_char(c.date + c.starts_at, 'DD.MM.YYYY HH24:MI')
      from class_sessions c join course_modules p on p.id = c.course_module_id join modules m on m.id = p.module_id where c.id = ${session})`;
const student = '(select s.full_name from students s where s.id = r.student_id)';

export default defineServerDomain({
  name: 'attendance',
  contract,
  router,
  permissions,
  errors,
  reachedToday: ['attendance.read'],
  lists: { attendance: { codes: marks, words: 'attendance.mark' } },
  uses: [
    { of: courseModules, by: classSessions.course_module_id },
    { of: educationPlaces, by: classSessions.room_id, where: toCome },
    { of: staff, by: classSessions.staff_id, where: toCome },
    { of: staff, by: classSessions.co_staff_ids, where: sql`${toCome} and ${classSessions.co_staff_ids} <> '{}'` },
    {
      of: groups,
      by: classSessionGroups.group_id,
      where: sql`exists (select 1 from ${classSessions} where ${classSessions.id} = ${classSessionGroups.session_id} and ${classSessions.deleted_at} is null and ${toCome})`,
    },
  ],
  constraints: {
    class_bookings_room: 'ROOM_TAKEN',
    class_bookings_teacher: 'TEACHER_TAKEN',
    class_bookings_group: 'GROUP_TAKEN',
    class_bookings_hearer: 'HEARER_TAKEN',
  },
  follows: [on(lifeEffect, registersOfLife), on(calendarPart, classesPart), on(calendarPart, reasonsPart)],
  subjects: [attendanceSubject, absenceSubject, lessonSubject],
  messages: new URL('./messages/', import.meta.url),
  history: {
    class_sessions: { permission: 'attendance.plan', title: lesson('r.id'), refers: { room_id: 'education_places' } },
    attendance: {
      permission: 'attendance.correct',
      title: `${lesson('r.session_id')} || ' · ' || ${student}`,
      refers: { session_id: 'class_sessions', reason_id: 'attendance_reasons' },
    },
    attendance_reasons: { permission: 'attendance_reason.decide', title: student },
  },
  guards: new URL('./guards.sql', import.meta.url),
  jobs: { 'attendance.import': attendanceImport.job },
});
