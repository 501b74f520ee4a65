import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import {
  createdAt,
  id,
  instant,
  institution,
  record,
  title,
  updatedAt,
  version,
} from '#platform/server/records/columns.ts';
import type {
  componentKinds,
  componentSources,
  planScales,
  planStates,
  retakeCounts,
  retakeStates,
  scaleCodes,
  specials,
} from '../shapes.ts';
import type { boardRoles } from '../shapes-release.ts';
import type { MarkState } from '../workflow.ts';

/** What is assessed, what was reached, and what it makes together. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
/** 0 to 100 in steps of a tenth. The driver gives numerics as text, so they are read as numbers. */
const mark = () => numeric({ precision: 5, scale: 1, mode: 'number' });
const percent = () => numeric({ precision: 5, scale: 2, mode: 'number' });

/** How a course module is assessed: one or none of a course module. */
export const assessmentPlans = pgTable(
  'assessment_plans',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    pass_mark: mark().notNull().default(60),
    /** In which scale totals are shown first; all of them are kept. */
    scale: text().$type<(typeof planScales)[number]>().notNull().default('P100'),
    /** How often a student may try again. */
    retake_attempts: smallint().notNull().default(2),
    /** The most that a total with a retaken component can be; none: no cap. */
    retake_cap: mark(),
    retake_fee: numeric({ precision: 14, scale: 2 }),
    retake_counts: text().$type<One<typeof retakeCounts>>().notNull().default('BEST'),
    /** Components that may be compensated pass below their minimum when the total passes. */
    compensation: boolean().notNull().default(false),
    entry_opens_on: date(),
    entry_closes_on: date(),
    /** Days after confirmation in which students may appeal; then marks lock. */
    appeal_days: smallint().notNull().default(10),
    state: text().$type<One<typeof planStates>>().notNull().default('DRAFT'),
    /** From the first mark on, changes need a reason. */
    marking_begun_at: instant('marking_begun_at'),
  },
  (t) => [
    uniqueIndex('assessment_plans_one').on(t.course_module_id).where(living),
    index('assessment_plans_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('assessment_plans_updated').on(t.institution_id, t.updated_at, t.id).where(living),
    index('assessment_plans_state').on(t.institution_id, t.state, t.id).where(living),
  ],
);

/** What a plan consists of; those with a parent are sub-components. Only components without sub-components have marks. */
export const assessmentComponents = pgTable(
  'assessment_components',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    parent_id: integer(),
    code: text().notNull(),
    title: title(),
    kind: text().$type<One<typeof componentKinds>>().notNull(),
    /** Percent of the parent, or of the module; siblings make 100. */
    weight: percent().notNull(),
    minimum: mark(),
    compensable: boolean().notNull().default(false),
    source: text().$type<One<typeof componentSources>>().notNull().default('MANUAL'),
    /** Whose points make the mark, for the source HOMEWORK; none: all of the module. */
    homework_ids: integer().array().notNull().default(sql`'{}'`),
    position: smallint().notNull(),
    due_at: instant('due_at'),
    exam_date: date(),
    /** Markers see codes instead of names until publication. */
    anonymous: boolean().notNull().default(false),
    /** Share of the works that a second marker marks as well, percent. */
    second_marking_share: percent().notNull().default(0),
  },
  (t) => [
    uniqueIndex('assessment_components_code')
      .on(t.course_module_id, sql`lower(code)`, sql`coalesce(parent_id, 0)`)
      .where(living),
    index('assessment_components_module').on(t.course_module_id, t.position, t.id).where(living),
    index('assessment_components_sort').on(t.institution_id, t.course_module_id, t.position, t.id).where(living),
    index('assessment_components_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('assessment_components_parent').on(t.parent_id),
  ],
);

