import { customType, index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant, institution } from '#platform/server/records/columns.ts';

/** What happened to marks, in rows that are only ever added. Written by the database itself: see guards.sql. */

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const mark = () => numeric({ precision: 5, scale: 1, mode: 'number' });

/**
 * One event of one mark. `hash` is the SHA-256 of the hash before it in the module and of everything else in the row as
 * canonical JSON (`edulab_mark_event_text`), so no row can change, go or come between without being noticed.
 */
export const markEvents = pgTable(
  'mark_events',
  {
    course_module_id: integer().notNull(),
    seq: integer().notNull(),
    institution_id: institution(),
    at: instant('at').notNull(),
    /** The account; none where somebody wrote past the application. */
    actor: integer(),
    kind: text().notNull(),
    mark_id: integer().notNull(),
    component_id: integer().notNull(),
    student_id: integer().notNull(),
    attempt: smallint().notNull(),
    old_value: mark(),
    old_special: text(),
    old_status: text(),
    new_value: mark(),
    new_special: text(),
    new_status: text(),
    reason: text(),
    previous: bytes().notNull(),
    hash: bytes().notNull(),
    /** The decision by which a student was admitted beyond the rules to what the mark was given for. */
    admitted: jsonb().$type<{ by: number; at: string; reason: string }>(),
  },
  (t) => [
    primaryKey({ columns: [t.course_module_id, t.seq] }),
    index('mark_events_mark').on(t.mark_id, t.seq),
    index('mark_events_student').on(t.student_id, t.course_module_id, t.seq),
  ],
);

/** Where each module's chain ends; its row is the lock under which the chain grows. */
export const ledgerHeads = pgTable(
  'ledger_heads',
  {
    course_module_id: integer().primaryKey(),
    institution_id: institution(),
    seq: integer().notNull(),
    hash: bytes().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('ledger_heads_at').on(t.institution_id, t.at, t.course_module_id)],
);

/** Heads as they were signed; also written to a file outside the database. `text` is what was signed. */
export const ledgerSignatures = pgTable(
  'ledger_signatures',
  {
    id: id(),
    institution_id: institution(),
    course_module_id: integer().notNull(),
    seq: integer().notNull(),
    at: instant('at').notNull(),
    text: text().notNull(),
    key_id: text().notNull(),
    signature: text().notNull(),
  },
  (t) => [index('ledger_signatures_module').on(t.course_module_id, t.seq)],
);
