import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Answers } from '#domains/questions/server/index.ts';
import type { Locale, Role } from '#platform/contract/index.ts';
import { createdAt, id, instant, institution, record, title, version } from '#platform/server/records/columns.ts';
import type {
  ActionType,
  audiences,
  ChainStep,
  deliveries,
  FormSection,
  PaperTemplate,
  situations,
} from '../shapes.ts';
import type { FormState, RequestState, TypeState } from '../workflow.ts';
import type { FactsInWords } from './facts.ts';

/** What can be asked for, in which words it is asked, what was asked, and who did what with it. */

type One<T extends readonly string[]> = T[number];
const living = sql`deleted_at is null`;

export const formTypes = pgTable(
  'form_types',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: title(),
    about: jsonb().$type<{ uz: string; ru: string; en: string }>().notNull().default({ uz: '', ru: '', en: '' }),
    situations: text().array().$type<One<typeof situations>[]>().notNull().default(sql`'{}'`),
    audience: text().array().$type<One<typeof audiences>[]>().notNull().default(sql`'{ACTIVE}'`),
    position: smallint().notNull().default(0),
    status: text().$type<TypeState>().notNull().default('DRAFT'),
  },
  (t) => [
    uniqueIndex('form_types_code').on(t.institution_id, t.code).where(living),
    index('form_types_position').on(t.institution_id, t.position, t.id).where(living),
  ],
);

/** A version of a form with all that it says: a trigger keeps what was live as it was, whoever writes. */
export const forms = pgTable(
  'forms',
  {
    ...record(),
    institution_id: institution(),
    type_id: integer()
      .notNull()
      .references(() => formTypes.id),
    revision: smallint().notNull().default(1),
    status: text().$type<FormState>().notNull().default('DRAFT'),
    title: title(),
    description: jsonb().$type<{ uz: string; ru: string; en: string } | null>(),
    sections: jsonb().$type<FormSection[]>().notNull().default([]),
    steps: jsonb().$type<ChainStep[]>().notNull().default([]),
    paper: jsonb().$type<PaperTemplate | null>(),
    fee: numeric({ precision: 16, scale: 2 }).notNull().default('0'),
    deliveries: text().array().$type<One<typeof deliveries>[]>().notNull().default(sql`'{PDF}'`),
    languages: text().array().$type<Locale[]>().notNull().default(sql`'{uz}'`),
    live_at: instant('live_at'),
    archived_at: instant('archived_at'),
  },
  (t) => [
    uniqueIndex('forms_revision').on(t.type_id, t.revision).where(living),
    uniqueIndex('forms_live').on(t.type_id).where(sql`status = 'LIVE' and deleted_at is null`),
    uniqueIndex('forms_draft').on(t.type_id).where(sql`status = 'DRAFT' and deleted_at is null`),
    index('forms_type').on(t.institution_id, t.type_id, t.id).where(living),
  ],
);

export const formRequests = pgTable(
  'form_requests',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull().generatedAlwaysAs(sql`'AR-' || lpad(id::text, 6, '0')`),
    type_id: integer()
      .notNull()
      .references(() => formTypes.id),
    form_id: integer()
      .notNull()
      .references(() => forms.id),
    student_id: integer().notNull(),
    /** Who sent it: they never decide on it, whatever roles they hold. */
    account_id: integer().notNull(),
    language: text().$type<Locale>().notNull(),
    delivery: text().$type<One<typeof deliveries>>().notNull().default('PDF'),
    post_address: text(),
    answers: jsonb().$type<Answers>().notNull().default({}),
    /** What the record said when it was sent, in each language. */
    facts: jsonb().$type<FactsInWords | null>(),
    facts_at: instant('facts_at'),
    status: text().$type<RequestState>().notNull().default('DRAFT'),
    status_at: instant('status_at').notNull().default(sql`edulab_now()`),
    submitted_at: instant('submitted_at'),
    /** Position of the step at hand. */
    step: smallint(),
    /** Until when the step at hand is to be done; none while it waits for its student. */
    due_on: date(),
    fee: numeric({ precision: 16, scale: 2 }).notNull().default('0'),
    update_fields: jsonb().$type<{ path: string; note: string }[]>().notNull().default([]),
    reason: text(),
    document_id: integer(),
    handed_to: text(),
    /** A picture of how whoever took the paper signed for it. */
    handed_signature: integer(),
    post_number: text(),
    expires_on: date(),
  },
  (t) => [
    uniqueIndex('form_requests_open')
      .on(t.student_id, t.type_id)
      .where(sql`deleted_at is null and status in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'UPDATE_REQUIRED')`),
    uniqueIndex('form_requests_number').on(t.institution_id, t.number),
    index('form_requests_status').on(t.institution_id, t.status, t.id).where(living),
    index('form_requests_due').on(t.institution_id, t.due_on, t.id).where(living),
    index('form_requests_submitted').on(t.institution_id, t.submitted_at, t.id).where(living),
    index('form_requests_student').on(t.student_id, t.id),
    index('form_requests_account').on(t.account_id, t.id).where(living),
    index('form_requests_type').on(t.institution_id, t.type_id, t.id).where(living),
    index('form_requests_form').on(t.form_id),
  ],
);

/** The chain of a request as it was when it was sent. */
export const formRequestSteps = pgTable(
  'form_request_steps',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    request_id: integer()
      .notNull()
      .references(() => formRequests.id),
    position: smallint().notNull(),
    title: title(),
    roles: jsonb().$type<Role[]>().notNull(),
    action: text().$type<ActionType>().notNull(),
    days: smallint().notNull(),
    change: jsonb().$type<ChainStep['change']>(),
    started_at: instant('started_at'),
    due_on: date(),
    /** Since when it waits for its student. */
    stopped_at: instant('stopped_at'),
    /** Working days that were left then. */
    left_days: smallint(),
    /** Minutes that it waited for its student in all. */
    waited: integer().notNull().default(0),
    done_at: instant('done_at'),
    done_by: integer(),
    late: boolean().notNull().default(false),
    note: text(),
    /** What it changed in the record, as it was told to whoever did it. */
    outcome: text().array().notNull().default(sql`'{}'`),
    /** The last nights' words about it, each told once for a date. */
    reminded_for: date(),
    escalated_for: date(),
  },
  (t) => [
    uniqueIndex('form_request_steps_one').on(t.request_id, t.position),
    index('form_request_steps_done').on(t.institution_id, t.done_at),
    // Payments that are waited for.
    index('form_request_steps_payment')
      .on(t.request_id)
      .where(sql`action = 'PAYMENT' and started_at is not null and done_at is null`),
    index('form_request_steps_due').on(t.institution_id, t.due_on).where(sql`done_at is null and due_on is not null`),
  ],
);
