import { z } from 'zod';
import { answersShape, fieldChange, fieldKey, formField } from '#domains/questions/contract.ts';
import {
  date,
  fileRecord,
  id,
  listQuery,
  localeSchema,
  manyOf,
  money,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  roles,
  saveBase,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { formStates, requestStates, typeStates } from './workflow.ts';

/** Shapes of types, forms and requests. */

/** What somebody needs a paper for: by these it is found. */
export const situations = [
  'EMBASSY',
  'WORK',
  'MILITARY',
  'BANK',
  'STUDY',
  'FAMILY',
  'HEALTH',
  'MONEY',
  'HOME',
  'MISTAKE',
] as const;
/** Who may ask, by what they are now. */
export const audiences = ['ACTIVE', 'GAP_YEAR', 'INACTIVE', 'WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED'] as const;
export const deliveries = ['PDF', 'PICKUP', 'POST'] as const;
/** What a step does besides letting the request go on. */
export const actionTypes = ['CHECK', 'APPROVE', 'PAYMENT', 'DOCUMENT', 'CHANGE'] as const;
export type ActionType = (typeof actionTypes)[number];
/** Changes of the record that a step may bring about, with what each must be told by the answers. */
export const recordChanges = {
  LEAVE: ['starts_on', 'ends_on', 'reason'],
  RETURN: ['starts_on', 'reason'],
  NAME: ['lastname', 'firstname', 'midname'],
  TRANSFER: ['course_id', 'education_form_id', 'study_language', 'starts_on', 'reason'],
  RETAKE: ['course_module_id'],
  DISCOUNT: ['reason'],
  CARD: ['cause'],
} as const satisfies Record<string, readonly string[]>;
/** From which records a question may let one choose. */
export const sources = ['COURSE', 'EDUCATION_FORM', 'RETAKE'] as const;
export type Source = (typeof sources)[number];
/** What a change is told only by a choice from these records: by their number, never in words. */
export const chosenFrom: Record<string, Source> = {
  course_id: 'COURSE',
  education_form_id: 'EDUCATION_FORM',
  course_module_id: 'RETAKE',
};
export type RecordChange = keyof typeof recordChanges;
const changeKind = z.enum(['LEAVE', 'RETURN', 'NAME', 'TRANSFER', 'RETAKE', 'DISCOUNT', 'CARD']);
export const changeKinds = changeKind.options;
/** What whoever does the step says besides, which counts before what was answered. */
export const decision = z.object({
  starts_on: date.optional(),
  ends_on: date.optional(),
  course_id: id.optional(),
  education_form_id: id.optional(),
  study_language: localeSchema.optional(),
  course_module_id: id.optional(),
  percent: z.int().min(1).max(100).optional(),
});
export type Decision = z.infer<typeof decision>;
/** What is decided of each change; with what is `true` it cannot be done without. */
export const decided: Record<RecordChange, Partial<Record<keyof Decision, boolean>>> = {
  LEAVE: { starts_on: false, ends_on: true },
  RETURN: { starts_on: false },
  NAME: {},
  TRANSFER: { course_id: false, education_form_id: false, study_language: false, starts_on: false },
  RETAKE: { course_module_id: true },
  DISCOUNT: { percent: true },
  CARD: {},
};
export const paperKinds = ['REFERENCE', 'CERTIFICATE', 'TRANSCRIPT'] as const;
const signatories = ['RECTOR', 'REGISTRAR'] as const;

const longTitle = z.object({ uz: requiredText(5000), ru: text(5000), en: text(5000) });
const state = z.enum(requestStates);

export const chainStep = z.object({
  key: fieldKey,
  title,
  roles: z.array(z.enum(roles)).min(1).max(10).describe('whoever holds one of them may do it'),
  action: z.enum(actionTypes),
  days: z.int().min(0).max(60).describe('working days; 0: no clock'),
  change: z
    .object({
      kind: changeKind,
      with: z.record(z.string().max(30), fieldKey).describe('which field of the form tells what'),
    })
    .nullish(),
});
export type ChainStep = z.infer<typeof chainStep>;
export const paper = z.object({
  kind: z.enum(paperKinds),
  title,
  text: longTitle.describe(
    'paragraphs with an empty line between them; {student.name} is a fact, {answers.key} an answer',
  ),
  facts: z.array(text(50)).max(12).describe('stand as a list beneath the words'),
  signatories: z.array(z.enum(signatories)).max(2),
  valid_days: z.int().min(1).max(3650).nullable(),
});
export type PaperTemplate = z.infer<typeof paper>;
export const formSection = z.object({
  id: z.int().min(1).max(1000),
  title,
  note: title.nullable(),
  fields: z.array(formField).max(100),
});
export type FormSection = z.infer<typeof formSection>;

const live = {
  days: z.number().describe('working days of its chain'),
  fee: z.string(),
  deliveries: z.array(z.enum(deliveries)),
  languages: z.array(localeSchema),
  asks: z.number().describe('questions that are answered'),
  paper: z.boolean(),
};
export const typeRecord = {
  code: z.string(),
  title: titleOut,
  about: titleOut,
  situations: z.array(z.enum(situations)),
  audience: z.array(z.enum(audiences)),
  position: z.number(),
  status: z.enum(typeStates),
  form_id: z.number().nullable().describe('the live version'),
  draft_id: z.number().nullable(),
  live: z.object(live).nullable(),
  request_id: z.number().nullable().describe("of one's own that is not done"),
};
export const typeSave = {
  code: z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/, { error: 'invalid' }),
  title,
  about: z.object({ uz: text(1000), ru: text(1000), en: text(1000) }).optional(),
  situations: z.array(z.enum(situations)).max(10).optional(),
  audience: z.array(z.enum(audiences)).min(1).max(6).optional(),
  position: z.int().min(0).max(10_000).optional(),
  status: z.enum(typeStates).optional(),
};
export const typeFilters = { situation: z.enum(situations).optional(), status: z.enum(typeStates).optional() };

