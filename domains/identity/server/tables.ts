import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from '#platform/server/database/tables.ts';
import { createdAt, id, instant, institution, record } from '#platform/server/records/columns.ts';
import type { KeptRow } from '#platform/server/records/kept.ts';
import type { PersonLine } from '../contract/persons.ts';

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

/** Records of which somebody said that they are two persons, `student:5` and `staff:7`, the smaller text first. */
export const personDecisions = pgTable(
  'person_decisions',
  {
    ...record(),
    institution_id: institution(),
    one: text().notNull(),
    other: text().notNull(),
    /** As they were called then. */
    names: text().array().notNull(),
    reason: text().notNull(),
    account_id: integer().notNull(),
  },
  (t) => [
    uniqueIndex('person_decisions_pair').on(t.institution_id, t.one, t.other).where(sql`deleted_at is null`),
    index('person_decisions_created').on(t.institution_id, t.created_at, t.id),
  ],
);

/** Two that became one: the receipt, by which the merge is told and taken back row by row. */
export const personMerges = pgTable(
  'person_merges',
  {
    ...record(),
    institution_id: institution(),
    /** The account that stayed. */
    keep_id: integer()
      .notNull()
      .references(() => accounts.id),
    /** The account that was closed; null where a record had none. */
    drop_id: integer().references(() => accounts.id),
    /** `account:12`, `student:5`. */
    drop_ref: text().notNull(),
    name: text().notNull(),
    reason: text().notNull(),
    account_id: integer().notNull(),
    lines: jsonb().$type<PersonLine[]>().notNull(),
    kept: jsonb().$type<KeptRow[]>().notNull(),
    /** Numbers of the roles that the closed account held here, and of those that the other did not hold yet. */
    roles: jsonb().$type<{ taken: number[]; given: number[] }>().notNull(),
    undone_at: instant('undone_at'),
    undone_by: integer(),
    undo_reason: text(),
  },
  (t) => [
    index('person_merges_created').on(t.institution_id, t.created_at, t.id),
    index('person_merges_keep').on(t.keep_id, t.id),
    index('person_merges_drop').on(t.drop_id, t.id).where(sql`drop_id is not null`),
  ],
);
