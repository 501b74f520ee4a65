import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
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
import { contracts } from '#domains/accounting/server/index.ts';
import { applicationForms, applications } from '#domains/admissions/server/index.ts';
import { material, packages } from '#domains/lessons/server/index.ts';
import type { Locale, Title } from '#platform/contract/index.ts';
import { createdAt, instant, institution, record, searchKeyOf, title } from '#platform/server/records/columns.ts';
import type { formats } from '../formats.ts';
import type { RefundStep } from '../refund.ts';
import type { attendances, chapterKinds } from '../shapes.ts';
import type { CourseState, RegistrationState } from '../workflow.ts';

/** What is offered, by chapters; who has a place in it, who waits, and what they did. Amounts are whole tiyin. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
const tiyin = () => bigint({ mode: 'number' });
const nothing = sql`'{"uz": "", "ru": "", "en": ""}'`;

export const courseCategories = pgTable(
  'short_course_categories',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    about: jsonb().$type<Title>().notNull().default(nothing),
    position: smallint().notNull().default(0),
    active: boolean().notNull().default(true),
  },
  (t) => [index('short_course_categories_sort').on(t.institution_id, t.position, t.id).where(living)],
);

export const shortCourses = pgTable(
  'short_courses',
  {
    ...record(),
    institution_id: institution(),
    category_id: integer()
      .notNull()
      .references(() => courseCategories.id),
    title: title(),
    about: jsonb().$type<Title>().notNull().default(nothing),
    format: text().$type<One<typeof formats>>().notNull(),
    language: text().$type<Locale>().notNull(),
    place: text(),
    /** When it meets, as people say it: days and hours. */
    times: text(),
    hours: smallint().notNull(),
    teacher_id: integer(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    register_until: date().notNull(),
    capacity: smallint().notNull(),
    /** Without the tax where that comes on top. */
    price: tiyin().notNull(),
    cover_file_id: integer(),
    /** The first course of this name that was held, where this one is held again: what was said of one is said of all. */
    series_id: integer().references((): AnyPgColumn => shortCourses.id),
    /** The form of admissions by which one applies for it, in its first revision. */
    application_form_id: integer().references(() => applicationForms.id),
    hold_hours: smallint().notNull().default(24),
    /** What is given back by the days before the start; none: as the institution says. */
    refund_steps: jsonb().$type<RefundStep[]>(),
    least_attendance: smallint().notNull().default(70),
    status: text().$type<CourseState>().notNull().default('DRAFT'),
  },
  (t) => [
    index('short_courses_start').on(t.institution_id, t.starts_on, t.id).where(living),
    index('short_courses_price').on(t.institution_id, t.price, t.id).where(living),
    index('short_courses_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id).where(living),
    index('short_courses_status').on(t.institution_id, t.status, t.starts_on).where(living),
    index('short_courses_category').on(t.category_id),
    index('short_courses_teacher').on(t.teacher_id),
    // A form says which course it is for while that goes on; then it may be for the next.
    uniqueIndex('short_courses_application_form')
      .on(t.application_form_id)
      .where(sql`application_form_id is not null and deleted_at is null and status in ('DRAFT', 'OPEN', 'CLOSED')`),
    index('short_courses_series').on(t.series_id).where(sql`series_id is not null`),
    check('short_courses_dates', sql`starts_on <= ends_on and register_until <= ends_on`),
  ],
);

/** A chapter of a course: something to read or see, or a meeting with its hour. */
export const courseChapters = pgTable(
  'short_course_chapters',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => shortCourses.id),
    position: smallint().notNull(),
    kind: text().$type<One<typeof chapterKinds>>().notNull(),
    title: title(),
    ...material(),
    package_id: integer().references(() => packages.id),
    starts_at: instant('starts_at'),
    minutes: smallint(),
    required: boolean().notNull().default(true),
  },
  (t) => [
    index('short_course_chapters_place').on(t.course_id, t.position, t.id).where(living),
    index('short_course_chapters_sort').on(t.institution_id, t.position, t.id).where(living),
    index('short_course_chapters_package').on(t.package_id).where(sql`package_id is not null`),
    index('short_course_chapters_time').on(t.institution_id, t.starts_at).where(living),
  ],
);

/** That a whole course was cancelled: who lost a place and what waits to be given back, so that all of it can be undone. */
export const courseCancellations = pgTable(
  'short_course_cancellations',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => shortCourses.id),
    reason: text().notNull(),
    status_before: text().$type<CourseState>().notNull(),
    people: integer().notNull(),
    refund: tiyin().notNull(),
    undone_at: instant('undone_at'),
  },
  (t) => [index('short_course_cancellations_course').on(t.course_id, t.id)],
);

/** A discount that somebody was given: a share of the price or an amount, for so many uses between two days. */
export const courseCodes = pgTable(
  'short_course_codes',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    /** None: for every course. */
    course_id: integer().references(() => shortCourses.id),
    percent: smallint(),
    amount: tiyin(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    /** None: as many as come. */
    most_uses: integer(),
    note: text(),
  },
  (t) => [
    uniqueIndex('short_course_codes_one').on(t.institution_id, t.code).where(living),
    index('short_course_codes_sort').on(t.institution_id, t.ends_on, t.id).where(living),
    index('short_course_codes_course').on(t.course_id),
    check('short_course_codes_dates', sql`starts_on <= ends_on`),
    check('short_course_codes_kind', sql`(percent is null) <> (amount is null)`),
  ],
);

