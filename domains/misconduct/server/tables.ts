import { sql } from 'drizzle-orm';
import {
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
import { courseModules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, instant, institution, record, title, version } from '#platform/server/records/columns.ts';
import type { appealOutcomes, BundleItem, Conclusion, findings, Penalty, panelRoles, sources } from '../shapes.ts';
import type { BoardState, MinutesState, OffenceState, ReportState } from '../workflow.ts';

/** Cases of misconduct, and what is decided in them. */

const living = sql`deleted_at is null`;
const accounts = (name: string) => integer(name).array().notNull().default(sql`'{}'`);

export const offenceTypes = pgTable(
  'offence_types',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: title(),
    points: integer().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('offence_types_code').on(t.institution_id, sql`lower(${t.code})`).where(living),
    index('offence_types_sort').on(t.institution_id, t.code, t.id).where(living),
  ],
);

/** An incident. It names nobody: its cases refer to it, and know nothing of each other. */
export const offenceReports = pgTable(
  'offence_reports',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull().generatedAlwaysAs(sql`'R-' || id`),
    source: text().$type<(typeof sources)[number]>().notNull(),
    occurred_on: date().notNull(),
    type_id: integer()
      .notNull()
      .references(() => offenceTypes.id),
    component_id: integer().notNull(),
    minutes_id: integer(),
    reported_by: integer().notNull(),
  },
  (t) => [
    index('offence_reports_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('offence_reports_reporter').on(t.reported_by, t.id).where(living),
  ],
);

