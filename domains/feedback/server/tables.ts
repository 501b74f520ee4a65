import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { staff } from '#domains/staff/server/index.ts';
import { createdAt, id, institution, record, searchKeyOf, title, version } from '#platform/server/records/columns.ts';
import type { FeedbackKind, FeedbackMode, FeedbackTheme, writers } from '../shapes.ts';
import type { FeedbackState } from '../workflow.ts';

/** Complaints and suggestions, and what was said about them. */

const living = sql`deleted_at is null`;
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const feedbackTypes = pgTable(
  'feedback_types',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    kind: text().$type<FeedbackKind>().notNull(),
    /** Working days until an answer. */
    answer_days: smallint().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [index('feedback_types_kind').on(t.institution_id, t.kind, t.id).where(living)],
);

/** An anonymous one is written here at night, with all of the same day, in an order that says nothing. */
export const feedback = pgTable(
  'feedback',
  {
    ...record(),
    institution_id: institution(),
    type_id: integer()
      .notNull()
      .references(() => feedbackTypes.id),
    mode: text().$type<FeedbackMode>().notNull(),
    status: text().$type<FeedbackState>().notNull().default('NEW'),
    theme: text().$type<FeedbackTheme>(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Who wrote it; none of what came without a name. */
    account_id: integer(),
    about_staff_id: integer().references(() => staff.id),
    handler_id: integer().references(() => staff.id),
    /** Staff who had it before; whoever looks again is none of them. */
    past_handler_ids: integer().array().notNull().default(sql`'{}'`),
    stage: smallint().notNull().default(1),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    filed_on: date().notNull(),
    acknowledge_by: date(),
    due_on: date(),
    /** Working days that were left when its author was asked; the clock stands still meanwhile. */
    left_days: smallint(),
    answered_on: date(),
    /** Whether the answer was there by its day. */
    in_time: boolean(),
    reopened: boolean().notNull().default(false),
    /** Of the code of an anonymous thread; the history never shows it. */
    secret_hash: text(),
    reminded_for: date(),
    search: searchKeyOf("subject || ' ' || text"),
  },
  (t) => [
    uniqueIndex('feedback_secret').on(t.secret_hash).where(sql`secret_hash is not null`),
    index('feedback_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
    index('feedback_filed').on(t.institution_id, t.filed_on, t.id).where(living),
    index('feedback_status').on(t.institution_id, t.status, t.filed_on, t.id).where(living),
    index('feedback_due').on(t.institution_id, t.due_on, t.id).where(living),
    index('feedback_type').on(t.institution_id, t.type_id, t.filed_on, t.id).where(living),
    index('feedback_theme').on(t.institution_id, t.theme, t.filed_on, t.id).where(living),
    index('feedback_mode').on(t.institution_id, t.mode, t.filed_on, t.id).where(living),
    index('feedback_author').on(t.account_id, t.id).where(sql`account_id is not null`),
    index('feedback_handler').on(t.handler_id, t.id).where(sql`handler_id is not null`),
    index('feedback_about').on(t.about_staff_id, t.id).where(sql`about_staff_id is not null`),
  ],
);

export const feedbackMessages = pgTable(
  'feedback_messages',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    feedback_id: integer()
      .notNull()
      .references(() => feedback.id),
    written_by: text().$type<(typeof writers)[number]>().notNull(),
    /** None of what came without a name. */
    account_id: integer(),
    text: text().notNull(),
    on: date('said_on').notNull(),
  },
  (t) => [index('feedback_messages_of').on(t.feedback_id, t.id)],
);

/** Who asked who wrote a confidential one, and why. */
export const feedbackReveals = pgTable(
  'feedback_reveals',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    feedback_id: integer()
      .notNull()
      .references(() => feedback.id),
    account_id: integer().notNull(),
    reason: text().notNull(),
  },
  (t) => [index('feedback_reveals_of').on(t.feedback_id, t.id)],
);

/**
 * What came without a name and waits for its night: sealed, of one size, without a time and without a version, so that no
 * history is kept of it. `key` is known to whoever holds the code alone.
 */
export const feedbackSealed = pgTable(
  'feedback_sealed',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    institution_id: institution(),
    key: text().notNull(),
    sealed: bytes().notNull(),
  },
  (t) => [index('feedback_sealed_key').on(t.key), index('feedback_sealed_institution').on(t.institution_id)],
);
