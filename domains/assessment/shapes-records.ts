import { z } from 'zod';
import {
  fileRecord,
  id,
  listQuery,
  localeSchema,
  manyOf,
  queryBoolean,
  queryId,
  queryInt,
  recordBase,
  requiredText,
  text,
  version,
} from '#platform/contract/index.ts';
import { attempt, markValue, moduleRef, specials, studentRef } from './shapes.ts';
import { amendmentStates } from './workflow-amendment.ts';

/** Shapes of what stands after the board: amendments, the ledger, transcripts, admission to exams. */

const special = z.enum(specials);

export const amendmentReasons = [
  'ENTRY_ERROR',
  'CALCULATION_ERROR',
  'LATE_WORK',
  'APPEAL',
  'CIRCUMSTANCES',
  'MISCONDUCT',
  'OTHER',
] as const;
export const amendmentSources = ['MANUAL', 'IMPORT', 'PENALTY'] as const;
/** What a penalty does: the component counts nothing, the module reaches no more than the pass mark, or nothing. */
export const penaltyOperations = ['COMPONENT_ZERO', 'MODULE_CAPPED', 'MODULE_ZERO_RESIT', 'MODULE_ZERO'] as const;

const outcome = z.object({
  total: z.number().nullable(),
  letter: z.string().nullable(),
  five: z.number().nullable(),
  passed: z.boolean().nullable(),
});
/** What would become of the result, and what it takes. */
export const effect = z.object({
  before: outcome,
  after: outcome,
  flips: z.boolean().describe('a fail becomes a pass, or a pass a fail'),
  points: z.number().describe('by how much the mark changes; 100 where a special value is involved'),
  approvals: z.number().describe('how many decisions it needs: 1 or 2'),
  average_before: z.number().nullable().describe('over all published results, weighted by credits'),
  average_after: z.number().nullable(),
  class_before: z.string().nullable().describe('of degree, in the caller’s language'),
  class_after: z.string().nullable(),
  transcripts: z.number().describe('valid transcripts that become superseded'),
});
export type Effect = z.infer<typeof effect>;

const person = z.object({ id: z.number(), name: z.string() });
const value = { value: z.number().nullable(), special: special.nullable() };
export const amendmentRecord = {
  number: z.string(),
  course_module: moduleRef,
  component: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  student: studentRef,
  student_id: z.number(),
  course_module_id: z.number(),
  component_id: z.number(),
  attempt: z.number(),
  mark_id: z.number(),
  old: z.object(value),
  new: z.object(value),
  reason_code: z.enum(amendmentReasons),
  text: z.string(),
  files: z.array(fileRecord),
  source: z.enum(amendmentSources),
  penalty_id: z.number().nullable().describe('the penalty that came or went by it'),
  case: z
    .object({ number: z.string(), page: z.string().nullable().describe('where the caller reads it') })
    .nullable()
    .describe('the case whose penalty it is'),
  status: z.enum(amendmentStates),
  approvals: z.number(),
  approved: z.number().describe('decisions for it so far'),
  effect: effect.nullable().describe('as it was when it was requested'),
  requested_by: person.nullable(),
  checked_by: person.nullable(),
  decided_by: z.array(person),
  applied_by: person.nullable(),
  applied_at: z.string().nullable(),
  decision: z.string().nullable().describe('why it was returned, rejected, withdrawn or unpublished'),
  next: z.array(z.enum(amendmentStates)).describe('where the caller may take it now'),
  refused: z.string().nullable().describe('why the caller may not decide although the right is there'),
};
export const amendmentSave = {
  mark_id: id.optional().describe('which mark; or its student, component and attempt'),
  component_id: id.optional(),
  student_id: id.optional(),
  attempt: z.int().min(1).max(20).optional(),
  value: markValue.nullish(),
  special: special.nullish(),
  reason_code: z.enum(amendmentReasons),
  text: text(4000),
  file_ids: z.array(id).max(10).optional(),
  submit: z.boolean().optional().describe('request it at once instead of keeping a draft'),
};
export const amendmentFilters = {
  status: manyOf(z.enum(amendmentStates)),
  course_module_id: queryId.optional(),
  student_id: queryId.optional(),
  mine: queryBoolean.optional().describe('those that the caller asked for'),
  waiting: queryBoolean.optional().describe('those that wait for somebody with the caller’s rights'),
};
export const amendmentPreview = z.object({
  mark_id: id.optional(),
  component_id: id.optional(),
  student_id: id.optional(),
  attempt: z.int().min(1).max(20).optional(),
  value: markValue.nullish(),
  special: special.nullish(),
});
export const amendmentStep = z.object({
  id,
  version,
  status: z.enum(amendmentStates),
  reason: requiredText(1000).optional(),
});
export const amendmentPublish = z.object({
  id: id.optional(),
  ids: z.array(id).min(1).max(500).optional(),
  published: z.boolean().optional().describe('false takes it back, which needs a reason; true unless told'),
  reason: requiredText(1000).optional(),
});
export const amendmentTimeline = z.array(
  z.object({
    at: z.string(),
    from: z.string().nullable(),
    to: z.string(),
    by: z.string().nullable(),
    reason: z.string().nullable(),
    forced: z.boolean(),
  }),
);
export const amendment = z.object({ ...recordBase, ...amendmentRecord });

