import { sql } from 'drizzle-orm';
import { index, integer, jsonb, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { specials } from '../../shapes.ts';
import type { amendmentReasons, amendmentSources, Effect } from '../../shapes-records.ts';
import type { AmendmentState } from '../../workflow-amendment.ts';

const mark = () => numeric({ precision: 5, scale: 1, mode: 'number' });
type One<T extends readonly string[]> = T[number];
const living = sql`deleted_at is null`;

/** Requests to change marks that people have seen. What the mark was when it was asked for stands in `old_*`. */
export const amendments = pgTable(
  'amendments',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull().generatedAlwaysAs(sql`'A-' || id`),
    course_module_id: integer().notNull(),
    mark_id: integer().notNull(),
    component_id: integer().notNull(),
    student_id: integer().notNull(),
    attempt: smallint().notNull(),
    old_value: mark(),
    old_special: text().$type<One<typeof specials>>(),
    new_value: mark(),
    new_special: text().$type<One<typeof specials>>(),
    reason_code: text().$type<One<typeof amendmentReasons>>().notNull(),
    text: text().notNull(),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    source: text().$type<One<typeof amendmentSources>>().notNull().default('MANUAL'),
    /** The penalty that came or went by it; the mark itself stays. */
    penalty_id: integer(),
    status: text().$type<AmendmentState>().notNull().default('DRAFT'),
    /** As it was when it was requested, so that everybody decides on the same. */
    effect: jsonb().$type<Effect>(),
    approvals: smallint().notNull().default(1),
    requested_by: integer().notNull(),
    checked_by: integer(),
    decided_by: integer().array().notNull().default(sql`'{}'`),
    applied_by: integer(),
    applied_at: instant('applied_at'),
    decision: text(),
  },
  (t) => [
    // One at a time: the second would decide on a value that is about to change.
    uniqueIndex('amendments_open')
      .on(t.mark_id)
      .where(sql`deleted_at is null and status in ('DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED')`),
    index('amendments_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('amendments_updated').on(t.institution_id, t.updated_at, t.id).where(living),
    index('amendments_status').on(t.institution_id, t.status, t.id).where(living),
    index('amendments_module').on(t.course_module_id),
    index('amendments_penalty').on(t.penalty_id).where(sql`penalty_id is not null`),
    index('amendments_student').on(t.student_id),
  ],
);
