import { boolean, index, integer, pgTable, smallint } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { outbox } from './tables.ts';

/**
 * What still has to leave, one row per queued message; the row goes when the message is sent or given up. It belongs
 * to the sender, not to an institution, so it has no institution of its own.
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
    /** The text opens something (a code, a link): it is wiped once it is sent. */
    secret: boolean().notNull().default(false),
  },
  (t) => [index('outbox_deliveries_next').on(t.next_at)],
);