export const ledgerRow = z.object({
  id: z.number().describe('the course module'),
  course_module: moduleRef,
  events: z.number(),
  at: z.string().describe('of the last event'),
  signed: z.number().describe('how many of the events lie under a signature'),
  signed_at: z.string().nullable(),
});
export const ledgerFilters = z.object(listQuery);
export const markEvent = z.object({
  id: z.number().describe('its place in the module'),
  at: z.string(),
  actor: person.nullable().describe('nobody: somebody wrote past the application'),
  kind: z.string(),
  mark_id: z.number(),
  component: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  student: studentRef,
  attempt: z.number(),
  old: z.object({ ...value, status: z.string().nullable() }),
  new: z.object({ ...value, status: z.string().nullable() }),
  reason: z.string().nullable(),
  admitted: z
    .object({ by: person.nullable(), at: z.string(), reason: z.string() })
    .nullable()
    .describe('the decision that let the mark be, where the rules of admission did not'),
  hash: z.string(),
});
export const eventQuery = z.object({
  ...listQuery,
  course_module_id: queryId,
  student_id: queryId.optional(),
  component_id: queryId.optional(),
  mark_id: queryId.optional(),
});
const fault = z.object({
  kind: z.enum(['ALTERED', 'MISSING', 'REWRITTEN', 'HEAD', 'SIGNATURE', 'MARK', 'UNRECORDED']),
  course_module_id: z.number(),
  course_module: moduleRef.nullable(),
  seq: z.number().nullable(),
  until: z.number().nullable(),
  mark_id: z.number().nullable(),
  student_id: z.number().nullable(),
  student: studentRef.nullable(),
  component_id: z.number().nullable(),
});
export const verification = z.object({
  events: z.number(),
  modules: z.number(),
  signatures: z.number(),
  unsigned: z.number(),
  seconds: z.number(),
  faults: z.array(fault),
});
export const ledgerScope = z.object({ course_module_id: queryId.optional() });

export const transcriptRow = z.object({
  course_module_id: z.number(),
  code: z.string(),
  title: z.string(),
  credits: z.number(),
  total: z.number(),
  letter: z.string().nullable().describe('null: exempt from all of it'),
  five: z.number().nullable(),
  ects: z.string().nullable(),
  passed: z.boolean().nullable(),
  attempt: z.number(),
  status: z.string(),
  counts: z.boolean().describe('in the course of now; of one that was left not everything does'),
});
/** Passed elsewhere, or in another course. */
const transcriptRecognised = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  origin: z.string(),
  internal: z.boolean(),
  source_module: z.string(),
  source_credits: z.number().nullable(),
  source_grade: z.string().nullable(),
  credits: z.number(),
  total: z.number().nullable(),
  counts: z.boolean().describe('the mark counts in the average'),
});
export const transcript = z.object({
  student: z.object({
    id: z.number(),
    name: z.string(),
    student_no: z.string(),
    birthdate: z.string().nullable(),
    level: z.string(),
    entry_year: z.number(),
    study_language: z.string(),
    status: z.string(),
    course: z.string().nullable(),
    course_code: z.string().nullable(),
    education_form: z.string().nullable(),
  }),
  semesters: z.array(
    z.object({
      academic_year: z.string(),
      study_year: z.number(),
      semester: z.number(),
      rows: z.array(transcriptRow),
      credits: z.number(),
      earned: z.number(),
      average: z.number().nullable(),
    }),
  ),
  recognised: z.array(transcriptRecognised),
  credits: z.number(),
  earned: z.number().describe('credits of passed modules'),
  average: z.number().nullable().describe('weighted by credits, two places'),
  programme: z.number().nullable().describe('credits of the whole programme'),
  awarded: z.boolean().describe('the degree; until then the transcript is provisional'),
  class: z.string().nullable().describe('of degree; none before it is awarded'),
  unconfirmed: z.boolean().describe('some results are not confirmed by the board yet'),
});
export const transcriptQuery = z.object({ student_id: queryId.optional().describe('own when absent') });
export const transcriptIssue = z.object({ student_id: id, language: localeSchema.optional() });
export const transcriptIssued = z.object({
  document: z.object({
    id: z.number(),
    number: z.string(),
    check_code: z.string(),
    language: localeSchema,
    issued_at: z.string(),
  }),
  transcript,
});

export const admissionRules = z.array(
  z.object({
    code: z.string().max(60),
    active: z.boolean(),
    settings: z
      .record(z.string(), z.number().min(0).max(1e12))
      .describe('days, marks, amounts of money: as the rule says'),
  }),
);
export const admissionQuery = z.object({
  course_module_id: queryId,
  attempt: queryInt(1, 20).optional().describe('1 unless told; later ones are of who registered for them'),
});
export const admissionAnswer = z.object({
  course_module: moduleRef,
  attempt: z.number(),
  attempts: z.number().describe('how many the plan of the module allows'),
  rules: admissionRules,
  students: z.array(
    z.object({
      student: studentRef,
      admitted: z.boolean(),
      kept_on: z
        .string()
        .nullable()
        .describe('since that day it is kept whether the student was admitted: the exam has begun'),
      reasons: z.array(
        z.object({
          code: z.string(),
          data: z.record(z.string(), z.unknown()).describe('the lessons, components or amounts behind it'),
        }),
      ),
      override: z
        .object({ allowed: z.boolean(), reason: z.string(), by: z.string().nullable(), at: z.string() })
        .nullable(),
    }),
  ),
  can: z.record(z.string(), z.boolean()),
});
export const allowExam = z.object({
  student_id: id,
  course_module_id: id,
  attempt: attempt.optional(),
  allowed: z.boolean().nullable().describe('null takes a decision back: the rules hold again'),
  reason: requiredText(1000),
});

export const barredQuery = z.object({
  course_module_id: queryId,
  attempt: queryInt(1, 20).optional().describe('1 unless told'),
  component_id: queryId.optional().describe('one component alone, as the grid shows it'),
});
export const barredAnswer = z.array(
  z.object({
    student_id: z.number().nullable(),
    code: z.string().nullable().describe('instead of student_id, where marking is anonymous'),
    why: z.string(),
  }),
);
