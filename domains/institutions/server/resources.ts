import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { claimFiles, fileRecords, presentedText, storedText } from '#domains/files/server/index.ts';
import type { Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { type InstitutionDetails, institutions } from '#platform/server/database/tables.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { asGiven, asStored, localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { contract } from '../contract.ts';
import { saveSemesters, semestersOf } from './semesters.ts';
import { fillInstitution } from './standard/fill.ts';
import {
  academicYears,
  categories,
  cities,
  countries,
  departments,
  educationForms,
  educationPlaces,
  pageSettings,
  states,
} from './tables.ts';

type RefTable = Parameters<typeof titlesOf>[1];

const eachLanguage = ({ uz, ru, en }: Title, change: (text: string) => string): Title => ({
  uz: change(uz),
  ru: change(ru),
  en: change(en),
});

/** Titles of one reference of these rows: `state_id: 3` answers `{id: 3, title: 'Samarqand viloyati'}`. */
async function titleOfEach<R>(call: Call, table: RefTable, rows: R[], idOf: (row: R) => number | null) {
  const titles = await titlesOf(call, table, rows.map(idOf));
  return (row: R) => titles.get(idOf(row) ?? 0) ?? null;
}

const titled = (table: PgTable & { title: PgColumn; id: PgColumn; created_at: PgColumn }) => ({
  search: [sql`${table.title} ->> 'uz'`, sql`${table.title} ->> 'ru'`, sql`${table.title} ->> 'en'`],
  sorts: { title: sql`(${table.title} ->> 'uz')`, id: sql`${table.id}`, created_at: sql`${table.created_at}` },
  defaultSort: 'title' as const,
  optionTitle: (locale: 'uz' | 'ru' | 'en') => localTitle(table.title, locale),
});

type WithoutNulls<T> = { [K in keyof T]?: NonNullable<T[K]> };
const withoutNulls = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as WithoutNulls<T>;

/** Refuses a parent that lies below the row itself, or that is not there. */
async function checkParent(
  call: Call,
  table: PgTable & { id: PgColumn; parent_id: PgColumn; deleted_at: PgColumn },
  parent: number | null | undefined,
  self: number | undefined,
) {
  let next = parent;
  for (let steps = 0; next !== null && next !== undefined; steps++) {
    if (next === self || steps > 20) throw failField('parent_id', 'CIRCLE');
    const [row] = (await call.db
      .select({ parent_id: table.parent_id })
      .from(table as PgTable)
      .where(and(eq(table.id, next), isNull(table.deleted_at)))) as { parent_id: number | null }[];
    if (!row) throw failField('parent_id', 'UNKNOWN_REFERENCE');
    next = row.parent_id;
  }
}

export const resources = {
  country: resource(contract.country, {
    table: countries,
    name: 'code',
    ...titled(countries),
    filters: (input) => [input.code ? inArray(countries.code, input.code) : undefined],
    present: asStored,
    prepare: asGiven,
  }),
  state: resource(contract.state, {
    table: states,
    ...titled(states),
    present: async (call, rows) => {
      const country = await titleOfEach(call, countries, rows, (row) => row.country_id);
      return rows.map((row) => ({ ...plain(row), country: country(row) }));
    },
    filters: (input) => [input.country_id ? eq(states.country_id, input.country_id) : undefined],
    prepare: asGiven,
  }),
  city: resource(contract.city, {
    table: cities,
    ...titled(cities),
    present: async (call, rows) => {
      const state = await titleOfEach(call, states, rows, (row) => row.state_id);
      return rows.map((row) => ({ ...plain(row), state: state(row) }));
    },
    filters: (input) => [input.state_id ? eq(cities.state_id, input.state_id) : undefined],
    prepare: asGiven,
  }),
  education_form: resource(contract.education_form, {
    table: educationForms,
    name: 'code',
    ...titled(educationForms),
    present: asStored,
    prepare: asGiven,
  }),
  category: resource(contract.category, {
    table: categories,
    ...titled(categories),
    filters: (input) => [input.kind ? eq(categories.kind, input.kind) : undefined],
    present: asStored,
    prepare: asGiven,
  }),
  academic_year: resource(contract.academic_year, {
    table: academicYears,
    name: 'name',
    search: [sql`${academicYears.name}`],
    sorts: {
      name: sql`${academicYears.starts_on}`,
      starts_on: sql`${academicYears.starts_on}`,
      id: sql`${academicYears.id}`,
    },
    defaultSort: 'starts_on,desc',
    optionTitle: () => sql`${academicYears.name}`,
    present: async (call, rows) => {
      const semesters = await semestersOf(
        call,
        rows.map((row) => row.id),
      );
      return rows.map((row) => ({ ...plain(row), semesters: semesters.get(row.id) ?? [] }));
    },
    prepare: async (call, input, current, next) => {
      if (next.starts_on >= next.ends_on) throw failField('ends_on', 'DATES_REVERSED');
      // There is one current year; naming another takes the mark from the old one.
      if (input.current === true)
        await call.db
          .update(academicYears)
          .set({ current: false })
          .where(and(eq(academicYears.current, true), current ? sql`${academicYears.id} <> ${current.id}` : undefined));
      return input;
    },
    written: async (call, row, _before, input) => saveSemesters(call, row, input.semesters),
    // Another year may have become the current one meanwhile.
    beforeRestore: async () => ({ current: false }),
  }),
  education_place: resource(contract.education_place, {
    table: educationPlaces,
    name: 'name',
    search: [sql`${educationPlaces.name}`, sql`${educationPlaces.address}`],
    sorts: {
      name: sql`${educationPlaces.name}`,
      capacity: sql`${educationPlaces.capacity}`,
      id: sql`${educationPlaces.id}`,
    },
    defaultSort: 'name',
    optionTitle: () => sql`${educationPlaces.name}`,
    present: async (call, rows) => {
      const parent = await titleOfEach(call, educationPlaces, rows, (row) => row.parent_id);
      return rows.map((row) => ({ ...plain(row), parent: parent(row) }));
    },
    filters: (input) => [
      input.kind ? eq(educationPlaces.kind, input.kind) : undefined,
      input.parent_id ? eq(educationPlaces.parent_id, input.parent_id) : undefined,
    ],
    prepare: async (call, input, current) => {
      await checkParent(call, educationPlaces, input.parent_id, current?.id);
      return input;
    },
  }),
  department: resource(contract.department, {
    table: departments,
    name: 'code',
    ...titled(departments),
    present: async (call, rows) => {
      const parent = await titleOfEach(call, departments, rows, (row) => row.parent_id);
      return rows.map((row) => ({ ...plain(row), parent: parent(row) }));
    },
    filters: (input) => [
      input.kind ? eq(departments.kind, input.kind) : undefined,
      input.parent_id ? eq(departments.parent_id, input.parent_id) : undefined,
    ],
    prepare: async (call, input, current) => {
      await checkParent(call, departments, input.parent_id, current?.id);
      return input;
    },
  }),
  page_settings: resource(contract.page_settings, {
    table: pageSettings,
    name: 'identity',
    ...titled(pageSettings),
    present: async (call, rows) =>
      rows.map((row) => ({ ...plain(row), body: eachLanguage(row.body, (text) => presentedText(call, text)) })),
    prepare: (call, input, current) => {
      const body = input.body ?? (current ? undefined : { uz: '', ru: '', en: '' });
      return {
        ...input,
        ...(body ? { body: eachLanguage(body, (text) => storedText(call, text)) } : {}),
      };
    },
  }),
  institution: resource(contract.institution, {
    table: institutions,
    name: 'short_name',
    ...titled(institutions),
    // People see the institutions in which they hold a role; those who manage them see all.
    visible: (call) =>
      call.abilities.has('institution.manage')
        ? undefined
        : sql`${institutions.id} in (select institution_id from account_roles where account_id = ${call.account_id})`,
    housesOf: (row) => [row.id],
    prepare: async (call, input, current) => {
      const { details: changes, ...rest } = input;
      if (!changes) return rest;
      const before: InstitutionDetails = current?.details ?? {};
      const details = { ...before, ...changes };
      const logo = details.logo_file_id;
      // Files belong to the institution in which they were uploaded; another one could not show them.
      if (logo && logo !== before.logo_file_id && current?.id !== call.institution_id)
        throw failField('details.logo', 'UNKNOWN_REFERENCE');
      if (logo && logo !== before.logo_file_id) await claimFiles(call, 'details.logo', [logo]);
      return { ...rest, details: withoutNulls(details) };
    },
    present: async (call, rows) => {
      const files = await fileRecords(
        call,
        rows.map((row) => row.details.logo_file_id),
      );
      return rows.map((row) => ({ ...plain(row), logo: files.get(row.details.logo_file_id ?? 0) ?? null }));
    },
    written: async (call, row, before) => {
      if (before) return;
      // Its own lists can be written only from inside.
      await call.client.query("select set_config('edulab.institution', $1, true)", [String(row.id)]);
      await fillInstitution(call.client, row.id);
      await call.client.query("select set_config('edulab.institution', $1, true)", [String(call.institution_id)]);
      // Whoever founds an institution can enter it.
      await call.client.query(
        'insert into account_roles (account_id, role_id, institution_id) select distinct account_id, role_id, $2::int from account_roles where account_id = $1 and institution_id = $3 on conflict do nothing',
        [call.account_id, row.id, call.institution_id],
      );
      await noteSecurity(call, {
        kind: 'ROLES_OF_ACCOUNT',
        institution_id: row.id,
        details: { account_id: call.account_id, founded: true },
      });
    },
    beforeDelete: async (call, row) => {
      const found = await call.client.query(
        'select 1 from account_roles where institution_id = $1 and account_id <> $2 limit 1',
        [row.id, call.account_id],
      );
      if (found.rowCount) throw fail('INSTITUTION_HAS_PEOPLE');
    },
  }),
};
