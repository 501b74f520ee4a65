import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { Cell, Column, Control, eachOf, Line, Where } from '../shapes.ts';
import type { CensusState } from '../workflow.ts';

const living = sql`deleted_at is null`;

/** What is counted: lines and columns by closed conditions, sums that must agree, and where each number goes on paper. */
export const censusForms = pgTable(
  'census_forms',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: text().notNull(),
    note: text(),
    counts: jsonb().$type<Where>().notNull(),
    each: text().$type<(typeof eachOf)[number]>(),
    lines: jsonb().$type<Line[]>().notNull(),
    columns: jsonb().$type<Column[]>().notNull(),
    controls: jsonb().$type<Control[]>().notNull(),
    template_file_id: integer(),
    cells: jsonb().$type<Cell[]>().notNull(),
  },
  (t) => [
    uniqueIndex('census_forms_code').on(t.institution_id, t.code).where(living),
    index('census_forms_title').on(t.institution_id, t.title, t.id).where(living),
  ],
);

/** What a census was counted by: the form as it was then. */
export interface Counted {
  title: string;
  note: string | null;
  counts: Where;
  lines: { code: string; title: string }[];
  columns: { code: string; title: string }[];
  controls: Control[];
  /** Of a list of students: its columns, and what each says. */
  listed?: Pick<Column, 'code' | 'title' | 'says'>[];
  each: boolean;
  cells: Cell[];
  template_file_id: number | null;
  institution: string;
}

export const censuses = pgTable(
  'censuses',
  {
    ...record(),
    institution_id: institution(),
    form_id: integer()
      .notNull()
      .references(() => censusForms.id),
    /** The form's day: ages and years of study are of then. */
    day: date().notNull(),
    /** The day as of which the records were read: the form's own, or a later one where they were put right since. */
    known_on: date().notNull(),
    edition: smallint().notNull().default(1),
    previous_id: integer(),
    reason: text(),
    status: text().$type<CensusState>().notNull().default('DRAFT'),
    counted: jsonb().$type<Counted>().notNull(),
    total: integer().notNull().default(0),
    /** SHA-256 over the form, its day, every number and whom it counts. */
    hash: text(),
    frozen_at: instant('frozen_at'),
  },
  (t) => [
    index('censuses_day').on(t.institution_id, t.day, t.id).where(living),
    index('censuses_form').on(t.form_id, t.day, t.id),
    uniqueIndex('censuses_previous').on(t.previous_id).where(sql`previous_id is not null and deleted_at is null`),
  ],
);

/** Whom each cell counts; its number is how many they are. */
export const censusCells = pgTable(
  'census_cells',
  {
    institution_id: institution(),
    census_id: integer()
      .notNull()
      .references(() => censuses.id, { onDelete: 'cascade' }),
    line: text().notNull(),
    column: text().notNull(),
    student_ids: integer().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.census_id, t.line, t.column] })],
);

/** The rows of a list of students as it was counted: what each column says, in their order. */
export const censusRows = pgTable(
  'census_rows',
  {
    institution_id: institution(),
    census_id: integer()
      .notNull()
      .references(() => censuses.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    student_id: integer().notNull(),
    said: jsonb().$type<(string | number | null)[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.census_id, t.position] })],
);
