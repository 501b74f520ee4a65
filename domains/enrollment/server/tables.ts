import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { applications, type ClosedApplication } from '#domains/admissions/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { type Readmission, students } from '#domains/students/server/index.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';
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
  enrollment_id: number;
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
