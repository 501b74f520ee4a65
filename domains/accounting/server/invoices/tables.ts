import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { createdAt, id, institution, record, searchKeyOf } from '#platform/server/records/columns.ts';
import { contracts, numberKey } from '../tables.ts';

/**
 * Invoices: what somebody is asked to pay of their debits, on paper and under a number. They move no money and owe nothing:
 * what is left of one follows from its debits. None is changed or removed; a credit note takes back what is open of it.
 */

const tiyin = () => bigint({ mode: 'number' });

export const invoices = pgTable(
  'invoices',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    /** None where it asks for what is owed besides all contracts. */
    contract_id: integer().references(() => contracts.id),
    payer: text().notNull(),
    issued_on: date().notNull(),
    due_on: date().notNull(),
    amount: tiyin().notNull(),
    /** What is still to be paid of it: kept by guards.sql, 0 once a credit note took it back. */
    left: tiyin().notNull(),
    /** What a credit note took back. */
    credited: tiyin().notNull().default(0),
    language: text().$type<Locale>().notNull(),
    purpose: text(),
    document_id: integer(),
    /** Who asked for it; none where the server did by itself. */
    made_by: integer(),
    /** Of those for many: the job that issued it. */
    job_id: integer(),
    search: text().notNull(),
    search_key: searchKeyOf("payer || ' ' || search"),
    number_key: numberKey(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.institution_id, t.number),
    index('invoices_issued').on(t.institution_id, t.issued_on, t.id),
    index('invoices_due').on(t.institution_id, t.due_on, t.id),
    index('invoices_amount').on(t.institution_id, t.amount, t.id),
    index('invoices_payer').on(t.institution_id, t.payer, t.id),
    index('invoices_open').on(t.institution_id, t.due_on, t.id).where(sql`"left" > 0`),
    index('invoices_student').on(t.student_id, t.id),
    index('invoices_contract').on(t.contract_id, t.id),
    index('invoices_job').on(t.job_id, t.id).where(sql`job_id is not null`),
    index('invoices_number_key').on(t.institution_id, t.number_key),
    index('invoices_search').using('gin', t.search.op('gin_trgm_ops')),
    check('invoices_amounts', sql`amount > 0 and "left" between 0 and amount and credited between 0 and amount`),
  ],
);

/** Of which debit, and which part of it: from what was paid already (`base`) on. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    id: id(),
    institution_id: institution(),
    invoice_id: integer()
      .notNull()
      .references(() => invoices.id),
    /** A debit that goes takes nothing from the paper: it is asked for no longer. */
    debit_id: integer().notNull(),
    base: tiyin().notNull(),
    amount: tiyin().notNull(),
  },
  (t) => [
    index('invoice_lines_invoice').on(t.invoice_id, t.id),
    index('invoice_lines_debit').on(t.debit_id),
    check('invoice_lines_amount', sql`amount > 0 and base >= 0`),
  ],
);

/** Its paper in other languages than its own: one of each, under its number. */
export const invoiceTranslations = pgTable(
  'invoice_translations',
  {
    id: id(),
    institution_id: institution(),
    invoice_id: integer()
      .notNull()
      .references(() => invoices.id),
    language: text().$type<Locale>().notNull(),
    document_id: integer().notNull(),
  },
  (t) => [uniqueIndex('invoice_translations_one').on(t.invoice_id, t.language)],
);

/** The paper of a bill: one of each language, and anew once the bill was for another amount. */
export const billPapers = pgTable(
  'bill_papers',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    contract_id: integer()
      .notNull()
      .references(() => contracts.id),
    language: text().$type<Locale>().notNull(),
    amount: tiyin().notNull(),
    document_id: integer().notNull(),
  },
  (t) => [uniqueIndex('bill_papers_one').on(t.contract_id, t.language, t.amount)],
);

export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    number: text().notNull(),
    invoice_id: integer()
      .notNull()
      .references(() => invoices.id),
    amount: tiyin().notNull(),
    reason: text().notNull(),
    issued_on: date().notNull(),
    made_by: integer(),
    document_id: integer(),
  },
  (t) => [
    uniqueIndex('credit_notes_number').on(t.institution_id, t.number),
    uniqueIndex('credit_notes_invoice').on(t.invoice_id),
    check('credit_notes_amount', sql`amount > 0`),
  ],
);
