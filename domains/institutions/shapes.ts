import { z } from 'zod';
import { id, recordBase, requiredText, text, titleOut } from '#platform/contract/index.ts';

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
export const webLink = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]);

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
