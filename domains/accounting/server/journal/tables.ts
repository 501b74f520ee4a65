import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant, institution } from '#platform/server/records/columns.ts';
import type { AccountCode } from '../../accounts.ts';
import type { JournalSource } from '../../contract/journal.ts';

/** The books: what every movement of money is in double entry, in rows that are only ever added. Written by guards.sql. */

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/**
 * One amount from one account to another, so that every entry is in balance as it stands. It says of which document it is
 * (`source`, `source_id`); where that changed, the entry of before is reversed by another one, once.
 */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: id(),
    institution_id: institution(),
    /** Whose chain of hashes it continues: `contract 12`, `student 7` for what is owed besides all contracts, or `suspense`. */
    party: text().notNull(),
    seq: integer().notNull(),
    source: text().$type<JournalSource>().notNull(),
    source_id: integer().notNull(),
    debit: text().$type<AccountCode>().notNull(),
    credit: text().$type<AccountCode>().notNull(),
    /** Whole tiyin, above zero. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** The day of the document: when money came, when a charge falls due. */
    document_on: date().notNull(),
    /** The day on which the books count it: that of the document, or the day of booking where its month was closed. */
    effective_on: date().notNull(),
    booked_at: instant('booked_at').notNull(),
    /** The account; none where the server did it by itself. */
    actor: integer(),
    reason: text(),
    contract_id: integer(),
    /** Only of what belongs to no contract; a contract says itself whose it is. */
    student_id: integer(),
    reverses_id: integer().references((): AnyPgColumn => journalEntries.id),
    previous: bytes().notNull(),
    hash: bytes().notNull(),
  },
  (t) => [
    uniqueIndex('journal_entries_chain').on(t.institution_id, t.party, t.seq),
    uniqueIndex('journal_entries_reverses').on(t.reverses_id).where(sql`reverses_id is not null`),
    index('journal_entries_source').on(t.source, t.source_id),
    index('journal_entries_day').on(t.institution_id, t.effective_on, t.id),
    index('journal_entries_debit').on(t.institution_id, t.debit, t.effective_on, t.id),
    index('journal_entries_credit').on(t.institution_id, t.credit, t.effective_on, t.id),
    index('journal_entries_contract').on(t.contract_id, t.effective_on).where(sql`contract_id is not null`),
    index('journal_entries_student').on(t.student_id, t.effective_on).where(sql`student_id is not null`),
  ],
);

/** Where each chain ends; its row is the lock under which the chain grows. */
export const journalHeads = pgTable(
  'journal_heads',
  {
    institution_id: institution(),
    party: text().notNull(),
    seq: integer().notNull(),
    hash: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.institution_id, t.party] })],
);

/** The books of an institution as they were sealed: all entries up to `last_id`, signed with the key of the installation. */
export const journalSeals = pgTable(
  'journal_seals',
  {
    id: id(),
    institution_id: institution(),
    last_id: integer().notNull(),
    at: instant('at').notNull(),
    /** What was signed, as canonical JSON: the number of entries, and the hash over the ends of all chains. */
    text: text().notNull(),
    key_id: text().notNull(),
    signature: text().notNull(),
  },
  (t) => [index('journal_seals_last').on(t.institution_id, t.last_id)],
);

/** Months that are closed. They close in the order of the calendar, and the last one may be opened again. */
export const accountingPeriods = pgTable(
  'accounting_periods',
  {
    institution_id: institution(),
    /** The first day of the month. */
    month: date().notNull(),
    closed_at: instant('closed_at').notNull().default(sql`edulab_now()`),
    closed_by: integer(),
  },
  (t) => [primaryKey({ columns: [t.institution_id, t.month] })],
);

/** Days that are closed, each with all before it. They close once they are over, and the last one may be opened again. */
export const accountingDays = pgTable(
  'accounting_days',
  {
    institution_id: institution(),
    day: date().notNull(),
    closed_at: instant('closed_at').notNull().default(sql`edulab_now()`),
    closed_by: integer(),
  },
  (t) => [primaryKey({ columns: [t.institution_id, t.day] })],
);
