import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { applications, type ClosedApplication } from '#domains/admissions/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { type Readmission, students } from '#domains/students/server/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { Kept } from '#platform/server/records/kept.ts';
import type { Outcome } from '../shapes-turn.ts';
import type { EntryState, MembershipState } from '../workflow.ts';

/** Who studies what in which year, and how new students enrol. */

const living = sql`deleted_at is null`;

/** A year of study. guards.sql forbids two of one student and programme on one day. */
export const enrollments = pgTable(
  'enrollments',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    academic_year_id: integer().notNull(),
    study_year: smallint().notNull(),
    education_form_id: integer(),
    starts_on: date().notNull(),
    /** The last day. */
    ends_on: date().notNull(),
    order_number: text(),
    order_date: date(),
    note: text(),
    status: text().$type<MembershipState>().notNull().default('PLANNED'),
  },
  (t) => [
    index('enrollments_student').on(t.student_id, t.starts_on).where(living),
    index('enrollments_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('enrollments_starts').on(t.institution_id, t.starts_on, t.id).where(living),
    index('enrollments_ends').on(t.institution_id, t.ends_on, t.id).where(living),
    index('enrollments_status').on(t.institution_id, t.status, t.id).where(living),
    index('enrollments_year').on(t.institution_id, t.academic_year_id, t.id).where(living),
    index('enrollments_course').on(t.course_id, t.academic_year_id).where(living),
    index('enrollments_deleted').on(t.institution_id, t.deleted_at, t.id),
  ],
);

/** What the person declared when they enrolled. */
export interface Declared {
  [field: string]: string | number | boolean | null;
}

/** Everything that became of an applicant in one go, so that it can be taken back in one. */
export interface Receipt {
  day: string;
  from: 'PAID' | 'CONTRACT_ACCEPTED';
  role: string;
  /** Held the role already. */
  had_role: boolean;
  /** Was an applicant until then. */
  was_guest: boolean;
  group_member_id: number | null;
  /** The year of study of a new record; of a restoration its receipt keeps it. */
  enrollment_id: number | null;
  /** The admission or restoration with its order; absent before these had one. */
  change_id?: number | null;
  contract_id: number | null;
  debit_ids: number[];
  /** Version of the student's record as the enrolment left it. */
  student_version: number;
  /** When: whatever was written about the student later hangs on it. */
  at: string;
  /** Who was a student already: how they came in again, and what was written over. */
  again: Readmission | null;
  /** The role of the earlier record, which went with it. */
  took_role: string | null;
  /** Papers of the application that stand among the student's documents since then; absent before there was that. */
  paper_ids?: number[];
  /** Other applications that were closed. */
  closed: ClosedApplication[];
}

/** The enrolment of a new student: what the screen asks, its paper, and what was made of it. */
export const enrollmentEntries = pgTable(
  'enrollment_entries',
  {
    ...record(),
    institution_id: institution(),
    account_id: integer().notNull(),
    application_id: integer().references(() => applications.id),
    student_id: integer(),
    status: text().$type<EntryState>().notNull().default('REQUIRED'),
    details: jsonb().$type<Declared>(),
    document_id: integer(),
    confirmed_at: instant('confirmed_at'),
    completed_at: instant('completed_at'),
    receipt: jsonb().$type<Receipt>(),
  },
  (t) => [
    uniqueIndex('enrollment_entries_application').on(t.application_id).where(living),
    uniqueIndex('enrollment_entries_open')
      .on(t.institution_id, t.account_id)
      .where(sql`deleted_at is null and status in ('REQUIRED', 'DETAILS_CONFIRMED', 'DOCUMENT_DOWNLOADED')`),
    index('enrollment_entries_student').on(t.student_id),
    index('enrollment_entries_account').on(t.account_id, t.id),
  ],
);

