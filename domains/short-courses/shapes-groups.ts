import { z } from 'zod';
import {
  date,
  email,
  id,
  listQuery,
  option,
  phone,
  queryId,
  recordBase,
  requiredText,
  text,
} from '#platform/contract/index.ts';
import { amount } from './shapes.ts';

/** Shapes of the calls for companies that send their people to a short course. */

/** The most listeners of one company. */
export const most = 2000;
const person = {
  lastname: requiredText(100),
  firstname: requiredText(100),
  midname: text(100).nullish(),
  phone,
  email: email.nullish(),
};
export const groupLines = z
  .object({
    course_id: id,
    lines: requiredText(200_000)
      .optional()
      .describe('one listener a line: full name, phone and perhaps an e-mail, between tabs, commas or semicolons'),
    file_id: id.optional().describe('or a csv or xlsx that was uploaded, with headings'),
  })
  .refine(({ lines, file_id }) => (lines === undefined) !== (file_id === undefined), {
    error: 'form_required',
    path: ['lines'],
  });
export const groupPreview = z.object({
  left: z.number().describe('places that can be taken now'),
  price: z.string().describe('of one place'),
  total: z.string(),
  faulty: z.number(),
  people: z.array(
    z.object({
      line: z.number(),
      lastname: z.string(),
      firstname: z.string(),
      midname: z.string().nullable(),
      phone: z.string(),
      email: z.string().nullable(),
      faults: z.array(z.string()).describe('in words'),
    }),
  ),
});
export const groupSave = z.object({
  course_id: id,
  company: requiredText(200),
  tin: z
    .string()
    .trim()
    .regex(/^\d{9}$/, { error: 'short_course_tin' }),
  contact: requiredText(200),
  phone,
  email,
  pay_until: date.describe('until the end of this day the places are held'),
  price: amount.describe('of one place, as it was read; another one by now is refused'),
  people: z.array(z.object(person)).min(1).max(most),
});
export const groupRecord = z.object({
  ...recordBase,
  course_id: z.number(),
  course: option,
  company: z.string(),
  tin: z.string(),
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  pay_until: z.string(),
  bill: option.nullable(),
  owed: z.string(),
  paid: z.string(),
  people: z.number().describe('that hold a place or have one'),
  confirmed: z.number(),
});
export const groupList = z.object({ ...listQuery, course_id: queryId.optional() });
export const groupCancel = z.object({ id, version: id, reason: requiredText(500) });
