import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { semesters } from '#domains/institutions/server/index.ts';
import { createdAt, id, instant, institution, record } from '#platform/server/records/columns.ts';
import type { Bell, LessonKind, LessonWeek, timetableStates, wishKinds } from '../shapes.ts';

/** Timetables of the week, and when people and rooms are not to be had. The dated lessons that come of them are attendance’s. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];

export const timetables = pgTable(
  'timetables',
  {
    ...record(),
    institution_id: institution(),
    semester_id: integer()
      .notNull()
      .references(() => semesters.id),
    title: text().notNull(),
    state: text().$type<One<typeof timetableStates>>().notNull().default('DRAFT'),
    days: smallint().notNull().default(6),
    bells: jsonb().$type<Bell[]>().notNull(),
    /** What the search found it to cost. */
    cost: integer(),
    job_id: integer(),
    published_at: instant('published_at'),
    published_by: integer(),
  },
  (t) => [
    uniqueIndex('timetables_published').on(t.semester_id).where(sql`state = 'PUBLISHED' and deleted_at is null`),
    index('timetables_sort').on(t.institution_id, t.created_at, t.id).where(living),
    index('timetables_title').on(t.institution_id, t.title, t.id).where(living),
  ],
);

/** A lesson of the week. Day, session and room are given together or not at all. */
export const timetableEntries = pgTable(
  'timetable_entries',
  {
    ...record(),
    institution_id: institution(),
    timetable_id: integer()
      .notNull()
      .references(() => timetables.id),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    kind: text().$type<LessonKind>().notNull(),
    staff_id: integer(),
    /** Who gives it together with that teacher. */
    co_staff_ids: integer().array().notNull().default(sql`'{}'`),
    room_id: integer(),
    group_ids: integer().array().notNull().default(sql`'{}'`),
    day: smallint(),
    session: smallint(),
    length: smallint().notNull().default(1),
    week: text().$type<LessonWeek>().notNull().default('EVERY'),
    fixed: boolean().notNull().default(false),
  },
  (t) => [
    index('timetable_entries_sort').on(t.timetable_id, t.day, t.session, t.id).where(living),
    index('timetable_entries_staff').on(t.timetable_id, t.staff_id).where(living),
    index('timetable_entries_room').on(t.timetable_id, t.room_id).where(living),
    index('timetable_entries_groups').using('gin', t.group_ids).where(living),
    index('timetable_entries_module').on(t.course_module_id).where(living),
  ],
);

/** What lessons of a kind of a module need beyond what their plan says; one row for each. */
export const timetableRequirements = pgTable(
  'timetable_requirements',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    kind: text().$type<LessonKind>().notNull(),
    length: smallint().notNull().default(1),
    /** In which weeks; null as it falls out. */
    week: text().$type<LessonWeek>(),
    /** Whether each part of a group has its own; null: only laboratories. */
    split: boolean(),
    /** They give each lesson together; none: the module's teachers share the groups. */
    staff_ids: integer().array().notNull().default(sql`'{}'`),
    features: text().array().notNull().default(sql`'{}'`),
    building_id: integer(),
    room_id: integer(),
    note: text(),
  },
  (t) => [
    uniqueIndex('timetable_requirements_one').on(t.course_module_id, t.kind).where(living),
    index('timetable_requirements_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** A search at work: written outside its transaction, so that it is seen while it runs and can be stopped. */
export const timetableRuns = pgTable(
  'timetable_runs',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    /** Of lessons, or of exams. */
    timetable_id: integer(),
    exam_period_id: integer(),
    stop: boolean().notNull().default(false),
    line: jsonb().$type<{ seconds: number; cost: number; unplaced: number }[]>().notNull().default(sql`'[]'`),
    /** From what the timetable's cost was counted, which is good for as long as that is so. */
    cost_key: text(),
    /** The best so far, from which the search goes on after a crash: lessons of a week, or slots of exams. */
    kept: jsonb().$type<{ seconds: number; state: unknown[] }>(),
  },
  (t) => [
    uniqueIndex('timetable_runs_one').on(t.timetable_id),
    uniqueIndex('timetable_runs_exams').on(t.exam_period_id),
  ],
);

/** What a publication did to the dated lessons, enough to take it back. */
export const timetablePublications = pgTable(
  'timetable_publications',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    timetable_id: integer().notNull(),
    /** The one that was in force before. */
    previous_id: integer(),
    from_day: date().notNull(),
    made: integer().array().notNull(),
    removed: integer().array().notNull(),
    /** Dated lessons as they were before they changed. */
    before: jsonb().$type<Record<string, unknown>[]>().notNull(),
    undone: boolean().notNull().default(false),
  },
  (t) => [index('timetable_publications_of').on(t.timetable_id, t.id)],
);

/** When a teacher cannot or would rather not come, or a room is closed; holds every week until it is taken out. */
export const timetableWishes = pgTable(
  'timetable_wishes',
  {
    ...record(),
    institution_id: institution(),
    staff_id: integer(),
    room_id: integer(),
    day: smallint().notNull(),
    from_session: smallint().notNull(),
    to_session: smallint().notNull(),
    week: text().$type<LessonWeek>().notNull().default('EVERY'),
    kind: text().$type<One<typeof wishKinds>>().notNull(),
    weight: smallint().notNull().default(5),
    note: text(),
  },
  (t) => [
    index('timetable_wishes_sort').on(t.institution_id, t.day, t.from_session, t.id).where(living),
    index('timetable_wishes_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('timetable_wishes_staff').on(t.staff_id).where(living),
    index('timetable_wishes_room').on(t.room_id).where(living),
  ],
);
