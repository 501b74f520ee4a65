import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { institution, record } from '#platform/server/records/columns.ts';
import type { FileFormat } from '#platform/server/records/exports.ts';
import type { ReportDefinition } from '../definition.ts';

/** Reports that people keep, and to whom they come. */

const living = sql`deleted_at is null`;

export const reports = pgTable(
  'reports',
  {
    ...record(),
    institution_id: institution(),
    name: text().notNull(),
    about: text().notNull().default(''),
    definition: jsonb().$type<ReportDefinition>().notNull(),
    /** Names of roles that see it as well. */
    roles: text().array().notNull().default(sql`'{}'`),
    owner_id: integer().notNull(),
  },
  (t) => [
    index('reports_name').on(t.institution_id, t.name, t.id).where(living),
    index('reports_updated').on(t.institution_id, t.updated_at, t.id).where(living),
    index('reports_owner').on(t.owner_id, t.id).where(living),
  ],
);

export const reportPins = pgTable(
  'report_pins',
  {
    institution_id: institution(),
    account_id: integer().notNull(),
    report_id: integer()
      .notNull()
      .references(() => reports.id),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.report_id] })],
);

export const reportSubscriptions = pgTable(
  'report_subscriptions',
  {
    institution_id: institution(),
    account_id: integer().notNull(),
    report_id: integer()
      .notNull()
      .references(() => reports.id),
    every: text().$type<'DAY' | 'WEEK' | 'MONTH'>().notNull(),
    format: text().$type<FileFormat>().notNull().default('xlsx'),
    locale: text().$type<'uz' | 'ru' | 'en'>().notNull(),
    next_on: date().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account_id, t.report_id] }),
    index('report_subscriptions_due').on(t.institution_id, t.next_on),
  ],
);

/** From when on a group is worth a look on dashboards: of the institution, or of a faculty and what belongs to it. */
export const dashboardLimits = pgTable(
  'dashboard_limits',
  {
    ...record(),
    institution_id: institution(),
    department_id: integer(),
    /** Percent of lessons missed without excuse, and more. */
    missed_above: smallint().notNull(),
    /** Percent of passed results, and less. */
    passed_below: smallint().notNull(),
    author_id: integer().notNull(),
  },
  (t) => [uniqueIndex('dashboard_limits_place').on(t.institution_id, sql`coalesce(department_id, 0)`).where(living)],
);