/** What an institution asks of students of a level before the next year; shapes-turn.ts says what holds without a row. */
export const progressionRules = pgTable(
  'progression_rules',
  {
    ...record(),
    institution_id: institution(),
    level: text().$type<StudyLevel>().notNull(),
    /** Least credits of the year for whoever goes on with debts. */
    credits: numeric({ precision: 4, scale: 1, mode: 'number' }).notNull(),
    /** So many failed modules may be taken along. */
    debts: smallint().notNull(),
    /** How often one year may be repeated. */
    repeats: smallint().notNull(),
  },
  (t) => [uniqueIndex('progression_rules_one').on(t.institution_id, t.level).where(living)],
);

/** What a dean decided about one year of one student, against what the rules say. */
export const progressionExceptions = pgTable(
  'progression_exceptions',
  {
    ...record(),
    institution_id: institution(),
    enrollment_id: integer()
      .notNull()
      .references(() => enrollments.id),
    outcome: text().$type<Outcome>().notNull(),
    reason: text().notNull(),
    decided_by: integer().notNull(),
  },
  (t) => [uniqueIndex('progression_exceptions_one').on(t.enrollment_id).where(living)],
);

/** What a progression made beside years of study. */
export interface ProgressionReceipt {
  /** Ids of proposals that students leave. */
  proposals: number[];
  /** Places in groups that were ended and given. */
  places: Kept[];
}

/** A progression that was applied: from one academic year into the next. What is undone stays to be read. */
export const progressions = pgTable(
  'progressions',
  {
    ...record(),
    institution_id: institution(),
    academic_year_id: integer().notNull(),
    next_academic_year_id: integer().notNull(),
    order_number: text().notNull(),
    order_date: date().notNull(),
    made_by: integer().notNull(),
    receipt: jsonb().$type<ProgressionReceipt>().notNull().default({ proposals: [], places: [] }),
    undone_at: instant('undone_at'),
    undone_reason: text(),
  },
  (t) => [index('progressions_year').on(t.institution_id, t.academic_year_id)],
);

/** The receipt of a progression, by year of study: what was known then, what came of it, and what it made. */
export const progressionOutcomes = pgTable(
  'progression_outcomes',
  {
    institution_id: institution(),
    progression_id: integer()
      .notNull()
      .references(() => progressions.id),
    enrollment_id: integer()
      .notNull()
      .references(() => enrollments.id),
    outcome: text().$type<Outcome>().notNull(),
    proposed: text().$type<Outcome>().notNull(),
    cause: text().notNull(),
    /** The dean's, where one decided. */
    reason: text(),
    planned: numeric({ precision: 5, scale: 1, mode: 'number' }).notNull(),
    earned: numeric({ precision: 5, scale: 1, mode: 'number' }).notNull(),
    /** Ids of modules. */
    debts: integer().array().notNull(),
    open: smallint().notNull(),
    new_enrollment_id: integer().references(() => enrollments.id),
    /** The status before the year was closed; empty while its last day has not passed. */
    closed_from: text().$type<MembershipState>(),
    undone: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.progression_id, t.enrollment_id] }),
    uniqueIndex('progression_outcomes_once').on(t.enrollment_id).where(sql`not undone`),
    index('progression_outcomes_new').on(t.new_enrollment_id),
    index('progression_outcomes_open').on(t.enrollment_id).where(sql`closed_from is null and not undone`),
  ],
);

/** What one run of the act "new year" made, by part. */
export interface NewYearReceipt {
  /** Whether the academic year itself was made. */
  year: boolean;
  /** Ids of course modules. */
  plans: number[];
  /** Of agreements; runs of before fees were carried on have none. */
  fees?: number[];
  /** Of groups that got a last day. */
  groups: number[];
  contracts: number[];
}

/** A new year that was prepared from the one before, in as many runs as it took. What is undone stays to be read. */
export const newYears = pgTable(
  'new_years',
  {
    ...record(),
    institution_id: institution(),
    from_academic_year_id: integer().notNull(),
    academic_year_id: integer().notNull(),
    receipt: jsonb().$type<NewYearReceipt>().notNull(),
    made_by: integer().notNull(),
    undone_at: instant('undone_at'),
    undone_reason: text(),
  },
  (t) => [index('new_years_year').on(t.institution_id, t.from_academic_year_id)],
);
