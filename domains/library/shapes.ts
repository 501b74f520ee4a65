import { z } from 'zod';
import {
  date,
  fileRecord,
  id,
  option,
  queryBoolean,
  queryId,
  queryInt,
  requiredText,
  text,
} from '#platform/contract/index.ts';

/** Shapes of the library's calls that forms use as well. */

export const itemTypes = [
  'BOOK',
  'TEXTBOOK',
  'MANUAL',
  'ARTICLE',
  'JOURNAL',
  'DISSERTATION',
  'LECTURE',
  'AUDIO',
  'VIDEO',
  'DATABASE',
] as const;
export const itemLanguages = ['uz', 'ru', 'en', 'other'] as const;
/** Everybody; the students of some courses, and staff; staff alone. */
export const itemAudiences = ['EVERYBODY', 'COURSES', 'STAFF'] as const;

/** A web address that opens in a browser; other schemes could run as scripts. */
export const webLink = z.url({ protocol: /^https?$/ }).max(1000);
const ref = option.nullable();

export const itemRecord = {
  type: z.enum(itemTypes),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.number().nullable(),
  publisher: z.string().nullable(),
  isbn: z.string().nullable(),
  language: z.enum(itemLanguages),
  pages: z.number().nullable(),
  subjects: z.array(z.string()),
  description: z.string().nullable(),
  cover_file_id: z.number().nullable(),
  cover: fileRecord.nullable(),
  file_id: z.number().nullable(),
  file: fileRecord.nullable(),
  link: z.string().nullable(),
  audience: z.enum(itemAudiences),
  course_ids: z.array(z.number()),
  courses: z.array(option),
  active: z.boolean(),
};
export const itemSave = {
  type: z.enum(itemTypes),
  title: requiredText(500),
  authors: z.array(requiredText(200)).max(30).optional(),
  year: z.int().min(1000).max(2100).nullish(),
  publisher: text(200).nullish(),
  isbn: text(40).nullish().describe('ten or thirteen digits with a right check digit; kept without hyphens'),
  language: z.enum(itemLanguages),
  pages: z.int().min(1).max(100_000).nullish(),
  subjects: z.array(requiredText(60)).max(20).optional(),
  description: text(4000).nullish(),
  cover_file_id: id.nullish(),
  file_id: id.nullish(),
  link: z.union([z.literal(''), webLink]).nullish(),
  audience: z.enum(itemAudiences).optional(),
  course_ids: z.array(id).max(100).optional(),
  active: z.boolean().optional(),
};
export const itemFilters = {
  type: z.enum(itemTypes).optional(),
  language: z.enum(itemLanguages).optional(),
  subject: text(60).optional(),
  year_from: queryInt(1000, 2100).optional(),
  year_to: queryInt(1000, 2100).optional(),
  readable: queryBoolean.optional().describe('with a file that opens here'),
  active: queryBoolean.optional(),
};

/** 0 module files, 1 annual monitoring, 2 policies for students, 3 policies for staff. */
export const fileTypes = [0, 1, 2, 3] as const;
export type FileType = (typeof fileTypes)[number];
const fileType = z.union(fileTypes.map((type) => z.literal(type)));
/** Several at once: `types=2,3`. */
const queryType = queryInt(0, 3).pipe(fileType);

export const moduleFileRecord = {
  type: fileType,
  title: z.string(),
  description: z.string().nullable(),
  module_id: z.number().nullable(),
  module: ref,
  academic_year_id: z.number().nullable(),
  academic_year: ref,
  effective_on: z.string().nullable(),
  file_id: z.number().nullable(),
  file: fileRecord.nullable(),
  link: z.string().nullable(),
  active: z.boolean(),
};
export const moduleFileSave = {
  type: fileType.describe('stays as it was created'),
  title: requiredText(300),
  description: text(2000).nullish(),
  module_id: id.nullish(),
  academic_year_id: id.nullish(),
  effective_on: date.nullish(),
  file_id: id.nullish(),
  link: z.union([z.literal(''), webLink]).nullish(),
  active: z.boolean().optional(),
};
export const moduleFileFilters = {
  type: queryType.optional(),
  module_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  active: queryBoolean.optional(),
};

export const studentFileRecord = {
  student_id: z.number(),
  student: z.object({ id: z.number(), name: z.string(), student_no: z.string() }),
  title: z.string(),
  note: z.string().nullable().describe('for the office; the student does not get it'),
  file_id: z.number(),
  file: fileRecord.nullable(),
  shared: z.boolean().describe('the student sees it'),
};
export const studentFileSave = {
  student_id: id,
  title: requiredText(300),
  note: text(2000).nullish(),
  file_id: id,
  shared: z.boolean().optional(),
};

/** Free resources of the web, or libraries of others that stand in the menu. */
export const linkKinds = ['OPEN_SOURCE', 'E_LIBRARY'] as const;
export const openLinkRecord = {
  kind: z.enum(linkKinds),
  title: z.string(),
  link: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  position: z.number(),
};
export const openLinkSave = {
  kind: z.enum(linkKinds).optional(),
  title: requiredText(200),
  link: webLink,
  category: text(80).nullish(),
  description: text(500).nullish(),
  position: z.int().min(0).max(10_000).optional(),
};
