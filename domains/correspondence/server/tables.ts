import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { guests } from '#domains/admissions/server/index.ts';
import { signatures } from '#domains/signatures/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, instant, institution, record, searchKeyOf, title } from '#platform/server/records/columns.ts';
import type { Delivery, LetterKind, LetterLanguage, Repeat } from '../shapes.ts';
import type {
  AgreementState,
  Direction,
  ExtensionState,
  LetterState,
  OrderState,
  ReservationState,
} from '../workflow.ts';

/** Letters, the groups by which they are numbered, and all that is ordered, agreed and noted about them. */

const living = sql`deleted_at is null`;

export const letterGroups = pgTable(
  'letter_groups',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: title(),
    direction: text().$type<Direction>().notNull(),
    execution_days: smallint(),
    /** None: its letters are kept for ever. */
    retention_years: smallint(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('letter_groups_code').on(t.institution_id, t.code).where(living),
    index('letter_groups_sort').on(t.institution_id, t.code, t.id).where(living),
  ],
);

/** The last number given in a group and a year. */
export const letterNumbers = pgTable(
  'letter_numbers',
  {
    institution_id: institution(),
    group_id: integer()
      .notNull()
      .references(() => letterGroups.id),
    year: smallint().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.institution_id, t.group_id, t.year] })],
);

