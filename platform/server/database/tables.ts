import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import type { Scope, SecurityKind, SecurityOutcome, Title } from '#platform/contract/index.ts';
import { createdAt, id, instant, institution, record, searchKeyOf, title, version } from '../records/columns.ts';

/** Tables of the kernel: who is there, what they may, what happened, and what waits to be sent. */

export const institutions = pgTable('institutions', {
  ...record(),
  title: title(),
  short_name: text().notNull(),
  timezone: text().notNull().default('Asia/Tashkent'),
  details: jsonb().$type<InstitutionDetails>().notNull().default({}),
});
/** A type and no interface, so that it is a record of anything as well. */
export type InstitutionDetails = {
  address?: Title;
  phone?: string;
  admission_phone?: string;
  email?: string;
  website?: string;
  tax_id?: string;
  rector?: string;
  /** Head of the registrar’s office, who signs transcripts. */
  registrar?: string;
  licence?: string;
  /** Where money goes: the bank's name, its code (5 digits) and the account (20 digits). */
  bank?: string;
  mfo?: string;
  account?: string;
  logo_file_id?: number;
};

export const accounts = pgTable(
  'accounts',
  {
    ...record(),
    username: text().notNull(),
    password_hash: text(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    midname: text(),
    search_key: searchKeyOf("lastname || ' ' || firstname || coalesce(' ' || midname, '')"),
    email: text(),
    email_verified_at: instant('email_verified_at'),
    phone: text(),
    avatar_file_id: integer(),
    locale: text().notNull().default('uz'),
    /** Uzbek is read in its Cyrillic script. */
    cyrillic: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    required_actions: text().array().notNull().default(sql`'{}'`),
    selected_institution: integer(),
    selected_education_form: integer(),
    last_sign_in_at: instant('last_sign_in_at'),
  },
  (t) => [
    uniqueIndex('accounts_username').on(sql`lower(${t.username})`),
    // Nobody gets a name that is taken for another's.
    uniqueIndex('accounts_look').on(sql`edulab_look(${t.username})`),
    uniqueIndex('accounts_email').on(sql`lower(${t.email})`).where(sql`email is not null and deleted_at is null`),
    uniqueIndex('accounts_phone').on(t.phone).where(sql`phone is not null and deleted_at is null`),
    index('accounts_name').on(t.lastname, t.firstname, t.id),
    index('accounts_created').on(t.created_at, t.id),
    index('accounts_last_sign_in').on(t.last_sign_in_at, t.id),
    index('accounts_deleted').on(t.id).where(sql`deleted_at is not null`),
  ],
);

/** One row per signed-in device. The token itself is known to the browser alone. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    token_hash: text().notNull(),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
    revoked_at: instant('revoked_at'),
    /** When the password was given last: with the sign-in, or since. */
    proved_at: instant('proved_at').notNull().default(sql`edulab_now()`),
    user_agent: text().notNull().default(''),
    address: text().notNull().default(''),
  },
  (t) => [uniqueIndex('sessions_token').on(t.token_hash), index('sessions_account').on(t.account_id)],
);

/** One-time secrets: e-mail verification, password reset, SMS codes, the value that stands for the old password at first sign-in. */
export const secrets = pgTable(
  'secrets',
  {
    id: id(),
    kind: text().notNull(),
    /** Whom it was sent to: an account's id, or a phone before there is an account. */
    subject: text().notNull(),
    hash: text().notNull(),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    attempts: smallint().notNull().default(0),
    /** What only the browser that asked for a code knows; null where the session says who asks. */
    asker_hash: text(),
    /** Tries of those who did not ask for it; they do not count against who did. */
    attempts_of_others: smallint().notNull().default(0),
  },
  (t) => [index('secrets_hash').on(t.kind, t.hash), index('secrets_subject').on(t.kind, t.subject, t.created_at)],
);

export const roles = pgTable('roles', {
  ...record(),
  name: text().notNull().unique(),
  title: title(),
  /** Built-in roles can be tuned but not renamed or deleted. */
  built_in: boolean().notNull().default(false),
  /** Viewers never hold a permission that changes anything. */
  viewer: boolean().notNull().default(false),
});

export const rolePermissions = pgTable(
  'role_permissions',
  {
    role_id: integer()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    permission: text().notNull(),
    scope: text().$type<Scope>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.role_id, t.permission] })],
);

/** Who holds which role where. The institutions that a person may enter are those in which they hold a role. */
export const accountRoles = pgTable(
  'account_roles',
  {
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    role_id: integer()
      .notNull()
      .references(() => roles.id),
    institution_id: integer()
      .notNull()
      .references(() => institutions.id),
    granted_at: instant('granted_at').notNull().default(sql`edulab_now()`),
  },
  (t) => [
    primaryKey({ columns: [t.account_id, t.role_id, t.institution_id] }),
    index('account_roles_role').on(t.role_id, t.institution_id),
  ],
);

/** Every change of every audited table, written by a trigger: nobody can forget it, and the application cannot alter it. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    institution_id: integer(),
    at: instant('at').notNull().default(sql`edulab_clock()`),
    account_id: integer(),
    call: text(),
    table_name: text().notNull(),
    row_id: integer().notNull(),
    operation: text().notNull(),
    old: jsonb().$type<Record<string, unknown>>(),
    new: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_log_row').on(t.table_name, t.row_id, t.id),
    index('audit_log_institution').on(t.institution_id, t.id),
    index('audit_log_account').on(t.account_id, t.id),
    // Written in the order of time, so that a few pages say where a day begins.
    index('audit_log_at').using('brin', t.at),
    // Each look at the past asks what was changed and removed since.
    index('audit_log_since').on(t.table_name, t.at).where(sql`operation <> 'INSERT'`),
  ],
);

/** From when on all that happens to a table is in its history: rows were loaded then without one. Absent of those that have it whole. */
export const historyBegins = pgTable('history_begins', {
  table_name: text().primaryKey(),
  at: instant('at').notNull(),
});

