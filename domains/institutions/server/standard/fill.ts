import type pg from 'pg';
import { insertAll } from '#platform/server/records/bulk.ts';
import { COUNTRIES } from './countries.ts';
import { academicYear, CATEGORIES, EDUCATION_FORMS, LEVELS, OPTIONS } from './lists.ts';
import { DISTRICTS, REGIONS } from './regions.ts';

type Client = Pick<pg.ClientBase, 'query'>;
type ByCode = Map<string, number>;

/** Ids of the records that a list of entries became, by their codes. */
async function insert(
  client: Client,
  table: string,
  entries: readonly { code: string }[],
  rows: readonly object[],
): Promise<ByCode> {
  const ids = await insertAll(client, table, rows);
  return new Map(entries.map(({ code }, at) => [code, ids[at]!]));
}

/** Countries, regions and districts, where the installation has none yet. Answers the ids of what it put in. */
export async function fillPlaces(client: Client): Promise<{ states: ByCode; cities: ByCode }> {
  const { rowCount } = await client.query('select 1 from countries limit 1');
  if (rowCount) return { states: new Map(), cities: new Map() };
  const countries = await insert(
    client,
    'countries',
    COUNTRIES,
    COUNTRIES.map(({ code, title }) => ({ code, title })),
  );
  const states = await insert(
    client,
    'states',
    REGIONS,
    REGIONS.map(({ title }) => ({ title, country_id: countries.get('UZ') })),
  );
  const cities = await insert(
    client,
    'cities',
    DISTRICTS,
    DISTRICTS.map(({ title, region }) => ({ title, state_id: states.get(region) })),
  );
  return { states, cities };
}

/** The lists without which a new institution could not enter a student; the academic year that runs, where it has none. */
export async function fillInstitution(
  client: Client,
  institution_id: number,
): Promise<{ forms: ByCode; nationalities: ByCode }> {
  const own = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ institution_id, ...row }));
  await insertAll(client, 'levels', own(LEVELS));
  await insertAll(client, 'categories', own(CATEGORIES.map(({ title }) => ({ kind: 'EDUCATION', title }))));
  const forms = await insert(client, 'education_forms', EDUCATION_FORMS, own(EDUCATION_FORMS));
  let nationalities: ByCode = new Map();
  for (const [variable, options] of Object.entries(OPTIONS)) {
    const ids = await insert(
      client,
      'option_types',
      options,
      own(options.map((option, position) => ({ variable, ...option, position }))),
    );
    if (variable === 'nationality') nationalities = ids;
  }
  const { rowCount } = await client.query('select 1 from academic_years where institution_id = $1 limit 1', [
    institution_id,
  ]);
  if (!rowCount) {
    const { rows: days } = await client.query<{ year: number; month: number }>(
      `select extract(year from d)::int as year, extract(month from d)::int as month
         from (select (edulab_now() at time zone timezone)::date as d from institutions where id = $1) now`,
      [institution_id],
    );
    const { year: running, month } = days[0]!;
    const { semesters, ...year } = academicYear(running - (month < 8 ? 1 : 0));
    const [academic_year_id] = await insertAll(client, 'academic_years', own([{ ...year, current: true }]));
    await insertAll(client, 'semesters', own(semesters.map((semester) => ({ academic_year_id, ...semester }))));
  }
  return { forms, nationalities };
}
