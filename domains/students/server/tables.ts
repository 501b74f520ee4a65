import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
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
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import { createdAt, id, instant, institution, record } from '#platform/server/records/columns.ts';
import type { Kept } from '#platform/server/records/kept.ts';
import type { callOccasions } from '../contract/call-letters.ts';
import type { LifeKind } from '../life.ts';
import type { document, relationship } from '../shapes.ts';
import type { RequestState, StudentStatus } from '../workflow.ts';
import type { LifeLine, LifeTarget } from './life/target.ts';

/** Tables of the students: who studies, how to reach them, their papers, and what became of them. */

// Most lists show the living; leaving the deleted out keeps these indexes and their plans small.
const living = sql`deleted_at is null`;

export const students = pgTable(
  'students',
  {
    ...record(),
    institution_id: institution(),
    account_id: integer(),
    student_no: text().notNull(),
    username: text(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    midname: text(),
    /** What lists are sorted by; kept by the database. */
    full_name: text().notNull().generatedAlwaysAs(sql`lastname || ' ' || firstname || coalesce(' ' || midname, '')`),
    /** The whole name in Cyrillic as older papers have it: `Каримов Али Валиевич`. */
    names_cyrillic: text(),
    gender: text().$type<'MALE' | 'FEMALE'>(),
    birthdate: date(),
    nationality_id: integer(),
    /** ISO 3166 code of the country: UZ. */
    citizenship: char({ length: 2 }),
    passport_id: text(),
    passport_issued_by: text(),
    passport_issued_on: date(),
    passport_expires_on: date(),
    /** Personal number of 14 digits. */
    pinfl: text(),
    contact_phone: text(),
    home_phone: text(),
    additional_phone1: text(),
    additional_phone2: text(),
    email: text(),
    permanent_address: text(),
    current_address: text(),
    region_id: integer(),
    city_id: integer(),
    native_language: text(),
    marital_status: text().$type<'SINGLE' | 'MARRIED' | 'DIVORCED' | 'WIDOWED'>(),
    course_id: integer().references(() => courses.id),
    level: text().$type<StudyLevel>().notNull(),
    education_form_id: integer(),
    study_language: text().$type<'uz' | 'ru' | 'en'>().notNull(),
    entry_year: smallint().notNull(),
    tuition: text().$type<'GRANT' | 'CONTRACT'>().notNull(),
    department_id: integer(),
    status: text().$type<StudentStatus>().notNull().default('ACTIVE'),
    status_since: date().notNull().default(sql`edulab_today()`),
    /** Planned end of a gap year. */
    status_until: date(),
    photo_file_id: integer(),
    /** The student's number in the ministry's system. */
    hemis_code: text(),
    /** The record in which the same person studies after this one. */
    succeeded_by_id: integer(),
    /** What the search looks in; written by `searchText` on every write. */
    search: text().notNull(),
  },
  (t) => [
    uniqueIndex('students_no').on(t.institution_id, t.student_no),
    uniqueIndex('students_passport')
      .on(t.institution_id, t.passport_id)
      .where(sql`passport_id is not null and deleted_at is null`),
    uniqueIndex('students_pinfl').on(t.institution_id, t.pinfl).where(sql`pinfl is not null and deleted_at is null`),
    uniqueIndex('students_username').on(t.institution_id, sql`lower(${t.username})`).where(sql`username is not null`),
    // Names that are taken for each other, as of accounts; the index before it is what a name is looked up by.
    uniqueIndex('students_look').on(t.institution_id, sql`edulab_look(${t.username})`).where(sql`username is not null`),
    uniqueIndex('students_account').on(t.institution_id, t.account_id).where(sql`account_id is not null`),
    index('students_search').using('gin', t.institution_id, t.search.op('gin_trgm_ops')).where(living),
    // Words with the institution before each; written as in guards.sql, which asks it.
    index('students_words')
      .using(
        'gin',
        sql`array_to_tsvector(string_to_array(substr(replace(search, ' ', ' ' || institution_id::text || ':'), 2), ' '))`,
      )
      .where(living),
    // Sorts of the list of everybody, then those of the status pages.
    index('students_name').on(t.institution_id, t.full_name, t.id).where(living),
    index('students_gone_name')
      .on(t.institution_id, t.full_name, t.id)
      .where(sql`deleted_at is null and status <> 'ACTIVE'`),
    index('students_firstname').on(t.institution_id, t.firstname, t.id).where(living),
    index('students_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('students_birthdate').on(t.institution_id, t.birthdate, t.id).where(living),
    index('students_status_name').on(t.institution_id, t.status, t.full_name, t.id),
    index('students_status_since').on(t.institution_id, t.status_since, t.id).where(living),
    index('students_entry').on(t.institution_id, t.entry_year, t.id).where(living),
    index('students_course').on(t.institution_id, t.course_id, t.id).where(living),
    index('students_level').on(t.institution_id, t.level, t.id).where(living),
    index('students_education_form').on(t.institution_id, t.education_form_id, t.id).where(living),
    index('students_language').on(t.institution_id, t.study_language, t.id).where(living),
    index('students_succeeded').on(t.succeeded_by_id).where(sql`succeeded_by_id is not null`),
    index('students_gender').on(t.institution_id, t.gender, t.id).where(living),
    index('students_region').on(t.institution_id, t.region_id, t.id).where(living),
    index('students_tuition').on(t.institution_id, t.tuition, t.id).where(living),
    index('students_department').on(t.institution_id, t.department_id, t.id).where(living),
    index('students_status').on(t.institution_id, t.status, t.id),
    // Few of those who are in groups: counted beside all members without looking each of them up.
    index('students_not_active').on(t.id).where(sql`status <> 'ACTIVE' or deleted_at is not null`),
    index('students_hemis').on(t.institution_id, t.hemis_code).where(sql`hemis_code is not null`),
  ],
);

/** The last number given out, by year of entry. */
export const studentNumbers = pgTable(
  'student_numbers',
  { institution_id: institution(), entry_year: smallint().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.institution_id, t.entry_year] })],
);

