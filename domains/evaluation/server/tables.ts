import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { institution, record, title } from '#platform/server/records/columns.ts';
import type { Breakdown, Section } from '../shapes.ts';
import type { PeriodState } from '../workflow.ts';

/** What is asked, of whom, and what they said; between the last two nothing leads from one to the other. */

const living = sql`deleted_at is null`;
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const questionnaires = pgTable(
  'evaluation_questionnaires',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    sections: jsonb().$type<Section[]>().notNull().default([]),
  },
  (t) => [index('evaluation_questionnaires_sort').on(t.institution_id, t.id).where(living)],
);

export const periods = pgTable(
  'evaluation_periods',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    questionnaire_id: integer()
      .notNull()
      .references(() => questionnaires.id),
    academic_year_id: integer()
      .notNull()
      .references(() => academicYears.id),
    semester: smallint().notNull(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    threshold: smallint().notNull(),
    status: text().$type<PeriodState>().notNull().default('PLANNED'),
    /** The questions as they were when it started. */
    sections: jsonb().$type<Section[]>().notNull().default([]),
    reminded_on: date(),
    /** So many days before the last one everybody who is asked is reminded. */
    remind_before: smallint().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    index('evaluation_periods_sort').on(t.institution_id, t.starts_on, t.id).where(living),
    index('evaluation_periods_status').on(t.institution_id, t.status, t.ends_on, t.id).where(living),
    index('evaluation_periods_year').on(t.institution_id, t.academic_year_id, t.id).where(living),
  ],
);

/** One module with one of its teachers, in one period. No vote touches it: its numbers are written when the period closes. */
export const units = pgTable(
  'evaluation_units',
  {
    ...record(),
    institution_id: institution(),
    period_id: integer()
      .notNull()
      .references(() => periods.id),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    invited: smallint().notNull().default(0),
    voted: smallint().notNull().default(0),
    /** Who was asked and left before the last day without a vote: no part of those asked. */
    dropped: smallint().notNull().default(0),
    /** How many people answered each question. */
    answered: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** Of all scales; none where too few voted. */
    mean: numeric({ precision: 5, scale: 2, mode: 'number' }),
    spread: numeric({ precision: 5, scale: 2, mode: 'number' }),
    /** By group and by language, of those alone that may be shown. */
    breakdown: jsonb().$type<Breakdown>().notNull().default({ groups: [], languages: [] }),
    released_on: date(),
    reply: text(),
    replied_on: date(),
  },
  (t) => [
    uniqueIndex('evaluation_units_one').on(t.period_id, t.course_module_id, t.staff_id),
    index('evaluation_units_mean').on(t.institution_id, t.mean, t.id).where(living),
    index('evaluation_units_best').on(t.institution_id, sql`coalesce(mean, 0)`, t.id).where(living),
    index('evaluation_units_voted').on(t.institution_id, t.voted, t.id).where(living),
    index('evaluation_units_sort').on(t.institution_id, t.id).where(living),
    index('evaluation_units_staff').on(t.staff_id, t.id),
    index('evaluation_units_module').on(t.course_module_id, t.id),
  ],
);

/** Who has voted about what, until the period closes; then it is a number. No time, no history. */
export const participations = pgTable(
  'evaluation_participations',
  {
    institution_id: institution(),
    unit_id: integer().notNull(),
    student_id: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.unit_id, t.student_id] }),
    index('evaluation_participations_student').on(t.student_id),
  ],
);

/** What was said, sealed until the period closes. */
export const envelopes = pgTable(
  'evaluation_envelopes',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    institution_id: institution(),
    unit_id: integer().notNull(),
    sealed: bytes().notNull(),
  },
  (t) => [index('evaluation_envelopes_unit').on(t.unit_id)],
);

/** From what, with the secret beside the files, the key of a period is made. It goes when the period closes. */
export const seals = pgTable('evaluation_seals', {
  period_id: integer().primaryKey(),
  institution_id: institution(),
  salt: text().notNull(),
});

/** What was said, question by question: written when the period closed, all at once, in an order that says nothing. */
export const answers = pgTable(
  'evaluation_answers',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    institution_id: institution(),
    unit_id: integer().notNull(),
    question: text().notNull(),
    value: text().notNull(),
    /** Of a text: whether whom it is about may read it; none until somebody has looked. */
    shown: boolean(),
  },
  (t) => [index('evaluation_answers_unit').on(t.unit_id, t.question, t.id)],
);
