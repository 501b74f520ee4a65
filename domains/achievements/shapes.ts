import { z } from 'zod';
import {
  clearable,
  date,
  fileRecord,
  id,
  listQuery,
  localeSchema,
  manyOf,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { batchStates, nominationStates, recordStates, scaleStates } from './workflow.ts';

/** What records of achievements, their types, tables of points and lists of nominees carry; browser-safe. */

export const warningCodes = ['SAME_EVIDENCE', 'SAME_DAY'] as const;

const person = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  status: z.string(),
});

/** A page that shows the achievement, such as the list of winners. */
const webAddress = text(500).refine((value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value), {
  error: 'web_address',
});

export const recordSave = {
  student_id: id.optional().describe('for those who file for others; own record when absent'),
  type_id: id,
  grade_id: id.describe('what was reached, of those that the type knows'),
  title: requiredText(300),
  organizer: text(300).optional(),
  description: text(2000).optional(),
  achieved_on: date,
  link: clearable(webAddress),
  file_ids: z.array(id).max(10).optional(),
};

const warning = z.object({
  code: z.enum(warningCodes),
  record_id: z.number(),
  number: z.string(),
  student: z.string(),
  status: z.enum(recordStates),
});
export const recordRecord = {
  number: z.string(),
  student_id: z.number(),
  student: person,
  status: z.enum(recordStates),
  type_id: z.number(),
  type: z.object({ ...option.shape, evidence_min: z.number() }),
  grade_id: z.number(),
  grade: option,
  title: z.string(),
  organizer: z.string(),
  description: z.string(),
  achieved_on: z.string(),
  link: z.string().nullable(),
  points: z.number().nullable().describe('as frozen when it was verified'),
  expected: z
    .number()
    .nullable()
    .describe('by the table of its day, of what is not verified; null where none knows it'),
  scale: option.nullable().describe('the table that its points are of'),
  submitted_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  note: z.string().nullable().describe('what the validator said last'),
  validator: z.string().nullable().describe('who decided, for the office'),
  filed: z.boolean().describe('by the office'),
  file_count: z.number(),
  files: z
    .array(fileRecord)
    .optional()
    .describe('of one record, for its student and who verifies; their opening is logged'),
  warnings: z.array(warning).optional().describe('of one record, for who verifies'),
  badge_id: z.number().nullable().describe('the Open Badge, where one was issued'),
  steps: z
    .array(
      z.object({
        from: z.enum(recordStates).nullable(),
        to: z.enum(recordStates),
        at: z.string(),
        reason: z.string().nullable(),
      }),
    )
    .optional(),
  next: z.array(z.enum(recordStates)),
};
export const recordFilters = {
  status: manyOf(z.enum(recordStates)),
  type_id: queryId.optional(),
  student_id: queryId.optional(),
  department_id: queryId.optional(),
  achieved_from: date.optional(),
  achieved_to: date.optional(),
  mine: queryBoolean.optional().describe('those that wait for the caller as the validator of their type'),
};

export const statusChange = z.object({
  id,
  version,
  status: z.enum(recordStates),
  reason: text(2000).optional(),
  badge: z.boolean().optional().describe('for VERIFIED: issue an Open Badge'),
});

export const typesQuery = z.object({ on: date.optional().describe('points of the table of this day; of today') });
export const typeOption = z.object({
  ...option.shape,
  description: z.string(),
  evidence_min: z.number(),
  grades: z.array(z.object({ ...option.shape, points: z.number().nullable() })),
});

/** How many of them a validator looks over at once. */
export const bulkMost = 200;
export const bulkPreview = z.object({ ids: z.array(id).min(1).max(bulkMost) });
const fault = z.object({ code: z.string(), message: z.string() });
export const bulkRow = z.object({
  id: z.number(),
  version: z.number(),
  number: z.string(),
  student: z.string(),
  title: z.string(),
  points: z.number().nullable(),
  scale: z.string().nullable(),
  warnings: z.array(warning),
  faults: z.array(fault),
});
export const bulkVerify = z.object({
  rows: z.array(z.object({ id, version })).min(1).max(bulkMost),
  badge: z.boolean().optional(),
});

export const batchRecord = {
  status: z.enum(batchStates),
  count: z.number(),
  badge: z.boolean().describe('whether an Open Badge was issued with each'),
  verified_by: z.string(),
  built_on: z
    .number()
    .describe('of how many something was made since: a statement, a frozen list, a badge replaced, a revocation'),
};
export const batchBack = z.object({ id, version });

/** One place in a rating: whoever has as many points shares it. */
const standing = z.object({ place: z.number(), of: z.number() });
export const totals = z.object({
  student: person,
  points: z.number(),
  count: z.number(),
  waiting: z.number(),
  to_update: z.number(),
  year: z
    .object({
      ...option.shape,
      points: z.number(),
      in_group: standing.nullable(),
      in_faculty: standing.nullable(),
    })
    .nullable()
    .describe('the current academic year'),
  types: z.array(z.object({ ...option.shape, points: z.number(), count: z.number() })),
  records: z.array(z.object({ ...recordBase, ...recordRecord })).describe('the newest, at most two hundred'),
});

