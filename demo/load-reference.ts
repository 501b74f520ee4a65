import type pg from 'pg';
import { fillInstitution, fillPlaces } from '#domains/institutions/server/index.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { INSTITUTIONS } from './institutions.ts';
import { PAGES, VIDEO_TUTORIALS } from './load-options.ts';
import { academicYears, DEPARTMENTS, EDUCATION_PLACES, FACULTIES, OFFICES } from './university.ts';

/** Ids of what people refer to, by code; where an institution has its own, by `institution:code`. */
export interface Reference {
  /** Courses by `institution:code`. */
  courses: Map<string, number>;
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
  const { states, cities } = await fillPlaces(client);
  const reference: Reference = {
    regions: states,
    districts: cities,
    forms: new Map(),
    nationalities: new Map(),
    departments: new Map(),
    courses: new Map(),
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
    academicYears().map(({ semesters, ...year }) => year),
  );
  await add(
    'semesters',
    academicYears().flatMap(({ semesters }, i) =>
      semesters.map((semester) => ({ academic_year_id: years[i], ...semester })),
    ),
  );
  const { forms, nationalities } = await fillInstitution(client, institution_id);
  for (const [code, id] of forms) reference.forms.set(`${institution_id}:${code}`, id);
  for (const [code, id] of nationalities) reference.nationalities.set(`${institution_id}:${code}`, id);
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

  const address = INSTITUTIONS.find(({ id }) => id === institution_id)!.address.uz;
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
