import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { contracts, invoices, studentDebits } from '#domains/accounting/server/index.ts';
import { id, instant, institution, record } from '#platform/server/records/columns.ts';
import type { Provider, ReversalState, TransactionState } from '../providers.ts';

/** How an institution is known to payment gateways, what was ordered there, and what they told of it. */

export const gateways = pgTable(
  'gateways',
  {
    ...record(),
    institution_id: institution(),
    provider: text().$type<Provider>().notNull(),
    active: boolean().notNull().default(false),
    merchant_id: text().notNull().default(''),
    service_id: text().notNull().default(''),
    /** Of Click: as whom its Merchant API is asked; empty: it is not asked. */
    merchant_user_id: text().notNull().default(''),
    /** From where it may ask; empty: from anywhere. */
    addresses: text().array().notNull().default(sql`'{}'`),
    /** How a tax receipt names what is paid for; without a code the gateway is told none. */
    item_code: text().notNull().default(''),
    item_package: text().notNull().default(''),
    item_vat: smallint().notNull().default(0),
  },
  (t) => [uniqueIndex('gateways_provider').on(t.institution_id, t.provider)],
);

/** Apart from the rest, so that neither the history nor an answer ever holds it. */
export const gatewaySecrets = pgTable('gateway_secrets', {
  gateway_id: integer()
    .primaryKey()
    .references(() => gateways.id),
  institution_id: institution(),
  secret: text().notNull(),
});

/** A payment that somebody asked for, once: paid, it takes no second one. */
export const gatewayOrders = pgTable(
  'gateway_orders',
  {
    id: id(),
    institution_id: institution(),
    account_id: integer().notNull(),
    provider: text().$type<Provider>().notNull(),
    /** What is paid: a contract, or what a student owes besides. */
    contract_id: integer().references(() => contracts.id),
    debit_id: integer().references(() => studentDebits.id),
    /** Whole tiyin. */
    amount: bigint({ mode: 'number' }).notNull(),
    created_at: instant('created_at').notNull().default(sql`edulab_now()`),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [
    index('gateway_orders_account').on(t.account_id, t.id),
    index('gateway_orders_contract').on(t.contract_id),
    check('gateway_orders_of', sql`num_nonnulls(contract_id, debit_id) = 1`),
  ],
);

/**
 * What a gateway made here. A contract takes many, also at once; an order takes one. Times are milliseconds of the epoch,
 * as the gateways compare them; 0 is never.
 */
export const gatewayTransactions = pgTable(
  'gateway_transactions',
  {
    id: id(),
    institution_id: institution(),
    created_at: instant('created_at').notNull().default(sql`edulab_now()`),
    provider: text().$type<Provider>().notNull(),
    /** What the gateway calls it. */
    external_id: text().notNull(),
    /** When it began there, by its own clock. */
    external_time: bigint({ mode: 'number' }).notNull(),
    /** None of an order for what a student owes besides contracts. */
    contract_id: integer().references(() => contracts.id),
    order_id: integer().references(() => gatewayOrders.id),
    /** The invoice that was named, of which there is one payment. */
    invoice_id: integer().references(() => invoices.id),
    /** What was paid for, to the letter as Click was told it; empty of Payme. */
    account: text().notNull().default(''),
    /** How the payment stands at Click, as it said last: 2 paid, less than 0 not paid, taken back or unknown there. */
    told_status: smallint(),
    amount: bigint({ mode: 'number' }).notNull(),
    state: smallint().$type<TransactionState>().notNull().default(1),
    create_time: bigint({ mode: 'number' }).notNull(),
    perform_time: bigint({ mode: 'number' }).notNull().default(0),
    cancel_time: bigint({ mode: 'number' }).notNull().default(0),
    reason: smallint(),
    /** As the gateway sent it, by its kind. */
    fiscal: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    payment_id: integer(),
  },
  (t) => [
    uniqueIndex('gateway_transactions_external').on(t.institution_id, t.provider, t.external_id),
    uniqueIndex('gateway_transactions_order').on(t.order_id).where(sql`order_id is not null and state > 0`),
    uniqueIndex('gateway_transactions_invoice').on(t.invoice_id).where(sql`invoice_id is not null and state = 1`),
    index('gateway_transactions_created').on(t.institution_id, t.created_at, t.id),
    index('gateway_transactions_amount').on(t.institution_id, t.amount, t.id),
    index('gateway_transactions_time').on(t.institution_id, t.provider, t.external_time, t.id),
    index('gateway_transactions_contract').on(t.contract_id, t.id),
    index('gateway_transactions_payment').on(t.payment_id).where(sql`payment_id is not null`),
  ],
);

/** A payment by Click that is to be taken back: one asks, another one sends it, and it is done once Click's status says so. */
export const gatewayReversals = pgTable(
  'gateway_reversals',
  {
    ...record(),
    institution_id: institution(),
    transaction_id: integer()
      .notNull()
      .references(() => gatewayTransactions.id),
    reason: text().notNull(),
    state: text().$type<ReversalState>().notNull().default('ASKED'),
    asked_by: integer().notNull(),
    decided_by: integer(),
    /** What Click calls the payment. */
    payment_ref: text(),
    /** When Click was first asked to take it back, and whether it said that it would. */
    sent_at: instant('sent_at'),
    taken_up: boolean().notNull().default(false),
    /** What Click said last, where it was no success. */
    note: text(),
  },
  (t) => [
    uniqueIndex('gateway_reversals_live').on(t.transaction_id).where(sql`state in ('ASKED', 'SENDING')`),
    index('gateway_reversals_transaction').on(t.transaction_id),
    index('gateway_reversals_created').on(t.institution_id, t.created_at, t.id),
    index('gateway_reversals_sending').on(t.id).where(sql`state = 'SENDING'`),
    check(
      'gateway_reversals_two',
      sql`state in ('ASKED', 'WITHDRAWN') or (decided_by is not null and decided_by <> asked_by)`,
    ),
  ],
);