const ratingOf = {
  academic_year_id: queryId.optional().describe('achieved in this year; of all times when absent'),
  department_id: queryId.optional(),
  group_id: queryId.optional(),
  type_id: queryId.optional(),
};
export const ratingQuery = z.object({ ...listQuery, ...ratingOf });
export const ratingRow = z.object({
  id: z.number().describe('of the student'),
  place: z.number(),
  student: person,
  group: z.string().nullable(),
  faculty: z.string().nullable(),
  points: z.number(),
  count: z.number(),
});
export const unitsQuery = z.object({ ...ratingOf, by: z.enum(['faculty', 'group']) });
export const unitRow = z.object({
  id: z.number(),
  title: z.string(),
  place: z.number(),
  points: z.number(),
  students: z.number().describe('who have points'),
  people: z.number().describe('who study there'),
  average: z.number().describe('points for each who studies there'),
});

export const typeRecord = {
  title: titleOut,
  description: titleOut,
  evidence_min: z.number(),
  validator_id: z.number().nullable(),
  validator: option.nullable(),
  active: z.boolean(),
  position: z.number(),
  grades: z.array(z.object({ id: z.number(), title: titleOut })),
};
export const typeSave = {
  title,
  description: z.object({ uz: text(1000), ru: text(1000), en: text(1000) }).optional(),
  evidence_min: z.int().min(0).max(10).optional(),
  validator_id: clearable(id),
  active: z.boolean().optional(),
  position: z.int().min(0).max(1000).optional(),
  grades: z
    .array(z.object({ id: id.optional(), title }))
    .min(1)
    .max(40),
};

export const pointsMost = 1000;
const points = z.number().min(0).max(pointsMost).multipleOf(0.5);
export const scaleRecord = {
  number: z.number(),
  status: z.enum(scaleStates),
  starts_on: z.string(),
  basis: z.string().describe('the order by which it holds'),
  points: z.array(z.object({ grade_id: z.number(), points: z.number() })),
  live_at: z.string().nullable(),
  used: z.number().describe('records whose points are frozen by it'),
};
export const scaleSave = {
  starts_on: date,
  basis: requiredText(300),
  copy_of: id.optional().describe('a new one begins with the points of this one'),
  points: z
    .array(z.object({ grade_id: id, points }))
    .max(2000)
    .optional(),
};
export const publication = z.object({ id, version });

export const nomineeRow = z.object({
  student_id: z.number(),
  place: z.number(),
  chosen: z.boolean(),
  student: person,
  group: z.string().nullable(),
  faculty: z.string().nullable(),
  points: z.number(),
  marks: z
    .object({ average: z.number(), weighed: z.number(), credits: z.number(), modules: z.number() })
    .nullable()
    .describe('the average mark with what it is made of, where the criteria ask for one and the caller may see marks'),
  parts: z
    .array(
      z.object({
        record_id: z.number(),
        number: z.string(),
        title: z.string(),
        type: z.string(),
        grade: z.string(),
        achieved_on: z.string(),
        scale: z.string(),
        points: z.number(),
      }),
    )
    .describe('what the points are made of'),
});
export const nominationRecord = {
  title: z.string(),
  academic_year_id: z.number(),
  academic_year: option.nullable(),
  status: z.enum(nominationStates),
  starts_on: z.string(),
  ends_on: z.string(),
  type_ids: z.array(z.number()),
  types: z.array(option),
  department_id: z.number().nullable(),
  department: option.nullable(),
  level: z.enum(['BACHELOR', 'MASTER']).nullable(),
  min_points: z.number(),
  min_average: z.number().nullable().describe('of all marks; null where marks are not asked'),
  seats: z.number(),
  frozen_at: z.string().nullable(),
  frozen_by: z.string().nullable(),
  nominees: z.number().nullable().describe('how many are nominated, of a frozen list'),
};
export const nominationSave = {
  title: requiredText(200),
  academic_year_id: id,
  starts_on: date,
  ends_on: date,
  type_ids: z.array(id).max(100).optional().describe('all types when empty'),
  department_id: clearable(id),
  level: clearable(z.enum(['BACHELOR', 'MASTER'])),
  min_points: points,
  min_average: clearable(z.number().min(0).max(100).multipleOf(0.01)),
  seats: z.int().min(1).max(1000),
};
export const nominees = z.object({
  rows: z.array(nomineeRow),
  total: z.number().describe('who meet the criteria'),
  chosen: z.number().describe('who are nominated: those who share the last place all are'),
  seats: z.number(),
  frozen: z.boolean(),
  revoked: z
    .array(z.object({ record_id: z.number(), number: z.string(), student: z.string() }))
    .describe(
      'of a frozen list: records that it counts and that were revoked since; it stays, and somebody should know',
    ),
});
export const nominationExport = z.object({ id: queryId, format: z.enum(['xlsx', 'csv']).optional() });

export const supplementInput = z.object({
  student_id: id.optional().describe('own record when absent'),
  language: localeSchema.optional(),
});
export const supplement = z.object({ id: z.number(), number: z.string(), check_code: z.string() });
