import { z } from 'zod';
import {
  type Access,
  allQuery,
  byId,
  call,
  crud,
  defineErrors,
  fileRecord,
  manyOf,
  queryBoolean,
  queryId,
  recordBase,
  saveBase,
  sought,
  text,
  titleOut,
} from '#platform/contract/index.ts';

import {
  academicYearSave,
  categorySave,
  citySave,
  countrySave,
  departmentKinds,
  departmentSave,
  educationFormSave,
  institutionSave,
  optionRecord,
  optionSave,
  pageSettingsSave,
  placeKinds,
  placeRecord,
  placeSave,
  ref,
  regionSave,
  semesterRecord,
  typeOption,
} from './shapes.ts';

export { permissions } from './permissions.ts';
export { departmentKinds, placeKinds } from './shapes.ts';

declare module '#platform/contract/declared.ts' {
  interface DeclaredFaults {
    institutions: 'BEFORE_YEAR';
  }
  interface DeclaredErrors {
    institutions: typeof errors;
  }
}

export const errors = defineErrors({
  OUTSIDE_YEAR: 422,
  INSTITUTION_HAS_PEOPLE: 409,
});

const everybody: Access = { self: 'lists that selectors of every screen are filled from' };
const manage: Access = { permission: 'reference.manage' };

export const contract = {
  country: crud({
    base: '/country/',
    noun: 'country',
    read: everybody,
    write: manage,
    record: { title: titleOut, code: z.string() },
    save: countrySave,
    filters: { code: manyOf(z.string().max(2)) },
  }),
  state: crud({
    base: '/state/',
    noun: 'region',
    read: everybody,
    write: manage,
    record: { title: titleOut, country_id: z.number(), country: ref },
    save: regionSave,
    filters: { country_id: queryId.optional() },
  }),
  city: crud({
    base: '/city/',
    noun: 'city',
    read: everybody,
    write: manage,
    record: { title: titleOut, state_id: z.number(), state: ref },
    save: citySave,
    filters: { state_id: queryId.optional() },
  }),
  academic_year: crud({
    base: '/academic_year/',
    aliases: ['/academic-year/'],
    noun: 'academic year',
    read: everybody,
    write: manage,
    record: {
      name: z.string(),
      starts_on: z.string(),
      ends_on: z.string(),
      current: z.boolean(),
      semesters: z.array(z.object({ id: z.number(), ...semesterRecord })),
    },
    save: academicYearSave,
    errors: ['DATES_REVERSED', 'OUTSIDE_YEAR'],
  }),
  semester: {
    all: call({
      method: 'GET',
      path: '/semester/all',
      summary: 'All semesters, newest first',
      access: everybody,
      input: z.object({ academic_year_id: queryId.optional() }).optional(),
      output: z.array(
        z.object({
          id: z.number(),
          ...semesterRecord,
          title: z.string(),
          academic_year: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
  },
  level: {
    all: call({
      method: 'GET',
      path: '/level/all',
      summary: 'All years of study',
      access: everybody,
      input: allQuery,
      output: z.array(z.object({ id: z.number(), number: z.number(), title: z.string() })),
    }),
  },
  education_form: crud({
    base: '/education_form/',
    noun: 'education form',
    read: everybody,
    write: manage,
    record: { code: z.string(), title: titleOut },
    save: educationFormSave,
  }),
  category: crud({
    base: '/category/',
    noun: 'category',
    read: everybody,
    write: manage,
    record: { kind: z.string(), title: titleOut },
    save: categorySave,
    filters: { kind: text(40).optional() },
  }),
  education_place: crud({
    base: '/education_place/',
    aliases: ['/education-place/'],
    noun: 'education place',
    read: everybody,
    write: manage,
    record: placeRecord,
    save: placeSave,
    filters: { kind: z.enum(placeKinds).optional(), parent_id: queryId.optional() },
    errors: ['CIRCLE'],
  }),
  department: {
    ...crud({
      base: '/department/',
      noun: 'department',
      read: everybody,
      write: { permission: 'department.manage' },
      record: {
        title: titleOut,
        kind: z.enum(departmentKinds),
        parent_id: z.number().nullable(),
        parent: ref,
        code: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
      },
      save: departmentSave,
      filters: { kind: z.enum(departmentKinds).optional(), parent_id: queryId.optional() },
      errors: ['CIRCLE'],
    }),
    label: call({
      method: 'GET',
      path: '/department/label',
      summary: 'Departments as value and label, faculties before their chairs',
      access: everybody,
      input: allQuery,
      output: z.array(z.object({ value: z.number(), label: z.string(), parent_id: z.number().nullable() })),
    }),
  },
  page_settings: {
    ...crud({
      base: '/institution/page-settings/',
      aliases: ['/institution/page_settings/', '/institution_page_settings/'],
      noun: 'page setting',
      read: everybody,
      write: { permission: 'pages.manage' },
      record: {
        identity: z.string(),
        title: titleOut,
        body: titleOut,
        link: z.string().nullable(),
        active: z.boolean(),
      },
      save: pageSettingsSave,
    }),
    by_identity: call({
      method: 'GET',
      path: '/institution/page-settings/identity/{identity}',
      aliases: ['/institution/page_settings/identity/{identity}'],
      summary: 'The settings of the page with this identity',
      access: everybody,
      input: z.object({ identity: z.string().max(100) }),
      output: z.object({
        ...recordBase,
        identity: z.string(),
        title: titleOut,
        body: titleOut,
        link: z.string().nullable(),
        active: z.boolean(),
      }),
    }),
  },
  institution: crud({
    base: '/institution/',
    noun: 'institution',
    read: everybody,
    write: { permission: 'institution.manage' },
    record: {
      title: titleOut,
      short_name: z.string(),
      timezone: z.string(),
      details: z.record(z.string(), z.unknown()),
      logo: fileRecord.nullable().describe('only while this institution is the chosen one'),
    },
    save: institutionSave,
    errors: ['INSTITUTION_HAS_PEOPLE'],
    deleteErrors: ['INSTITUTION_HAS_PEOPLE'],
  }),
  types: {
    list: call({
      method: 'GET',
      path: '/types/{variable}',
      summary: 'Options of a short list',
      access: everybody,
      input: z.object({ variable: text(60), search: sought.optional() }),
      output: z.array(typeOption),
    }),
    child: call({
      method: 'GET',
      path: '/types/{variable}/{child}',
      summary: 'Options of a short list below one parent',
      access: everybody,
      input: z.object({ variable: text(60), child: text(60) }),
      output: z.array(typeOption),
    }),
    all: call({
      method: 'GET',
      path: '/types/{variable}/all',
      summary: 'Options of a short list in all languages',
      access: everybody,
      deleted: manage,
      input: z.object({ variable: text(60), deleted: queryBoolean.optional() }),
      output: z.array(
        z.object({
          ...recordBase,
          code: z.string(),
          title: titleOut,
          parent: z.string().nullable(),
          position: z.number(),
        }),
      ),
    }),
    save: call({
      method: 'POST',
      path: '/types/{variable}',
      summary: 'Create or change an option',
      access: manage,
      input: z.object({
        ...saveBase,
        variable: z.string().regex(/^[a-z][a-z0-9_]{1,59}$/),
        ...z.object(optionSave).partial().shape,
      }),
      output: optionRecord,
      errors: ['STALE', 'DUPLICATE'],
    }),
    remove: call({
      method: 'DELETE',
      path: '/types/{variable}/{id}',
      summary: 'Delete an option',
      access: manage,
      input: byId.extend({ variable: text(60) }),
      output: z.object({ ok: z.literal(true) }),
    }),
    restore: call({
      method: 'POST',
      path: '/types/{variable}/{id}/restore',
      summary: 'Take back that an option was deleted',
      access: manage,
      input: byId.extend({ variable: text(60) }),
      output: optionRecord,
      errors: ['RESTORE_TAKEN'],
    }),
  },
  video_tutorial: {
    all: call({
      method: 'GET',
      path: '/video_tutorial/all',
      summary: 'Video lessons on using the system',
      access: everybody,
      input: allQuery,
      output: z.array(z.object({ id: z.number(), title: z.string(), link: z.string() })),
    }),
  },
};
