import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { courses } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import {
  createdAt,
  deletedAt,
  id,
  instant,
  institution,
  record,
  searchKeyOf,
  title,
} from '#platform/server/records/columns.ts';
import type { BankLedger, SuspenseTarget } from '../accounts.ts';
import type { Currency } from '../currencies.ts';
import type { debitKinds, KeptFine, paymentKinds, paymentSources, paymentTypes, Share } from '../shapes.ts';
import type { AgreementState, ContractState } from '../workflow.ts';

/** What people owe, what they promised to pay, and what they paid. Amounts are whole tiyin. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
const tiyin = () => bigint({ mode: 'number' });

// Columns, not indices over what a function makes: where rows are kept apart by institution, PostgreSQL does not look such a one up.
/** A number as it is compared with what payers type: see `numberKeyOf` in `../numbers.ts`. */
export const numberKey = () =>
  text().generatedAlwaysAs(
    sql.raw("regexp_replace(translate(upper(number), 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI'), '[^A-Z0-9]', '', 'g')"),
  );

/** The first two words of a name, in whichever script and spelling. */
const nameKey = (name: string) =>
  text().generatedAlwaysAs(
    sql.raw(`split_part(edulab_search_key(${name}), ' ', 1) || ' ' || split_part(edulab_search_key(${name}), ' ', 2)`),
  );

/**
 * What is offered to many: text, amount, instalments, fine. In revisions: what is published is never changed, and a
 * contract stays with the revision by which it was issued. Empty course, form or language: any.
 */
export const contractAgreements = pgTable(
  'contract_agreements',
  {
    ...record(),
    institution_id: institution(),
    /** The first revision; null on the first itself. */
    origin_id: integer().references((): AnyPgColumn => contractAgreements.id),
    revision: smallint().notNull().default(1),
    name: text().notNull(),
    title: title(),
    level: text().$type<StudyLevel>().notNull(),
    academic_year_id: integer().notNull(),
    course_id: integer().references(() => courses.id),
    education_form_id: integer(),
    language: text().$type<'uz' | 'ru' | 'en'>(),
    type: text().notNull().default('BASIC'),
    /** In hundredths of `currency`, which is soʻm where there is none. */
    amount: tiyin().notNull(),
    currency: text().$type<Currency>(),
    instalments: jsonb().$type<Share[]>().notNull().default([]),
    fine: jsonb().$type<KeptFine>().notNull(),
    /** Percent that must be paid before somebody is enrolled. */
    minimum_share: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    /** What stands in the contract, with blanks: see text.ts. */
    text: jsonb().$type<{ uz: string; ru: string; en: string }>().notNull(),
    status: text().$type<AgreementState>().notNull().default('DRAFT'),
    published_at: instant('published_at'),
    deletion_reason: text(),
  },
  (t) => [
    uniqueIndex('contract_agreements_name').on(t.institution_id, sql`lower(name)`, t.revision).where(living),
    uniqueIndex('contract_agreements_published')
      .on(sql`coalesce(origin_id, id)`)
      .where(sql`status = 'PUBLISHED' and deleted_at is null`),
    index('contract_agreements_sort').on(t.institution_id, t.name, t.id).where(living),
    index('contract_agreements_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('contract_agreements_amount').on(t.institution_id, t.amount, t.id).where(living),
    index('contract_agreements_year').on(t.institution_id, t.academic_year_id, t.level, t.status),
  ],
);

/** The last number given out, by year. */
export const contractNumbers = pgTable(
  'contract_numbers',
  { institution_id: institution(), year: smallint().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.institution_id, t.year] })],
);

