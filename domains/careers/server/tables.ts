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
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { CvContent, CvLayout, cvPlaces, Fact } from '../shapes-cv.ts';
import type { currencies, deadReasons, employerWords, employments } from '../shapes-offers.ts';
import type { AnswerState, CvState, OfferState } from '../workflow.ts';

/** CVs and their versions, what people say of their search for work, offers, answers, and links of employers. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
const entries = <K extends keyof CvContent>(name: K) => jsonb(name).$type<CvContent[K]>().notNull().default(sql`'[]'`);

/** One of each person, as it is being written. */
export const cvs = pgTable(
  'cvs',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    status: text().$type<CvState>().notNull().default('DRAFT'),
    language: text().$type<Locale>().notNull().default('uz'),
    layout: text().$type<CvLayout>().notNull().default('CLASSIC'),
    photo_file_id: integer(),
    show_photo: boolean().notNull().default(true),
    headline: text().notNull().default(''),
    objective: text().notNull().default(''),
    email: text(),
    phone: text(),
    city: text().notNull().default(''),
    links: text().array().notNull().default(sql`'{}'`),
    work_experiences: entries('work_experiences'),
    schools: entries('schools'),
    language_skills: entries('language_skills'),
    certificates: entries('certificates'),
    awards: entries('awards'),
    articles: entries('articles'),
    hard_skills: text().array().notNull().default(sql`'{}'`),
    soft_skills: text().array().notNull().default(sql`'{}'`),
    /** Which of the record's modules stand in it; null for the best of them. */
    modules: integer().array(),
    versions_count: smallint().notNull().default(0),
    /** The version that was handed in last, which is what the career centre reads. */
    last_version_id: integer(),
    /** The version that employers may be shown. */
    approved_version_id: integer(),
    submitted_at: instant('submitted_at'),
    reviewed_at: instant('reviewed_at'),
    /** What the career centre said of all of it. */
    note: text(),
  },
  (t) => [
    uniqueIndex('cvs_student').on(t.student_id).where(living),
    index('cvs_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('cvs_submitted').on(t.institution_id, t.submitted_at, t.id).where(living),
    index('cvs_status').on(t.institution_id, t.status, t.submitted_at, t.id).where(living),
  ],
);

/** A CV as it was handed in, with the facts of the record as they stood. Nothing of it changes but what was said of it. */
export const cvVersions = pgTable(
  'cv_versions',
  {
    ...record(),
    institution_id: institution(),
    cv_id: integer()
      .notNull()
      .references(() => cvs.id),
    number: smallint().notNull(),
    status: text().$type<CvState>().notNull().default('SUBMITTED'),
    language: text().$type<Locale>().notNull(),
    layout: text().$type<CvLayout>().notNull(),
    /** Null where no photo is shown. */
    photo_file_id: integer(),
    content: jsonb().$type<CvContent>().notNull(),
    facts: jsonb().$type<Fact[]>().notNull(),
    reviewed_at: instant('reviewed_at'),
    reviewer_id: integer(),
    note: text(),
  },
  (t) => [uniqueIndex('cv_versions_number').on(t.cv_id, t.number)],
);

/** What the career centre says of a line. */
export const cvRemarks = pgTable(
  'cv_remarks',
  {
    ...record(),
    institution_id: institution(),
    cv_id: integer()
      .notNull()
      .references(() => cvs.id),
    version_id: integer()
      .notNull()
      .references(() => cvVersions.id),
    place: text().$type<One<typeof cvPlaces>>().notNull(),
    /** Of a list of entries, which. */
    entry: text(),
    text: text().notNull(),
    done: boolean().notNull().default(false),
  },
  (t) => [index('cv_remarks_cv').on(t.cv_id, t.id).where(living)],
);

/** What a student or graduate says of their search for work. */
export const careerProfiles = pgTable(
  'career_profiles',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    /** A code of the list need_for_job_status; UPDATE_REQUIRED once a term has begun since they said it. */
    status: text().notNull(),
    /** What they said last, which stays while they are asked anew. */
    answer: text(),
    answered_at: instant('answered_at'),
    asked_on: date(),
    employer: text(),
    position: text(),
  },
  (t) => [
    uniqueIndex('career_profiles_student').on(t.student_id).where(living),
    index('career_profiles_status').on(t.institution_id, t.status, t.student_id).where(living),
  ],
);

