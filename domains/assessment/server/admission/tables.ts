import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, institution, record } from '#platform/server/records/columns.ts';

/** That somebody decided otherwise than the rules, and why. */
export const examAdmissions = pgTable(
  'exam_admissions',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer().notNull(),
    student_id: integer().notNull(),
    attempt: smallint().notNull().default(1),
    allowed: boolean().notNull(),
    reason: text().notNull(),
    account_id: integer().notNull(),
  },
  (t) => [
    uniqueIndex('exam_admissions_one').on(t.course_module_id, t.student_id, t.attempt).where(sql`deleted_at is null`),
    index('exam_admissions_student').on(t.student_id),
  ],
);

/** Who was admitted when an exam began, and what barred the others. Written once: what comes later changes nothing in it. */
export const examStandings = pgTable(
  'exam_standings',
  {
    institution_id: institution(),
    course_module_id: integer().notNull(),
    attempt: smallint().notNull(),
    student_id: integer().notNull(),
    admitted: boolean().notNull(),
    reasons: jsonb().$type<{ code: string; data: Record<string, unknown> }[]>().notNull().default(sql`'[]'`),
    as_of: date().notNull().default(sql`edulab_today()`),
    /** Kept on the day of the exam with the whole list; else with the first mark of the student. */
    listed: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.course_module_id, t.attempt, t.student_id] }),
    index('exam_standings_student').on(t.student_id),
  ],
);
