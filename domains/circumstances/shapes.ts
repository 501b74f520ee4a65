import { z } from 'zod';
import {
  clearable,
  date,
  fileRecord,
  id,
  instant,
  manyOf,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { claimStates, outcomes } from './workflow.ts';

/** What claims, their assessments and decisions carry; browser-safe. */

export const claimKinds = [
  'ILLNESS',
  'INJURY',
  'HOSPITAL',
  'MENTAL_HEALTH',
  'BEREAVEMENT',
  'FAMILY',
  'CARE',
  'CRIME',
  'HOUSING',
  'OFFICIAL',
  'TECHNICAL',
  'OTHER',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** What an assessment can be: a homework, a component with a day to hand in, an exam with a seat. */
export const targets = ['HOMEWORK', 'COMPONENT', 'EXAM'] as const;
export type Target = (typeof targets)[number];
/** What a student asks for. */
export const wishes = ['EXTENSION', 'DEFERRAL', 'LATE_ACCEPTED', 'NOTE'] as const;
export type Wish = (typeof wishes)[number];
/** What a supported one gets: more time; the next sitting as the same attempt; no penalty; a retake without a cap; a note. */
export const effects = ['EXTENSION', 'DEFERRAL', 'LATE_ACCEPTED', 'UNCAPPED', 'NOTE'] as const;
export type Effect = (typeof effects)[number];
/** Of the outcomes that the specification lists; what else a state says is ours. */
export const claimOutcomes = ['SUPPORTED', 'PENDING', 'REJECTED', 'REJECTED_2', 'REJECTED_3', 'CAN_UPDATE'] as const;

/** Which rule decided where no person did. */
export const rulesOfPapers = ['SELF_CERTIFIED', 'NO_EVIDENCE', 'AFTER_WINDOW'] as const;
/** Why a self-certification is refused: each a rule of the institution. */
export const selfRefusals = [
  'SELF_QUOTA',
  'SELF_WINDOW',
  'SELF_EXTENDED',
  'SELF_BEGUN',
  'SELF_RESIT',
  'SELF_HANDED_IN',
  'SELF_NO_DATE',
] as const;
export type SelfRefusal = (typeof selfRefusals)[number];

const oneDue = {
  target: z.enum(targets),
  target_id: z.number(),
  course_module_id: z.number(),
  attempt: z.number(),
  title: z.string(),
  module: z.string(),
  due_at: z.string().nullable().describe('an instant; null where no day is known'),
  place: z.string().nullable(),
  handed_in: z.boolean(),
};
/** An assessment that a student may name. */
export const dueRecord = z.object({
  ...oneDue,
  extended: z.boolean().describe('more time was given for it already'),
  wishes: z.array(z.enum(wishes)),
});
export type DueRecord = z.infer<typeof dueRecord>;

export const paperWish = z.object({
  target: z.enum(targets),
  target_id: id,
  attempt: z.int().min(1).max(20).default(1),
  wish: z.enum(wishes),
});

const voteRecord = z.object({
  staff_id: z.number(),
  name: z.string(),
  outcome: z.enum(['SUPPORTED', 'REJECTED']),
  own: z.boolean(),
});
export const paperRecord = {
  claim_id: z.number(),
  ...oneDue,
  wish: z.enum(wishes),
  outcome: z.enum(outcomes).nullable(),
  effect: z.enum(effects).nullable(),
  until: z.string().nullable().describe('until when, of more time'),
  working_days: z.number().nullable(),
  rule: z.enum(rulesOfPapers).nullable(),
  reason: z.string().nullable().describe('of the decision, as the student reads it'),
  effective: z.boolean().describe('what was decided is in force'),
  votes: z.array(voteRecord).optional().describe('of the panel, for those who decide and sit in it'),
};
export const paperAnswer = z.object({ ...recordBase, ...paperRecord });

/** A claim as it is kept; all of a draft may still be missing. */
export const claimSave = {
  kind: clearable(z.enum(claimKinds)),
  text: text(4000).optional(),
  starts_on: clearable(date),
  ends_on: clearable(date),
  file_ids: z.array(id).max(10).optional(),
  evidence_by: clearable(date),
  late_reason: text(2000).optional(),
  self_certified: z.boolean().optional(),
  papers: z.array(paperWish).max(20).optional(),
};

const person = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  status: z.string(),
});
export const claimRecord = {
  number: z.string(),
  student_id: z.number(),
  student: person,
  status: z.enum(claimStates).describe('to its student a decision that is not out yet is UNDER_REVIEW'),
  self_certified: z.boolean(),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  evidence_by: z.string().nullable(),
  submitted_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  published_at: z.string().nullable(),
  panel: z.boolean(),
  papers: z.array(paperAnswer),
  told: z.boolean().describe('whether kind, text and evidence are shown to this caller'),
  kind: z.enum(claimKinds).nullable(),
  text: z.string(),
  late_reason: z.string(),
  review_reason: z.string().nullable(),
  note: z.string().nullable().describe('what the office asks for, or why it was revoked'),
  file_count: z.number().nullable(),
  files: z.array(fileRecord).optional().describe('of one claim, not of lists; who opens them is logged'),
  officer: z.string().nullable().describe('who works on it, for the office'),
  report_id: z.number().nullable().describe('the outcome report, where the caller may read it'),
  meets_at: z.string().nullish().describe('when the panel meets, for who decides or sits'),
  place: z.string().nullish(),
  members: z.array(z.object({ staff_id: z.number(), name: z.string(), own: z.boolean() })).optional(),
  steps: z
    .array(
      z.object({
        from: z.enum(claimStates).nullable(),
        to: z.enum(claimStates),
        at: z.string(),
        reason: z.string().nullable(),
      }),
    )
    .optional()
    .describe('of one claim: how it came to where it stands, as the caller may know it'),
  next: z.array(z.enum(claimStates)),
};
export const claimFilters = {
  status: manyOf(z.enum(claimStates)),
  student_id: queryId.optional(),
  panel: queryBoolean.optional(),
  mine: queryBoolean.optional().describe('in whose panel the caller sits'),
  published: queryBoolean.optional(),
};

