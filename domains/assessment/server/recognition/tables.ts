import { sql } from 'drizzle-orm';
import { boolean, index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';

/** Credits that were earned elsewhere, or here in another course, and what they are in the course of now. */

const standing = sql`deleted_at is null and withdrawn_at is null`;

export const creditRecognitions = pgTable(
  'credit_recognitions',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    /** Where it was passed, as the papers say; none where that was another course of the institution. */
    origin: text(),
    from_course_id: integer(),
    source_course_module_id: integer(),
    /** As it is written there. */
    source_module: text(),
    source_credits: numeric({ precision: 4, scale: 1, mode: 'number' }),
    source_grade: text(),
    /** What it is here; none where it does not count in the course of now. */
    module_id: integer(),
    credits: numeric({ precision: 4, scale: 1, mode: 'number' }).notNull(),
    /** The mark as recognised; of a module passed here it is that of its result. */
    total: numeric({ precision: 4, scale: 1, mode: 'number' }),
    /** The commission or person, with its minutes. */
    decided_by: text(),
    account_id: integer(),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    withdrawn_at: instant('withdrawn_at'),
    withdrawn_by: integer(),
    withdrawal_reason: text(),
  },
  (t) => [
    uniqueIndex('credit_recognitions_one')
      .on(t.student_id, t.module_id)
      .where(sql`${standing} and module_id is not null`),
    uniqueIndex('credit_recognitions_source')
      .on(t.student_id, t.source_course_module_id)
      .where(sql`${standing} and source_course_module_id is not null`),
    index('credit_recognitions_student').on(t.student_id, t.id).where(sql`deleted_at is null`),
  ],
);

/** What a level makes of marks that others gave. Without a row they are shown and count in no average. */
export const recognitionRules = pgTable(
  'recognition_rules',
  {
    ...record(),
    institution_id: institution(),
    level: text().$type<StudyLevel>().notNull(),
    marks_count: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex('recognition_rules_one').on(t.institution_id, t.level).where(sql`deleted_at is null`)],
);