export const formRecord = {
  type_id: z.number(),
  type: option.nullable(),
  revision: z.number(),
  status: z.enum(formStates),
  title: titleOut,
  description: titleOut.nullable(),
  sections: z.array(formSection),
  steps: z.array(chainStep),
  paper: paper.nullable(),
  fee: z.string(),
  deliveries: z.array(z.enum(deliveries)),
  languages: z.array(localeSchema),
  live_at: z.string().nullable(),
  archived_at: z.string().nullable(),
  requests: z.number().describe('that were sent with this version'),
  changes: z.array(fieldChange).describe('of the questions since the version before'),
  untranslated: z.array(z.object({ path: z.string(), lacks: z.array(localeSchema) })),
};
export const formSave = {
  type_id: id,
  title,
  description: title.nullish(),
  sections: z.array(formSection).max(30).optional(),
  steps: z.array(chainStep).max(12).optional(),
  paper: paper.nullish(),
  fee: money.optional(),
  deliveries: z.array(z.enum(deliveries)).max(3).optional(),
  languages: z.array(localeSchema).min(1).max(3).optional(),
  status: z.enum(formStates).optional(),
  revise: z
    .boolean()
    .optional()
    .describe('begins a draft beside the version that is live, or after one that is archived'),
};
export const formFilters = { type_id: queryId.optional(), status: z.enum(formStates).optional() };
export const fieldSave = z.object({
  form_id: id,
  version: id,
  section_id: id,
  field: formField,
  position: z.int().min(0).max(100).optional(),
  remove: z.boolean().optional(),
});
export const batchRecord = formSection.extend({ form_id: z.number(), version: z.number().describe('of the form') });
export const batchSave = z.object({
  ...saveBase,
  form_id: id,
  title: title.optional(),
  note: title.nullish(),
  fields: z.array(formField).max(100).optional(),
  position: z.int().min(0).max(30).optional(),
  remove: z.boolean().optional(),
});
export const actionType = z.object({
  id: z.enum(actionTypes),
  title: z.string(),
  about: z.string(),
  changes: z.array(z.object({ id: changeKind, title: z.string(), needs: z.array(z.string()) })),
});