export const statusChange = z.object({
  id,
  version,
  status: z.enum(claimStates),
  reason: text(2000).optional(),
  evidence_by: date.optional().describe('for PENDING: until when evidence is to come'),
  working_days: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('for SUPPORTED: how much longer, of all that ask for more time'),
});
export const paperDecision = z.object({
  id,
  version,
  outcome: z.enum(outcomes),
  effect: z.enum(effects).optional(),
  until: instant.optional(),
  working_days: z.int().min(1).max(60).optional(),
  template_id: id.optional(),
  reason: text(2000).optional(),
});
export const panelSave = z.object({
  id,
  version,
  panel: z.boolean(),
  staff_ids: z.array(id).max(15),
  meets_at: z.iso.datetime({ offset: true }).nullish().describe('when it meets; none where members speak one by one'),
  place: text(200).nullish(),
});
export const vote = z.object({ paper_id: id, outcome: z.enum(['SUPPORTED', 'REJECTED']), note: text(2000).optional() });

export const templateSave = { title, text: title, outcome: z.enum(outcomes) };
export const templateRecord = { title: titleOut, text: titleOut, outcome: z.enum(outcomes) };

/** Rules of the institution; days are working days. */
export const settingsShape = {
  self_quota: z.int().min(0).max(20),
  self_days: z.int().min(1).max(30),
  self_before_days: z.int().min(0).max(60),
  self_after_days: z.int().min(0).max(60),
  evidence_days: z.int().min(1).max(60),
  review_days: z.int().min(1).max(60),
  board_days: z.int().min(1).max(60),
  panel_quorum: z.int().min(2).max(15),
};
export const selfAnswer = z.object({
  left: z.number(),
  quota: z.number(),
  days: z.number(),
  refusals: z.array(z.object({ path: z.string(), code: z.enum(selfRefusals) })),
});
export const selfQuery = z.object({ id: queryId.optional() });

/** A group of a statistic; null where it is too small to be shown, or would tell one that is. */
const cell = z.object({ key: z.string(), title: z.string(), claims: z.number().nullable() });
export const statistics = z.object({
  academic_year: z.object({ id: z.number(), title: z.string() }).nullable(),
  total: z.number().nullable(),
  kinds: z.array(cell),
  faculties: z.array(cell),
  outcomes: z.array(cell),
  states: z.array(z.object({ key: z.enum(claimStates), days: z.number().nullable() })),
});
export const reportInput = z.object({ id, version, language: z.enum(['uz', 'ru', 'en']).optional() });
export const withdrawal = z.object({ id, version, reason: requiredText(2000) });