export const studentGuardians = pgTable(
  'student_guardians',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    relationship: text().$type<z.infer<typeof relationship>>().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    midname: text(),
    contact_phone: text(),
    home_phone: text(),
    current_address: text(),
    email: text(),
    workplace: text(),
  },
  (t) => [index('student_guardians_student').on(t.student_id, t.id).where(living)],
);

export const studentDocuments = pgTable(
  'student_documents',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    type: text().$type<z.infer<typeof document>['type']>().notNull(),
    number: text(),
    issued_by: text(),
    issued_on: date(),
    valid_until: date(),
    note: text(),
    file_id: integer(),
  },
  (t) => [index('student_documents_student').on(t.student_id, t.id).where(living)],
);

export const studentCards = pgTable(
  'student_cards',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    card_number: text().notNull(),
    issued_on: date().notNull(),
    valid_until: date(),
    printed: boolean().notNull().default(false),
    printed_at: instant('printed_at'),
    status: text().$type<'ISSUED' | 'LOST' | 'BLOCKED' | 'RETURNED'>().notNull().default('ISSUED'),
  },
  (t) => [
    uniqueIndex('student_cards_number').on(t.institution_id, t.card_number).where(living),
    index('student_cards_student').on(t.student_id, t.id).where(living),
  ],
);

/** Letters that call a student for some days; the paper is a document that can be checked. */
export const callLetters = pgTable(
  'student_call_letters',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    occasion: text().$type<(typeof callOccasions)[number]>().notNull(),
    starts_on: date().notNull(),
    /** The last day. */
    ends_on: date().notNull(),
    addressee: text(),
    document_id: integer().notNull(),
  },
  (t) => [
    uniqueIndex('student_call_letters_once')
      .on(t.student_id, t.occasion, t.starts_on, sql`coalesce(addressee, '')`)
      .where(living),
    index('student_call_letters_student').on(t.student_id, t.starts_on).where(living),
  ],
);

