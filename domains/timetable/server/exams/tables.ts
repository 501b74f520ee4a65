import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { semesters } from '#domains/institutions/server/index.ts';
import { createdAt, id, instant, institution, record, version } from '#platform/server/records/columns.ts';
import type { Bell } from '../../shapes.ts';
import type { examStates } from '../../shapes-exams.ts';

/** Exams: when, in which rooms, on which seats. */

const living = sql`deleted_at is null`;

export const examPeriods = pgTable(
  'exam_periods',
  {
    ...record(),
    institution_id: institution(),
    semester_id: integer()
      .notNull()
      .references(() => semesters.id),
    title: text().notNull(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    sittings: jsonb().$type<Bell[]>().notNull(),
    state: text().$type<(typeof examStates)[number]>().notNull().default('DRAFT'),
    /** Which attempt its exams are: of those after the first only who registered for it takes part. */
    attempt: smallint().notNull().default(1),
    /** Only for students of these groups, and only of these modules; none: all. */
    group_ids: integer().array().notNull().default(sql`'{}'`),
    course_module_ids: integer().array().notNull().default(sql`'{}'`),
    /** How often a student has two exams on one day. */
    twice: integer(),
    /** How many places in exams fell out when they were last spread, by what bars; none: everybody was seated. */
    left_out: jsonb().$type<Record<string, number>>().notNull().default(sql`'{}'`),
    job_id: integer(),
    published_at: instant('published_at'),
    published_by: integer(),
  },
  (t) => [index('exam_periods_sort').on(t.institution_id, t.starts_on, t.id).where(living)],
);

/** The exam of a module in a period. Date and sitting are given together or not at all. */
/** Exams `e` that still need a place; one that nobody takes needs none. */
export const needsPlace = sql`(e.date is null and e.student_ids <> '{}')`;

export const exams = pgTable(
  'exams',
  {
    ...record(),
    institution_id: institution(),
    period_id: integer()
      .notNull()
      .references(() => examPeriods.id),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    minutes: smallint().notNull().default(120),
    date: date(),
    sitting: smallint(),
    fixed: boolean().notNull().default(false),
    /** Who takes the module and was admitted when the exams were last spread. */
    student_ids: integer().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('exams_one').on(t.period_id, t.course_module_id).where(living),
    index('exams_sort').on(t.period_id, t.date, t.sitting, t.id).where(living),
    index('exams_module').on(t.course_module_id).where(living),
  ],
);

/** A room at a sitting, and who sees to it. */
export const examHalls = pgTable(
  'exam_halls',
  {
    id: id(),
    version: version(),
    institution_id: institution(),
    created_at: createdAt(),
    period_id: integer()
      .notNull()
      .references(() => examPeriods.id),
    date: date().notNull(),
    sitting: smallint().notNull(),
    room_id: integer().notNull(),
    seat_rows: smallint().notNull(),
    seat_columns: smallint().notNull(),
    apart: boolean().notNull().default(false),
    staff_ids: integer().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('exam_halls_one').on(t.period_id, t.date, t.sitting, t.room_id),
    index('exam_halls_staff').using('gin', t.staff_ids),
  ],
);

/** Tens of thousands in a period, written and taken out together: no history of their own. */
export const examHallSeats = pgTable(
  'exam_hall_seats',
  {
    id: id(),
    institution_id: institution(),
    hall_id: integer()
      .notNull()
      .references(() => examHalls.id, { onDelete: 'cascade' }),
    seat_row: smallint().notNull(),
    seat_column: smallint().notNull(),
    exam_id: integer().notNull(),
    student_id: integer().notNull(),
    extra_minutes: smallint().notNull().default(0),
  },
  (t) => [
    uniqueIndex('exam_hall_seats_place').on(t.hall_id, t.seat_row, t.seat_column),
    uniqueIndex('exam_hall_seats_once').on(t.exam_id, t.student_id),
    index('exam_hall_seats_student').on(t.student_id),
  ],
);
