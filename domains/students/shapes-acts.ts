import { z } from 'zod';
import {
  clearable,
  countedAt,
  date,
  id,
  listQuery,
  localeSchema,
  manyOf,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
} from '#platform/contract/index.ts';
import { lifeKinds } from './life.ts';
import { level, many, nullable, status, studentFilters, studyLanguage, tuition } from './shapes-records.ts';
import { requestStates } from './workflow.ts';

/** Shapes of what is done with students: life cycle, transfers, import and export, messages. */

// --- life cycle

const order = {
  reason: text(1000).optional(),
  order_number: text(60).optional(),
  order_date: date.optional(),
  effective_from: date.optional().describe('today when absent'),
  effective_to: date.optional().describe('planned end, for a gap year'),
};
export const ids = z.array(id).min(1).max(10_000);
export const statusChange = z.object({
  ids,
  status,
  ...order,
  force: z.boolean().optional().describe('any step, with a reason; needs workflow.force'),
  preview: z.boolean().optional().describe('only tell what would happen'),
});
export const resumeStudy = z.object({ ids, ...order, preview: z.boolean().optional() });
export const removal = z.object({
  ids: manyOf(queryId),
  reason: text(1000).optional(),
  preview: queryBoolean.optional(),
});
export const removalOfOne = z.object({ id: queryId, reason: text(1000).optional(), preview: queryBoolean.optional() });
/** All of the batch or nothing: a fault of one refuses it with BATCH_REFUSED and `data.faults` of this shape. */
export const studentFault = z.object({ id: z.number(), name: z.string(), code: z.string(), message: z.string() });
export const batchAnswer = z.object({
  ok: z.boolean(),
  message: z.string().optional(),
  proposal: z.boolean().describe('requests were made; somebody else confirms them'),
  students: z.array(
    z.object({ id: z.number(), name: z.string(), from: status, to: status, request_id: z.number().optional() }),
  ),
  faults: z.array(studentFault).describe('only in a preview'),
});
export const transfer = z.object({
  ids,
  course_id: id.optional(),
  level: level.optional(),
  education_form_id: id.optional(),
  study_language: studyLanguage.optional(),
  tuition: tuition.optional(),
  department_id: id.optional(),
  reason: requiredText(1000),
  order_number: text(60).optional(),
  order_date: date.optional(),
  effective_from: date.optional(),
});
export const statusEntry = z.object({
  id: z.number(),
  student_id: z.number(),
  from_status: nullable,
  to_status: z.string(),
  reason: nullable,
  order_number: nullable,
  order_date: nullable,
  effective_from: nullable,
  effective_to: nullable,
  forced: z.boolean(),
  at: z.string(),
  by: nullable.describe('who, by name'),
  corrects: z.number().nullable().describe('the entry that this one puts right'),
  corrected_by: z.number().nullable(),
});
/** Puts the order or the dates of an entry right by adding an entry; what is absent stays as it was. */
export const statusCorrection = z.object({
  id,
  reason: requiredText(1000),
  order_number: text(60).optional(),
  order_date: date.optional(),
  effective_from: date.optional(),
  effective_to: date.optional(),
});
/** `can`: decide, withdraw. */
export const statusRequest = z.object({
  ...recordBase,
  student_id: z.number(),
  student: z.object({
    id: z.number(),
    student_no: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    midname: nullable,
    status,
  }),
  kind: z.enum(lifeKinds),
  from_status: status,
  to_status: status,
  reason: nullable,
  effective_from: nullable,
  effective_to: nullable,
  state: z.enum(requestStates),
  requested_by: z.number(),
  requested_by_name: nullable,
  decided_by: z.number().nullable(),
  decided_by_name: nullable,
  decided_at: nullable,
  decision_reason: nullable,
  order_number: nullable,
  order_date: nullable,
});
export const requestFilters = z.object({
  ...listQuery,
  state: many(z.enum(requestStates)),
  student_id: queryId.optional(),
  kind: many(z.enum(lifeKinds)),
});
export const requestDecision = z.object({
  ids,
  state: z.enum(['CONFIRMED', 'REJECTED', 'WITHDRAWN']),
  ...order,
  language: localeSchema
    .optional()
    .describe('of the order that is written where no number is given; Uzbek when absent'),
  preview: z.boolean().optional().describe('only tell what a confirmation would do'),
});

export const historyEntry = z.object({
  at: z.string(),
  kind: z.enum(['change', 'status', 'transfer']),
  by: nullable,
  by_id: z.number().nullable().describe('the account of whoever did it'),
  call: nullable,
  record: z.enum(['student', 'guardian', 'document', 'card', 'request']),
  record_id: z.number(),
  operation: z.string().describe('INSERT, UPDATE, DELETE, or the status that was reached'),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  reason: nullable,
  order_number: nullable,
});

// --- export

export const exportInput = z.object({
  ...studentFilters,
  search: listQuery.search,
  sort: listQuery.sort,
  columns: z.array(z.string().max(40)).max(60).optional().describe('all that the caller may see when absent'),
});
export const sms = z.object({
  ids,
  text: requiredText(1000),
  guardians: z.boolean().optional().describe('to their guardians as well'),
});

/** Null where the caller has no part in those decisions. */
export const overview = z.object({
  counted_at: countedAt,
  by_status: z.array(z.object({ status, count: z.number() })),
  by_entry_year: z.array(z.object({ entry_year: z.number(), count: z.number() })).describe('without those who left'),
  requests: z.number().nullable().describe('proposed changes of status that wait'),
  course_transfers: z.number().nullable(),
  gap_years_ending: z.object({ count: z.number(), until: z.string().describe('counted up to this day') }),
});

const formOfSide = z.object({ id: z.number(), title: z.string() }).nullable();
/** A request to move from a course, level and form of education to others. `can`: edit, decide. */
export const courseTransfer = {
  student_id: z.number(),
  student: z.object({
    id: z.number(),
    student_no: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    midname: nullable,
    status,
  }),
  previous_course: z.string(),
  previous_level: level.nullable(),
  previous_education_form_id: z.number().nullable(),
  previous_education_form: formOfSide,
  current_course_id: z.number().nullable().describe('null in old requests, which named it in words'),
  current_course: z.string(),
  current_level: level.nullable(),
  current_education_form_id: z.number().nullable(),
  current_education_form: formOfSide,
  reason: z.string(),
  status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']).describe('accepted by the transfer itself'),
  decision_reason: nullable.describe('why it was declined'),
};
export const courseTransferSave = {
  student_id: id.optional().describe('own record when absent'),
  current_course_id: id.describe(
    'the course to move to; the present one where only the form of education is to change',
  ),
  current_education_form_id: clearable(id).describe('of a new request: stays as it is when absent'),
  reason: requiredText(1000),
};