/** Proposed changes of status that wait for the head of the registrar's office, and what became of them. */
export const studentStatusRequests = pgTable(
  'student_status_requests',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    from_status: text().$type<StudentStatus>().notNull(),
    to_status: text().$type<StudentStatus>().notNull(),
    /** Which change of life; of older ones it follows from the statuses. */
    kind: text().$type<LifeKind>(),
    reason: text(),
    effective_from: date(),
    effective_to: date(),
    state: text().$type<RequestState>().notNull().default('PROPOSED'),
    requested_by: integer().notNull(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
    decision_reason: text(),
    order_number: text(),
    order_date: date(),
  },
  (t) => [
    // One open proposal per student: two would be decided on different facts.
    uniqueIndex('student_status_requests_open').on(t.student_id).where(sql`state = 'PROPOSED'`),
    index('student_status_requests_state').on(t.institution_id, t.state, t.id),
    index('student_status_requests_student').on(t.student_id, t.id),
  ],
);

/** Changes of lives, each with its order: for however many students one was made. */
export const lifeChanges = pgTable(
  'student_life_changes',
  {
    ...record(),
    institution_id: institution(),
    kind: text().$type<LifeKind>().notNull(),
    reason: text(),
    order_number: text(),
    order_date: date(),
    /** The order, where it was written here. */
    document_id: integer(),
    /** The first day of what is new. */
    starts_on: date().notNull(),
    /** The day until which it was meant. */
    ends_on: date(),
    target: jsonb().$type<LifeTarget>().notNull(),
    account_id: integer(),
  },
  (t) => [index('student_life_changes_created').on(t.institution_id, t.created_at, t.id)],
);

/** What a change was to one student: its receipt, by which it is told and taken back. */
export const lifeSteps = pgTable(
  'student_life_steps',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    change_id: integer()
      .notNull()
      .references(() => lifeChanges.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    from_status: text().$type<StudentStatus>().notNull(),
    to_status: text().$type<StudentStatus>().notNull(),
    /** Of the student's record: what was written over, and what was written. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    lines: jsonb().$type<LifeLine[]>().notNull(),
    /** By the name of what followed: the rows that it wrote. */
    kept: jsonb().$type<Record<string, Kept[]>>().notNull(),
    undone_at: instant('undone_at'),
    undone_by: integer(),
    undo_reason: text(),
  },
  (t) => [
    index('student_life_steps_student').on(t.student_id, t.id),
    index('student_life_steps_change').on(t.change_id, t.student_id),
  ],
);

/** Which entry of the status history an added entry puts right: entries themselves are never edited. */
export const studentStatusCorrections = pgTable(
  'student_status_corrections',
  {
    correction_id: integer().primaryKey(),
    institution_id: institution(),
    entry_id: integer().notNull(),
    student_id: integer().notNull(),
  },
  (t) => [index('student_status_corrections_student').on(t.student_id)],
);

/** Moves between programmes and education forms, with what was before and after. */
export const studentTransfers = pgTable(
  'student_transfers',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    reason: text().notNull(),
    order_number: text(),
    order_date: date(),
    effective_from: date(),
    account_id: integer(),
  },
  (t) => [index('student_transfers_student').on(t.student_id, t.id)],
);

/** Requests to move to another course, as students and the office make them. */
export const courseTransfers = pgTable(
  'course_transfers',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    previous_course: text().notNull(),
    previous_level: text().$type<StudyLevel>(),
    previous_education_form_id: integer(),
    current_course: text().notNull(),
    /** Empty in old requests, which named the course in words alone. */
    current_course_id: integer().references(() => courses.id),
    current_level: text().$type<StudyLevel>(),
    current_education_form_id: integer(),
    reason: text().notNull(),
    status: text().$type<'PENDING' | 'ACCEPTED' | 'DECLINED'>().notNull().default('PENDING'),
    decision_reason: text(),
  },
  (t) => [
    index('course_transfers_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('course_transfers_status').on(t.institution_id, t.status, t.id).where(living),
    index('course_transfers_student').on(t.student_id, t.id),
  ],
);

/** Ends of gap years of which somebody was told, so that nobody is told twice. */
export const gapYearWarnings = pgTable(
  'gap_year_warnings',
  {
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    until: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.student_id, t.until] })],
);