export const letters = pgTable(
  'letters',
  {
    ...record(),
    institution_id: institution(),
    direction: text().$type<Direction>().notNull(),
    status: text().$type<LetterState>().notNull().default('DRAFT'),
    group_id: integer()
      .notNull()
      .references(() => letterGroups.id),
    /** Place in its group and year, and how it is written; given once. */
    serial: integer(),
    number_year: smallint(),
    number: text(),
    registered_on: date(),
    kind: text().$type<LetterKind>().notNull(),
    heading: text().notNull(),
    summary: text().notNull().default(''),
    correspondent: text().notNull(),
    correspondent_signer: text(),
    their_number: text(),
    their_date: date(),
    received_on: date(),
    delivery: text().$type<Delivery>(),
    language: text().$type<LetterLanguage>().notNull().default('uz'),
    sheets: smallint(),
    attachments: smallint(),
    attachment_sheets: smallint(),
    confidential: boolean().notNull().default(false),
    /** Whom it is about finds it among their papers once it has its number or, going out, was sent. */
    shown_to_people: boolean().notNull().default(false),
    answer_needed: boolean().notNull().default(false),
    due_on: date(),
    reply_to_id: integer(),
    /** The account that wrote the card or the draft. */
    author_id: integer(),
    signer_id: integer().references(() => staff.id),
    /** Who signed, for the signer or as a deputy, when, and the hash of the very file. */
    signed_by: integer(),
    signed_at: instant('signed_at'),
    signed_hash: text(),
    signature_id: integer().references(() => signatures.id),
    in_turn: boolean().notNull().default(false),
    /** Counts up whenever a letter comes back from agreement to be changed. */
    revision: smallint().notNull().default(1),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    destroy_after: date(),
    /** While there is a reason, it is not destroyed. */
    hold_reason: text(),
    held_since: date(),
    search: searchKeyOf(
      "coalesce(number, '') || ' ' || heading || ' ' || correspondent || ' ' || coalesce(their_number, '') || ' ' || coalesce(correspondent_signer, '') || ' ' || summary",
    ),
  },
  (t) => [
    uniqueIndex('letters_number').on(t.group_id, t.number_year, t.serial).where(sql`serial is not null`),
    index('letters_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
    index('letters_created').on(t.institution_id, t.direction, t.created_at, t.id).where(living),
    index('letters_registered').on(t.institution_id, t.direction, t.registered_on, t.id).where(living),
    index('letters_due').on(t.institution_id, t.due_on, t.id).where(living),
    index('letters_status').on(t.institution_id, t.status, t.id).where(living),
    index('letters_group').on(t.group_id, t.id).where(living),
    index('letters_reply').on(t.reply_to_id).where(sql`reply_to_id is not null`),
    index('letters_theirs').on(t.institution_id, t.their_number).where(sql`their_number is not null`),
    index('letters_author').on(t.author_id).where(living),
    index('letters_signer').on(t.signer_id).where(sql`signer_id is not null`),
    index('letters_files').using('gin', t.file_ids).where(living),
    check('letters_destroyed', sql`status <> 'DESTROYED' or (destroy_after is not null and hold_reason is null)`),
    index('letters_expired')
      .on(t.institution_id, t.destroy_after, t.id)
      .where(sql`status = 'ARCHIVED' and destroy_after is not null`),
    check('letters_shown', sql`not (confidential and shown_to_people)`),
    check('letters_numbered', sql`(number is null) = (serial is null) and (number is null) = (registered_on is null)`),
  ],
);

export type LetterRow = typeof letters.$inferSelect;

/** Whom a letter is about: each row one student, one member of staff or one applicant. */
export const letterPeople = pgTable(
  'letter_people',
  {
    ...record(),
    institution_id: institution(),
    letter_id: integer()
      .notNull()
      .references(() => letters.id),
    student_id: integer().references(() => students.id),
    staff_id: integer().references(() => staff.id),
    guest_id: integer().references(() => guests.id),
  },
  (t) => [
    index('letter_people_letter').on(t.letter_id).where(living),
    index('letter_people_student').on(t.student_id).where(living),
    index('letter_people_staff').on(t.staff_id).where(living),
    index('letter_people_guest').on(t.guest_id).where(living),
    check('letter_people_one', sql`num_nonnulls(student_id, staff_id, guest_id) = 1`),
  ],
);

/** A number that was taken out of its row for a paper that comes later. Unused it stays in the register, with its reason. */
export const reservations = pgTable(
  'letter_reservations',
  {
    ...record(),
    institution_id: institution(),
    group_id: integer()
      .notNull()
      .references(() => letterGroups.id),
    serial: integer().notNull(),
    number_year: smallint().notNull(),
    number: text().notNull(),
    /** Which paper it is kept for, and who brings that. */
    purpose: text().notNull(),
    kept_for: text().notNull(),
    until: date().notNull(),
    /** The account that reserved it. */
    author_id: integer().notNull(),
    status: text().$type<ReservationState>().notNull().default('RESERVED'),
    letter_id: integer().references(() => letters.id),
    /** Why it was given up; none where its day passed. */
    reason: text(),
    closed_on: date(),
  },
  (t) => [
    uniqueIndex('letter_reservations_number').on(t.group_id, t.number_year, t.serial),
    index('letter_reservations_open').on(t.institution_id, t.until, t.id).where(sql`status = 'RESERVED'`),
    check('letter_reservations_used', sql`(status = 'USED') = (letter_id is not null)`),
    check('letter_reservations_closed', sql`(status = 'RESERVED') = (closed_on is null)`),
  ],
);

/** What somebody who was asked says about an outgoing letter, revision by revision. */
export const agreements = pgTable(
  'letter_agreements',
  {
    ...record(),
    institution_id: institution(),
    letter_id: integer()
      .notNull()
      .references(() => letters.id),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    position: smallint().notNull(),
    /** In which it was said; none while it is only foreseen. */
    revision: smallint(),
    status: text().$type<AgreementState>().notNull().default('PENDING'),
    remark: text(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
  },
  (t) => [
    index('letter_agreements_letter').on(t.letter_id, t.position).where(living),
    index('letter_agreements_staff').on(t.staff_id, t.status).where(living),
  ],
);

export const orders = pgTable(
  'letter_orders',
  {
    ...record(),
    institution_id: institution(),
    letter_id: integer()
      .notNull()
      .references(() => letters.id),
    parent_id: integer(),
    text: text().notNull(),
    /** The account that gave it. */
    author_id: integer().notNull(),
    given_on: date().notNull().default(sql`edulab_today()`),
    due_on: date(),
    first_due_on: date(),
    urgent: boolean().notNull().default(false),
    control: boolean().notNull().default(false),
    status: text().$type<OrderState>().notNull().default('OPEN'),
    closed_at: instant('closed_at'),
    /** Once it is done it is given again, due so much later, until that day. */
    repeats: text().$type<Repeat>(),
    repeats_until: date(),
    /** The date of the first of its row, from which all later ones are counted. */
    repeats_from: date(),
    /** The last nights' words about it, each told once for a date: to executors, to those above, to the head of all. */
    reminded_for: date(),
    escalated_for: date(),
    raised_for: date(),
  },
  (t) => [
    index('letter_orders_letter').on(t.letter_id, t.id).where(living),
    index('letter_orders_parent').on(t.parent_id).where(sql`parent_id is not null`),
    index('letter_orders_urgency').on(t.institution_id, sql`(closed_at is not null)`, t.due_on, t.id).where(living),
    index('letter_orders_due').on(t.institution_id, t.due_on, t.id).where(living),
    index('letter_orders_given').on(t.institution_id, t.given_on, t.id).where(living),
    index('letter_orders_author').on(t.author_id).where(living),
  ],
);

export const executors = pgTable(
  'letter_executors',
  {
    ...record(),
    institution_id: institution(),
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    responsible: boolean().notNull().default(false),
    report: text(),
    reported_at: instant('reported_at'),
    reported_by: integer(),
  },
  (t) => [
    uniqueIndex('letter_executors_once').on(t.order_id, t.staff_id).where(living),
    uniqueIndex('letter_executors_responsible').on(t.order_id).where(sql`responsible and deleted_at is null`),
    index('letter_executors_staff').on(t.staff_id).where(living),
  ],
);

/** More time that was asked for. The dates before stay here, so that a day in the past reads as it was. */
export const extensions = pgTable(
  'letter_extensions',
  {
    ...record(),
    institution_id: institution(),
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    asked_by: integer().notNull(),
    from_due: date().notNull(),
    until: date().notNull(),
    reason: text().notNull(),
    status: text().$type<ExtensionState>().notNull().default('ASKED'),
    note: text(),
    decided_by: integer(),
    decided_on: date(),
  },
  (t) => [
    uniqueIndex('letter_extensions_open').on(t.order_id).where(sql`status = 'ASKED' and deleted_at is null`),
    index('letter_extensions_order').on(t.order_id, t.id).where(living),
  ],
);

/** Each time an order was put on control or taken from it: what it was before, so that a day in the past reads as it was. */
export const controlChanges = pgTable(
  'letter_control_changes',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    was: boolean().notNull(),
    changed_on: date().notNull(),
    account_id: integer().notNull(),
  },
  (t) => [index('letter_control_changes_order').on(t.order_id, t.changed_on, t.id)],
);

/** Who acts for somebody in the correspondence, and in which days. */
export const deputies = pgTable(
  'letter_deputies',
  {
    ...record(),
    institution_id: institution(),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    deputy_id: integer()
      .notNull()
      .references(() => staff.id),
    since: date().notNull(),
    until: date().notNull(),
  },
  (t) => [
    index('letter_deputies_deputy').on(t.deputy_id, t.until).where(living),
    index('letter_deputies_sort').on(t.institution_id, t.since, t.id).where(living),
    check('letter_deputies_another', sql`staff_id <> deputy_id`),
    check('letter_deputies_days', sql`since <= until`),
  ],
);

/** Who is to take note of a letter, and did. */
export const acquaintances = pgTable(
  'letter_acquaintances',
  {
    ...record(),
    institution_id: institution(),
    letter_id: integer()
      .notNull()
      .references(() => letters.id),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    read_at: instant('read_at'),
    /** Over the letter as it was read; none of a letter without a file. */
    signature_id: integer().references(() => signatures.id),
  },
  (t) => [
    uniqueIndex('letter_acquaintances_once').on(t.letter_id, t.staff_id).where(living),
    index('letter_acquaintances_staff').on(t.staff_id).where(living),
  ],
);