export const offences = pgTable(
  'offences',
  {
    ...record(),
    institution_id: institution(),
    number: text().notNull().generatedAlwaysAs(sql`'M-' || id`),
    report_id: integer(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    component_id: integer().notNull(),
    attempt: smallint().notNull().default(1),
    type_id: integer()
      .notNull()
      .references(() => offenceTypes.id),
    source: text().$type<(typeof sources)[number]>().notNull(),
    occurred_on: date().notNull(),
    text: text().notNull(),
    /** Of the work, where it was found by a marker. */
    passage: text(),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    status: text().$type<OffenceState>().notNull().default('DRAFT'),
    subject_board_status: text().$type<BoardState>().notNull().default('NOT_REFERRED'),
    reported_by: integer().notNull(),
    reported_at: instant('reported_at'),
    /** Accounts of the module leader and the mentor who consult. */
    consultants: accounts('consultants'),
    statement_until: instant('statement_until'),
    statement: text(),
    statement_at: instant('statement_at'),
    statement_file_ids: integer().array().notNull().default(sql`'{}'`),
    conclusion: text().$type<Conclusion>(),
    /** What stands; decided in `offence_penalties`. */
    penalty: text().$type<Penalty>(),
    notice_waived_at: instant('notice_waived_at'),
    published_student_at: instant('published_student_at'),
    published_registrar_at: instant('published_registrar_at'),
    /** When the student first heard of the outcome. */
    communicated_at: instant('communicated_at'),
    appeal_until: date(),
    appeal_text: text(),
    appeal_at: instant('appeal_at'),
    appeal_outcome: text().$type<(typeof appealOutcomes)[number]>(),
    appeal_reason: text(),
    appeal_by: integer(),
  },
  (t) => [
    index('offences_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('offences_status').on(t.institution_id, t.status, t.id).where(living),
    index('offences_number').on(t.institution_id, t.occurred_on, t.id).where(living),
    index('offences_student').on(t.student_id, t.id),
    index('offences_module').on(t.course_module_id),
    index('offences_type').on(t.type_id),
    index('offences_report').on(t.report_id),
    index('offences_reporter').on(t.reported_by),
    index('offences_consultants').using('gin', t.consultants),
  ],
);

export const invigilations = pgTable(
  'invigilations',
  {
    ...record(),
    institution_id: institution(),
    component_id: integer().notNull(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    held_on: date().notNull(),
    room: text().notNull(),
    staff_ids: integer().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    index('invigilations_held').on(t.institution_id, t.held_on, t.id).where(living),
    index('invigilations_staff').using('gin', t.staff_ids),
    index('invigilations_module').on(t.course_module_id),
  ],
);

export const invigilationMinutes = pgTable(
  'invigilation_minutes',
  {
    ...record(),
    institution_id: institution(),
    invigilation_id: integer()
      .notNull()
      .references(() => invigilations.id),
    text: text().notNull(),
    present: integer(),
    status: text().$type<MinutesState>().notNull().default('OPEN'),
    signed_by: accounts('signed_by'),
    file_ids: integer().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('invigilation_minutes_one').on(t.invigilation_id).where(living),
    index('invigilation_minutes_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

export const consultationReports = pgTable(
  'consultation_reports',
  {
    ...record(),
    institution_id: institution(),
    offence_id: integer()
      .notNull()
      .references(() => offences.id),
    text: text().notNull(),
    conclusion: text().$type<Conclusion>().notNull(),
    status: text().$type<ReportState>().notNull().default('DRAFT'),
    signed_by: accounts('signed_by'),
    seen_at: instant('seen_at'),
    answer: text().$type<'AGREES' | 'DISAGREES'>(),
    comment: text(),
  },
  (t) => [
    uniqueIndex('consultation_reports_one').on(t.offence_id).where(living),
    index('consultation_reports_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** The panel of a case, and when it is heard. */
export const offencePanels = pgTable(
  'offence_panels',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    offence_id: integer()
      .notNull()
      .references(() => offences.id),
    hearing_at: instant('hearing_at').notNull(),
    place: text().notNull(),
    /** The notice runs from here. */
    notified_on: date().notNull(),
    earliest_on: date().notNull(),
    /** Heard sooner than that: the student had waived the notice by then. */
    waived_at: instant('waived_at'),
  },
  (t) => [
    uniqueIndex('offence_panels_one').on(t.offence_id),
    index('offence_panels_hearing').on(t.institution_id, t.hearing_at),
  ],
);

export const offencePanelMembers = pgTable(
  'offence_panel_members',
  {
    institution_id: institution(),
    panel_id: integer()
      .notNull()
      .references(() => offencePanels.id),
    staff_id: integer().notNull(),
    account_id: integer().notNull(),
    role: text().$type<(typeof panelRoles)[number]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.panel_id, t.account_id] }), index('offence_panel_members_account').on(t.account_id)],
);

/** What the panel and the student were given; never changed. */
export const offenceBundles = pgTable(
  'offence_bundles',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    offence_id: integer()
      .notNull()
      .references(() => offences.id),
    seq: smallint().notNull(),
    items: jsonb().$type<BundleItem[]>().notNull(),
    hash: text().notNull(),
    made_by: integer().notNull(),
    leave_by: integer(),
    leave_at: instant('leave_at'),
  },
  (t) => [uniqueIndex('offence_bundles_one').on(t.offence_id, t.seq)],
);

/** Whether it happened, by whom it was found, on which bundle; once, and for good. */
export const offenceFindings = pgTable(
  'offence_findings',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    offence_id: integer()
      .notNull()
      .references(() => offences.id),
    bundle_id: integer()
      .notNull()
      .references(() => offenceBundles.id),
    finding: text().$type<(typeof findings)[number]>().notNull(),
    reason: text().notNull(),
    decided_by: integer().notNull(),
    /** Who sat. */
    members: integer().array().notNull(),
  },
  (t) => [uniqueIndex('offence_findings_one').on(t.offence_id)],
);

/** What follows from a finding. */
export const offencePenalties = pgTable(
  'offence_penalties',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    finding_id: integer()
      .notNull()
      .references(() => offenceFindings.id),
    offence_id: integer()
      .notNull()
      .references(() => offences.id),
    /** Of the day of the offence. */
    tariff_from: date().notNull(),
    points: integer().notNull(),
    band: text().array().$type<Penalty[]>().notNull(),
    penalty: text().$type<Penalty>().notNull(),
    outside: boolean().notNull(),
    reason: text(),
    decided_by: integer().notNull(),
    signed_by: integer(),
    signed_at: instant('signed_at'),
  },
  (t) => [uniqueIndex('offence_penalties_one').on(t.offence_id), index('offence_penalties_finding').on(t.finding_id)],
);

export const offenceTariffs = pgTable(
  'offence_tariffs',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    valid_from: date().notNull(),
    repeat_points: integer().notNull(),
    bands: jsonb().$type<{ from: number; penalties: Penalty[] }[]>().notNull(),
    made_by: integer().notNull(),
  },
  (t) => [uniqueIndex('offence_tariffs_one').on(t.institution_id, t.valid_from)],
);

/** Which papers went out in a case. */
export const offenceLetters = pgTable(
  'offence_letters',
  {
    institution_id: institution(),
    created_at: createdAt(),
    offence_id: integer()
      .notNull()
      .references(() => offences.id),
    document_id: integer().notNull(),
    kind: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.offence_id, t.document_id] })],
);
