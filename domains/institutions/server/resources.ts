import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { claimFiles, fileRecords, keptText, shownText } from '#domains/files/server/index.ts';
import type { Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/context.ts';
import { fail, failField } from '#platform/server/errors.ts';
import { localTitle, plain, resource } from '#platform/server/loose-resource.ts';
import { titlesOf } from '#platform/server/references.ts';
import { noteSecurity } from '#platform/server/security.ts';
import { institutions } from '#platform/server/tables.ts';
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

type Row = Record<string, unknown> & { id: number };
type Details = { logo_file_id?: number | null } & Record<string, unknown>;
type RefTable = PgTable & { id: PgColumn; title: PgColumn };

const eachLanguage = ({ uz, ru, en }: Title, change: (text: string) => string): Title => ({
  uz: change(uz),
  ru: change(ru),
  en: change(en),
});

/** Adds the title of one reference: `state_id: 3` gets `state: {id: 3, title: 'Samarqand viloyati'}`. */
const withReference =
  (table: RefTable, column: string, name: string) => async (call: Call, rows: Record<string, unknown>[]) => {
    const titles = await titlesOf(
      call,
      table,
      rows.map((row) => row[column] as number | null),
    );
    return rows.map((row) => ({ ...plain(row), [name]: titles.get(row[column] as number) ?? null }));
  };

const titled = (table: PgTable & { title: PgColumn; id: PgColumn; created_at: PgColumn }) => ({
  search: [sql`${table.title} ->> 'uz'`, sql`${table.title} ->> 'ru'`, sql`${table.title} ->> 'en'`],
  sorts: { title: sql`(${table.title} ->> 'uz')`, id: sql`${table.id}`, created_at: sql`${table.created_at}` },
  defaultSort: 'title',
  optionTitle: (locale: 'uz' | 'ru' | 'en') => localTitle(table.title, locale),
});

/** Refuses a parent that lies below the row itself, or that is not there. */
async function checkParent(
  call: Call,
  table: PgTable & { id: PgColumn; parent_id: PgColumn; deleted_at: PgColumn },
  parent: unknown,
  self: number | undefined,
) {
  let next = parent as number | null | undefined;
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
  country: resource({
    table: countries,
    name: countries.code,
    ...titled(countries),
    required: ['title', 'code'],
  }),
  state: resource({
    table: states,
    ...titled(states),
    present: withReference(countries, 'country_id', 'country'),
    filters: (input) => [input.country_id ? eq(states.country_id, input.country_id) : undefined],
    required: ['title', 'country_id'],
  }),
  city: resource({
    table: cities,
    ...titled(cities),
    present: withReference(states, 'state_id', 'state'),
    filters: (input) => [input.state_id ? eq(cities.state_id, input.state_id) : undefined],
    required: ['title', 'state_id'],
  }),
  education_form: resource({
    table: educationForms,
    name: educationForms.code,
    ...titled(educationForms),
    required: ['title', 'code'],
  }),
  category: resource({
    table: categories,
    ...titled(categories),
    filters: (input) => [input.kind ? eq(categories.kind, input.kind) : undefined],
    required: ['title'],
  }),
  academic_year: resource({
    table: academicYears,
    name: academicYears.name,
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
        rows.map((row) => (row as Row).id),
      );
      return rows.map((row) => ({ ...plain(row), semesters: semesters.get((row as Row).id) ?? [] }));
    },
    required: ['name', 'starts_on', 'ends_on'],
    prepare: async (call, input, current) => {
      if ((input.starts_on ?? current?.starts_on) >= (input.ends_on ?? current?.ends_on))
        throw failField('ends_on', 'DATES_REVERSED');
      // There is one current year; naming another takes the mark from the old one.
      if (input.current === true)
        await call.db
          .update(academicYears)
          .set({ current: false })
          .where(and(eq(academicYears.current, true), current ? sql`${academicYears.id} <> ${current.id}` : undefined));
      return input;
    },
    written: async (call, row, _before, input) => saveSemesters(call, row as never, input.semesters),
    // Another year may have become the current one meanwhile.
    beforeRestore: async () => ({ current: false }),
  }),
  education_place: resource({
    table: educationPlaces,
    name: educationPlaces.name,
    search: [sql`${educationPlaces.name}`, sql`${educationPlaces.address}`],
    sorts: {
      name: sql`${educationPlaces.name}`,
      capacity: sql`${educationPlaces.capacity}`,
      id: sql`${educationPlaces.id}`,
    },
    defaultSort: 'name',
    optionTitle: () => sql`${educationPlaces.name}`,
    present: async (call, rows) => {
      const parents = await titlesOf(
        call,
        educationPlaces,
        rows.map((row) => row.parent_id),
      );
      return rows.map((row) => ({ ...plain(row), parent: parents.get(row.parent_id) ?? null }));
    },
    filters: (input) => [
      input.kind ? eq(educationPlaces.kind, input.kind) : undefined,
      input.parent_id ? eq(educationPlaces.parent_id, input.parent_id) : undefined,
    ],
    required: ['name', 'kind'],
    prepare: async (call, input, current) => {
      await checkParent(call, educationPlaces, input.parent_id, current?.id);
      return input;
    },
  }),
  department: resource({
    table: departments,
    name: departments.code,
    ...titled(departments),
    present: withReference(departments, 'parent_id', 'parent'),
    filters: (input) => [
      input.kind ? eq(departments.kind, input.kind) : undefined,
      input.parent_id ? eq(departments.parent_id, input.parent_id) : undefined,
    ],
    required: ['title', 'kind'],
    prepare: async (call, input, current) => {
      await checkParent(call, departments, input.parent_id, current?.id);
      return input;
    },
  }),
  page_settings: resource({
    table: pageSettings,
    name: pageSettings.identity,
    ...titled(pageSettings),
    required: ['identity', 'title'],
    present: async (call, rows) =>
      rows.map((row) => ({ ...plain(row), body: eachLanguage(row.body as Title, (text) => shownText(call, text)) })),
    prepare: (call, input, current) => {
      const body = input.body ?? (current ? undefined : { uz: '', ru: '', en: '' });
      return {
        ...input,
        ...(body ? { body: eachLanguage(body, (text) => keptText(call, text)) } : {}),
      };
    },
  }),
  institution: resource({
    table: institutions,
    name: institutions.short_name,
    ...titled(institutions),
    // People see the institutions in which they hold a role; those who manage them see all.
    visible: (call) =>
      call.abilities.has('institution.manage')
        ? undefined
        : sql`${institutions.id} in (select institution_id from account_roles where account_id = ${call.account_id})`,
    required: ['title', 'short_name'],
    housesOf: (row) => [row.id],
    prepare: async (call, input, current) => {
      if (!input.details) return input;
      const before = (current?.details ?? {}) as Details;
      const details = { ...before, ...(input.details as Details) };
      const logo = details.logo_file_id;
      // Files belong to the institution in which they were uploaded; another one could not show them.
      if (logo && logo !== before.logo_file_id && current?.id !== call.institution_id)
        throw failField('details.logo', 'UNKNOWN_REFERENCE');
      if (logo && logo !== before.logo_file_id) await claimFiles(call, 'details.logo', [logo]);
      return { ...input, details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null)) };
    },
    present: async (call, rows) => {
      const logoOf = (row: Record<string, unknown>) => (row.details as Details | null)?.logo_file_id;
      const files = await fileRecords(call, rows.map(logoOf));
      return rows.map((row) => ({ ...plain(row), logo: files.get(logoOf(row) ?? 0) ?? null }));
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