/** What concerns security, whether it was done or refused. The application adds rows and cannot alter them. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().default(sql`edulab_clock()`),
    institution_id: integer(),
    /** Who did it, or tried to; null for somebody unknown. */
    account_id: integer(),
    session_id: integer(),
    address: text().notNull().default(''),
    kind: text().$type<SecurityKind>().notNull(),
    outcome: text().$type<SecurityOutcome>().notNull(),
    /** The call. */
    what: text().notNull().default(''),
    /** Numbers of what it was about; never a secret. */
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The account that it was about, where that is not who did it. */
    about_id: integer().generatedAlwaysAs(sql`(details ->> 'account_id')::integer`),
    /** How often the same was refused within a minute; kept as one row, so that nobody fills the disk. */
    times: integer().notNull().default(1),
  },
  (t) => [
    index('security_events_at').on(t.at, t.id),
    index('security_events_institution').on(t.institution_id, t.at, t.id),
    index('security_events_account').on(t.account_id, t.at, t.id),
    index('security_events_about').on(t.about_id, t.at, t.id),
    index('security_events_address').on(t.address, t.at, t.id),
    index('security_events_kind').on(t.kind, t.at, t.id),
    index('security_events_outcome').on(t.outcome, t.at, t.id),
  ],
);

/** Status changes with reason and order; written by the workflow kernel, never edited. */
export const statusHistory = pgTable(
  'status_history',
  {
    id: id(),
    institution_id: institution(),
    entity: text().notNull(),
    entity_id: integer().notNull(),
    from_status: text(),
    to_status: text().notNull(),
    reason: text(),
    order_number: text(),
    order_date: date(),
    effective_from: date(),
    effective_to: date(),
    forced: boolean().notNull().default(false),
    account_id: integer(),
    at: instant('at').notNull().default(sql`edulab_now()`),
  },
  (t) => [index('status_history_entity').on(t.entity, t.entity_id, t.id)],
);

/** Answers of create calls, by the caller's Idempotency-Key, so that a repeated request gets the first answer; for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account_id: integer().notNull(),
    key: text().notNull(),
    request_hash: text().notNull(),
    answer: jsonb(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.key] }), index('idempotency_keys_age').on(t.created_at)],
);

export const files = pgTable(
  'files',
  {
    id: id(),
    institution_id: institution(),
    version: version(),
    created_at: createdAt(),
    deleted_at: instant('deleted_at'),
    account_id: integer(),
    original_name: text().notNull(),
    extension: text().notNull(),
    media_type: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the content, which is also where it lies. */
    hash: text().notNull(),
  },
  (t) => [index('files_hash').on(t.hash), index('files_account').on(t.account_id)],
);

/** Long work: what it is, how far it is, what came of it. The table is the queue too: jobs-worker.ts takes rows from it. */
export const jobs = pgTable(
  'jobs',
  {
    ...record(),
    institution_id: institution(),
    account_id: integer(),
    kind: text().notNull(),
    state: text().$type<'queued' | 'running' | 'done' | 'failed' | 'undone'>().notNull().default('queued'),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    input: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    receipt: jsonb().$type<Record<string, unknown>>(),
    error: text(),
    finished_at: instant('finished_at'),
  },
  (t) => [index('jobs_account').on(t.account_id, t.id)],
);

/** Mail and SMS that left or wait to leave. With no server configured this is where they can be read. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    channel: text().$type<'mail' | 'sms'>().notNull(),
    recipient: text().notNull(),
    subject: text().notNull().default(''),
    /** As whoever may read the outbox sees it: a secret is dots. */
    body: text().notNull(),
    secret: boolean().notNull().default(false),
    state: text().$type<'queued' | 'sent' | 'kept' | 'failed'>().notNull().default('queued'),
    error: text(),
    sent_at: instant('sent_at'),
    account_id: integer(),
  },
  (t) => [index('outbox_institution').on(t.institution_id, t.id), index('outbox_recipient').on(t.recipient, t.id)],
);

/** Settings that an institution tunes: one row per name. */
export const settings = pgTable(
  'settings',
  {
    ...record(),
    institution_id: institution(),
    name: text().notNull(),
    value: jsonb().notNull(),
  },
  (t) => [uniqueIndex('settings_name').on(t.institution_id, t.name)],
);

/** What was done in a night, and by one server alone: see `nightly.ts`. */
export const nightlyRuns = pgTable(
  'nightly_runs',
  {
    name: text().notNull(),
    /** The day that the night belongs to. */
    day: date().notNull(),
    attempts: smallint().notNull().default(1),
    started_at: instant('started_at').notNull().default(sql`edulab_now()`),
    finished_at: instant('finished_at'),
    /** What the work answered. */
    result: jsonb(),
    error: text(),
  },
  (t) => [primaryKey({ columns: [t.name, t.day] })],
);

/** Overviews of so many rows that they are not counted anew for everybody who looks: see `records/overviews.ts`. */
export const keptOverviews = pgTable(
  'kept_overviews',
  {
    /** What was asked, of which institution, in which language. */
    key: text().primaryKey(),
    institution_id: institution(),
    answer: jsonb().notNull(),
    /** Where the change counters of its tables stood; null where somebody was writing meanwhile. */
    counter: bigint({ mode: 'number' }),
    day: date().notNull(),
    counted_at: instant('counted_at').notNull().default(sql`edulab_now()`),
  },
  (t) => [index('kept_overviews_age').on(t.counted_at)],
);
