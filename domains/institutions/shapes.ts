import { z } from 'zod';
import {
  clearable,
  date,
  email,
  id,
  phone,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';

/** Shapes of the calls of this domain that are used more than once. */

export const placeKinds = [
  'BUILDING',
  'LECTURE_HALL',
  'CLASSROOM',
  'COMPUTER_ROOM',
  'LABORATORY',
  'GYM',
  'LIBRARY',
] as const;
export const departmentKinds = ['RECTORATE', 'FACULTY', 'CHAIR', 'OFFICE', 'CENTRE'] as const;

export const ref = z.object({ id: z.number(), title: z.string() }).nullable();
export const semesterRecord = {
  academic_year_id: z.number(),
  number: z.number(),
  title: titleOut,
  starts_on: z.string(),
  ends_on: z.string(),
};

/** An option of a short list in the caller's language. */
export const typeOption = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  parent: z.string().nullable(),
  version: z.number(),
});

/** The same in all languages. */
export const optionRecord = z.object({
  ...recordBase,
  variable: z.string(),
  code: z.string(),
  title: titleOut,
  parent: z.string().nullable(),
  position: z.number(),
});

/** A web address that opens in a browser; other schemes could run as scripts. */
const webLink = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]);

/** A building or a room. */
export const placeRecord = {
  name: z.string(),
  kind: z.enum(placeKinds),
  parent_id: z.number().nullable(),
  parent: ref,
  capacity: z.number().nullable(),
  seat_rows: z.number().nullable().describe('for exams, where seats stand in rows and columns'),
  seat_columns: z.number().nullable(),
  address: z.string().nullable(),
  features: z.array(z.string()),
};
export const placeSave = {
  name: requiredText(200),
  kind: z.enum(placeKinds),
  parent_id: id.nullable().optional(),
  capacity: z.int().min(1).max(100_000).nullable().optional(),
  seat_rows: z.int().min(1).max(60).nullable().optional(),
  seat_columns: z.int().min(1).max(60).nullable().optional(),
  address: text(500).nullable().optional(),
  features: z.array(requiredText(100)).max(30).optional(),
};

// What each call of saving takes: the forms ask for the same.

const word = z.string().regex(/^[A-Z_]{2,40}$/);
export const countrySave = { title, code: z.string().regex(/^[A-Z]{2}$/) };
export const regionSave = { title, country_id: id };
export const citySave = { title, state_id: id };
export const educationFormSave = { code: word, title };
export const categorySave = { kind: word.optional(), title };
export const optionSave = {
  code: z.string().regex(/^[A-Z0-9][A-Z0-9_]{0,59}$/),
  title,
  parent: text(60).nullable().optional(),
  position: z.int().min(0).max(10_000).optional(),
};
export const academicYearSave = {
  name: z.string().regex(/^\d{4}\/\d{4}$/),
  starts_on: date,
  ends_on: date,
  current: z.boolean().optional(),
  semesters: z
    .array(z.object({ number: z.int().min(1).max(4), starts_on: date, ends_on: date }))
    .max(4)
    .optional()
    .describe('replaces dates of the semesters of this year, by number'),
};
export const departmentSave = {
  title,
  kind: z.enum(departmentKinds),
  parent_id: id.nullable().optional(),
  code: clearable(text(40)),
  phone: clearable(phone),
  email: clearable(email),
};
const html = z.string().max(50_000);
export const pageSettingsSave = {
  identity: z.string().regex(/^[a-z][a-z0-9_-]{1,60}$/),
  title,
  body: z.object({ uz: html, ru: html, en: html }).optional().describe('HTML; cleaned when saved'),
  link: webLink.nullable().optional(),
  active: z.boolean().optional(),
};
export const timezones = ['Asia/Tashkent', 'Asia/Samarkand'] as const;
/** What its papers say of an institution. Null clears. */
export const institutionDetails = {
  address: title.optional(),
  phone: clearable(phone),
  admission_phone: clearable(phone),
  email: clearable(email),
  website: webLink.nullable().optional(),
  tax_id: clearable(text(20)),
  rector: clearable(text(200)),
  registrar: clearable(text(200)).describe('head of the registrar’s office: signs transcripts'),
  licence: clearable(text(60)),
  bank: clearable(text(200)),
  account: clearable(z.string().regex(/^\d{20}$/)).describe('settlement account, 20 digits'),
  mfo: clearable(z.string().regex(/^\d{5}$/)).describe('code of the bank, 5 digits'),
};
export const institutionSave = {
  title,
  short_name: requiredText(20),
  timezone: z.enum(timezones).optional(),
  details: z
    .object({ ...institutionDetails, logo_file_id: id.nullable().optional() })
    .optional()
    .describe('replaces what it names; null clears'),
};
