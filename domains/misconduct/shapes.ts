import { z } from 'zod';
import {
  date,
  fileRecord,
  id,
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
import { boardStates, minutesStates, offenceStates, reportStates } from './workflow.ts';

/** Shapes of cases of academic misconduct. */

export const sources = ['TEACHER', 'INVIGILATOR', 'MARKER'] as const;
export const conclusions = [
  'NO_CASE_TO_ANSWER',
  'POOR_ACADEMIC_PRACTICE',
  'MINOR_ACADEMIC_MISCONDUCT',
  'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT',
] as const;
export type Conclusion = (typeof conclusions)[number];
export const findings = ['PROVEN', 'NOT_PROVEN'] as const;
/** From the lightest on; all but the first are operations on a mark. */
export const penalties = ['WARNING', 'COMPONENT_ZERO', 'MODULE_CAPPED', 'MODULE_ZERO_RESIT', 'MODULE_ZERO'] as const;
export type Penalty = (typeof penalties)[number];
export const panelRoles = ['CHAIR', 'MEMBER', 'SECRETARY'] as const;
export const answers = ['AGREES', 'DISAGREES'] as const;
export const appealOutcomes = ['UPHELD', 'REJECTED'] as const;
export const audiences = ['STUDENT', 'REGISTRAR'] as const;
export const views = ['OFFICE', 'PANEL', 'CONSULTANT', 'REPORTER', 'STUDENT'] as const;
export type View = (typeof views)[number];

const long = requiredText(8000);
const student = z.object({ id: z.number(), name: z.string(), student_no: z.string() });
const person = z.object({ id: z.number(), name: z.string() });
/** An instant with its zone. */
const instant = z.iso.datetime({ offset: true });

export const typeRecord = { code: z.string(), title: titleOut, points: z.number(), active: z.boolean() };
export const typeSave = {
  code: requiredText(40),
  title,
  points: z.int().min(0).max(1000).describe('of the tariff, for a first case'),
  active: z.boolean().optional(),
};

const bundleItem = z.object({
  kind: z.enum(['REPORT', 'EVIDENCE', 'STATEMENT', 'STATEMENT_EVIDENCE', 'CONSULTATION', 'ADDED']),
  text: z.string().nullable(),
  file_id: z.number().nullable(),
  sha256: z.string().nullable().describe('of the file'),
});
export type BundleItem = z.infer<typeof bundleItem>;
export const bundleShape = z.object({
  id: z.number(),
  seq: z.number(),
  hash: z.string().describe('SHA-256 of everything in it'),
  made_at: z.string(),
  needs_leave: z.boolean().describe('made after the first; the chair has not allowed it yet'),
  items: z.array(bundleItem.extend({ file: fileRecord.nullable() })),
});
export const panelShape = z.object({
  hearing_at: z.string(),
  place: z.string(),
  notified_on: z.string(),
  earliest_on: z.string().describe('the first day on which it may be heard without a waiver'),
  waived_at: z.string().nullable(),
  members: z.array(person.extend({ role: z.enum(panelRoles), signed: z.boolean() })),
});

export const offenceRecord = {
  number: z.string(),
  view: z.enum(views).describe('as whom the caller reads it'),
  status: z.enum(offenceStates),
  subject_board_status: z.enum(boardStates),
  student_id: z.number(),
  student,
  course_module_id: z.number(),
  course_module: option,
  component_id: z.number(),
  component: option,
  attempt: z.number(),
  type_id: z.number(),
  type: option,
  source: z.enum(sources),
  occurred_on: z.string(),
  text: z.string(),
  passage: z.string().nullable(),
  files: z.array(fileRecord),
  reported_by: person.nullable(),
  consultants: z.array(person),
  statement_until: z.string().nullable(),
  statement: z.string().nullable(),
  statement_at: z.string().nullable(),
  statement_files: z.array(fileRecord),
  conclusion: z.enum(conclusions).nullable(),
  report: z
    .object({
      id: z.number(),
      version: z.number(),
      status: z.enum(reportStates),
      text: z.string(),
      answer: z.enum(answers).nullable(),
      comment: z.string().nullable(),
    })
    .nullable(),
  panel: panelShape.nullable(),
  bundles: z.array(bundleShape),
  finding: z
    .object({
      finding: z.enum(findings),
      reason: z.string(),
      decided_at: z.string(),
      bundle_id: z.number(),
      bundle_hash: z.string(),
    })
    .nullable(),
  penalty: z.enum(penalties).nullable(),
  penalty_decision: z
    .object({
      points: z.number(),
      band: z.array(z.enum(penalties)),
      outside: z.boolean(),
      reason: z.string().nullable(),
      signed: z.boolean().describe('by a second person, where it needs one'),
    })
    .nullable(),
  applied: z
    .object({
      id: z.number(),
      amendment_id: z.number().nullable().describe('by which it came'),
      removal_id: z.number().nullable().describe('by which it went'),
      live: z.boolean(),
    })
    .nullable(),
  published_student_at: z.string().nullable(),
  published_registrar_at: z.string().nullable(),
  appeal_until: z.string().nullable(),
  appeal: z
    .object({
      text: z.string(),
      at: z.string(),
      outcome: z.enum(appealOutcomes).nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  letters: z.array(z.object({ id: z.number(), number: z.string(), kind: z.string(), issued_at: z.string() })),
  next: z.array(z.enum(offenceStates)).describe('where the caller may take it now'),
  waits: z.boolean().describe('for the caller'),
};
export const offenceSave = {
  student_id: id,
  component_id: id,
  attempt: z.int().min(1).max(20).optional(),
  type_id: id,
  source: z.enum(sources).optional(),
  occurred_on: date,
  text: long,
  passage: text(8000).nullish(),
  file_ids: z.array(id).max(10).optional(),
  submit: z.boolean().optional().describe('report it at once instead of keeping a draft'),
};
export const offenceFilters = {
  status: manyOf(z.enum(offenceStates)),
  type_id: queryId.optional(),
  student_id: queryId.optional(),
  waiting: queryBoolean.optional().describe('those that wait for the caller'),
};

/** One incident: as many cases as it has students, which know nothing of each other. */
export const reportRecord = {
  number: z.string(),
  source: z.enum(sources),
  occurred_on: z.string(),
  type: option,
  component: option,
  cases: z.array(z.object({ id: z.number(), number: z.string(), student, status: z.enum(offenceStates) })),
};
export const reportSave = {
  component_id: id,
  attempt: z.int().min(1).max(20).optional(),
  type_id: id,
  source: z.enum(sources),
  occurred_on: date,
  minutes_id: id.nullish().describe('of the invigilation in which it happened'),
  text: long.describe('of what each of them did; names of the others are refused'),
  passage: text(8000).nullish(),
  file_ids: z.array(id).max(10).optional(),
  students: z
    .array(z.object({ student_id: id, text: text(8000).nullish() }))
    .min(1)
    .max(30),
};

export const invigilationRecord = {
  title: z.string(),
  component_id: z.number(),
  component: option,
  held_on: z.string(),
  room: z.string(),
  staff_ids: z.array(z.number()),
  staff: z.array(person),
};
export const invigilationSave = {
  component_id: id,
  held_on: date,
  room: requiredText(120),
  staff_ids: z.array(id).min(1).max(20),
};
export const minutesRecord = {
  invigilation_id: z.number(),
  invigilation: option,
  text: z.string(),
  present: z.number().nullable(),
  status: z.enum(minutesStates),
  signed: z.array(person),
  files: z.array(fileRecord),
};
export const minutesFilters = { invigilation_id: queryId.optional() };
export const minutesSave = {
  invigilation_id: id,
  text: long,
  present: z.int().min(0).max(5000).nullish(),
  file_ids: z.array(id).max(10).optional(),
  status: z.enum(['SIGNED', 'LOCKED']).optional().describe('sign it as one who invigilated, or lock it'),
};
export const consultationRecord = {
  offence_id: z.number(),
  offence: option,
  text: z.string(),
  conclusion: z.enum(conclusions),
  status: z.enum(reportStates),
  signed: z.array(person),
  answer: z.enum(answers).nullable(),
  comment: z.string().nullable(),
};
export const consultationSave = {
  offence_id: id,
  text: long,
  conclusion: z.enum(conclusions),
  status: z.enum(['SIGNED_BY_STAFF', 'LOCKED']).optional().describe('sign it, or lock it'),
};

const one = { id, version };
export const statusInput = z.object({
  ...one,
  status: z.enum(['REPORTED', 'DISMISSED', 'CONSULTATION', 'CONCLUDED', 'PANEL', 'CLOSED']),
  reason: text(2000).optional(),
  leader_id: id.optional().describe('staff: the module leader who consults'),
  mentor_id: id.optional().describe('staff: the mentor who consults'),
  statement_until: instant.optional().describe('until when the student may answer'),
});
export const publishInput = z.object({
  ...one,
  to: z.array(z.enum(audiences)).min(1),
  reason: text(2000).optional().describe('asked for where it was published before'),
});
export const unpublishInput = z.object({ ...one, to: z.array(z.enum(audiences)).min(1), reason: requiredText(2000) });
export const boardInput = z.object({ ...one, status: z.enum(boardStates), reason: text(2000).optional() });
export const statementInput = z.object({ ...one, text: long, file_ids: z.array(id).max(10).optional() });
export const answerInput = z.object({ ...one, answer: z.enum(answers), comment: text(4000).optional() });
export const panelInput = z.object({
  ...one,
  hearing_at: instant,
  place: requiredText(200),
  members: z
    .array(z.object({ staff_id: id, role: z.enum(panelRoles) }))
    .min(1)
    .max(9),
});
export const waiveInput = z.object({ ...one, waive: z.literal(true) });
export const bundleInput = z.object({
  ...one,
  text: text(4000).optional(),
  file_ids: z.array(id).max(10).optional(),
});
export const leaveInput = z.object({ ...one, bundle_id: id });
export const findingInput = z.object({
  ...one,
  finding: z.enum(findings),
  reason: long,
  bundle_id: id.describe('the bundle that the panel saw'),
});
export const penaltyInput = z.object({
  ...one,
  penalty: z.enum(penalties),
  reason: text(4000).optional().describe('asked for outside of the band'),
});
export const signInput = z.object(one);
export const appealInput = z.object({ ...one, text: long });
export const appealDecision = z.object({ ...one, outcome: z.enum(appealOutcomes), reason: requiredText(4000) });

export const previousCase = z.object({
  number: z.string(),
  type: z.string(),
  occurred_on: z.string(),
  conclusion: z.enum(conclusions).nullable(),
  penalty: z.enum(penalties).nullable(),
  communicated_at: z.string(),
});
export const tariffAnswer = z.object({
  points: z.number(),
  band: z.array(z.enum(penalties)),
  valid_from: z.string(),
  previous: z.array(previousCase),
});
export const tariffShape = z.object({
  valid_from: date,
  repeat_points: z.int().min(0).max(1000).describe('added for each case communicated before'),
  bands: z
    .array(z.object({ from: z.int().min(0).max(10_000), penalties: z.array(z.enum(penalties)).min(1) }))
    .min(1)
    .max(20)
    .describe('from the lowest on; the first begins at 0'),
});

const counted = z.object({ id: z.string(), title: z.string(), count: z.number().nullable().describe('null: too few') });
export const statistics = z.object({
  academic_year: z
    .object({ id: z.number(), title: z.string() })
    .nullable()
    .describe('the current one unless told; none: all cases'),
  from: z.string(),
  until: z.string(),
  total: z.number().nullable(),
  hidden_below: z.number(),
  by_type: z.array(counted),
  by_faculty: z.array(counted),
  by_outcome: z.array(counted),
  repeated: z.array(counted).describe('first cases and later ones of the same students'),
  days: z.array(z.object({ id: z.enum(offenceStates), median: z.number().nullable(), count: z.number().nullable() })),
});
/** Whole years alone: from spans that overlap few people could be reckoned. */
export const statisticsQuery = z.object({ academic_year_id: queryId.optional() });
export const assessmentQuery = z.object({
  search: text(200).optional(),
  ids: text(2000).optional(),
  course_module_id: queryId.optional(),
});
export const studentQuery = z.object({
  component_id: queryId,
  search: text(200).optional(),
  ids: text(2000).optional(),
});
export const peopleQuery = z.object({
  id: queryId.describe('the case'),
  part: z.enum(['CONSULTATION', 'PANEL']),
  search: text(200).optional(),
  ids: text(2000).optional(),
});
export const waitingAnswer = z.object({
  count: z.number(),
  cases: z.array(
    z.object({ id: z.number(), number: z.string(), status: z.enum(offenceStates), until: z.string().nullable() }),
  ),
});
