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
import type { Provider, TransactionState } from '../providers.ts';

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
