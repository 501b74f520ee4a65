import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { courseModules, courses } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { institution, record } from '#platform/server/records/columns.ts';
import type { choiceStates, groupKinds, groupStates, studyLanguages } from '../shapes.ts';

/** Who learns together, since when; who looks after them; who chose which module. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];

/** A group stays the same people through the years; which year of study it is in follows from its year of entry. */
export const groups = pgTable(
  'groups',
  {
    ...record(),
    institution_id: institution(),
    name: text().notNull(),
    /** Subgroups are parts of a group for lessons in small rooms; a student is in one main group at a time. */
    kind: text().$type<One<typeof groupKinds>>().notNull().default('MAIN'),
    parent_id: integer(),
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    entry_year: smallint().notNull(),
    language: text().$type<One<typeof studyLanguages>>().notNull(),
    education_form_id: integer(),
    capacity: smallint().notNull(),
    status: text().$type<One<typeof groupStates>>().notNull().default('ACTIVE'),
    /** The last day of a group whose programme ends; in the night after it the group is finished. */
    finishes_on: date(),
  },
  (t) => [
    uniqueIndex('groups_name').on(t.institution_id, sql`lower(name)`).where(living),
    index('groups_sort').on(t.institution_id, t.name, t.id).where(living),
    index('groups_entry').on(t.institution_id, t.entry_year, t.id).where(living),
    index('groups_course').on(t.course_id, t.entry_year),
    index('groups_parent').on(t.parent_id),
  ],
);

/**
 * Membership by days. A transfer ends one row and begins another; rows of the past are not touched, so what was noted of
 * a group in autumn still belongs to those who were in it then. guards.sql forbids two main groups on one day and more
 * people than there are places.
 */
export const groupMembers = pgTable(
  'group_members',
  {
    ...record(),
    institution_id: institution(),
    group_id: integer()
      .notNull()
      .references(() => groups.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    /** The group's kind, kept by the database. */
    kind: text().$type<One<typeof groupKinds>>().notNull().default('MAIN'),
    starts_on: date().notNull(),
    /** The last day in the group; open while they are in it. */
    ends_on: date(),
    reason: text(),
  },
  (t) => [
    index('group_members_group').on(t.group_id, t.student_id).where(living),
    index('group_members_student').on(t.student_id, t.starts_on).where(living),
    index('group_members_now').on(t.institution_id, t.group_id).where(sql`deleted_at is null and ends_on is null`),
  ],
);

export const groupMentors = pgTable(
  'group_mentors',
  {
    ...record(),
    institution_id: institution(),
    group_id: integer()
      .notNull()
      .references(() => groups.id),
    staff_id: integer().notNull(),
    starts_on: date().notNull(),
    ends_on: date(),
  },
  (t) => [
    uniqueIndex('group_mentors_now').on(t.group_id).where(sql`ends_on is null and deleted_at is null`),
    index('group_mentors_staff').on(t.staff_id).where(living),
  ],
);

/** Optional modules that students chose. Places are counted under a lock on the course module. */
export const moduleChoices = pgTable(
  'module_choices',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    state: text().$type<One<typeof choiceStates>>().notNull().default('CHOSEN'),
  },
  (t) => [
    uniqueIndex('module_choices_one').on(t.course_module_id, t.student_id).where(living),
    index('module_choices_student').on(t.student_id).where(living),
    index('module_choices_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** Applied shuffles, so that one can be taken back. */
export const groupShuffles = pgTable('group_shuffles', {
  ...record(),
  institution_id: institution(),
  from_day: date().notNull(),
  moves: jsonb().$type<{ student_id: number; name: string; from_group_id: number; to_group_id: number }[]>().notNull(),
});
