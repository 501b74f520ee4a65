import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, institution, version } from '#platform/server/records/columns.ts';
import type { penaltyOperations } from '../../shapes-records.ts';

/** What a case of another domain does to marks: it holds them while it is open, and may leave a penalty. */

/** Why a mark is not shown now. It ends once; nothing of it is changed afterwards (guards.sql). */
export const markHolds = pgTable(
  'mark_holds',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    /** Whose it is: the domain's word, and its record. */
    kind: text().notNull(),
    source_id: integer().notNull(),
    number: text().notNull(),
    course_module_id: integer().notNull(),
    component_id: integer().notNull(),
    student_id: integer().notNull(),
    opened_by: integer().notNull(),
    ended_at: instant('ended_at'),
    ended_by: integer(),
  },
  (t) => [
    uniqueIndex('mark_holds_one').on(t.kind, t.source_id),
    index('mark_holds_open').on(t.course_module_id, t.student_id).where(sql`ended_at is null`),
    index('mark_holds_student').on(t.student_id),
  ],
);

/** An operation on a mark or a module's total. The mark stays what its markers gave; what counts is made of both. */
export const markPenalties = pgTable(
  'mark_penalties',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    kind: text().notNull(),
    source_id: integer().notNull(),
    number: text().notNull(),
    operation: text().$type<(typeof penaltyOperations)[number]>().notNull(),
    course_module_id: integer().notNull(),
    student_id: integer().notNull(),
    /** The mark on which it was incurred; an operation on the module is told at the same. */
    mark_id: integer().notNull(),
    component_id: integer().notNull(),
    attempt: smallint().notNull(),
    applied_by: integer().notNull(),
    /** The amendments by which it came and went. */
    amendment_id: integer(),
    removed_at: instant('removed_at'),
    removed_by: integer(),
    removal_id: integer(),
  },
  (t) => [
    // One case has one penalty at a time.
    uniqueIndex('mark_penalties_live').on(t.kind, t.source_id).where(sql`removed_at is null`),
    index('mark_penalties_module').on(t.course_module_id, t.student_id).where(sql`removed_at is null`),
    index('mark_penalties_mark').on(t.mark_id),
    index('mark_penalties_source').on(t.kind, t.source_id, t.id),
  ],
);
