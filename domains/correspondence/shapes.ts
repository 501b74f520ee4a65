import { z } from 'zod';
import { signatureShown } from '#domains/signatures/contract.ts';
import {
  clearable,
  date,
  fileRecord,
  id,
  listQuery,
  manyOf,
  queryBoolean,
  queryId,
  readAs,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { destroyed } from './shapes-destruction.ts';
import { agreementStates, directions, extensionStates, letterStates, orderStates } from './workflow.ts';

/** What letters, their groups, orders and words of agreement carry; browser-safe. */

export const letterKinds = [
  'LETTER',
  'ORDER',
  'REQUEST',
  'APPEAL',
  'NOTICE',
  'INVITATION',
  'CONTRACT',
  'ACT',
  'REPORT',
  'OTHER',
] as const;
export type LetterKind = (typeof letterKinds)[number];
export const deliveries = ['POST', 'COURIER', 'EMAIL', 'EXCHANGE', 'HAND'] as const;
export type Delivery = (typeof deliveries)[number];
export const letterLanguages = ['uz', 'ru', 'en', 'other'] as const;
export type LetterLanguage = (typeof letterLanguages)[number];

export const repeats = ['WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Repeat = (typeof repeats)[number];

/** A group of documents: an entry of the list of cases, by which letters are numbered and kept. */
export const groupSave = {
  code: requiredText(20).regex(/^[\p{L}\d][\p{L}\d./-]*$/u, { error: 'group_code' }),
  title,
  direction: z.enum(directions),
  execution_days: clearable(z.int().min(1).max(365)).describe('working days in which a letter of it is answered'),
  retention_years: clearable(z.int().min(1).max(100)).describe('null: for ever'),
  active: z.boolean().optional(),
};
export const groupRecord = {
  code: z.string(),
  title: titleOut,
  direction: z.enum(directions),
  execution_days: z.number().nullable(),
  retention_years: z.number().nullable(),
  active: z.boolean(),
  letters: z.number().describe('letters that have a number in it'),
};
export const groupFilters = { direction: z.enum(directions).optional(), active: queryBoolean.optional() };

const member = z.object({ id: z.number(), name: z.string(), position: z.string().nullable() });
export type Member = z.infer<typeof member>;
const small = z.int().min(0).max(9999);

/** A letter as its card is filled in. */
export const letterSave = {
  direction: z.enum(directions),
  group_id: id,
  kind: z.enum(letterKinds),
  heading: requiredText(500),
  summary: text(4000).optional(),
  correspondent: requiredText(300).describe('whom it comes from or goes to'),
  correspondent_signer: clearable(text(200)),
  their_number: clearable(text(60)),
  their_date: clearable(date),
  received_on: clearable(date).describe('incoming: the day on which it came'),
  delivery: clearable(z.enum(deliveries)),
  language: z.enum(letterLanguages).optional(),
  sheets: clearable(small),
  attachments: clearable(small),
  attachment_sheets: clearable(small),
  confidential: z.boolean().optional(),
  answer_needed: z.boolean().optional().describe('incoming: it is closed with an answer that was sent'),
  due_on: clearable(date).describe('by when it is answered; counted from its group where none is said'),
  reply_to_id: clearable(id).describe('outgoing: the incoming letter that it answers'),
  signer_id: clearable(id).describe('outgoing: the member of staff who signs'),
  agreement: z.array(id).max(20).optional().describe('outgoing: staff who agree to it, in this order'),
  in_turn: z.boolean().optional().describe('one after another rather than all at once'),
  file_ids: z.array(id).max(20).optional().describe('the first is the letter itself'),
  student_ids: z.array(id).max(100).optional().describe('whom it is about'),
  staff_ids: z.array(id).max(100).optional().describe('whom it is about'),
  applicant_ids: z.array(id).max(100).optional().describe('whom it is about'),
  shown_to_people: z.boolean().optional().describe('students whom it is about find it among their papers'),
};

/** Whom a letter is about. */
export const personKinds = ['STUDENT', 'STAFF', 'APPLICANT'] as const;
export type PersonKind = (typeof personKinds)[number];
export const aboutQuery = z.object({
  kind: z.enum(personKinds),
  search: z.string().max(200).optional(),
  ids: z.string().max(10_000).optional(),
});
const person = z.object({
  kind: z.enum(personKinds),
  id: z.number(),
  name: z.string(),
  number: z.string().nullable().describe('of the student or the member of staff'),
});
export type LetterPerson = z.infer<typeof person>;

const executor = member.extend({
  responsible: z.boolean(),
  report: z.string().nullable(),
  reported_at: z.string().nullable(),
});
const extension = z.object({
  id: z.number(),
  from: z.string(),
  until: z.string(),
  reason: z.string(),
  status: z.enum(extensionStates),
  asked_by: z.string(),
  note: z.string().nullable(),
  can_decide: z.boolean(),
});
/** An order of a resolution, as the caller may see it. */
export const orderRecord = z.object({
  id: z.number(),
  version: z.number(),
  parent_id: z.number().nullable(),
  text: z.string(),
  author: z.string(),
  given_on: z.string(),
  due_on: z.string().nullable(),
  first_due_on: z.string().nullable().describe('the date before anything was extended'),
  urgent: z.boolean(),
  control: z.boolean(),
  repeats: z.enum(repeats).nullable(),
  repeats_until: z.string().nullable(),
  status: z.enum(orderStates),
  overdue: z.boolean(),
  closed_at: z.string().nullable(),
  executors: z.array(executor),
  extensions: z.array(extension),
  can: z.object({
    edit: z.boolean(),
    report: z.boolean(),
    delegate: z.boolean(),
    accept: z.boolean(),
    cancel: z.boolean(),
    extend: z.boolean(),
  }),
});
export type OrderAnswer = z.infer<typeof orderRecord>;

const agreement = z.object({
  staff_id: z.number(),
  name: z.string(),
  revision: z.number(),
  status: z.enum(agreementStates),
  remark: z.string().nullable(),
  decided_at: z.string().nullable(),
});
const acquaintance = z.object({
  staff_id: z.number(),
  name: z.string(),
  read_at: z.string().nullable(),
  signature: signatureShown.nullable().describe('over the letter as it was read'),
});
const relative = z.object({ id: z.number(), number: z.string().nullable(), heading: z.string() });

export const letterRecord = {
  direction: z.enum(directions),
  status: z.enum(letterStates),
  number: z.string().nullable(),
  registered_on: z.string().nullable(),
  group_id: z.number(),
  group: z.object({ id: z.number(), title: z.string(), code: z.string() }),
  kind: z.enum(letterKinds),
  heading: z.string(),
  summary: z.string(),
  correspondent: z.string(),
  correspondent_signer: z.string().nullable(),
  their_number: z.string().nullable(),
  their_date: z.string().nullable(),
  received_on: z.string().nullable(),
  delivery: z.enum(deliveries).nullable(),
  language: z.enum(letterLanguages),
  sheets: z.number().nullable(),
  attachments: z.number().nullable(),
  attachment_sheets: z.number().nullable(),
  confidential: z.boolean(),
  shown_to_people: z.boolean(),
  answer_needed: z.boolean(),
  due_on: z.string().nullable(),
  overdue: z.boolean(),
  reply_to_id: z.number().nullable(),
  signer_id: z.number().nullable(),
  signer: z.string().nullable(),
  signed_at: z.string().nullable(),
  signed_hash: z.string().nullable().describe('SHA-256 of the file that was signed'),
  signature: signatureShown.nullable().optional(),
  author: z.string().nullable(),
  in_turn: z.boolean(),
  revision: z.number(),
  destroy_after: z.string().nullable().describe('archived: until when its case is kept; null for ever'),
  hold_reason: z.string().nullable().describe('why it is not destroyed although its time is over'),
  held_since: z.string().nullable(),
  destroyed: destroyed.nullable().optional(),
  file_count: z.number(),
  asked_now: z.boolean().describe('the caller’s word of agreement is wanted now'),
  note_wanted: z.boolean().describe('the caller is to take note and did not yet'),
  waiting_for: z.string().nullable().describe('who has the next word, as far as the letter can tell'),
  agreement: z.array(agreement).optional().describe('of one letter, not of lists; so are the next ones'),
  orders: z.array(orderRecord).optional(),
  people: z.array(person).optional().describe('whom it is about'),
  acquaintances: z.array(acquaintance).optional(),
  files: z.array(fileRecord).optional(),
  reply_to: relative.nullable().optional(),
  replies: z.array(relative).optional(),
  steps: z
    .array(
      z.object({ to: z.enum(letterStates), at: z.string(), by: z.string().nullable(), reason: z.string().nullable() }),
    )
    .optional(),
  next: z.array(z.enum(letterStates)),
};
export const letterFilters = {
  direction: z.enum(directions).optional(),
  status: manyOf(z.enum(letterStates)),
  group_id: queryId.optional(),
  kind: z.enum(letterKinds).optional(),
  overdue: queryBoolean.optional(),
  waiting: queryBoolean.optional().describe('for a word, a signature or a note of the caller'),
  year: readAs(
    (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
    z.int().min(1990).max(2100),
  ).optional(),
};

export const statusChange = z.object({
  id,
  version,
  status: z.enum(letterStates),
  reason: text(2000).optional(),
  keep_agreed: z
    .boolean()
    .optional()
    .describe('for AGREEING: whoever agreed to an earlier revision is not asked again'),
  electronic_id: id.optional().describe('for SIGNED: a verified signature that was handed in over its file'),
  reservation_id: id.optional().describe('for REGISTERED: the number that was kept for it'),
});
export const deputySave = {
  staff_id: id.describe('who is away'),
  deputy_id: id.describe('who acts for them'),
  since: date,
  until: date,
};
export const deputyRecord = {
  staff_id: z.number(),
  staff: z.string(),
  deputy_id: z.number(),
  deputy: z.string(),
  since: z.string(),
  until: z.string(),
  now: z.boolean().describe('acts today'),
};
export const word = z.object({ id, agree: z.boolean(), remark: text(2000).optional() });
export const orderSave = z.object({
  id: id.optional(),
  version: version.optional(),
  letter_id: id,
  parent_id: clearable(id),
  text: requiredText(2000),
  due_on: clearable(date),
  urgent: z.boolean().optional(),
  control: z.boolean().optional(),
  repeats: clearable(z.enum(repeats)).describe('given again once it is done, due so much later'),
  repeats_until: clearable(date),
  executors: z
    .array(z.object({ staff_id: id, responsible: z.boolean() }))
    .min(1)
    .max(50),
});
export const orderStep = z.object({
  id,
  version,
  status: z.enum(orderStates),
  reason: text(2000).optional(),
  past_suborders: z.boolean().optional().describe('for DONE: although orders under it are still on control'),
});
export const report = z.object({ order_id: id, text: requiredText(4000), ends: z.boolean().optional() });
export const extensionAsk = z.object({ order_id: id, until: date, reason: requiredText(1000) });
export const extensionDecision = z.object({ id, grant: z.boolean(), note: text(1000).optional() });
export const acquaint = z.object({ id, staff_ids: z.array(id).min(1).max(200) });
export const takingNote = z.object({
  id,
  electronic_id: id.optional().describe('a verified signature that was handed in over the letter'),
});
export const duplicateQuery = z.object({
  correspondent: text(300),
  their_number: text(60),
  their_date: date.optional(),
  except: queryId.optional(),
});
export const duplicateRecord = relative.extend({ registered_on: z.string().nullable() });

/** How an order stood on a day: open, open past its date, closed in time, closed after its date, cancelled. */
export const journalStates = ['OPEN', 'LATE', 'IN_TIME', 'AFTER', 'CANCELLED'] as const;
export type JournalState = (typeof journalStates)[number];
export const journalFilters = {
  on: date.optional().describe('as of the end of that day; today unless told'),
  state: z.enum(journalStates).optional(),
  mine: queryBoolean.optional().describe('what the caller is to execute'),
  control: queryBoolean.optional(),
};
export const journalQuery = z.object({ ...listQuery, ...journalFilters });
export const journalLine = z.object({
  id: z.number(),
  letter_id: z.number(),
  direction: z.enum(directions),
  number: z.string().nullable(),
  heading: z.string(),
  text: z.string(),
  executor: z.string().describe('the responsible one'),
  due_on: z.string().nullable().describe('in force on that day'),
  given_on: z.string(),
  closed_on: z.string().nullable(),
  control: z.boolean(),
  state: z.enum(journalStates),
});
export const disciplineQuery = z.object({ from: date.optional(), until: date.optional() });
export const discipline = z.object({
  from: z.string(),
  until: z.string(),
  total: z.object({ given: z.number(), in_time: z.number(), after: z.number(), late: z.number(), open: z.number() }),
  people: z.array(
    z.object({
      staff_id: z.number(),
      name: z.string(),
      given: z.number(),
      in_time: z.number(),
      after: z.number(),
      late: z.number(),
      open: z.number(),
    }),
  ),
});
export const mine = z.object({
  orders: z.number(),
  late: z.number(),
  words: z.number(),
  signatures: z.number(),
  notes: z.number(),
});
export const letterAnswer = z.object({ ...recordBase, ...letterRecord });
export type LetterAnswer = z.infer<typeof letterAnswer>;
