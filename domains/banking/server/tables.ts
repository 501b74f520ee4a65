import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import { type BankLedger, contracts, payments } from '#domains/accounting/server/index.ts';
import { signatures } from '#domains/signatures/server/index.ts';
import { id, instant, institution, record } from '#platform/server/records/columns.ts';
import type { DayFacts } from '../contract/days.ts';
import type { DifferenceKind, DifferenceState, RegisterProvider } from '../contract/reconciliation.ts';
import type { ColumnMap, Finding, RowState, Settlement, StatementState } from '../shapes.ts';

/** What banks told, what was made of it, where it differs from the books, and the papers about closed days. Whole tiyin. */

const living = sql`deleted_at is null`;
const tiyin = () => bigint({ mode: 'number' });

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull(),
    bank: text().notNull(),
    mfo: text().notNull(),
    currency: text().notNull().default('UZS'),
    /** On which account of the books its money stands. */
    ledger: text().$type<BankLedger>().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('bank_accounts_number').on(t.institution_id, t.number).where(living),
    index('bank_accounts_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** What the columns of an account's csv and xlsx files mean, as somebody said it once, by their headings. */
export const columnMaps = pgTable(
  'bank_column_maps',
  {
    institution_id: institution(),
    bank_account_id: integer()
      .notNull()
      .references(() => bankAccounts.id),
    /** All headings of the file, joined. */
    headings: text().notNull(),
    map: jsonb().$type<ColumnMap>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bank_account_id, t.headings] })],
);

/** A file of a bank, or its part about one account. */
export const statements = pgTable(
  'bank_statements',
  {
    ...record(),
    institution_id: institution(),
    bank_account_id: integer()
      .notNull()
      .references(() => bankAccounts.id),
    from_day: date().notNull(),
    until_day: date().notNull(),
    opening: tiyin(),
    closing: tiyin(),
    came: tiyin().notNull(),
    gone: tiyin().notNull(),
    /** By how much it does not add up; it is held then, and nothing of it is booked. */
    difference: tiyin(),
    rows: integer().notNull(),
    fresh: integer().notNull(),
    file_name: text().notNull(),
    file_hash: text().notNull(),
    file_id: integer().notNull(),
    status: text().$type<StatementState>().notNull(),
    taken_by: integer(),
    reason: text(),
  },
  (t) => [
    index('bank_statements_from').on(t.institution_id, t.from_day, t.id),
    index('bank_statements_created').on(t.institution_id, t.created_at, t.id),
    index('bank_statements_account').on(t.bank_account_id, t.from_day, t.until_day),
  ],
);

