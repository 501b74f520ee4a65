import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { accounts, outbox } from '../database/tables.ts';
import { instant } from '../records/columns.ts';

/**
 * What still has to leave, one row per queued message; the row goes when the message is sent or given up. It belongs
 * to the sender, not to an institution, so it has no institution of its own. Calls can add to it and read nothing of it.
 */
export const outboxDeliveries = pgTable(
  'outbox_deliveries',
  {
    outbox_id: integer()
      .primaryKey()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    attempts: smallint().notNull().default(0),
    /** Not before this; while somebody is sending it, this is when they are taken for dead. */
    next_at: instant('next_at').notNull(),
    /** What is sent instead of what the outbox shows, where that has dots. Here alone a secret stands, and it goes with the row. */
    body: text(),
    /** When the secret opens nothing any more: it is not worth sending then, and is wiped. */
    expires_at: instant('expires_at'),
  },
  (t) => [
    index('outbox_deliveries_next').on(t.next_at),
    index('outbox_deliveries_expiry').on(t.expires_at).where(sql`expires_at is not null`),
  ],
);

/** Accounts of people whom the demo made up: codes and links for them may be read on the machine of a demo (`demo-codes.ts`). */
export const demoAccounts = pgTable('demo_accounts', {
  account_id: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
});
