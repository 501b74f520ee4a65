import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { institution, record, title } from '#platform/server/records/columns.ts';
import type { academicTitles, degrees } from '../fields.ts';
import type { positionKinds } from '../shapes.ts';
import type { PositionStatus, StaffStatus, VacancyStatus } from '../workflow.ts';

/** Who works here, as what, and whom the institution looks for. */

const living = sql`deleted_at is null`;

export const jobPositions = pgTable(
  'job_positions',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    code: text(),
    kind: text().$type<(typeof positionKinds)[number]>().notNull(),
    duties: text(),
    status: text().$type<PositionStatus>().notNull().default('ACTIVE'),
  },
  (t) => [
    uniqueIndex('job_positions_code').on(t.institution_id, t.code).where(sql`code is not null and deleted_at is null`),
    index('job_positions_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id),
  ],
);

export const staff = pgTable(
  'staff',
  {
    ...record(),
    institution_id: institution(),
    account_id: integer(),
    staff_no: text().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    midname: text(),
    gender: text().$type<'MALE' | 'FEMALE'>(),
    birthdate: date(),
    passport_id: text(),
    pinfl: text(),
    phone: text(),
    work_phone: text(),
    email: text(),
    work_email: text(),
    permanent_address: text(),
    current_address: text(),
    department_id: integer(),
    job_position_id: integer().references(() => jobPositions.id),
    /** Share of a full job, 0.25 to 2. */
    employment_rate: numeric({ precision: 3, scale: 2 }).notNull().default('1.00'),
    contract_number: text(),
    hired_on: date(),
    left_on: date(),
    degree: text().$type<(typeof degrees)[number]>(),
    academic_title: text().$type<(typeof academicTitles)[number]>(),
    photo_file_id: integer(),
    /** The person agreed that visitors see the work e-mail. */
    public: boolean().notNull().default(false),
    status: text().$type<StaffStatus>().notNull().default('ACTIVE'),
    /** What the search looks in; written by `searchText` on every write. */
    search: text().notNull(),
  },
  (t) => [
    uniqueIndex('staff_no').on(t.institution_id, t.staff_no).where(living),
    uniqueIndex('staff_passport')
      .on(t.institution_id, t.passport_id)
      .where(sql`passport_id is not null and deleted_at is null`),
    uniqueIndex('staff_pinfl').on(t.institution_id, t.pinfl).where(sql`pinfl is not null and deleted_at is null`),
    uniqueIndex('staff_account')
      .on(t.institution_id, t.account_id)
      .where(sql`account_id is not null and deleted_at is null`),
    index('staff_search').using('gin', t.search.op('gin_trgm_ops')).where(living),
    index('staff_name').on(t.institution_id, sql`(lastname || ' ' || firstname)`, t.id).where(living),
    index('staff_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('staff_hired').on(t.institution_id, t.hired_on, t.id).where(living),
    index('staff_number').on(t.institution_id, t.staff_no, t.id).where(living),
    index('staff_status').on(t.institution_id, t.status, t.id).where(living),
    index('staff_department').on(t.institution_id, t.department_id, t.id).where(living),
    index('staff_job').on(t.institution_id, t.job_position_id, t.id).where(living),
  ],
);

/** Who heads which department. */
export const departmentHeads = pgTable(
  'department_heads',
  {
    ...record(),
    institution_id: institution(),
    department_id: integer().notNull(),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
  },
  (t) => [uniqueIndex('department_heads_one').on(t.institution_id, t.department_id).where(living)],
);

/** The last staff number given out. */
export const staffNumbers = pgTable('staff_numbers', {
  institution_id: institution().primaryKey(),
  last: integer().notNull(),
});

export const vacancies = pgTable(
  'vacancies',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    job_position_id: integer()
      .notNull()
      .references(() => jobPositions.id),
    department_id: integer(),
    head_count: integer().notNull().default(1),
    employment_rate: numeric({ precision: 3, scale: 2 }).notNull().default('1.00'),
    description: text(),
    requirements: text(),
    /** So'm a month for a full job. */
    salary_from: numeric({ precision: 16, scale: 2 }),
    salary_to: numeric({ precision: 16, scale: 2 }),
    opens_on: date().notNull().default(sql`edulab_today()`),
    closes_on: date(),
    status: text().$type<VacancyStatus>().notNull().default('DRAFT'),
  },
  (t) => [
    index('vacancies_status').on(t.institution_id, t.status, t.id).where(living),
    index('vacancies_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id).where(living),
    index('vacancies_opens').on(t.institution_id, t.opens_on, t.id).where(living),
    index('vacancies_closes').on(t.institution_id, t.closes_on, t.id).where(living),
    index('vacancies_job').on(t.job_position_id),
  ],
);
