import { z } from 'zod';
import {
  clearable,
  date,
  fileRecord,
  id,
  localeSchema,
  money,
  option,
  outOf,
  queryId,
  recordBase,
  requiredText,
  saveBase,
  saveOf,
  text,
} from '#platform/contract/index.ts';
import { guestFields } from './fields.ts';
import { documentStates, statusInput } from './shapes.ts';

export { bulkAnswer } from './shapes.ts';

import { applicationStates } from './workflow.ts';

/** Shapes of applicants as people. */

export const transcriptStates = ['PENDING', 'ACCEPTED', 'DECLINED', 'REQUIRE_UPDATE'] as const;
/** Under which words the list of applicants is narrowed. */
export const guestTypes = ['transfer', 'deleted', 'secondary-spec', 'master'] as const;
export const appointmentModes = ['ONLINE', 'OFFLINE'] as const;
const nullable = z.string().nullable();

export const experience = z.object({
  place: requiredText(200),
  position: requiredText(200),
  from: date,
  until: date.nullable(),
});
const certificate = z.object({
  ...recordBase,
  subject: z.string(),
  kind: z.string(),
  number: nullable,
  result: nullable,
  issued_on: nullable,
  valid_until: nullable,
  file: fileRecord.nullable(),
  counts: z.boolean().describe('stands for the exam of its subject'),
  points: z.number().nullable(),
});
const currentApplication = z.object({
  id: z.number(),
  number: z.string(),
  flavour: z.enum(['plain', 'general']),
  status: z.enum(applicationStates),
  course: option.nullable(),
  campaign_id: z.number().nullable(),
  language: localeSchema.nullable(),
  score: z.number().nullable(),
  submitted_at: nullable,
});
export const guestRecord = {
  ...outOf(guestFields, 'guest.read'),
  account_id: z.number(),
  region: option.nullable(),
  city: option.nullable(),
  photo: fileRecord.nullable(),
  transcript_status: z.enum(transcriptStates).nullable(),
  transcript_note: nullable,
  appointment_mode: z.enum(appointmentModes).nullable(),
  appointment_on: nullable,
  appointment_score: z.number().nullable(),
  teaching_experience: z.array(
    z.object({ place: z.string(), position: z.string(), from: z.string(), until: nullable }),
  ),
  merged_into_id: z.number().nullable(),
  application: currentApplication.nullable().describe('the academic application that runs, or the last one'),
  certificates: z.array(certificate).optional().describe('of one applicant, not in lists'),
};
export const guest = z.object({ ...recordBase, ...guestRecord });
export const guestFilters = {
  id: queryId.optional(),
  applicant_type: z.enum(['general', ...guestTypes]).optional(),
  status: z.enum(applicationStates).optional(),
  course_id: queryId.optional(),
  region_id: queryId.optional(),
  source: text(50).optional(),
};

const profile = z.object({
  ...saveOf(guestFields, 'person'),
  ...saveOf(guestFields, 'contact'),
  ...saveOf(guestFields, 'identity'),
});
export const profileInput = z.object({
  id: id.optional().describe('own profile when absent'),
  version: saveBase.version,
  ...profile.partial().shape,
  photo_file_id: clearable(id),
});
/** The profile as its form asks for it: a call may leave out what a form may not empty. */
export const profileForm = z.object({ id: profileInput.shape.id, version: saveBase.version, ...profile.shape });
export const many = { id: id.optional(), ids: z.array(id).min(1).max(500).optional() };
const { status, reason, fields, deadline_on } = statusInput.shape;
/** Whose newest act is taken back. */
export const undoActsInput = z.object(many);
export const guestStatus = z.object({ ...many, status, reason, fields, deadline_on, preview: z.boolean().optional() });
export const contractInput = z.object({
  ...many,
  deadline_on,
  accept: z.boolean().optional(),
  preview: z.boolean().optional(),
});
const preview = z.boolean().optional().describe('only says what would happen');
export const languageInput = z.object({ ...many, language: localeSchema, reason: text(500).optional(), preview });
export const courseInput = z.object({ id, campaign_id: id, reason: requiredText(500), preview });
export const examInput = z.object({ ...many, reason: requiredText(500), preview });
export const certificateInput = z.object({
  ...saveBase,
  guest_id: id,
  subject: requiredText(100).optional(),
  kind: requiredText(100).optional(),
  number: clearable(text(100)),
  result: clearable(text(50)),
  issued_on: clearable(date),
  valid_until: clearable(date),
  file_id: clearable(id),
  counts: z.boolean().optional(),
  points: z.number().min(0).max(1000).nullish().describe('what it gives in its subject when it counts'),
});
export const appointmentInput = z.object({
  id,
  version: saveBase.version,
  mode: z.enum(appointmentModes).optional(),
  appointment_on: date.nullish(),
  points: z.number().min(0).max(1000).nullish(),
});
export const transcriptInput = z.object({
  id,
  version: saveBase.version,
  status: z.enum(transcriptStates),
  reason: text(1000).optional(),
});
export const experienceInput = z.object({
  id: id.optional(),
  version: saveBase.version,
  teaching_experience: z.array(experience).max(50),
});
const availability = z.object({
  type: z.string(),
  title: z.string(),
  required: z.boolean(),
  available: z.boolean(),
  original: z.boolean(),
  status: z.enum(documentStates).nullable(),
  file: fileRecord.nullable(),
});
export const availabilityAnswer = z.object({
  id: z.number(),
  application_id: z.number().nullable(),
  documents: z.array(availability),
});
export const availabilityInput = z.object({
  id,
  documents: z
    .array(
      z.object({
        type: requiredText(50),
        status: z.enum(documentStates).optional(),
        original: z.boolean().optional(),
        note: text(500).nullish(),
      }),
    )
    .min(1)
    .max(50),
});
export const paperInput = z.object({ id, language: localeSchema.optional() });
export const callLetterInput = z.object({ ...paperInput.shape, addressee: text(200).optional() });
export const invoiceInput = z.object({
  ...paperInput.shape,
  amount: money.refine((value) => Number(value) > 0, { error: 'money' }),
  purpose: requiredText(300),
  due_on: date,
});
export const paperAnswer = z.object({ id: z.number(), number: z.string(), file: fileRecord });
