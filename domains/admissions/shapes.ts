import { z } from 'zod';
import { answersShape, formField } from '#domains/questions/contract.ts';
import {
  date,
  fileRecord,
  gender,
  id,
  manyOf,
  option,
  personRef,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  saveBase,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { applicantType } from './fields.ts';
import { flavourNames } from './flavours.ts';
import { applicantTypes } from './form.ts';
import { applicationStates, formStates } from './workflow.ts';

export { applicantTypes } from './form.ts';

/** Shapes of forms and applications, the same for every flavour. */

/** By which ways one comes to a course of this level; by all where no course is chosen. The first is the usual one. */
export const applicantTypesOf = (level: string | null | undefined): readonly (typeof applicantTypes)[number][] =>
  level === 'BACHELOR' ? ['general', 'transfer', 'secondary-spec'] : level ? ['master', 'transfer'] : applicantTypes;
/** The same way where it leads to this level, the usual one where it does not. */
export function fittingType(level: string | null | undefined, type: (typeof applicantTypes)[number]) {
  const possible = applicantTypesOf(level);
  return possible.includes(type) ? type : possible[0]!;
}
export const documentStates = ['PENDING', 'ACCEPTED', 'DECLINED'] as const;
export const seatStates = ['ASSIGNED', 'CHECKED_IN', 'ABSENT'] as const;
export const scoreSources = ['EXAM', 'DTM', 'CERTIFICATE', 'APPOINTMENT'] as const;
export const tuitionWishes = ['GRANT', 'CONTRACT', 'ANY'] as const;
const language = z.enum(['uz', 'ru', 'en']);
const state = z.enum(applicationStates);
const ref = option.nullable();
const documentType = z.string().regex(/^[A-Z][A-Z0-9_]{0,49}$/, { error: 'invalid' });
const requiredDocument = z.object({
  type: documentType,
  title,
  applicant_types: z.array(applicantType).max(4).describe('empty: every one'),
  levels: z.array(z.enum(studyLevels)).max(3).describe('empty: every one'),
  required: z.boolean(),
});

const batchFields = {
  form_id: id,
  position: z.int().min(0).max(1000),
  title,
  note: title.nullable(),
  fields: z.array(formField).max(100),
};
export const batchRecord = z.object({ ...recordBase, ...batchFields, title: titleOut, note: titleOut.nullable() });
export const batchSave = z.object({
  ...saveBase,
  form_id: id.optional(),
  position: batchFields.position.optional(),
  title: title.optional(),
  note: title.nullish(),
  fields: batchFields.fields.optional(),
  remove: z.boolean().optional().describe('takes the section out of the draft'),
});

export const formRecord = {
  flavour: z.enum(flavourNames),
  origin_id: z.number().describe('the first revision'),
  revision: z.number(),
  title: titleOut,
  description: titleOut.nullable(),
  academic_year_id: z.number().nullable(),
  academic_year: ref,
  vacancy_id: z.number().nullable(),
  vacancy: ref,
  opens_on: z.string(),
  closes_on: z.string(),
  documents: z.array(requiredDocument),
  status: z.enum(formStates),
  published_at: z.string().nullable(),
  open: z.boolean().describe('takes applications today'),
  applications: z.number(),
  batches: z.array(batchRecord),
};
export const formSave = {
  title: title,
  description: title.nullish(),
  academic_year_id: id.nullish(),
  vacancy_id: id.nullish(),
  opens_on: date,
  closes_on: date,
  documents: z.array(requiredDocument).max(50).optional(),
  status: z.enum(formStates).optional(),
  revise: z.boolean().optional().describe('begins the next revision of a form that is published or closed'),
};
export const formFilters = {
  status: z.enum(formStates).optional(),
  open: queryBoolean.optional(),
  origin_id: queryId.optional().describe('revisions of one form'),
};

const document = z.object({
  id: z.number(),
  type: z.string(),
  file: fileRecord.nullable(),
  status: z.enum(documentStates),
  note: z.string().nullable(),
  original: z.boolean(),
});
export const applicationRecord = {
  flavour: z.enum(flavourNames),
  number: z.string(),
  guest_id: z.number(),
  applicant: personRef.extend({
    phone: z.string().nullable(),
    passport_id: z.string().nullable(),
    deleted: z.boolean().describe('the applicant was deleted; their applications stay'),
  }),
  form_id: z.number(),
  form: ref,
  form_revision: z.number(),
  campaign_id: z.number().nullable(),
  course_id: z.number().nullable(),
  course: ref,
  academic_year_id: z.number().nullable(),
  academic_year: ref,
  vacancy_id: z.number().nullable(),
  vacancy: ref,
  type_id: z.number().nullable(),
  type: ref,
  applicant_type: applicantType,
  tuition: z.enum(tuitionWishes),
  language: language.nullable(),
  education_form_id: z.number().nullable(),
  education_form: ref,
  answers: answersShape,
  documents: z.array(document),
  status: state,
  status_at: z.string(),
  submitted_at: z.string().nullable(),
  update_fields: z.array(z.object({ path: z.string(), note: z.string() })),
  score: z.number().nullable(),
  decision: z
    .object({
      status: z.enum(['RECOMMENDED', 'WAITING_LIST', 'REJECTED']),
      tuition: z.enum(['GRANT', 'CONTRACT']).nullable(),
      rank: z.number().nullable(),
      tie: z.string().nullable(),
      published: z.boolean(),
    })
    .nullable()
    .describe('before it is published only for those who decide'),
  deadline_on: z.string().nullable(),
  level: z.enum(studyLevels).nullable().describe('of the course, which decides what papers are asked'),
  closes_on: z.string().nullable().describe('last day on which it can be sent in'),
  qr_code: z.string().nullable().describe('what the QR code on the card says; for the applicant and the entrance'),
  qr_scanned_at: z.string().nullable(),
  next: z.array(z.object({ to: state, reason: z.boolean() })).describe('steps that the caller may take now'),
  history: z
    .array(z.object({ from: z.string().nullable(), to: z.string(), reason: z.string().nullable(), at: z.string() }))
    .optional()
    .describe('of one application, not in lists'),
  files: z.record(z.string(), fileRecord).optional().describe('files among the answers, by field; not in lists'),
  person: z
    .object({
      lastname: z.string(),
      firstname: z.string(),
      midname: z.string().nullable(),
      gender: gender.nullable(),
      birthdate: z.string().nullable(),
      passport_id: z.string().nullable(),
      pinfl: z.string().nullable(),
      region: ref,
      address: z.string().nullable(),
      phone: z.string().nullable(),
      additional_phone: z.string().nullable(),
      photo: fileRecord.nullable(),
    })
    .optional()
    .describe('who applies, for themselves and for those who judge it; not in lists'),
  required_documents: z
    .array(requiredDocument)
    .optional()
    .describe('papers that somebody of this type and level brings; not in lists'),
  seat: z
    .object({
      seat_no: z.number(),
      state: z.enum(seatStates),
      session_id: z.number(),
      day: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      place: z.string(),
      address: z.string().nullable(),
    })
    .nullable()
    .describe('in the entrance exam'),
  scores: z
    .array(z.object({ subject: z.string(), source: z.enum(scoreSources), points: z.number() }))
    .optional()
    .describe('points by subject and source; not in lists'),
  fields: z
    .array(batchRecord)
    .optional()
    .describe('the sections of the revision with which it was begun; not in lists'),
};
/** What one can apply for now, and the own application for it that runs. */
export const openTarget = z.object({
  form_id: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  academic_year: ref,
  closes_on: z.string(),
  vacancy: z
    .object({
      id: z.number(),
      title: z.string(),
      description: z.string().nullable(),
      requirements: z.string().nullable(),
      closes_on: z.string().nullable(),
    })
    .nullable(),
  campaigns: z.array(
    z.object({
      id: z.number(),
      course: option,
      level: z.enum(studyLevels),
      language,
      education_form: ref,
      years: z.number(),
      closes_on: z.string(),
      grant: z.boolean().describe('there are places that are paid for'),
      fee: z
        .object({ amount: z.string(), currency: z.string().nullable().describe('null: soʻm') })
        .nullable()
        .describe('of a year; null where nothing is published yet'),
    }),
  ),
});
export const applicationSave = {
  form_id: id.optional(),
  campaign_id: id.nullish(),
  type_id: id.nullish(),
  applicant_type: applicantType.optional(),
  tuition: z.enum(tuitionWishes).optional(),
  answers: answersShape.optional(),
  documents: z
    .array(z.object({ type: documentType, file_id: id }))
    .max(50)
    .optional(),
  submit: z.boolean().optional(),
  continue: z.boolean().optional().describe('yes to: already applied for this year'),
};
export const applicationFilters = {
  status: manyOf(state),
  form_id: queryId.optional(),
  campaign_id: queryId.optional(),
  course_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  vacancy_id: queryId.optional(),
  guest_id: queryId.optional(),
  applicant_type: applicantType.optional(),
  language: language.optional(),
  tuition: z.enum(tuitionWishes).optional(),
};

export const statusInput = z.object({
  id,
  version: saveBase.version,
  status: state,
  reason: text(1000).optional(),
  fields: z
    .array(z.object({ path: requiredText(100), note: text(500) }))
    .max(100)
    .optional()
    .describe('what is to be mended, for UPDATE_REQUIRED'),
  deadline_on: date.optional(),
  force: z.boolean().optional(),
});
export const manySteps = z.object({ ids: z.array(id).min(1).max(500) });
export const manyStatus = z.object({
  ...manySteps.shape,
  ...statusInput.omit({ id: true, version: true, force: true }).shape,
  preview: z.boolean().optional().describe('only says what would happen'),
});
/** What an act on many did to each; `code` says why not. */
export const bulkAnswer = z.object({
  changed: z.number(),
  rows: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      code: z.string().nullable(),
    }),
  ),
});
export const updateInput = z.object({ id, ...applicationSave, version: saveBase.version.unwrap() });
export const documentReview = z.object({
  application_id: id,
  type: documentType,
  status: z.enum(documentStates),
  note: text(500).nullish(),
  original: z.boolean().optional(),
});
export const scanInput = z.object({ code: requiredText(200), preview: z.boolean().optional() });
