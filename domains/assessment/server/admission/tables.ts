import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { institution, record } from '#platform/server/records/columns.ts';

/** That somebody decided otherwise than the rules, and why. */
export const examAdmissions = pgTable(
  'exam_admissions',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer().notNull(),
    student_id: integer().notNull(),
    allowed: boolean().notNull(),
    reason: text().notNull(),
    account_id: integer().notNull(),
  },
  (t) => [
    uniqueIndex('exam_admissions_one').on(t.course_module_id, t.student_id).where(sql`deleted_at is null`),
    index('exam_admissions_student').on(t.student_id),
  ],
);