/** Places that a company takes and pays for together, by one bill: all of them or none. */
export const courseGroups = pgTable(
  'short_course_groups',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => shortCourses.id),
    company: text().notNull(),
    /** Its number as a taxpayer. */
    tin: text().notNull(),
    contact: text().notNull(),
    phone: text().notNull(),
    email: text().notNull(),
    /** Until the end of which day the places are held. */
    pay_until: date().notNull(),
    contract_id: integer().references(() => contracts.id),
  },
  (t) => [
    index('short_course_groups_sort').on(t.institution_id, t.created_at, t.id).where(living),
    index('short_course_groups_course').on(t.course_id),
    uniqueIndex('short_course_groups_bill').on(t.contract_id).where(sql`contract_id is not null`),
  ],
);

/** A person's place in a course, or in its waiting list. What it costs is frozen with it. */
export const courseRegistrations = pgTable(
  'short_course_registrations',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => shortCourses.id),
    account_id: integer().notNull(),
    /** As the account was called then. */
    name: text().notNull(),
    search_key: searchKeyOf('name'),
    status: text().$type<RegistrationState>().notNull(),
    status_at: instant('status_at').notNull().default(sql`edulab_now()`),
    /** Of a place that is held or offered: the instant at which it is free again. */
    until: instant('until'),
    price: tiyin().notNull(),
    vat: tiyin().notNull().default(0),
    /** By which code it costs less than the course, and how much less. */
    code_id: integer().references(() => courseCodes.id),
    discount: tiyin().notNull().default(0),
    /** The rule of giving back under which it was taken. */
    refund_steps: jsonb().$type<RefundStep[]>().notNull(),
    /** The bill of accounting by which it is paid; none where it costs nothing. */
    contract_id: integer().references(() => contracts.id),
    /** The application to admissions from which the place follows. */
    application_id: integer().references(() => applications.id),
    /** With whom a company pays for it; its bill is that of the group. */
    group_id: integer().references(() => courseGroups.id),
    /** Of who gave the place up: what had been paid by then. More than that came too late. */
    paid_before: tiyin().notNull().default(0),
    /** Of who lost the place with the whole course: by which cancellation, and what they had. */
    cancellation_id: integer().references(() => courseCancellations.id),
    status_before: text().$type<RegistrationState>(),
    /** The certificate that holds. */
    document_id: integer(),
    /** Who agreed for somebody under eighteen. */
    guardian: jsonb().$type<{ name: string; phone: string }>(),
    /** Whether its person said that they are eighteen by the first day, where no record of theirs tells when they were born. */
    adult: boolean().notNull().default(false),
    reason: text(),
  },
  (t) => [
    uniqueIndex('short_course_registrations_one')
      .on(t.course_id, t.account_id)
      .where(sql`status in ('WAITING', 'OFFERED', 'HELD', 'CONFIRMED', 'COMPLETED') and deleted_at is null`),
    index('short_course_registrations_course').on(t.course_id, t.status, t.id).where(living),
    index('short_course_registrations_account').on(t.account_id, t.id).where(living),
    index('short_course_registrations_sort').on(t.institution_id, t.created_at, t.id).where(living),
    index('short_course_registrations_name').on(t.institution_id, t.name, t.id).where(living),
    index('short_course_registrations_status').on(t.institution_id, t.status, t.id).where(living),
    uniqueIndex('short_course_registrations_bill').on(t.contract_id).where(sql`contract_id is not null`),
    uniqueIndex('short_course_registrations_application').on(t.application_id).where(sql`application_id is not null`),
    index('short_course_registrations_group').on(t.group_id).where(sql`group_id is not null`),
    index('short_course_registrations_code').on(t.code_id).where(sql`code_id is not null`),
    index('short_course_registrations_cancellation').on(t.cancellation_id).where(sql`cancellation_id is not null`),
    index('short_course_registrations_until')
      .on(t.until)
      .where(sql`status in ('OFFERED', 'HELD') and deleted_at is null`),
    index('short_course_registrations_search').using('gin', t.search_key.op('gin_trgm_ops')).where(living),
  ],
);

/** What somebody who completed a course says of it. The office may hide the words; the stars go on counting. */
export const courseReviews = pgTable(
  'short_course_reviews',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => shortCourses.id),
    registration_id: integer()
      .notNull()
      .references(() => courseRegistrations.id),
    stars: smallint().notNull(),
    words: text(),
    hidden: boolean().notNull().default(false),
    hidden_reason: text(),
  },
  (t) => [
    uniqueIndex('short_course_reviews_one').on(t.registration_id),
    index('short_course_reviews_course').on(t.course_id, t.id).where(living),
    index('short_course_reviews_sort').on(t.institution_id, t.created_at, t.id).where(living),
    check('short_course_reviews_stars', sql`stars between 1 and 5`),
  ],
);

/** Who was at a meeting. */
export const courseAttendance = pgTable(
  'short_course_attendance',
  {
    ...record(),
    institution_id: institution(),
    registration_id: integer()
      .notNull()
      .references(() => courseRegistrations.id),
    chapter_id: integer()
      .notNull()
      .references(() => courseChapters.id),
    status: text().$type<One<typeof attendances>>().notNull(),
  },
  (t) => [
    uniqueIndex('short_course_attendance_one').on(t.registration_id, t.chapter_id),
    index('short_course_attendance_chapter').on(t.chapter_id),
  ],
);

/** Chapters that a listener said are done. */
export const chaptersDone = pgTable(
  'short_course_chapters_done',
  {
    registration_id: integer()
      .notNull()
      .references(() => courseRegistrations.id),
    chapter_id: integer()
      .notNull()
      .references(() => courseChapters.id),
    institution_id: institution(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.registration_id, t.chapter_id] }),
    index('short_course_chapters_done_chapter').on(t.chapter_id),
  ],
);
