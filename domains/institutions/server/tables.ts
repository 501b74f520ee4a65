import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Title } from '#platform/contract/index.ts';
import { institution, record, title } from '#platform/server/records/columns.ts';

/** Reference data. Countries, regions and cities are one list for the installation; everything else is an institution's own. */

export const countries = pgTable('countries', { ...record(), title: title(), code: text().notNull() }, (t) => [
  uniqueIndex('countries_code').on(t.code).where(sql`deleted_at is null`),
  index('countries_title').on(sql`(title ->> 'uz')`, t.id),
]);

export const states = pgTable(
  'states',
  {
    ...record(),
    title: title(),
    country_id: integer()
      .notNull()
      .references(() => countries.id),
  },
  (t) => [index('states_country').on(t.country_id, t.id), index('states_title').on(sql`(title ->> 'uz')`, t.id)],
);

export const cities = pgTable(
  'cities',
  {
    ...record(),
    title: title(),
    state_id: integer()
      .notNull()
      .references(() => states.id),
  },
  (t) => [index('cities_state').on(t.state_id, t.id), index('cities_title').on(sql`(title ->> 'uz')`, t.id)],
);

export const academicYears = pgTable(
  'academic_years',
  {
    ...record(),
    institution_id: institution(),
    name: text().notNull(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    current: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('academic_years_name').on(t.institution_id, t.name).where(sql`deleted_at is null`),
    uniqueIndex('academic_years_current').on(t.institution_id).where(sql`current and deleted_at is null`),
    index('academic_years_start').on(t.institution_id, t.starts_on, t.id),
  ],
);

export const semesters = pgTable(
  'semesters',
  {
    ...record(),
    institution_id: institution(),
    academic_year_id: integer()
      .notNull()
      .references(() => academicYears.id),
    number: smallint().notNull(),
    title: title(),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
  },
  (t) => [
    uniqueIndex('semesters_number').on(t.institution_id, t.academic_year_id, t.number).where(sql`deleted_at is null`),
  ],
);

/** Years of study: 1st to 6th. */
export const levels = pgTable(
  'levels',
  { ...record(), institution_id: institution(), number: smallint().notNull(), title: title() },
  (t) => [uniqueIndex('levels_number').on(t.institution_id, t.number).where(sql`deleted_at is null`)],
);

export const educationForms = pgTable(
  'education_forms',
  { ...record(), institution_id: institution(), code: text().notNull(), title: title() },
  (t) => [uniqueIndex('education_forms_code').on(t.institution_id, t.code).where(sql`deleted_at is null`)],
);

/** Groups of things of one kind, for whatever needs them: `kind` says of what. */
export const categories = pgTable(
  'categories',
  { ...record(), institution_id: institution(), kind: text().notNull().default('GENERAL'), title: title() },
  (t) => [index('categories_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id)],
);

/** Where teaching happens: a building, or a room in one. */
export const educationPlaces = pgTable(
  'education_places',
  {
    ...record(),
    institution_id: institution(),
    name: text().notNull(),
    kind: text().$type<PlaceKind>().notNull(),
    parent_id: integer(),
    capacity: integer(),
    /** Where seats stand in rows, for exams; without them a room is taken to be about square. */
    seat_rows: integer(),
    seat_columns: integer(),
    address: text(),
    features: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('education_places_name')
      .on(t.institution_id, sql`coalesce(parent_id, 0)`, t.name)
      .where(sql`deleted_at is null`),
    index('education_places_sorted').on(t.institution_id, t.name, t.id),
    index('education_places_capacity').on(t.institution_id, t.capacity, t.id),
  ],
);
export type PlaceKind = 'BUILDING' | 'LECTURE_HALL' | 'CLASSROOM' | 'COMPUTER_ROOM' | 'LABORATORY' | 'GYM' | 'LIBRARY';

export const departments = pgTable(
  'departments',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    kind: text().$type<DepartmentKind>().notNull(),
    parent_id: integer(),
    code: text(),
    phone: text(),
    email: text(),
  },
  (t) => [
    index('departments_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id),
    index('departments_parent').on(t.institution_id, t.parent_id),
    uniqueIndex('departments_code').on(t.institution_id, t.code).where(sql`code is not null and deleted_at is null`),
  ],
);
export type DepartmentKind = 'RECTORATE' | 'FACULTY' | 'CHAIR' | 'OFFICE' | 'CENTRE';

/** Texts and switches of public and home pages, by the page's identity. */
export const pageSettings = pgTable(
  'page_settings',
  {
    ...record(),
    institution_id: institution(),
    identity: text().notNull(),
    title: title(),
    body: jsonb().$type<Title>().notNull(),
    link: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [uniqueIndex('page_settings_identity').on(t.institution_id, t.identity).where(sql`deleted_at is null`)],
);

/** Options of short lists that an administrator may extend: `variable` names the list, `parent` narrows it. */
export const optionTypes = pgTable(
  'option_types',
  {
    ...record(),
    institution_id: institution(),
    variable: text().notNull(),
    code: text().notNull(),
    title: title(),
    parent: text(),
    position: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('option_types_code').on(t.institution_id, t.variable, t.code).where(sql`deleted_at is null`)],
);

export const videoTutorials = pgTable('video_tutorials', {
  ...record(),
  institution_id: institution(),
  title: title(),
  link: text().notNull(),
  position: integer().notNull().default(0),
  audience: text().array().notNull().default(sql`'{}'`),
});
