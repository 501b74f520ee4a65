import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, instant, institution, record, updatedAt } from '#platform/server/records/columns.ts';
import type { attemptStates, lessonKinds, packageKinds, successStates } from '../shapes.ts';
import type { Item } from './packages/manifest.ts';
import type { Rules } from './packages/rules.ts';
import type { Navigation, State } from './packages/sequencer.ts';

/** What is learnt in a module, lesson by lesson; the works that students hand in; e-learning packages and their attempts. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
const points = () => numeric({ precision: 6, scale: 2, mode: 'number' });
const fileIds = () => integer().array().notNull().default(sql`'{}'`);

/** What is read and seen, wherever it is taught. */
export const material = () => ({
  content: text().notNull().default(''),
  video_url: text(),
  links: jsonb().$type<{ title: string; url: string }[]>().notNull().default(sql`'[]'`),
  file_ids: fileIds(),
});

export const lessons = pgTable(
  'lessons',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    position: smallint().notNull(),
    kind: text().$type<One<typeof lessonKinds>>().notNull(),
    title: text().notNull(),
    ...material(),
    /** Days of the institution, both counted. */
    visible_from: date(),
    visible_until: date(),
    published: boolean().notNull().default(false),
  },
  (t) => [
    index('lessons_module').on(t.course_module_id, t.position, t.id).where(living),
    index('lessons_sort').on(t.institution_id, t.course_module_id, t.position, t.id).where(living),
    index('lessons_title').on(t.institution_id, t.title, t.id).where(living),
    index('lessons_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** One or none of a lesson. */
export const homeworks = pgTable(
  'lesson_homeworks',
  {
    ...record(),
    institution_id: institution(),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id),
    instructions: text().notNull().default(''),
    file_ids: fileIds(),
    opens_at: instant('opens_at'),
    due_at: instant('due_at').notNull(),
    late_days: smallint().notNull().default(0),
    max_points: points().notNull().default(100),
  },
  (t) => [
    uniqueIndex('lesson_homeworks_lesson').on(t.lesson_id).where(living),
    index('lesson_homeworks_due').on(t.institution_id, t.due_at, t.id).where(living),
  ],
);

/** Deadlines of which students were reminded. */
export const homeworkReminders = pgTable(
  'homework_reminders',
  {
    institution_id: institution(),
    homework_id: integer()
      .notNull()
      .references(() => homeworks.id, { onDelete: 'cascade' }),
    due_at: instant('due_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.homework_id, t.due_at] })],
);

/** Works as they were handed in: each a version that stays. What the teacher says of one stands beside it. */
export const submissions = pgTable(
  'homework_submissions',
  {
    ...record(),
    institution_id: institution(),
    homework_id: integer()
      .notNull()
      .references(() => homeworks.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    number: smallint().notNull(),
    text: text().notNull().default(''),
    file_ids: fileIds(),
    submitted_at: instant('submitted_at').notNull(),
    /** After the deadline that then held for everybody. Whether it counts as late says that of its student. */
    late: boolean().notNull(),
    points: points(),
    feedback: text(),
    assessed_by: integer(),
    returned_at: instant('returned_at'),
  },
  (t) => [
    uniqueIndex('homework_submissions_one').on(t.homework_id, t.student_id, t.number),
    index('homework_submissions_student').on(t.student_id, t.submitted_at),
  ],
);

/** The zip stays as it came and is read, entry by entry, when somebody opens it. */
export const packages = pgTable(
  'lesson_packages',
  {
    ...record(),
    institution_id: institution(),
    /** Null where another domain holds it: then it says in its own tables where the package stands. */
    lesson_id: integer().references(() => lessons.id),
    file_id: integer().notNull(),
    kind: text().$type<One<typeof packageKinds>>().notNull(),
    title: text().notNull(),
    items: jsonb().$type<Item[]>().notNull(),
    /** Rules of the manifest for the way through its parts; null where it gives none. */
    sequencing: jsonb().$type<Rules>(),
  },
  (t) => [
    uniqueIndex('lesson_packages_lesson').on(t.lesson_id).where(living),
    index('lesson_packages_file').on(t.file_id),
  ],
);

/** Who learns: a student, or somebody whom the holder of the package knows by a number of its own. */
const learner = () => ({
  student_id: integer().references(() => students.id),
  learner_id: integer(),
});
const oneLearner = (name: string) => check(name, sql`(student_id is null) <> (learner_id is null)`);

/** What somebody reached in one part of a package in one attempt. Written by the content itself every minute, so it has no history. */
export const attempts = pgTable(
  'package_attempts',
  {
    id: id(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    institution_id: institution(),
    package_id: integer()
      .notNull()
      .references(() => packages.id),
    ...learner(),
    /** Of who is no student: the name that the content is told. */
    learner_name: text(),
    number: smallint().notNull(),
    sco: text().notNull(),
    status: text().$type<One<typeof attemptStates>>().notNull().default('NOT_ATTEMPTED'),
    success: text().$type<One<typeof successStates>>().notNull().default('UNKNOWN'),
    /** 0 to 100. */
    score: numeric({ precision: 5, scale: 2, mode: 'number' }),
    /** The data model as the content left it. */
    cmi: jsonb().$type<Record<string, string>>().notNull().default(sql`'{}'`),
    /** The newest opening, and the newest report from it that was taken. */
    launch: integer().notNull().default(0),
    sequence: integer().notNull().default(-1),
    /** Seconds by opening, so that a report that comes twice counts once. */
    times: jsonb().$type<Record<string, number>>().notNull().default(sql`'{}'`),
    seconds: integer().notNull().default(0),
    /** Those of them that belong to tries which its rules have ended: the part began anew since. */
    earlier: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('package_attempts_one').on(t.package_id, t.student_id, t.number, t.sco),
    uniqueIndex('package_attempts_learner').on(t.package_id, t.learner_id, t.number, t.sco),
    oneLearner('package_attempts_who'),
    index('package_attempts_student').on(t.student_id, t.package_id),
  ],
);

/** Where somebody stands in a package with rules, in one attempt, and what the rules make of the whole. No history either. */
export const trees = pgTable(
  'package_trees',
  {
    id: id(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    institution_id: institution(),
    package_id: integer()
      .notNull()
      .references(() => packages.id),
    ...learner(),
    number: smallint().notNull(),
    state: jsonb().$type<State>(),
    navigation: jsonb().$type<Navigation>(),
    status: text().$type<One<typeof attemptStates>>().notNull().default('NOT_ATTEMPTED'),
    success: text().$type<One<typeof successStates>>().notNull().default('UNKNOWN'),
    score: numeric({ precision: 5, scale: 2, mode: 'number' }),
  },
  (t) => [
    uniqueIndex('package_trees_one').on(t.package_id, t.student_id, t.number),
    uniqueIndex('package_trees_learner').on(t.package_id, t.learner_id, t.number),
    oneLearner('package_trees_who'),
    index('package_trees_student').on(t.student_id),
  ],
);