/** A movement of a bank account. Its key is what the bank says of it, and which of its equals it is. */
export const statementRows = pgTable(
  'bank_statement_rows',
  {
    ...record(),
    institution_id: institution(),
    bank_account_id: integer()
      .notNull()
      .references(() => bankAccounts.id),
    /** The first file that had it. */
    statement_id: integer()
      .notNull()
      .references(() => statements.id),
    day: date().notNull(),
    number: text().notNull(),
    /** Below zero where it left the account. */
    amount: tiyin().notNull(),
    party_account: text().notNull(),
    ordinal: smallint().notNull(),
    party: text().notNull(),
    party_tin: text().notNull(),
    party_bank: text().notNull(),
    party_mfo: text().notNull(),
    purpose: text().notNull(),
    state: text().$type<RowState>().notNull().default('OPEN'),
    /** Where it stands in the books. */
    item_id: integer().notNull(),
    /** What was found for it. */
    proposed_contract_id: integer().references(() => contracts.id),
    proposed_by: text().$type<Finding>(),
    proposed_settlement: text().$type<Settlement>(),
    proposed_payment_id: integer().references(() => payments.id),
    candidates: smallint().notNull().default(0),
    /** What it was. */
    settlement: text().$type<Settlement>(),
    /** The payment entered by hand that it is. */
    payment_id: integer().references(() => payments.id),
    note: text(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('bank_statement_rows_key')
      .on(t.bank_account_id, t.day, t.number, t.amount, t.party_account, t.ordinal)
      .where(sql`state <> 'UNDONE'`),
    uniqueIndex('bank_statement_rows_payment').on(t.payment_id).where(sql`payment_id is not null`),
    uniqueIndex('bank_statement_rows_item').on(t.item_id),
    index('bank_statement_rows_day').on(t.institution_id, t.day, t.id),
    index('bank_statement_rows_amount').on(t.institution_id, t.amount, t.id),
    index('bank_statement_rows_state').on(t.institution_id, t.state, t.day, t.id),
    index('bank_statement_rows_statement').on(t.statement_id, t.day, t.id),
    index('bank_statement_rows_proposed').on(t.proposed_contract_id).where(sql`state = 'OPEN'`),
  ],
);

/** Where gateways, the books and banks say different things; found each night, by what it is about. */
export const differences = pgTable(
  'reconciliation_items',
  {
    ...record(),
    institution_id: institution(),
    /** `GATEWAY_NOT_BOOKED 17`: the same on every night on which it is found. */
    key: text().notNull(),
    kind: text().$type<DifferenceKind>().notNull(),
    day: date().notNull(),
    amount: tiyin().notNull(),
    subject: text().notNull(),
    contract_id: integer().references(() => contracts.id),
    state: text().$type<DifferenceState>().notNull().default('OPEN'),
    note: text(),
    closed_by: integer(),
    closed_at: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('reconciliation_items_key').on(t.institution_id, t.key),
    index('reconciliation_items_day').on(t.institution_id, t.state, t.day, t.id),
    index('reconciliation_items_amount').on(t.institution_id, t.amount, t.id),
    index('reconciliation_items_created').on(t.institution_id, t.created_at, t.id),
  ],
);

/** What a gateway lists as paid, as a file from its own office: the third that is compared. */
export const registers = pgTable(
  'gateway_registers',
  {
    ...record(),
    institution_id: institution(),
    provider: text().$type<RegisterProvider>().notNull(),
    from_day: date().notNull(),
    until_day: date().notNull(),
    rows: integer().notNull(),
    amount: tiyin().notNull(),
    file_name: text().notNull(),
    taken_by: integer(),
  },
  (t) => [index('gateway_registers_days').on(t.institution_id, t.provider, t.from_day, t.until_day)],
);
export const registerRows = pgTable(
  'gateway_register_rows',
  {
    id: id(),
    institution_id: institution(),
    /** The last file that had it. */
    register_id: integer()
      .notNull()
      .references(() => registers.id),
    provider: text().$type<RegisterProvider>().notNull(),
    external_id: text().notNull(),
    day: date().notNull(),
    amount: tiyin().notNull(),
  },
  (t) => [
    uniqueIndex('gateway_register_rows_key').on(t.institution_id, t.provider, t.external_id),
    index('gateway_register_rows_register').on(t.register_id),
  ],
);

/** When an institution was compared last. */
export const reconciliationRuns = pgTable('reconciliation_runs', {
  institution_id: institution().primaryKey(),
  at: instant('at').notNull(),
});

/** The last number of a paper about a day, by year. */
export const dayNumbers = pgTable(
  'day_numbers',
  { institution_id: institution(), year: smallint().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.institution_id, t.year] })],
);

/** Papers about closed days, with what they say; a day that was opened and closed again has a second one. */
export const dayClosings = pgTable(
  'day_closings',
  {
    id: id(),
    institution_id: institution(),
    number: text().notNull(),
    day: date().notNull(),
    facts: jsonb().$type<DayFacts>().notNull(),
    closed_at: instant('closed_at').notNull().default(sql`edulab_now()`),
    closed_by: integer().notNull(),
    reopened_at: instant('reopened_at'),
    reopened_by: integer(),
    reason: text(),
    /** The paper as it was made with the close; none of before papers were kept. */
    file_id: integer(),
    signature_id: integer().references(() => signatures.id),
  },
  (t) => [
    uniqueIndex('day_closings_number').on(t.institution_id, t.number),
    uniqueIndex('day_closings_day').on(t.institution_id, t.day).where(sql`reopened_at is null`),
    index('day_closings_sort').on(t.institution_id, t.day, t.id),
    check('day_closings_another', sql`reopened_by is distinct from closed_by or reopened_at is null`),
  ],
);
