import { sql } from 'drizzle-orm';
import {
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, instant, institution, record, version } from '#platform/server/records/columns.ts';
import type { Mark, reasonKinds, sessionKinds, sessionSources, sessionStates } from '../shapes.ts';
import type { ReasonState } from '../workflow.ts';

/** Dated lessons and who was there. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];

/** A lesson on a day. Made by hand or by the timetable; once its register is called, a change of the timetable passes it by. */
export const classSessions = pgTable(
  'class_sessions',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    date: date().notNull(),
    /** Local time of the institution. */
    starts_at: time().notNull(),
    ends_at: time().notNull(),
    room_id: integer(),
    staff_id: integer(),
    /** Who gives it together with that teacher. */
    co_staff_ids: integer().array().notNull().default(sql`'{}'`),
    kind: text().$type<One<typeof sessionKinds>>().notNull(),
    /** How many sessions of two hours it counts. */
    sessions: smallint().notNull().default(1),
    source: text().$type<One<typeof sessionSources>>().notNull().default('MANUAL'),
    state: text().$type<One<typeof sessionStates>>().notNull().default('PLANNED'),
    /** Where the timetable has it, local time, once it was changed on its date alone. */
    moved_from: timestamp({ mode: 'string' }),
    lesson_id: integer(),
    called_at: instant('called_at'),
    called_by: integer(),
  },
  (t) => [
    index('class_sessions_starts').on(t.institution_id, sql`(date + starts_at)`, t.id).where(living),
    // Registers that nobody called: few, and asked for by every teacher's home page.
    index('class_sessions_planned')
      .on(t.institution_id, sql`(date + starts_at)`, t.id)
      .where(sql`deleted_at is null and state = 'PLANNED'`),
    index('class_sessions_module').on(t.course_module_id, t.date).where(living),
    index('class_sessions_staff').on(t.staff_id, t.date).where(living),
    index('class_sessions_together')
      .using('gin', t.co_staff_ids)
      .where(sql`deleted_at is null and co_staff_ids <> '{}'`),
    index('class_sessions_room').on(t.room_id, t.date).where(living),
  ],
);

/** For whom the lesson is; none: for all who take the module. */
export const classSessionGroups = pgTable(
  'class_session_groups',
  {
    institution_id: institution(),
    session_id: integer().notNull(),
    group_id: integer().notNull(),
    /** The lesson's, kept by triggers: what a group has in a week is found without all that it ever had. */
    date: date().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.group_id] }),
    index('class_session_groups_group').on(t.group_id, t.date, t.session_id),
  ],
);

/** From when until when, the end not included; local time. */
/** Numbers of students; `{(,)}` is everybody. */
const studentRange = customType<{ data: string }>({ dataType: () => 'int4multirange' });
const timeRange = customType<{ data: string }>({ dataType: () => 'tsrange' });

/**
 * What a lesson takes up: its room, its teacher, each of its groups and their subgroups; and what a room of an exam does
 * (timetable). Kept by triggers alone; guards.sql forbids that the same thing is taken up twice at one time, whoever writes.
 */
export const classBookings = pgTable(
  'class_bookings',
  {
    institution_id: institution(),
    /** A lesson, or none where it is a room of an exam. */
    session_id: integer(),
    kind: text().$type<'ROOM' | 'TEACHER' | 'GROUP' | 'STUDENT'>().notNull(),
    /** Its id. */
    what: integer().notNull(),
    during: timeRange().notNull(),
    exam_hall_id: integer(),
    /** Of a group whom: everybody, or those who chose the module. Lessons of a group without common students may meet. */
    whom: studentRange().notNull().default(sql`'{(,)}'`),
  },
  (t) => [index('class_bookings_session').on(t.session_id), index('class_bookings_hall').on(t.exam_hall_id)],
);

/**
 * One row per student and lesson, written when the register is called: the largest table of all. So it has no foreign
 * keys (lessons and students are never removed, only marked as deleted), and its number is there for the history alone.
 */
export const attendance = pgTable(
  'attendance',
  {
    id: integer().notNull().generatedAlwaysAsIdentity(),
    institution_id: institution(),
    session_id: integer().notNull(),
    student_id: integer().notNull(),
    version: version(),
    marked_by: integer(),
    reason_id: integer(),
    marked_at: instant('marked_at').notNull().default(sql`edulab_now()`),
    status: text().$type<Mark>().notNull(),
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.student_id] }),
    index('attendance_student').on(t.student_id),
    // Absences are a small part of all, and reports read them by their numbers.
    index('attendance_absent').on(t.id).where(sql`status <> 'ATTENDED'`),
    index('attendance_reason').on(t.reason_id).where(sql`reason_id is not null`),
    // The past asks what was written since: registers come in the order of time, and few cells are corrected later.
    index('attendance_marked').using('brin', t.marked_at),
    index('attendance_corrected').on(t.id).where(sql`version > 1`),
  ],
);

/** Sums of `attendance` by student and module, in sessions; kept by the database (guards.sql), so that tables cost little. */
export const attendanceTotals = pgTable(
  'attendance_totals',
  {
    id: id(),
    institution_id: institution(),
    course_module_id: integer().notNull(),
    student_id: integer().notNull(),
    attended: integer().notNull().default(0),
    missed: integer().notNull().default(0),
    explained: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('attendance_totals_one').on(t.course_module_id, t.student_id),
    index('attendance_totals_student').on(t.student_id),
    // All that is asked of those near or over the limit of a module, so that nothing else is read.
    index('attendance_totals_standing').on(t.course_module_id, t.missed, t.id, t.institution_id),
    index('attendance_totals_missed').on(t.institution_id, t.missed, t.id),
  ],
);

/** Registers as they arrived: tells a second arrival from a new one, and keeps why something was corrected. */
export const attendanceRegisters = pgTable(
  'attendance_registers',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    client_id: uuid(),
    session_id: integer().notNull(),
    account_id: integer().notNull(),
    reason: text(),
    cells: jsonb().$type<{ student_id: number; status: Mark }[]>().notNull(),
  },
  (t) => [
    uniqueIndex('attendance_registers_client').on(t.institution_id, t.client_id).where(sql`client_id is not null`),
    index('attendance_registers_session').on(t.session_id, t.id),
  ],
);

export const attendanceReasons = pgTable(
  'attendance_reasons',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    kind: text().$type<One<typeof reasonKinds>>().notNull(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    text: text().notNull(),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    status: text().$type<ReasonState>().notNull().default('SUBMITTED'),
    submitted_by: integer().notNull(),
    decision: text(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
  },
  (t) => [
    index('attendance_reasons_student').on(t.student_id, t.starts_on).where(living),
    index('attendance_reasons_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('attendance_reasons_starts').on(t.institution_id, t.starts_on, t.id).where(living),
  ],
);

/** While students may check themselves in; the secret never leaves the server. */
export const checkInWindows = pgTable('check_in_windows', {
  session_id: integer().primaryKey(),
  institution_id: institution(),
  secret: text().notNull(),
  opens_at: instant('opens_at').notNull(),
  closes_at: instant('closes_at').notNull(),
});

export const checkIns = pgTable(
  'check_ins',
  {
    institution_id: institution(),
    session_id: integer().notNull(),
    student_id: integer().notNull(),
    at: instant('at').notNull().default(sql`edulab_now()`),
  },
  (t) => [primaryKey({ columns: [t.session_id, t.student_id] })],
);
