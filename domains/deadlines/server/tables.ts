import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, instant, institution, record, updatedAt, version } from '#platform/server/records/columns.ts';
import type { effects, TargetKind } from '../shapes.ts';

/** What was decided elsewhere about dates of students: the newest version of each decision, and what it grants. */
export const deadlineDecisions = pgTable(
  'deadline_decisions',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    /** Whoever decides says what kind of decision it is, and its own number and version of it. */
    kind: text().notNull(),
    source_id: integer().notNull(),
    source_version: integer().notNull(),
  },
  (t) => [uniqueIndex('deadline_decisions_one').on(t.institution_id, t.kind, t.source_id)],
);

export const deadlineGrants = pgTable(
  'deadline_grants',
  {
    id: id(),
    version: version(),
    institution_id: institution(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    decision_id: integer()
      .notNull()
      .references(() => deadlineDecisions.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    kind: text().$type<TargetKind>().notNull(),
    target_id: integer().notNull(),
    attempt: smallint().notNull(),
    effect: text().$type<(typeof effects)[number]>().notNull(),
    /** Until when, of an extension. */
    due_at: instant('due_at'),
    /** The day of the sitting that is left out, of a deferral: sittings after it are the next. */
    deferred_from: date(),
    revoked_at: instant('revoked_at'),
  },
  (t) => [
    // What a decision grants otherwise than before is a row of its own, so that it is known what held when.
    uniqueIndex('deadline_grants_one')
      .on(t.decision_id, t.student_id, t.kind, t.target_id, t.attempt)
      .where(sql`revoked_at is null`),
    // Also those that were taken back: calendars count every move.
    index('deadline_grants_student').on(t.student_id, t.kind, t.target_id),
    index('deadline_grants_target').on(t.kind, t.target_id, t.student_id).where(sql`revoked_at is null`),
  ],
);

/** What stands for a student in whatever takes time: minutes, days, a room apart in exams. The table is older than the days. */
export const arrangements = pgTable(
  'exam_arrangements',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    extra_percent: smallint().notNull().default(0),
    /** Working days after the original deadline. */
    extra_days: smallint().notNull().default(0),
    apart: boolean().notNull().default(false),
    /** Days of deadlines for which it holds, both counted; none: always. */
    since: date(),
    until: date(),
    note: text(),
  },
  (t) => [
    uniqueIndex('exam_arrangements_one').on(t.student_id).where(sql`deleted_at is null`),
    index('exam_arrangements_sort').on(t.institution_id, t.created_at, t.id).where(sql`deleted_at is null`),
  ],
);
