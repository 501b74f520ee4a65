import type pg from 'pg';
import { insertAll } from './load-copy.ts';
import { OPTIONS, PAGES, VIDEO_TUTORIALS } from './load-options.ts';
import { COUNTRIES } from './names/countries.ts';
import { DISTRICTS, REGIONS } from './names/regions.ts';
import {
  ACADEMIC_YEARS,
  CATEGORIES,
  DEPARTMENTS,
  EDUCATION_FORMS,
  EDUCATION_PLACES,
  FACULTIES,
  INSTITUTIONS,
  LEVELS,
  OFFICES,
} from './university.ts';

/** Ids of what people refer to, by code; where an institution has its own, by `institution:code`. */
export interface Reference {
  regions: Map<string, number>;
  districts: Map<string, number>;
  forms: Map<string, number>;
  nationalities: Map<string, number>;
  /** Faculties, chairs and offices; `RECTORATE` is the top. */
  departments: Map<string, number>;
}

const keyed = (keys: readonly string[], ids: readonly number[]): [string, number][] =>
  keys.map((key, i) => [key, ids[i]!]);
const CENTRES = ['LIBRARY', 'CAREER', 'ICT'];

/** Countries, regions and everything of both institutions that is not a person. */
export async function loadReference(client: pg.PoolClient): Promise<Reference> {
  const countries = new Map(
    keyed(
      COUNTRIES.map(({ code }) => code),
      await insertAll(
        client,
        'countries',
        COUNTRIES.map(({ code, title }) => ({ code, title })),
      ),
    ),
  );
  const regions = new Map(
    keyed(
      REGIONS.map(({ code }) => code),
      await insertAll(
        client,
        'states',
        REGIONS.map(({ title }) => ({ title, country_id: countries.get('UZ') })),
      ),
    ),
  );
  const districts = new Map(
    keyed(
      DISTRICTS.map(({ code }) => code),
      await insertAll(
        client,
        'cities',
        DISTRICTS.map(({ title, region }) => ({ title, state_id: regions.get(region) })),
      ),
    ),
  );
  const reference: Reference = {
    regions,
    districts,
    forms: new Map(),
    nationalities: new Map(),
    departments: new Map(),
  };
  for (const { id } of INSTITUTIONS) await loadInstitution(client, id, reference);
  return reference;
}

async function loadInstitution(client: pg.PoolClient, institution_id: number, reference: Reference): Promise<void> {
  const own = <T extends object>(record: T) => ({ institution_id, ...record });
  const add = (table: string, records: readonly object[]) => insertAll(client, table, records.map(own));
  const remember = (map: Map<string, number>, codes: readonly string[], ids: readonly number[]) => {
    for (const [code, id] of keyed(codes, ids)) map.set(`${institution_id}:${code}`, id);
  };

  const years = await add(
    'academic_years',
    ACADEMIC_YEARS.map(({ title, starts_on, ends_on, current }) => ({ name: title, starts_on, ends_on, current })),
  );
  await add(
    'semesters',
    ACADEMIC_YEARS.flatMap(({ semesters }, i) =>
      semesters.map((semester) => ({ academic_year_id: years[i], ...semester })),
    ),
  );
  await add('levels', LEVELS);
  remember(
    reference.forms,
    EDUCATION_FORMS.map(({ code }) => code),
    await add('education_forms', EDUCATION_FORMS),
  );
  await add(
    'categories',
    CATEGORIES.map(({ title }) => ({ kind: 'EDUCATION', title })),
  );
  for (const [variable, options] of Object.entries(OPTIONS)) {
    const ids = await add(
      'option_types',
      options.map(({ code, title }, position) => ({ variable, code, title, position })),
    );
    if (variable === 'nationality')
      remember(
        reference.nationalities,
        options.map(({ code }) => code),
        ids,
      );
  }
  await add(
    'video_tutorials',
    VIDEO_TUTORIALS.map(({ code, title }, position) => ({ title, link: code, position })).map((lesson) => ({
      ...lesson,
      audience: [],
    })),
  );
  await add(
    'page_settings',
    PAGES.map(({ code, title }) => ({
      identity: code,
      title,
      body: { uz: `<p>${title.uz}</p>`, ru: `<p>${title.ru}</p>`, en: `<p>${title.en}</p>` },
      active: true,
    })),
  );

  const address = INSTITUTIONS.find(({ id }) => id === institution_id)!.address;
  const places = EDUCATION_PLACES.filter((place) => place.institution === institution_id);
  const buildings = await add(
    'education_places',
    places.map(({ title }) => ({ name: title.uz, kind: 'BUILDING', address, features: [] })),
  );
  await add(
    'education_places',
    places.flatMap(({ rooms }, i) =>
      rooms.map(({ number, kind, seats }) => ({
        name: number,
        kind,
        parent_id: buildings[i],
        capacity: seats,
        features:
          kind === 'LECTURE_HALL' ? ['PROJECTOR', 'MICROPHONE'] : kind === 'LABORATORY' ? ['COMPUTERS'] : ['PROJECTOR'],
      })),
    ),
  );

  const [rectorate] = await add('departments', [
    { title: { uz: 'Rektorat', ru: 'Ректорат', en: 'Rectorate' }, kind: 'RECTORATE', code: 'RECTORATE' },
  ]);
  const faculties = FACULTIES.filter(({ institutions }) => institutions.includes(institution_id));
  remember(reference.departments, ['RECTORATE'], [rectorate!]);
  remember(
    reference.departments,
    faculties.map(({ code }) => code),
    await add(
      'departments',
      faculties.map(({ code, title }) => ({ title, kind: 'FACULTY', parent_id: rectorate, code })),
    ),
  );
  const chairs = DEPARTMENTS.filter(({ faculty }) => faculties.some(({ code }) => code === faculty));
  const parent = (faculty: string) => reference.departments.get(`${institution_id}:${faculty}`);
  remember(
    reference.departments,
    chairs.map(({ code }) => code),
    await add(
      'departments',
      chairs.map(({ code, title, faculty }) => ({ title, kind: 'CHAIR', parent_id: parent(faculty), code })),
    ),
  );
  remember(
    reference.departments,
    OFFICES.map(({ code }) => code),
    await add(
      'departments',
      OFFICES.map(({ code, title }) => ({
        title,
        kind: CENTRES.includes(code) ? 'CENTRE' : 'OFFICE',
        parent_id: rectorate,
        code,
      })),
    ),
  );
}
