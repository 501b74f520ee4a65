import { z } from 'zod';
import {
  clearable,
  fileRecord,
  id,
  listQuery,
  manyOf,
  option,
  queryBoolean,
  queryId,
  requiredText,
  text,
  title,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { feedbackStates } from './workflow.ts';

/** What complaints and suggestions carry; browser-safe. */

export const feedbackKinds = ['COMPLAINT', 'SUGGESTION', 'THANKS'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];
/** Who may know who wrote: those who handle it; a moderator who says why; nobody, as nothing of it is kept. */
export const feedbackModes = ['NAMED', 'CONFIDENTIAL', 'ANONYMOUS'] as const;
export type FeedbackMode = (typeof feedbackModes)[number];
/** What it is about, as whoever reads it finds; what a year is told by. */
export const feedbackThemes = [
  'TEACHING',
  'ASSESSMENT',
  'CONDUCT',
  'BRIBERY',
  'DORMITORY',
  'FACILITIES',
  'MONEY',
  'SERVICES',
  'OTHER',
] as const;
export type FeedbackTheme = (typeof feedbackThemes)[number];
export const writers = ['AUTHOR', 'OFFICE'] as const;

export const longest = { subject: 200, text: 5000 };
const words = requiredText(longest.text);

export const typeSave = {
  title,
  kind: z.enum(feedbackKinds),
  answer_days: z.int().min(1).max(90),
  active: z.boolean().optional(),
};
export const typeRecord = {
  title: titleOut,
  kind: z.enum(feedbackKinds),
  answer_days: z.number().describe('working days until an answer'),
  active: z.boolean(),
};
export const typeOption = z.object({
  ...option.shape,
  kind: z.enum(feedbackKinds),
  answer_days: z.number(),
});

const said = {
  from: z.enum(writers),
  text: z.string(),
  on: z.string().describe('the day'),
};

export const feedbackSave = {
  type_id: id,
  confidential: z.boolean().optional().describe('who wrote it is shown to a moderator alone, who says why'),
  subject: requiredText(longest.subject),
  text: words,
  about_staff_id: clearable(id).describe('of whom it complains; they never handle it and never see it'),
  file_ids: z.array(id).max(5).optional(),
};
export const feedbackRecord = {
  number: z.string(),
  type_id: z.number(),
  type: option,
  kind: z.enum(feedbackKinds),
  mode: z.enum(feedbackModes),
  status: z.enum(feedbackStates),
  theme: z.enum(feedbackThemes).nullable(),
  subject: z.string(),
  text: z.string(),
  author: z.string().nullable().describe('null where this caller may not know'),
  own: z.boolean(),
  about_staff_id: z.number().nullable(),
  about: z.string().nullable(),
  handler_id: z.number().nullable(),
  handler: z.string().nullable(),
  stage: z.number().describe('1, and one more with each escalation'),
  filed_on: z.string(),
  acknowledge_by: z.string().nullable(),
  due_on: z.string().nullable(),
  overdue: z.boolean(),
  answered_on: z.string().nullable(),
  reopened: z.boolean(),
  file_count: z.number(),
  files: z.array(fileRecord).optional().describe('of one, not of lists; who opens them is logged'),
  messages: z.array(z.object({ id: z.number(), ...said, name: z.string().nullable(), mine: z.boolean() })).optional(),
  steps: z.array(z.object({ to: z.enum(feedbackStates), on: z.string(), reason: z.string().nullable() })).optional(),
  next: z.array(z.enum(feedbackStates)),
};
export const feedbackFilters = {
  status: manyOf(z.enum(feedbackStates)),
  kind: z.enum(feedbackKinds).optional(),
  type_id: queryId.optional(),
  theme: manyOf(z.enum(feedbackThemes)),
  mode: z.enum(feedbackModes).optional(),
  stage: queryId.optional(),
  overdue: queryBoolean.optional(),
  mine: queryBoolean.optional().describe('which the caller wrote'),
  handled: queryBoolean.optional().describe('which the caller was given'),
};
export const exportQuery = z.object({ ...listQuery, ...feedbackFilters });

export const statusChange = z.object({
  id,
  version,
  status: z.enum(feedbackStates),
  reason: text(longest.text).optional().describe('of a question and an answer the words themselves'),
  handler_id: id.optional().describe('for ASSIGNED and ESCALATED'),
});
export const sorting = z.object({
  id,
  version,
  theme: z.enum(feedbackThemes).optional(),
  about_staff_id: clearable(id),
});
export const message = z.object({ id, version, text: words });
export const revealing = z.object({ id, reason: requiredText(500) });

/** Twenty letters and digits in groups of four; read without regard to case, spaces and dashes. */
export const code = z
  .string()
  .max(60)
  .transform((value) => value.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-Z]{20}$/, { error: 'invalid' }));

/** Strict: a letter without a sender carries nothing that might name one, files and phones included. */
export const anonymousSave = z.strictObject({
  type_id: id,
  subject: requiredText(longest.subject),
  text: words,
});
export const anonymousRead = z.strictObject({ code });
export const anonymousMessage = z.strictObject({ code, text: words });
export const anonymousThread = z.object({
  delivered: z.boolean().describe('false until the night in which it is handed over'),
  subject: z.string(),
  text: z.string(),
  type: z.string().nullable(),
  status: z.enum(feedbackStates),
  filed_on: z.string(),
  due_on: z.string().nullable(),
  messages: z.array(z.object({ ...said, delivered: z.boolean() })),
  open: z.boolean().describe('whether more may be written'),
});

const count = z.number().nullable().describe('null where it is about too few');
const cell = z.object({ key: z.string(), title: z.string(), count });
export const statistics = z.object({
  academic_year: option.nullable(),
  total: count,
  kinds: z.array(cell),
  types: z.array(cell),
  themes: z.array(cell),
  modes: z.array(cell),
  outcomes: z.array(cell),
  in_time: count.describe('percent of those that were answered'),
});