export const jobOffers = pgTable(
  'job_offers',
  {
    ...record(),
    institution_id: institution(),
    status: text().$type<OfferState>().notNull().default('DRAFT'),
    title: text().notNull(),
    employer: text().notNull(),
    description: text().notNull().default(''),
    requirements: text().notNull().default(''),
    salary: numeric({ precision: 16, scale: 2 }),
    salary_to: numeric({ precision: 16, scale: 2 }),
    currency: text().$type<One<typeof currencies>>().notNull().default('UZS'),
    employment: text().$type<One<typeof employments>>().notNull().default('FULL_TIME'),
    city: text().notNull().default(''),
    link: text(),
    contact_name: text(),
    contact_email: text(),
    contact_phone: text(),
    /** From this instant on nothing is answered. */
    valid_until: instant('valid_until').notNull(),
    for_everybody: boolean().notNull().default(false),
    /** Why it was withdrawn. */
    reason: text(),
    author_id: integer(),
  },
  (t) => [
    index('job_offers_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('job_offers_until').on(t.institution_id, t.valid_until, t.id).where(living),
    index('job_offers_title').on(t.institution_id, t.title, t.id).where(living),
    index('job_offers_status').on(t.institution_id, t.status, t.created_at, t.id).where(living),
    index('job_offers_running').on(t.valid_until).where(sql`status = 'SENT' and deleted_at is null`),
  ],
);

/** An offer before one person, once for each. */
export const jobOfferAnswers = pgTable(
  'job_offer_answers',
  {
    ...record(),
    institution_id: institution(),
    offer_id: integer()
      .notNull()
      .references(() => jobOffers.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    status: text().$type<AnswerState>().notNull().default('SENT'),
    seen_at: instant('seen_at'),
    answered_at: instant('answered_at'),
    /** Why it was declined. */
    reason: text(),
    /** To the employer. */
    note: text().notNull().default(''),
    /** The version of their CV that the employer may read; none where they agreed to none, or do so no more. */
    version_id: integer().references(() => cvVersions.id),
    shared_at: instant('shared_at'),
    unshared_at: instant('unshared_at'),
    employer_word: text().$type<One<typeof employerWords>>(),
    employer_word_at: instant('employer_word_at'),
  },
  (t) => [
    uniqueIndex('job_offer_answers_once').on(t.offer_id, t.student_id),
    index('job_offer_answers_offer').on(t.offer_id, t.status, t.id).where(living),
    index('job_offer_answers_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('job_offer_answers_answered').on(t.institution_id, t.answered_at, t.id).where(living),
    index('job_offer_answers_student').on(t.student_id, t.status, t.id).where(living),
    index('job_offer_answers_version').on(t.version_id).where(sql`version_id is not null`),
  ],
);

/** That somebody found an offer dead. */
export const jobOfferReports = pgTable(
  'job_offer_reports',
  {
    ...record(),
    institution_id: institution(),
    offer_id: integer()
      .notNull()
      .references(() => jobOffers.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    reason: text().$type<One<typeof deadReasons>>().notNull(),
    note: text().notNull().default(''),
  },
  (t) => [uniqueIndex('job_offer_reports_once').on(t.offer_id, t.student_id)],
);

/** What opens an offer to an employer; the secret itself is kept nowhere. */
export const employerLinks = pgTable(
  'employer_links',
  {
    ...record(),
    institution_id: institution(),
    offer_id: integer()
      .notNull()
      .references(() => jobOffers.id),
    name: text().notNull(),
    secret_hash: text().notNull(),
    expires_at: instant('expires_at').notNull(),
    revoked_at: instant('revoked_at'),
    author_id: integer(),
    opened: integer().notNull().default(0),
    opened_at: instant('opened_at'),
    /** Where the employer is told of the link and of what changes behind it; none where nobody wrote it down. */
    email: text(),
    language: text().$type<Locale>().notNull().default('uz'),
    /** Until when answers have been told. */
    told_at: instant('told_at'),
    /** That it ends soon has been said. */
    warned_at: instant('warned_at'),
  },
  (t) => [uniqueIndex('employer_links_hash').on(t.secret_hash), index('employer_links_offer').on(t.offer_id, t.id)],
);
