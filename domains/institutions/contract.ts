import { z } from 'zod';
import {
  type Access,
  allQuery,
  byId,
  call,
  crud,
  date,
  defineErrors,
  email,
  fileRecord,
  id,
  phone,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  saveBase,
  sought,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';

import {
  departmentKinds,
  optionRecord,
  placeKinds,
  placeRecord,
  placeSave,
  ref,
  semesterRecord,
  typeOption,
  webLink,
} from './shapes.ts';

export { permissions } from './permissions.ts';
export { departmentKinds, placeKinds } from './shapes.ts';

declare module '#platform/contract/declared.ts' {
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
    save: {
      title,
      code: z.string().regex(/^[A-Z]{2}$/),
    },
  }),
  state: crud({
    base: '/state/',
    noun: 'region',
    read: everybody,
    write: manage,
    record: { title: titleOut, country_id: z.number(), country: ref },
    save: { title, country_id: id },
    filters: { country_id: queryId.optional() },
  }),
  city: crud({
    base: '/city/',
    noun: 'city',
    read: everybody,
    write: manage,
    record: { title: titleOut, state_id: z.number(), state: ref },
    save: { title, state_id: id },
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
    save: {
      name: z.string().regex(/^\d{4}\/\d{4}$/),
      starts_on: date,
      ends_on: date,
      current: z.boolean().optional(),
      semesters: z
        .array(z.object({ number: z.int().min(1).max(4), starts_on: date, ends_on: date }))
        .max(4)
        .optional()
        .describe('replaces dates of the semesters of this year, by number'),
    },
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
    save: {
      code: z.string().regex(/^[A-Z_]{2,40}$/),
      title,
    },
  }),
  category: crud({
    base: '/category/',
    noun: 'category',
    read: everybody,
    write: manage,
    record: { kind: z.string(), title: titleOut },
    save: {
      kind: z
        .string()
        .regex(/^[A-Z_]{2,40}$/)
        .optional(),
      title,
    },
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
      save: {
        title,
        kind: z.enum(departmentKinds),
        parent_id: id.nullable().optional(),
        code: text(40).nullable().optional(),
        phone: phone.nullable().optional(),
        email: email.nullable().optional(),
      },
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
      save: {
        identity: z.string().regex(/^[a-z][a-z0-9_-]{1,60}$/),
        title,
        body: z
          .object({ uz: z.string().max(50_000), ru: z.string().max(50_000), en: z.string().max(50_000) })
          .optional()
          .describe('HTML; cleaned when saved'),
        link: webLink.nullable().optional(),
        active: z.boolean().optional(),
      },
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
    save: {
      title,
      short_name: requiredText(20),
      timezone: z.enum(['Asia/Tashkent', 'Asia/Samarkand']).optional(),
      details: z
        .object({
          address: title.optional(),
          phone: phone.nullable().optional(),
          admission_phone: phone.nullable().optional(),
          email: email.nullable().optional(),
          website: webLink.nullable().optional(),
          tax_id: text(20).nullable().optional(),
          rector: text(200).nullable().optional(),
          registrar: text(200).nullable().optional().describe('head of the registrar’s office: signs transcripts'),
          licence: text(60).nullable().optional(),
          bank: text(200).nullable().optional(),
          account: z
            .string()
            .regex(/^\d{20}$/)
            .nullable()
            .optional()
            .describe('settlement account, 20 digits'),
          mfo: z
            .string()
            .regex(/^\d{5}$/)
            .nullable()
            .optional()
            .describe('code of the bank, 5 digits'),
          logo_file_id: id.nullable().optional(),
        })
        .optional()
        .describe('replaces what it names; null clears'),
    },
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
        code: z
          .string()
          .regex(/^[A-Z0-9][A-Z0-9_]{0,59}$/)
          .optional(),
        title: title.optional(),
        parent: text(60).nullable().optional(),
        position: z.int().min(0).max(10_000).optional(),
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