const person = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
});
const trackedStep = z.object({
  position: z.number(),
  title: titleOut,
  roles: z.array(z.enum(roles)),
  action: z.enum(actionTypes),
  days: z.number(),
  started_at: z.string().nullable(),
  due_on: z.string().nullable(),
  done_at: z.string().nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  outcome: z.array(z.string()).describe('what it changed in the record, in the words of who did it'),
});
export const requestRecord = {
  number: z.string(),
  type_id: z.number(),
  type: option.nullable(),
  form_id: z.number(),
  student_id: z.number(),
  student: person.nullable(),
  language: localeSchema,
  delivery: z.enum(deliveries),
  post_address: z.string().nullable().describe('in lists of one’s own alone, as the answers are'),
  answers: answersShape,
  status: state,
  status_at: z.string(),
  submitted_at: z.string().nullable(),
  step: z.number().nullable(),
  steps: z.array(trackedStep),
  due_on: z.string().nullable(),
  late: z.boolean(),
  fee: z.string(),
  update_fields: z.array(z.object({ path: z.string(), note: z.string() })),
  reason: z.string().nullable().describe('why it was returned or refused'),
  document_id: z.number().nullable(),
  document_number: z.string().nullable(),
  payment: z
    .object({ sum: z.string(), left: z.string(), until: z.string(), debit_id: z.number() })
    .nullable()
    .describe('the fee once it is charged: what of it is not paid yet, and until when it is to be'),
  handed_to: z.string().nullable(),
  handed_signature: fileRecord.nullish().describe('drawn by who took it; not in lists'),
  post_number: z.string().nullable(),
  expires_on: z.string().nullable(),
  sections: z.array(formSection).optional().describe('of its own version; not in lists'),
  facts: z
    .record(z.string(), z.string().nullable())
    .optional()
    .describe("of the record, in the reader's language; as of the day it was sent"),
  facts_at: z.string().nullable(),
  files: z.record(z.string(), fileRecord).optional(),
};
export const requestSave = {
  type_id: id,
  language: localeSchema.optional(),
  delivery: z.enum(deliveries).optional(),
  post_address: text(500).nullish(),
  answers: answersShape.optional(),
  submit: z.boolean().optional(),
  adopt: z.boolean().optional().describe('goes over to the version that is live by now; answers stay by their keys'),
};
export const requestFilters = {
  status: manyOf(state),
  type_id: queryId.optional(),
  student_id: queryId.optional(),
  waiting: queryBoolean.optional().describe('where the turn is mine'),
  late: queryBoolean.optional(),
  mine: queryBoolean.optional(),
};
export const requestFields = z.object({ id, version: id, answers: answersShape });
export const statusInput = z.object({
  id: id.optional(),
  ids: z.array(id).min(1).max(50).optional(),
  version: id.optional().describe('of one request, as it was read'),
  status: z.enum(['APPROVED', 'UPDATE_REQUIRED', 'REJECTED', 'ISSUED', 'WITHDRAWN']),
  reason: text(1000).optional(),
  note: text(500).optional().describe('kept with the step: the number of a payment, what was found'),
  fields: z
    .array(z.object({ path: text(100), note: text(500) }))
    .max(50)
    .optional(),
  decision: decision.optional(),
  handed_to: text(200).optional(),
  handed_signature: id.optional().describe('a picture, drawn by who takes it'),
  post_number: text(100).optional(),
  post_numbers: z
    .array(z.object({ id, number: text(100) }))
    .max(50)
    .optional()
    .describe('of many by post, each its own'),
  preview: z.boolean().optional(),
});
export const statusAnswer = z.object({
  ok: z.boolean(),
  requests: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      name: z.string(),
      from: state,
      to: state,
      does: z.enum(actionTypes).nullable(),
      lines: z.array(z.string()).describe('what the change of the record brings, in words'),
      change: z
        .object({
          kind: changeKind,
          decision: decision.describe('as it stands: what was said, else what was answered'),
          options: z.record(z.string(), z.array(option)).describe('of what is chosen from a list'),
        })
        .nullable()
        .describe('only in a preview'),
    }),
  ),
  faults: z.array(z.object({ id: z.number(), number: z.string(), code: z.string(), message: z.string() })),
});
export const begun = z.object({
  type: z.object({ ...recordBase, ...typeRecord }),
  form: z.object({ ...recordBase, ...formRecord }),
  facts: z.record(z.string(), z.string().nullable()),
});
export const stepTimes = z.object({
  type_id: z.number(),
  type: z.string(),
  position: z.number(),
  title: titleOut,
  count: z.number(),
  hours: z.number().describe('the median, without what was waited for students'),
  late: z.number(),
});
export const certificateSave = z.object({
  student_id: id,
  type_id: id,
  language: localeSchema.optional(),
  answers: answersShape.optional(),
  replaces: id.optional().describe('a paper that this one takes the place of'),
  reason: text(500).optional(),
});
export const certificate = z.object({
  fee: z.string().nullable().describe('what was charged for it'),
  id: z.number(),
  number: z.string(),
  check_code: z.string(),
  language: localeSchema,
  issued_at: z.string(),
});
export const recordOf = <S extends z.ZodRawShape>(shape: S) => z.object({ ...recordBase, ...shape });
export const manyQuery = z.object({ ...listQuery, form_id: queryId.optional() });
