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
import { courseCampaigns } from '#domains/curriculum/server/index.ts';
import type { Answers, FormField } from '#domains/questions/server/index.ts';
import { instant, institution, record, title } from '#platform/server/records/columns.ts';
import type { FlavourName } from '../flavours.ts';
import type { RequiredDocument } from '../form.ts';
import type { applicantTypes, documentStates } from '../shapes.ts';
import type { talkChannels, talkOutcomes } from '../shapes-desk.ts';
import type { scoreSources, seatStates } from '../shapes-exam.ts';
import type { appointmentModes, transcriptStates } from '../shapes-guests.ts';
import type { ApplicationState, FormState } from '../workflow.ts';

/** Who wants to come, what they are asked, what they answered, and what became of it. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
const points = () => numeric({ precision: 6, scale: 2, mode: 'number' });

/** Applicants as people. One for each account with the applicant's role: a trigger in guards.sql sees to it. */
export const guests = pgTable(
  'guests',
  {
    ...record(),
    institution_id: institution(),
    account_id: integer().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    midname: text(),
    full_name: text().notNull().generatedAlwaysAs(sql`lastname || ' ' || firstname || coalesce(' ' || midname, '')`),
    phone: text(),
    additional_phone: text(),
    email: text(),
    gender: text().$type<'MALE' | 'FEMALE'>(),
    birthdate: date(),
    citizenship: text(),
    passport_id: text(),
    passport_issued_by: text(),
    passport_issued_on: date(),
    passport_expires_on: date(),
    /** Personal number of 14 digits. */
    pinfl: text(),
    region_id: integer(),
    city_id: integer(),
    address: text(),
    native_language: text(),
    photo_file_id: integer(),
    applicant_type: text().$type<One<typeof applicantTypes>>().notNull().default('general'),
    /** Where they heard of us, as the address of the sign-up said. */
    source: text(),
    /** What was found of the transcript of those who come from elsewhere. */
    transcript_status: text().$type<One<typeof transcriptStates>>(),
    transcript_note: text(),
    appointment_mode: text().$type<One<typeof appointmentModes>>(),
    appointment_on: date(),
    appointment_score: points(),
    teaching_experience: jsonb()
      .$type<{ place: string; position: string; from: string; until: string | null }[]>()
      .notNull()
      .default([]),
    /** The record that this one was merged into. */
    merged_into_id: integer(),
    search: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('guests_account').on(t.institution_id, t.account_id),
    uniqueIndex('guests_passport')
      .on(t.institution_id, t.passport_id)
      .where(sql`passport_id is not null and deleted_at is null`),
    index('guests_pinfl').on(t.institution_id, t.pinfl).where(living),
    index('guests_phone').on(t.institution_id, t.phone).where(living),
    index('guests_name').on(t.institution_id, t.full_name, t.id).where(living),
    index('guests_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('guests_type').on(t.institution_id, t.applicant_type, t.id).where(living),
    index('guests_deleted').on(t.institution_id, t.deleted_at, t.id),
    index('guests_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
  ],
);

/**
 * A form in one of its revisions. What is published is never changed: a change is the next revision, and who began with
 * the old one ends with it. `origin_id` is the first revision's id.
 */
export const applicationForms = pgTable(
  'application_forms',
  {
    ...record(),
    institution_id: institution(),
    flavour: text().$type<FlavourName>().notNull(),
    origin_id: integer(),
    revision: smallint().notNull().default(1),
    title: title(),
    description: jsonb().$type<{ uz: string; ru: string; en: string } | null>(),
    academic_year_id: integer(),
    vacancy_id: integer(),
    opens_on: date().notNull(),
    closes_on: date().notNull(),
    documents: jsonb().$type<RequiredDocument[]>().notNull().default([]),
    status: text().$type<FormState>().notNull().default('DRAFT'),
    published_at: instant('published_at'),
  },
  (t) => [
    index('application_forms_title').on(t.institution_id, t.flavour, sql`(title ->> 'uz')`, t.id).where(living),
    index('application_forms_opens').on(t.institution_id, t.flavour, t.opens_on, t.id).where(living),
    uniqueIndex('application_forms_revision').on(sql`coalesce(origin_id, id)`, t.revision).where(living),
    // Of one form one revision takes applications.
    uniqueIndex('application_forms_published')
      .on(sql`coalesce(origin_id, id)`)
      .where(sql`status = 'PUBLISHED' and deleted_at is null`),
  ],
);

/** A section of a form with the fields that stand in it. */
export const applicationFieldBatches = pgTable(
  'application_field_batches',
  {
    ...record(),
    institution_id: institution(),
    form_id: integer()
      .notNull()
      .references(() => applicationForms.id),
    position: smallint().notNull(),
    title: title(),
    note: jsonb().$type<{ uz: string; ru: string; en: string } | null>(),
    fields: jsonb().$type<FormField[]>().notNull().default([]),
  },
  (t) => [index('application_field_batches_form').on(t.form_id, t.position).where(living)],
);

export const applications = pgTable(
  'applications',
  {
    ...record(),
    institution_id: institution(),
    flavour: text().$type<FlavourName>().notNull(),
    /** `S-0000017`: the flavour's letter and the id. */
    number: text()
      .notNull()
      .generatedAlwaysAs(
        sql`case flavour when 'plain' then 'S' when 'general' then 'G' when 'st_course' then 'C' else 'H' end || '-' || lpad(id::text, 7, '0')`,
      ),
    guest_id: integer()
      .notNull()
      .references(() => guests.id),
    form_id: integer()
      .notNull()
      .references(() => applicationForms.id),
    /** The first revision of the form, by which a second application is known. */
    form_origin_id: integer().notNull(),
    campaign_id: integer().references(() => courseCampaigns.id),
    course_id: integer(),
    academic_year_id: integer(),
    vacancy_id: integer(),
    type_id: integer(),
    applicant_type: text().$type<One<typeof applicantTypes>>().notNull().default('general'),
    /** What the applicant would take: a grant alone, a contract alone, or either. */
    tuition: text().$type<'GRANT' | 'CONTRACT' | 'ANY'>().notNull().default('ANY'),
    language: text().$type<'uz' | 'ru' | 'en'>(),
    education_form_id: integer(),
    answers: jsonb().$type<Answers>().notNull().default({}),
    status: text().$type<ApplicationState>().notNull().default('DRAFT'),
    status_at: instant('status_at').notNull().default(sql`edulab_now()`),
    submitted_at: instant('submitted_at'),
    /** What is to be mended, while it is returned. */
    update_fields: jsonb().$type<{ path: string; note: string }[]>().notNull().default([]),
    /** Sum of the points that count; kept by server/scores.ts. */
    score: points(),
    /** A decision that is prepared; people see it when the status follows. */
    decision: text().$type<'RECOMMENDED' | 'WAITING_LIST' | 'REJECTED'>(),
    decision_tuition: text().$type<'GRANT' | 'CONTRACT'>(),
    decision_rank: integer(),
    /** The rule that put this one before or behind another with the same points. */
    decision_tie: text(),
    decided_by: integer(),
    decided_from: text().$type<ApplicationState>(),
    /** The day until which an offer or a payment is awaited. */
    deadline_on: date(),
    /** Stands on the card for the entrance; another one after every new seat. */
    qr_code: text(),
    qr_scanned_at: instant('qr_scanned_at'),
    applicant_name: text().notNull(),
    search: text().notNull(),
  },
  (t) => [
    uniqueIndex('applications_one_live')
      .on(t.guest_id, t.form_origin_id, sql`coalesce(campaign_id, 0)`, sql`coalesce(vacancy_id, 0)`)
      .where(sql`deleted_at is null and status not in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CERTIFIED')`),
    uniqueIndex('applications_qr').on(t.institution_id, t.qr_code).where(sql`qr_code is not null`),
    uniqueIndex('applications_number').on(t.institution_id, t.number),
    index('applications_status').on(t.institution_id, t.flavour, t.status, t.id).where(living),
    index('applications_name').on(t.institution_id, t.flavour, t.applicant_name, t.id).where(living),
    index('applications_submitted').on(t.institution_id, t.flavour, t.submitted_at, t.id).where(living),
    index('applications_created').on(t.institution_id, t.flavour, t.created_at, t.id).where(living),
    index('applications_score').on(t.institution_id, t.flavour, t.score, t.id).where(living),
    index('applications_campaign').on(t.campaign_id, t.status, t.decision_rank).where(living),
    index('applications_guest').on(t.guest_id, t.created_at, t.id).where(living),
    index('applications_form').on(t.form_id),
    index('applications_year').on(t.academic_year_id, t.status).where(living),
    index('applications_deadline').on(t.deadline_on).where(sql`deadline_on is not null and deleted_at is null`),
    index('applications_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
  ],
);

export const applicationDocuments = pgTable(
  'application_documents',
  {
    ...record(),
    institution_id: institution(),
    application_id: integer()
      .notNull()
      .references(() => applications.id),
    type: text().notNull(),
    file_id: integer().notNull(),
    status: text().$type<One<typeof documentStates>>().notNull().default('PENDING'),
    note: text(),
    /** The original was handed in. */
    original: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex('application_documents_type').on(t.application_id, t.type).where(living)],
);

/** Where entrance exams are held. */
export const examPlaces = pgTable(
  'exam_places',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    address: text(),
    region_id: integer(),
    /** Seats of the room or house; no session has more. */
    capacity: integer().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    index('exam_places_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id).where(living),
    index('exam_places_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** A day and an hour at a place, with a number of seats. */
export const examSessions = pgTable(
  'exam_sessions',
  {
    ...record(),
    institution_id: institution(),
    place_id: integer()
      .notNull()
      .references(() => examPlaces.id),
    academic_year_id: integer().notNull(),
    day: date().notNull(),
    /** `09:00`, in the institution's zone. */
    starts_at: text().notNull(),
    ends_at: text().notNull(),
    capacity: integer().notNull(),
    /** Of which language the papers are; every one where it is empty. */
    language: text().$type<'uz' | 'ru' | 'en'>(),
    open: boolean().notNull().default(true),
  },
  (t) => [
    index('exam_sessions_day').on(t.institution_id, t.day, t.starts_at, t.id).where(living),
    index('exam_sessions_place').on(t.place_id, t.day).where(living),
  ],
);

/** Who sits where. A seat that was given up is deleted; guards.sql counts the others under a lock on the session. */
export const examSeats = pgTable(
  'exam_seats',
  {
    ...record(),
    institution_id: institution(),
    session_id: integer()
      .notNull()
      .references(() => examSessions.id),
    application_id: integer()
      .notNull()
      .references(() => applications.id),
    seat_no: integer().notNull(),
    state: text().$type<One<typeof seatStates>>().notNull().default('ASSIGNED'),
    checked_in_at: instant('checked_in_at'),
  },
  (t) => [
    uniqueIndex('exam_seats_one').on(t.application_id).where(living),
    uniqueIndex('exam_seats_number').on(t.session_id, t.seat_no).where(living),
    index('exam_seats_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** Points by subject and where they come from; the best of each subject counts. */
export const applicationScores = pgTable(
  'application_scores',
  {
    ...record(),
    institution_id: institution(),
    application_id: integer()
      .notNull()
      .references(() => applications.id),
    subject: text().notNull(),
    source: text().$type<One<typeof scoreSources>>().notNull(),
    points: numeric({ precision: 6, scale: 2, mode: 'number' }).notNull(),
  },
  (t) => [uniqueIndex('application_scores_one').on(t.application_id, t.subject, t.source).where(living)],
);

/** What was said with somebody who might apply. */
export const leadTalks = pgTable(
  'lead_talks',
  {
    ...record(),
    institution_id: institution(),
    guest_id: integer()
      .notNull()
      .references(() => guests.id),
    /** Who talked. */
    account_id: integer().notNull(),
    channel: text().$type<One<typeof talkChannels>>().notNull(),
    outcome: text().$type<One<typeof talkOutcomes>>().notNull(),
    note: text(),
    next_on: date(),
  },
  (t) => [index('lead_talks_guest').on(t.guest_id, t.id).where(living)],
);

/** Certificates of subjects; one that counts stands for the exam of its subject. */
export const guestCertificates = pgTable(
  'guest_certificates',
  {
    ...record(),
    institution_id: institution(),
    guest_id: integer()
      .notNull()
      .references(() => guests.id),
    subject: text().notNull(),
    kind: text().notNull(),
    number: text(),
    result: text(),
    issued_on: date(),
    valid_until: date(),
    file_id: integer(),
    counts: boolean().notNull().default(false),
    points: points(),
  },
  (t) => [index('guest_certificates_guest').on(t.guest_id, t.id).where(living)],
);

export type ApplicationRow = typeof applications.$inferSelect;
export type GuestRow = typeof guests.$inferSelect;
