import { z } from 'zod';
import {
  date,
  id,
  listQuery,
  manyOf,
  option,
  queryBoolean,
  queryId,
  queryInt,
  recordBase,
  requiredText,
  saveBase,
  text,
} from '#platform/contract/index.ts';
import { levels, ruleKinds } from './rules.ts';
import { caseStates } from './workflow.ts';

/** Shapes of the calls about students at risk. */

export const actionKinds = ['NOTE', 'CALL', 'MEETING', 'REFERRAL'] as const;
export const outcomes = ['REACHED', 'NOT_REACHED', 'AGREED', 'DECLINED', 'WAITING'] as const;
export const closeReasons = ['IMPROVED', 'SETTLED', 'REFERRED', 'MISTAKE', 'LEFT', 'OTHER'] as const;
/** What somebody may choose; that a student left is written by the clock. */
export const chosenReasons = closeReasons.filter((one) => one !== 'LEFT');

export const rule = z.object({
  kind: z.enum(ruleKinds),
  on: z.boolean(),
  watch: z.number().min(0).max(10_000_000_000).nullable(),
  act: z.number().min(0).max(10_000_000_000).nullable(),
  weeks: z.int().min(1).max(20).nullable(),
});
const together = z.int().min(2).max(ruleKinds.length).nullable();
export const ruleSet = z.object({ rules: z.array(rule).length(ruleKinds.length), together });
const scope = { department_id: id.nullable().describe('a faculty; null for the institution') };
export const rulesPreview = z.object({ ...scope, ...ruleSet.shape });
export const rulesSave = z.object({
  ...scope,
  rules: ruleSet.shape.rules.nullable().describe('null: the faculty goes by what holds in the institution'),
  together,
  note: requiredText(500).describe('why they are changed'),
  number: z.int().min(0).describe('the number that was read, so that nobody’s change is written over'),
});
export const rulesVersion = z.object({
  id: z.number(),
  department_id: z.number().nullable(),
  department: z.string().nullable(),
  number: z.number(),
  since: z.string(),
  until: z.string().nullable(),
  author: z.string().nullable(),
  note: z.string(),
  rules: z.array(rule).nullable(),
  together: z.number().nullable(),
});
export const rulesAnswer = z.object({
  department_id: z.number().nullable(),
  number: z.number().describe('of the newest version of this faculty, or of the institution; 0 where there is none'),
  own: z.boolean().describe('false where the rules of the institution, or the usual ones, hold'),
  ...ruleSet.shape,
  can: z.object({ edit: z.boolean() }),
  versions: z.array(rulesVersion),
});
export const started = z.object({ job_id: z.number() });
/** What the preview’s job leaves. */
export const previewReceipt = z.object({
  students: z.number(),
  before: z.object({ watch: z.number(), act: z.number() }),
  after: z.object({ watch: z.number(), act: z.number() }),
  added: z.number(),
  gone: z.number(),
});

export const reason = z.object({
  kind: z.enum(ruleKinds),
  level: z.enum(levels),
  value: z.number().nullable().describe('null where the caller may not see the figure'),
  limit: z.number(),
  weeks: z.number().nullable(),
});
const student = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  course: z.string().nullable(),
  faculty: z.string().nullable(),
  group: option.nullable(),
});
export const action = z.object({
  id: z.number(),
  version: z.number(),
  kind: z.enum(actionKinds),
  done_on: z.string(),
  text: z.string(),
  outcome: z.enum(outcomes).nullable(),
  next_on: z.string().nullable(),
  author: z.string().nullable(),
  created_at: z.string(),
  can: z.object({ edit: z.boolean() }),
});
export const caseRecord = {
  student_id: z.number(),
  student,
  status: z.enum(caseStates),
  level: z.enum(levels),
  reasons: z.array(reason),
  flagged_on: z.string(),
  cleared_on: z.string().nullable().describe('since when the rules find the student no more'),
  by_rules: z.boolean().describe('they find them no more because they were changed'),
  mentor: option.nullable(),
  actions: z.number(),
  last_action_on: z.string().nullable(),
  next_on: z.string().nullable(),
  closed_on: z.string().nullable(),
  close_reason: z.enum(closeReasons).nullable(),
  close_note: z.string().nullable(),
};
export const riskCase = z.object({ ...recordBase, ...caseRecord });
export const wholeCase = riskCase.extend({
  done: z.array(action),
  can: z.object({ act: z.boolean(), assign: z.boolean(), close: z.boolean(), reopen: z.boolean() }),
});

export const rowsAnswer = z.object({
  rows: z.array(
    z.object({
      id: z.number(),
      module: z.string(),
      title: z.string().nullable(),
      on: z.string().nullable(),
      value: z.number().nullable().describe('hours of a lesson, points of a result'),
      passed: z.boolean().nullable(),
    }),
  ),
});

export const caseFilters = {
  status: manyOf(z.enum(caseStates)),
  level: manyOf(z.enum(levels)),
  kind: manyOf(z.enum(ruleKinds)),
  department_id: queryId.optional(),
  course_id: queryId.optional(),
  group_id: queryId.optional(),
  mentor_id: queryId.optional(),
  unassigned: queryBoolean.optional(),
  better: queryBoolean.optional().describe('the rules find them no more'),
  quiet_days: queryInt(1, 365).optional().describe('nothing was done for so many days'),
  due: queryBoolean.optional().describe('what was planned is due'),
};
export const caseQuery = z.object({ ...listQuery, ...caseFilters });

export const actionSave = z.object({
  ...saveBase,
  case_id: id,
  kind: z.enum(actionKinds),
  done_on: date,
  text: requiredText(2000),
  outcome: z.enum(outcomes).nullable().optional(),
  next_on: date.nullable().optional(),
});
export const assignment = z.object({ ids: z.array(id).min(1).max(500), staff_id: id.nullable() });
export const statusChange = z.object({
  id,
  version: saveBase.version,
  status: z.enum(caseStates),
  reason: z.enum(closeReasons).exclude(['LEFT']).optional(),
  note: text(500).optional(),
});

const person = option;
export const deputyRecord = {
  staff_id: z.number(),
  staff: person.nullable(),
  deputy_id: z.number(),
  deputy: person.nullable(),
  since: z.string(),
  until: z.string(),
};
export const deputySave = { staff_id: id.optional(), deputy_id: id, since: date, until: date };

export const effectQuery = z.object({ semester_id: queryId.optional(), department_id: queryId.optional() });
export const effect = z.object({
  semester: option.nullable(),
  semesters: z.array(option),
  rows: z.array(
    z.object({
      level: z.enum(levels),
      acted: z.boolean(),
      people: z.number().nullable().describe('null where so few would be told apart'),
      better: z.number().nullable(),
      still: z.number().nullable(),
      left: z.number().nullable(),
      by_rules: z.number().nullable(),
    }),
  ),
});

export const overview = z.object({
  act: z.number(),
  watch: z.number(),
  fresh: z.number().describe('found in the last seven days'),
  quiet: z.number().describe('to act on, and nothing was done for two weeks'),
  due: z.number(),
  unassigned: z.number(),
  made_at: z.string().nullable(),
});
