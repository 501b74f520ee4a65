import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { departments } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, institution, record } from '#platform/server/records/columns.ts';
import type { Level, Reason, Rule, RuleKind } from '../rules.ts';
import type { actionKinds, closeReasons, outcomes } from '../shapes.ts';
import type { CaseState } from '../workflow.ts';

/** Rules by their versions, students whom they found, what was done, and who stands in for whom. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];

/** A version of the rules of a faculty, or of the institution. What was set stays as it was; the newest holds. */
export const riskRules = pgTable(
  'risk_rules',
  {
    ...record(),
    institution_id: institution(),
    department_id: integer().references(() => departments.id),
    number: smallint().notNull(),
    /** None where a faculty goes by the rules of the institution again. */
    rules: jsonb().$type<Rule[]>(),
    together: smallint(),
    note: text().notNull(),
    author_id: integer(),
  },
  (t) => [
    uniqueIndex('risk_rules_version').on(t.institution_id, sql`coalesce(department_id, 0)`, t.number),
    index('risk_rules_department').on(t.department_id),
  ],
);

/** One open case of each student. */
export const riskCases = pgTable(
  'risk_cases',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    status: text().$type<CaseState>().notNull().default('OPEN'),
    level: text().$type<Level>().notNull(),
    /** The worst level while it was open. */
    worst: text().$type<Level>().notNull(),
    reasons: jsonb().$type<Reason[]>().notNull(),
    kinds: text().array().$type<RuleKind[]>().notNull(),
    severity: smallint().notNull(),
    /** The version of the rules that found it last; none of the usual ones. */
    rules_id: integer().references(() => riskRules.id),
    flagged_on: date().notNull(),
    /** Since when the rules find the student no more. */
    cleared_on: date(),
    /** They do so because they were changed. */
    by_rules: boolean().notNull().default(false),
    mentor_id: integer().references(() => staff.id),
    actions: smallint().notNull().default(0),
    first_action_on: date(),
    last_action_on: date(),
    next_on: date(),
    closed_on: date(),
    close_reason: text().$type<One<typeof closeReasons>>(),
    close_note: text(),
    closed_by: integer(),
  },
  (t) => [
    uniqueIndex('risk_cases_open').on(t.student_id).where(sql`status = 'OPEN' and deleted_at is null`),
    index('risk_cases_student').on(t.student_id, t.id),
    index('risk_cases_severity').on(t.institution_id, t.severity, t.id).where(living),
    index('risk_cases_flagged').on(t.institution_id, t.flagged_on, t.id).where(living),
    index('risk_cases_done').on(t.institution_id, t.last_action_on, t.id).where(living),
    index('risk_cases_next').on(t.institution_id, t.next_on, t.id).where(living),
    index('risk_cases_mentor').on(t.mentor_id).where(living),
    index('risk_cases_rules').on(t.rules_id),
  ],
);

/** What was done for a student. */
export const riskActions = pgTable(
  'risk_actions',
  {
    ...record(),
    institution_id: institution(),
    case_id: integer()
      .notNull()
      .references(() => riskCases.id),
    kind: text().$type<One<typeof actionKinds>>().notNull(),
    done_on: date().notNull(),
    text: text().notNull(),
    outcome: text().$type<One<typeof outcomes>>(),
    next_on: date(),
    author_id: integer(),
  },
  (t) => [index('risk_actions_case').on(t.case_id, t.done_on, t.id).where(living)],
);

/** Who looks after the students of somebody who is away. */
export const riskDeputies = pgTable(
  'risk_deputies',
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
    index('risk_deputies_staff').on(t.staff_id).where(living),
    index('risk_deputies_deputy').on(t.deputy_id, t.until).where(living),
    index('risk_deputies_since').on(t.institution_id, t.since, t.id).where(living),
  ],
);

/** Each time the list was made. */
export const riskRuns = pgTable(
  'risk_runs',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    /** Who asked; nobody where it was the night. */
    account_id: integer(),
    students: integer().notNull(),
    found: integer().notNull(),
    opened: integer().notNull(),
    cleared: integer().notNull(),
  },
  (t) => [index('risk_runs_made').on(t.institution_id, t.id)],
);