/** What is looked at in a component, and its levels: a rubric. */
export const assessmentCriteria = pgTable(
  'assessment_criteria',
  {
    ...record(),
    institution_id: institution(),
    component_id: integer()
      .notNull()
      .references(() => assessmentComponents.id),
    title: title(),
    weight: percent().notNull(),
    levels: jsonb().$type<{ title: string; points: number; description: string }[]>().notNull().default(sql`'[]'`),
    position: smallint().notNull().default(1),
  },
  (t) => [
    index('assessment_criteria_component').on(t.component_id, t.position, t.id).where(living),
    index('assessment_criteria_sort').on(t.institution_id, t.component_id, t.position, t.id).where(living),
    index('assessment_criteria_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/**
 * One row per student, component and attempt. What happens to it is kept by the ledger. It has no foreign keys because
 * there are hundreds of thousands; components and students are never removed, only marked as deleted.
 */
export const marks = pgTable(
  'marks',
  {
    id: id(),
    version: version(),
    institution_id: institution(),
    course_module_id: integer().notNull(),
    component_id: integer().notNull(),
    student_id: integer().notNull(),
    attempt: smallint().notNull().default(1),
    value: mark(),
    /** Instead of a value; null where there is one. */
    special: text().$type<One<typeof specials>>(),
    status: text().$type<MarkState>().notNull().default('DRAFT'),
    /** Where it stood before it was withheld. */
    held_from: text().$type<MarkState>(),
    /** What the first marker gave, where moderation changed it. */
    first_value: mark(),
    second_value: mark(),
    second_marker: integer(),
    comment: text(),
    marked_by: integer(),
    marked_at: instant('marked_at').notNull().default(sql`edulab_now()`),
  },
  (t) => [
    uniqueIndex('marks_one').on(t.component_id, t.student_id, t.attempt),
    index('marks_module').on(t.course_module_id, t.student_id),
    index('marks_student').on(t.student_id, t.course_module_id),
    // Few try again; totals ask first whether anybody did.
    index('marks_again').on(t.course_module_id, t.student_id).where(sql`attempt > 1`),
  ],
);

/** What a student got in each criterion of a component; the mark follows from them. */
export const criterionMarks = pgTable(
  'criterion_marks',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    institution_id: institution(),
    criterion_id: integer()
      .notNull()
      .references(() => assessmentCriteria.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    attempt: smallint().notNull().default(1),
    /** 0 to 100 of the criterion. */
    points: mark().notNull(),
    level: smallint(),
    comment: text(),
    /** Who gave them: they are hidden from second markers before the mark itself is there. */
    marked_by: integer(),
  },
  (t) => [
    uniqueIndex('criterion_marks_one').on(t.criterion_id, t.student_id, t.attempt),
    index('criterion_marks_student').on(t.student_id),
  ],
);

/** What the marks of a module make together, as `assessment_compute` (guards.sql) finds it; nobody else writes here. */
export const moduleResults = pgTable(
  'module_results',
  {
    id: id(),
    institution_id: institution(),
    course_module_id: integer().notNull(),
    student_id: integer().notNull(),
    /** Of what is marked so far, as long as it is not complete. */
    total: mark().notNull(),
    letter: text(),
    five: numeric({ precision: 3, scale: 1, mode: 'number' }),
    ects: text(),
    passed: boolean(),
    /** The highest attempt that counts. */
    attempt: smallint().notNull().default(1),
    complete: boolean().notNull(),
    /** How far all of its marks have come; WITHHELD and DEFERRED as soon as one is. */
    status: text().$type<MarkState>().notNull(),
    why_not: text().array().notNull().default(sql`'{}'`),
    /** Digest of everything that went in, so that an old total is told from a new one. */
    inputs: text().notNull(),
    computed_at: instant('computed_at').notNull().default(sql`edulab_now()`),
  },
  (t) => [
    uniqueIndex('module_results_one').on(t.course_module_id, t.student_id),
    index('module_results_student').on(t.student_id, t.course_module_id),
    index('module_results_sort').on(t.institution_id, t.id),
    // What waits for a board: few of all, so that it costs nothing until marks are published.
    index('module_results_board')
      .on(t.institution_id, t.course_module_id)
      .where(sql`status = 'PUBLISHED' and complete`),
  ],
);

/** From 0–100 to what institutions write: boundaries by the day from which they hold. Without a row the usual ones of guards.sql hold. */
export const gradeScales = pgTable(
  'grade_scales',
  {
    ...record(),
    institution_id: institution(),
    /** LETTER, FIVE or ECTS. */
    code: text().$type<(typeof scaleCodes)[number]>().notNull(),
    title: title(),
    valid_from: date().notNull(),
    /** From the highest down; the last begins at 0. */
    bands: jsonb().$type<{ from: number; grade: string; point: number }[]>().notNull(),
  },
  (t) => [
    uniqueIndex('grade_scales_one').on(t.institution_id, t.code, t.valid_from).where(living),
    index('grade_scales_sort').on(t.institution_id, t.code, t.valid_from, t.id).where(living),
  ],
);

/** What a degree is called by its average: the classes from the best down. */
export const degreeClasses = pgTable(
  'degree_classes',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: title(),
    /** Weighted by credits. */
    minimum_average: percent().notNull(),
    /** The lowest total that is allowed. */
    minimum_total: mark(),
    /** Whether somebody who retook anything can have it. */
    retakes_allowed: boolean().notNull().default(true),
    /** None: of every level. */
    level: text().$type<StudyLevel>(),
    /** The first year of entry for which it holds, until the next year that has classes. */
    entry_year: smallint().notNull().default(0),
    /** That share of the credits, percent, must have this mark at least. */
    best_from: mark(),
    best_share: percent(),
    /** Points below the average within which a board is shown that it was missed by little. */
    borderline: mark().notNull().default(0),
    /** A diploma with honours, the red one. */
    honours: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('degree_classes_code')
      .on(t.institution_id, t.entry_year, sql`coalesce(level, '')`, sql`lower(code)`)
      .where(living),
    index('degree_classes_sort').on(t.institution_id, t.minimum_average, t.id).where(living),
  ],
);

/** Sittings of a module: the first is attempt 1, those after it are for retakes. */
export const assessmentAttempts = pgTable(
  'assessment_attempts',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    number: smallint().notNull(),
    opens_on: date().notNull(),
    closes_on: date().notNull(),
    note: text(),
  },
  (t) => [
    uniqueIndex('assessment_attempts_one').on(t.course_module_id, t.number).where(living),
    index('assessment_attempts_opens').on(t.institution_id, t.opens_on, t.id).where(living),
  ],
);

/** That a student may, and will, try again. */
export const assessmentRetakes = pgTable(
  'assessment_retakes',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    attempt: smallint().notNull(),
    /** None: all components that may be retaken. */
    component_ids: integer().array().notNull().default(sql`'{}'`),
    /** False where a supported claim takes the cap away. */
    capped: boolean().notNull().default(true),
    /** In soʻm; whoever keeps money charges it, and knows whether it is paid. */
    fee: numeric({ precision: 14, scale: 2 }),
    /** Noted by hand before fees were debits; nobody writes it any more. */
    paid_on: date(),
    reason: text(),
    state: text().$type<One<typeof retakeStates>>().notNull().default('REGISTERED'),
  },
  (t) => [
    uniqueIndex('assessment_retakes_one').on(t.course_module_id, t.student_id, t.attempt).where(living),
    index('assessment_retakes_student').on(t.student_id).where(living),
    index('assessment_retakes_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** The board that confirmed the marks of a module, once and for good. */
export const assessmentBoards = pgTable(
  'assessment_boards',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    /** Of the minutes. */
    number: text().notNull(),
    held_on: date().notNull(),
    members: jsonb().$type<{ staff_id?: number | null; name: string; role: One<typeof boardRoles> }[]>().notNull(),
    note: text(),
    account_id: integer().notNull(),
    /** How many marks it confirmed. */
    confirmed: integer().notNull(),
    /** The minutes as they were issued. */
    document_id: integer(),
    /** Totals as the board saw them; what happens to a mark afterwards is an amendment's minutes. */
    results: jsonb()
      .$type<
        {
          name: string;
          student_no: string;
          total: number;
          letter: string | null;
          /** Codes of what it was told of the student; none of boards from before it was. */
          notes?: string[];
          five: number | null;
          passed: boolean | null;
          status: string;
        }[]
      >()
      .notNull(),
  },
  (t) => [
    index('assessment_boards_module').on(t.course_module_id, t.id),
    index('assessment_boards_held').on(t.institution_id, t.held_on, t.id),
  ],
);
