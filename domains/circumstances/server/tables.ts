import { type SQL, sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import { instant, institution, record, title } from '#platform/server/records/columns.ts';
import type { ClaimKind, Effect, rulesOfPapers, Target, Wish } from '../shapes.ts';
import type { ClaimState, Outcome } from '../workflow.ts';

/** Claims of extenuating circumstances: what happened, which assessments it is about, what was decided of each. */

const living = sql`deleted_at is null`;

/** Claims of the alias that were sent and whose student has no answer yet. */
export const openClaims = (c: SQL): SQL =>
  sql`${c}.submitted_at is not null and ${c}.published_at is null and ${c}.status not in ('DRAFT', 'WITHDRAWN', 'REVOKED') and ${c}.deleted_at is null`;

export const claims = pgTable(
  'ec_claims',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    status: text().$type<ClaimState>().notNull().default('DRAFT'),
    kind: text().$type<ClaimKind>(),
    text: text().notNull().default(''),
    starts_on: date(),
    /** None while it goes on. */
    ends_on: date(),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    /** Until when evidence is to come that was not there. */
    evidence_by: date(),
    /** Why it comes after the deadline, or after the work was handed in. */
    late_reason: text().notNull().default(''),
    self_certified: boolean().notNull().default(false),
    /** When a unit of the year's quota was used; it stays used, whatever becomes of the claim. */
    self_used_at: instant('self_used_at'),
    self_year_id: integer(),
    panel: boolean().notNull().default(false),
    /** When and where its panel meets, where it does; members may as well speak one by one. */
    panel_at: instant('panel_at'),
    panel_place: text(),
    submitted_at: instant('submitted_at'),
    /** Who took it up. */
    officer_id: integer(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
    published_at: instant('published_at'),
    review_reason: text(),
    /** What the office asks of the student, or why it took the claim back. */
    note: text(),
    report_id: integer(),
  },
  (t) => [
    index('ec_claims_submitted').on(t.institution_id, t.submitted_at, t.id).where(living),
    index('ec_claims_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('ec_claims_status').on(t.institution_id, t.status, t.submitted_at, t.id).where(living),
    index('ec_claims_student').on(t.student_id, t.id).where(living),
    index('ec_claims_evidence').on(t.evidence_by).where(sql`status = 'PENDING' and deleted_at is null`),
    index('ec_claims_open')
      .on(t.student_id)
      .where(
        sql`submitted_at is not null and published_at is null and status not in ('DRAFT', 'WITHDRAWN', 'REVOKED') and deleted_at is null`,
      ),
    index('ec_claims_panel').on(t.panel_at).where(sql`panel_at is not null and deleted_at is null`),
    index('ec_claims_self').on(t.student_id, t.self_year_id).where(sql`self_used_at is not null`),
  ],
);

/** One assessment of a claim. It keeps what it was called and when it was due as the student named it. */
export const papers = pgTable(
  'ec_papers',
  {
    ...record(),
    institution_id: institution(),
    claim_id: integer()
      .notNull()
      .references(() => claims.id),
    target: text().$type<Target>().notNull(),
    target_id: integer().notNull(),
    attempt: smallint().notNull().default(1),
    course_module_id: integer().notNull(),
    title: text().notNull(),
    due_at: instant('due_at'),
    place: text(),
    handed_in: boolean().notNull().default(false),
    wish: text().$type<Wish>().notNull(),
    outcome: text().$type<Outcome>(),
    effect: text().$type<Effect>(),
    /** Until when, of more time. */
    until: instant('until'),
    working_days: smallint(),
    /** Which rule decided where no person did. */
    rule: text().$type<(typeof rulesOfPapers)[number]>(),
    reason: text(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
    /** What was decided is in force. */
    effective: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('ec_papers_once').on(t.claim_id, t.target, t.target_id, t.attempt).where(living),
    index('ec_papers_module').on(t.course_module_id).where(sql`effective`),
  ],
);

/** Who sits in the panel of a claim. */
export const panelMembers = pgTable(
  'ec_members',
  {
    ...record(),
    institution_id: institution(),
    claim_id: integer()
      .notNull()
      .references(() => claims.id),
    staff_id: integer().notNull(),
  },
  (t) => [
    uniqueIndex('ec_members_once').on(t.claim_id, t.staff_id).where(living),
    index('ec_members_staff').on(t.staff_id).where(living),
  ],
);

/** What a member says about an assessment. */
export const votes = pgTable(
  'ec_votes',
  {
    ...record(),
    institution_id: institution(),
    paper_id: integer()
      .notNull()
      .references(() => papers.id),
    member_id: integer()
      .notNull()
      .references(() => panelMembers.id),
    outcome: text().$type<'SUPPORTED' | 'REJECTED'>().notNull(),
    note: text(),
  },
  (t) => [uniqueIndex('ec_votes_once').on(t.paper_id, t.member_id)],
);

/** What decisions often say, in the words of the institution. */
export const templates = pgTable(
  'ec_templates',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    text: title('text'),
    outcome: text().$type<Outcome>().notNull(),
  },
  (t) => [index('ec_templates_sort').on(t.institution_id, t.created_at, t.id).where(living)],
);