export const contracts = pgTable(
  'contracts',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull(),
    /** None: signed on paper and brought in by a file. */
    agreement_id: integer().references(() => contractAgreements.id),
    type: text().notNull().default('BASIC'),
    student_id: integer().references(() => students.id),
    /** The application by which it came, if it did. */
    application_id: integer(),
    /** Who accepts it. */
    account_id: integer(),
    payer_name: text().notNull(),
    /** Passport and phone as they stand in the text. */
    payer: jsonb().$type<{ passport?: string; phone?: string }>().notNull().default({}),
    /** None of a bill for a short course, which is no study. */
    level: text().$type<StudyLevel>(),
    academic_year_id: integer().notNull(),
    course_id: integer().references(() => courses.id),
    education_form_id: integer(),
    study_language: text().$type<'uz' | 'ru' | 'en'>(),
    amount: tiyin().notNull(),
    /** Where it was agreed in another currency: the sum there in hundredths, and the rate by which `amount` was fixed. */
    currency: text().$type<Currency>(),
    currency_amount: bigint({ mode: 'number' }),
    rate: text(),
    rate_per: smallint(),
    rate_on: date(),
    rate_source: text(),
    /** What of it is value added tax, by guards.sql. */
    vat_percent: smallint().notNull().default(0),
    /** `[{due_on, amount}]`, whole tiyin; together they are `amount`. */
    plan: jsonb().$type<{ due_on: string; amount: number }[]>().notNull(),
    /** The day of the last instalment. */
    deadline: date().notNull(),
    fine: jsonb().$type<KeptFine>().notNull(),
    minimum_share: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    /** The day from which fines grow no more: that of the end, or the first of a leave. */
    fine_stops_on: date(),
    /** The day until which the offer holds. */
    accept_until: date(),
    status: text().$type<ContractState>().notNull().default('DRAFT'),
    status_at: instant('status_at').notNull().default(sql`edulab_now()`),
    issued_on: date(),
    /** The day on which a draft is issued by itself: the first of the year for which it was assigned. */
    issues_on: date(),
    opened_at: instant('opened_at'),
    accepted_at: instant('accepted_at'),
    accepted_ip: text(),
    accepted_phone: text(),
    accepted_language: text().$type<'uz' | 'ru' | 'en'>(),
    /** The text to the letter that was accepted, and its SHA-256. */
    accepted_text: text(),
    accepted_sha256: text(),
    document_id: integer(),
    /** When it passed to the student; payments that came later are the student's own. */
    adopted_at: instant('adopted_at'),
    /** Of an addendum: what of its amount was earned before `earns_from`, by the contracts whose place it takes. */
    earned_before: tiyin().notNull().default(0),
    /** The day from which the rest is earned; none: from the first day of the academic year. */
    earns_from: date(),
    /** The contract whose place this one takes, once it is accepted. */
    supersedes_id: integer().references((): AnyPgColumn => contracts.id),
    /** The addendum that took its place. */
    superseded_by: integer().references((): AnyPgColumn => contracts.id),
    search: text().notNull(),
    search_key: searchKeyOf("payer_name || ' ' || search"),
    number_key: numberKey(),
    payer_key: nameKey('payer_name'),
  },
  (t) => [
    uniqueIndex('contracts_number').on(t.institution_id, t.number).where(living),
    // One that waits or binds, by application and by student and year.
    uniqueIndex('contracts_application')
      .on(t.application_id)
      .where(sql`application_id is not null and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED')`),
    uniqueIndex('contracts_student_year')
      .on(t.student_id, t.academic_year_id)
      .where(
        sql`student_id is not null and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED') and (supersedes_id is null or status not in ('DRAFT', 'ISSUED', 'OPENED'))`,
      ),
    index('contracts_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('contracts_payer').on(t.institution_id, t.payer_name, t.id).where(living),
    index('contracts_sort').on(t.institution_id, t.number, t.id).where(living),
    index('contracts_amount').on(t.institution_id, t.amount, t.id).where(living),
    index('contracts_deadline').on(t.institution_id, t.deadline, t.id).where(living),
    index('contracts_status').on(t.institution_id, t.status, t.id).where(living),
    index('contracts_student').on(t.student_id),
    index('contracts_issues')
      .on(t.issues_on)
      .where(sql`status = 'DRAFT' and issues_on is not null and deleted_at is null`),
    index('contracts_account').on(t.account_id),
    index('contracts_agreement').on(t.agreement_id),
    // As it is typed into the purpose of a payment: without signs, with Latin letters for the Cyrillic ones of the same look.
    index('contracts_number_key').on(t.institution_id, t.number_key).where(living),
    index('contracts_payer_key').on(t.institution_id, t.payer_key).where(living),
    index('contracts_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
    check(
      'contracts_currency',
      sql`num_nonnulls(currency, currency_amount, rate, rate_per, rate_on, rate_source) in (0, 6) and coalesce(currency_amount > 0, true)`,
    ),
  ],
);

/** What a student must pay until a day: an instalment of a contract, a fine, a fee. `total` and `paid` are kept by guards.sql. */
export const studentDebits = pgTable(
  'student_debits',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    contract_id: integer().references(() => contracts.id),
    kind: text().$type<One<typeof debitKinds>>().notNull().default('TUITION'),
    /** Which instalment of the contract, from 1. */
    position: smallint(),
    due_on: date().notNull(),
    amount: tiyin().notNull(),
    vat_percent: smallint().notNull().default(0),
    /** `amount` with what was added and taken off. */
    total: tiyin().notNull().default(0),
    paid: tiyin().notNull().default(0),
    note: text(),
    /** Of which retake it is the fee. */
    retake_id: integer(),
    /** Of what a student asked for it is the fee. */
    request_id: integer(),
    /** Of which paper, issued at the counter, it is the fee. */
    document_id: integer(),
    /** Where a file brought it: the same line is not taken twice. */
    external_ref: text(),
    deletion_reason: text(),
  },
  (t) => [
    index('student_debits_due').on(t.institution_id, t.due_on, t.id).where(living),
    index('student_debits_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('student_debits_amount').on(t.institution_id, t.amount, t.id).where(living),
    index('student_debits_student').on(t.student_id, t.due_on, t.id).where(living),
    index('student_debits_contract').on(t.contract_id),
    index('student_debits_open').on(t.institution_id, t.due_on, t.id).where(sql`deleted_at is null and paid < total`),
    uniqueIndex('student_debits_instalment')
      .on(t.contract_id, t.position)
      .where(sql`deleted_at is null and position is not null`),
    uniqueIndex('student_debits_retake').on(t.retake_id).where(sql`deleted_at is null and retake_id is not null`),
    uniqueIndex('student_debits_request').on(t.request_id).where(sql`deleted_at is null and request_id is not null`),
    uniqueIndex('student_debits_document').on(t.document_id).where(sql`deleted_at is null and document_id is not null`),
    uniqueIndex('student_debits_ref')
      .on(t.institution_id, t.external_ref)
      .where(sql`deleted_at is null and external_ref is not null`),
  ],
);

/** What was added to a debit or taken off it, and why: a discount, a correction. */
export const studentDebitDetails = pgTable(
  'student_debit_details',
  {
    ...record(),
    institution_id: institution(),
    debit_id: integer()
      .notNull()
      .references(() => studentDebits.id),
    /** Never 0; below it where something is taken off. */
    amount: tiyin().notNull(),
    reason: text().notNull(),
    /** The decision behind it, where it is on paper. */
    file_ids: integer().array().notNull().default(sql`'{}'`),
    made_by: integer().notNull(),
    deletion_reason: text(),
  },
  (t) => [index('student_debit_details_debit').on(t.debit_id, t.id).where(living)],
);

/** Money that came. A refund is a row below zero that names the payment; nothing is rewritten. */
export const payments = pgTable(
  'payments',
  {
    ...record(),
    institution_id: institution(),
    /** Of a contract, or of what a student owes besides; a trigger takes the student from the contract. */
    contract_id: integer().references(() => contracts.id),
    student_id: integer().references(() => students.id),
    kind: text().$type<One<typeof paymentKinds>>().notNull().default('PAYMENT'),
    refund_of: integer().references((): AnyPgColumn => payments.id),
    amount: tiyin().notNull(),
    paid_on: date().notNull(),
    payment_type: text().$type<One<typeof paymentTypes>>().notNull(),
    payer: text().notNull(),
    report_number: text(),
    bank_name: text(),
    /** What the bank or the gateway calls it; nothing comes in twice. */
    external_ref: text(),
    source: text().$type<One<typeof paymentSources>>().notNull().default('MANUAL'),
    note: text(),
    /** Of a refund: the request by which it was paid. */
    refund_request_id: integer(),
    /** Of a refund: the payment for another contract that the money became. */
    moved_to: integer().references((): AnyPgColumn => payments.id),
    /** Of money that a bank statement brought: the item in suspense that it was. */
    suspense_item_id: integer().references((): AnyPgColumn => suspenseItems.id),
    /** Why it was deleted. */
    deletion_reason: text(),
    search: text().notNull(),
    search_key: searchKeyOf("payer || ' ' || search"),
  },
  (t) => [
    uniqueIndex('payments_reference')
      .on(t.institution_id, sql`lower(external_ref)`)
      .where(sql`external_ref is not null and deleted_at is null`),
    index('payments_day').on(t.institution_id, t.paid_on, t.id).where(living),
    index('payments_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('payments_amount').on(t.institution_id, t.amount, t.id).where(living),
    index('payments_payer').on(t.institution_id, t.payer, t.id).where(living),
    index('payments_source').on(t.institution_id, t.source, t.paid_on, t.id).where(living),
    index('payments_contract').on(t.contract_id).where(living),
    index('payments_student').on(t.student_id).where(living),
    index('payments_besides').on(t.student_id).where(sql`contract_id is null and deleted_at is null`),
    index('payments_refund').on(t.refund_of).where(sql`refund_of is not null`),
    index('payments_request').on(t.refund_request_id).where(sql`refund_request_id is not null`),
    index('payments_suspense').on(t.suspense_item_id).where(sql`suspense_item_id is not null and deleted_at is null`),
    index('payments_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
  ],
);

/** Of which contracts more came than is owed, and how much: kept by guards.sql, and gone when it is used or given back. */
export const contractCredits = pgTable(
  'contract_credits',
  {
    contract_id: integer()
      .primaryKey()
      .references(() => contracts.id),
    institution_id: institution(),
    credit: tiyin().notNull(),
  },
  (t) => [index('contract_credits_amount').on(t.institution_id, t.credit)],
);

/**
 * Money that a bank told of: on the day it moved it stands in suspense, whoever finds out later what it was for. Below zero
 * where it left. What was told by mistake is taken back, never removed.
 */
export const suspenseItems = pgTable(
  'suspense_items',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    deleted_at: deletedAt(),
    account: text().$type<BankLedger>().notNull(),
    amount: tiyin().notNull(),
    moved_on: date().notNull(),
    /** Who paid, or who was paid. */
    party: text().notNull(),
  },
  (t) => [
    index('suspense_items_day').on(t.institution_id, t.moved_on, t.id).where(living),
    check('suspense_items_amount', sql`amount <> 0`),
  ],
);

/** Where money went from suspense that is no payment of a contract, and why. Its sign is that of the item. */
export const suspenseUses = pgTable(
  'suspense_uses',
  {
    ...record(),
    institution_id: institution(),
    item_id: integer()
      .notNull()
      .references(() => suspenseItems.id),
    account: text().$type<SuspenseTarget>().notNull(),
    amount: tiyin().notNull(),
    reason: text().notNull(),
    deletion_reason: text(),
  },
  (t) => [index('suspense_uses_item').on(t.item_id).where(living)],
);
