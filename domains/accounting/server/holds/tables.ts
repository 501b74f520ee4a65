import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import { institution, record } from '#platform/server/records/columns.ts';
import type { HeldBy } from '../../contract/holds.ts';

/** From which debt on somebody is kept from what. The rule of exams stands with the others of their admission. */
export const debtHolds = pgTable(
  'debt_holds',
  {
    ...record(),
    institution_id: institution(),
    act: text().$type<Exclude<HeldBy, 'EXAM'>>().notNull(),
    active: boolean().notNull(),
    least: bigint({ mode: 'number' }).notNull(),
    days: integer().notNull(),
  },
  (t) => [uniqueIndex('debt_holds_one').on(t.institution_id, t.act)],
);

/** Who was let through although they owe. */
export const debtReleases = pgTable(
  'debt_releases',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    acts: text().array().$type<HeldBy[]>().notNull(),
    made_on: date().notNull(),
    until: date().notNull(),
    reason: text().notNull(),
    made_by: integer().notNull(),
  },
  (t) => [
    index('debt_releases_student').on(t.student_id).where(sql`deleted_at is null`),
    index('debt_releases_until').on(t.institution_id, t.until, t.id).where(sql`deleted_at is null`),
    check('debt_releases_days', sql`until >= made_on`),
  ],
);
