import { z } from 'zod';
import {
  call,
  date,
  id,
  listOf,
  listQuery,
  localeSchema,
  nothing,
  queryId,
  requiredText,
  text,
} from '#platform/contract/index.ts';
import { lifeAreas, lifeKinds } from '../life.ts';
import { batchAnswer, studentFault } from '../shapes.ts';
import { level, status, studyLanguage, tuition } from '../shapes-records.ts';

/** Changes of students' lives: leave, transfer, expulsion, return and the others, each with its order. */

const kind = z.enum(lifeKinds);
const credits = z.number().min(0).max(60).multipleOf(0.5);
/** A module that was passed elsewhere, as the papers have it and as it is recognised. */
export const recognised = z.object({
  module_id: id.describe('of the course of now'),
  source_module: requiredText(300),
  source_credits: credits,
  source_grade: text(40).optional(),
  credits: credits.min(0.5),
  total: z.number().min(0).max(100).optional().describe('the mark as recognised'),
});
/** A module that was passed in the course that is left. */
export const counted = z.object({
  course_module_id: id,
  module_id: id.nullable().describe('of the other course; null: it does not count there'),
});
export const lifeInput = z.object({
  ids: z.array(id).min(1).max(1000),
  kind,
  reason: text(1000).optional(),
  order_number: text(60).optional().describe('of an order on paper; without it one is written, numbered and signed'),
  order_date: date.optional(),
  starts_on: date.optional().describe('the first day of what is new; today when absent'),
  ends_on: date.optional().describe('of a leave'),
  language: localeSchema.optional().describe('of the order; Uzbek when absent'),
  course_id: id.optional(),
  level: level.optional(),
  education_form_id: id.optional(),
  study_language: studyLanguage.optional(),
  tuition: tuition.optional(),
  department_id: id.optional(),
  study_year: z.int().min(1).max(10).optional(),
  recognised: z.array(recognised).min(1).max(80).optional().describe('of one student, module by module'),
  origin: text(300).optional().describe('where it was passed'),
  decided_by: text(300).optional().describe('the commission with its minutes'),
  file_ids: z.array(id).max(20).optional().describe('the papers'),
  counted: z.array(counted).max(200).optional().describe('of one student; else modules that are equal count'),
});
export type LifeInput = z.input<typeof lifeInput>;
const line = z.object({ area: z.enum(lifeAreas), code: z.string(), text: z.string() });
export const lifeAnswer = z.object({
  ok: z.boolean(),
  kind,
  proposal: z.boolean().describe('requests were made; somebody else confirms them'),
  change: z
    .object({
      id: z.number(),
      order_number: z.string().nullable(),
      order_date: z.string().nullable(),
      document: z.boolean(),
    })
    .nullable()
    .describe('the receipt'),
  students: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      from: status,
      to: status,
      request_id: z.number().optional(),
      lines: z.array(line).describe('what follows, in words'),
    }),
  ),
  offer: z
    .object({
      results: z.array(
        z.object({
          course_module_id: z.number(),
          title: z.string(),
          credits: z.number(),
          module_id: z.number().nullable().describe('what it counts as; null: not at all'),
        }),
      ),
      modules: z.array(z.object({ id: z.number(), title: z.string() })).describe('of the other course'),
    })
    .optional()
    .describe('of one student in a preview: what `counted` may decide'),
  faults: z.array(studentFault).describe('only in a preview'),
});
/** What a decision about proposals does, or would do: lines and orders are of a confirmation. */
export const decisionAnswer = batchAnswer.extend({
  students: z.array(
    batchAnswer.shape.students.element.extend({ lines: z.array(line).optional().describe('what follows, in words') }),
  ),
  changes: z
    .array(lifeAnswer.shape.change.unwrap().extend({ kind }))
    .describe('the receipts, one for each kind, reason and day'),
});
export const lifeUndo = z.object({
  id,
  student_ids: z.array(id).min(1).max(1000).optional().describe('of some alone'),
  reason: requiredText(1000),
});
export const lifeList = z.object({ ...listQuery, student_id: queryId.optional(), kind: kind.optional() });
export const lifeRow = z.object({
  id: z.number(),
  created_at: z.string(),
  kind,
  reason: z.string().nullable(),
  order_number: z.string().nullable(),
  order_date: z.string().nullable(),
  document: z.boolean(),
  starts_on: z.string(),
  ends_on: z.string().nullable(),
  by: z.string().nullable(),
  people: z.number(),
  name: z.string().describe('of whom, where it is one'),
  undone: z.boolean(),
  undo_reason: z.string().nullable(),
  lines: z.array(line).describe('of the student asked for'),
  can: z.object({ undo: z.boolean() }),
});

const change = { permission: ['student.confirm_status', 'student.propose_status', 'student.transfer'] } as const;

const refusals = [
  'PERIOD_REQUIRED',
  'BATCH_REFUSED',
  'NOTHING_CHANGES',
  'DATES_ORDER',
  'LIFE_ONE_ALONE',
  'ALREADY_RECOGNISED',
  'RECOGNITION_CREDITS',
  'RATE_MISSING',
  'RATE_SUM',
  'GROUP_FULL',
] as const;

export const lifeCalls = {
  list: call({
    method: 'GET',
    path: '/student/life/',
    summary: 'Changes of students’ lives with their orders, newest first',
    access: { permission: 'student.status_history' },
    input: lifeList,
    output: listOf(lifeRow),
  }),
  preview: call({
    method: 'POST',
    path: '/student/life/preview',
    summary: 'What would follow from a change, area by area; nothing is written',
    access: change,
    input: lifeInput,
    output: lifeAnswer,
    errors: [...refusals],
  }),
  change: call({
    method: 'POST',
    path: '/student/life',
    summary: 'Change lives of students: all of them or none; who may only propose makes requests',
    access: change,
    input: lifeInput,
    output: lifeAnswer,
    errors: [...refusals],
  }),
  undo: call({
    method: 'POST',
    path: '/student/life/undo',
    summary: 'Take a change back while nothing was built on it',
    access: { permission: ['student.confirm_status', 'student.transfer'] },
    input: lifeUndo,
    output: z.object({ undone: z.number() }),
    errors: [
      'BATCH_REFUSED',
      'LIFE_UNDONE',
      'LIFE_BY_ENROLMENT',
      'GROUP_FULL',
      'IN_ANOTHER_GROUP',
      'ENROLLMENT_OVERLAP',
      'CONTRACT_EXISTS',
    ],
  }),
  order: call({
    method: 'GET',
    path: '/student/life/{id}/order',
    summary: 'The order of a change as it was signed',
    access: { permission: 'student.status_history' },
    input: z.object({ id: queryId }),
    output: nothing,
    errors: ['DOCUMENT_FILE_MISSING', 'DOCUMENT_BEING_MADE'],
  }),
};
