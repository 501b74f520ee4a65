import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from '#platform/server/database/tables.ts';
import { createdAt, id, instant } from '#platform/server/records/columns.ts';

/** Attempts that are counted against guessing: per address, per account, and per account from one address. */
export const attemptCounters = pgTable(
  'attempt_counters',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    last_at: instant('last_at').notNull(),
    blocked_until: instant('blocked_until'),
  },
  (t) => [index('attempt_counters_age').on(t.last_at)],
);

/**
 * Who asked for a mail to set a new password, until it is written; null where nobody has the name that was typed. The
 * account is no reference, which the database would look up for known names alone.
 */
export const resetRequests = pgTable(
  'reset_requests',
  { id: id(), account_id: integer(), due_at: instant('due_at').notNull() },
  (t) => [index('reset_requests_due').on(t.due_at)],
);

/** What people visited and pressed, as their screens tell it. */
export const actionLog = pgTable(
  'action_log',
  {
    id: id(),
    created_at: createdAt(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    page: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('action_log_account').on(t.account_id, t.id)],
);

/** Where an account that its owner made came from. */
export const signUps = pgTable('sign_ups', {
  account_id: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
  source: text(),
  branch: integer(),
});

/** Permissions whose default rights were handed out already: what the roles screen took away is not given again. */
export const knownPermissions = pgTable('known_permissions', {
  permission: text().primaryKey(),
  created_at: createdAt(),
});
