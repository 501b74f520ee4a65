import { z } from 'zod';
import {
  birthdate,
  clearable,
  date,
  email,
  gender,
  id,
  localeSchema,
  manyOf,
  nativeLanguage,
  option,
  phone,
  queryId,
  queryInt,
  readAs,
  recordBase,
  requiredText,
  text,
} from '#platform/contract/index.ts';
import { entryStates, membershipStates } from './workflow.ts';

/** Shapes of years of study, of the enrolment of new students, and of how applicants become students. */

const membershipState = z.enum(membershipStates);
const entryState = z.enum(entryStates);
// --- years of study

const student = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  status: z.string(),
});

export const membershipRecord = {
  student,
  course: option,
  academic_year: option,
  study_year: z.number(),
  education_form: option.nullable(),
  group: option.nullable().describe('the main group of today'),
  starts_on: z.string(),
  ends_on: z.string(),
  order_number: z.string().nullable(),
  order_date: z.string().nullable(),
  note: z.string().nullable(),
  status: membershipState,
  next: z.array(z.object({ status: membershipState, reason: z.boolean(), order: z.boolean() })),
};
export const membership = z.object({ ...recordBase, ...membershipRecord });

/** A year of study as the office saves it; what is left out follows from the student and the academic year. */
export const membershipFields = {
  student_id: id.optional(),
  academic_year_id: id.optional(),
  study_year: z.int().min(1).max(10).optional(),
  education_form_id: clearable(id),
  starts_on: date.optional().describe('begin of the academic year unless told'),
  ends_on: date.optional().describe('end of the academic year unless told'),
  order_number: clearable(text(50)),
  order_date: clearable(date),
  note: clearable(text(500)),
};

export const membershipFilters = {
  status: manyOf(membershipState),
  academic_year_id: queryId.optional(),
  course_id: queryId.optional(),
  study_year: queryInt(1, 10).optional(),
  education_form_id: queryId.optional(),
  group_id: queryId.optional(),
  student_id: queryId.optional(),
  entry: z.enum(entryStates).optional().describe('how far their own enrolment is'),
};

// --- one's own enrolment

export const contactFields = {
  email: clearable(email),
  permanent_address: clearable(text(500)),
  current_address: clearable(text(500)),
  native_language: clearable(nativeLanguage),
  contact_phone: clearable(phone),
  home_phone: clearable(phone),
  additional_phone1: clearable(phone),
  additional_phone2: clearable(phone),
  birthdate: clearable(birthdate),
  gender: clearable(gender),
  guard_mobile_phone: clearable(phone),
  guard_home_phone: clearable(phone),
  guard_address: clearable(text(500)),
  guard_email: clearable(email),
};
const numberOrText = readAs<z.ZodNullable<typeof id>, number | string | null>(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value === '' ? null : value),
  id.nullable(),
);
/** What the page sends: eighteen keys. What is missing is named by the server, field by field. */
export const submission = z.object({
  ...contactFields,
  course_id: numberOrText.optional(),
  confirmation: z.boolean().optional().describe('the data are correct'),
  change_service: z.boolean().optional().describe('may be told of changed terms'),
  status: z.boolean().optional().describe('accepts to be a student'),
});
/** One address for both: the office saves years of study, a student sends the own enrolment. */
export const saveInput = z.object({
  id: id.optional(),
  version: id.optional(),
  ...contactFields,
  ...membershipFields,
  course_id: numberOrText.optional(),
  confirmation: z.boolean().optional(),
  change_service: z.boolean().optional(),
  status: z.union([z.boolean(), membershipState]).optional(),
});

const infoDocument = z.object({ info_text: z.string(), info_link: z.string() });
export const ownEnrollment = z.object({
  id: z.number().nullable().describe('null while nothing was sent'),
  version: z.number().nullable(),
  status: entryState,
  number: z.string().nullable().describe('of the paper'),
  course: option.nullable(),
  student_no: z.string().nullable(),
  ...infoDocument.partial().shape,
  info_documents: z.array(infoDocument),
  memberships: z.array(
    z.object({
      id: z.number(),
      academic_year: option,
      course: option,
      study_year: z.number(),
      starts_on: z.string(),
      ends_on: z.string(),
      status: membershipState,
    }),
  ),
});

const guard = z.object({
  relationship: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  contact_phone: z.string().nullable(),
  home_phone: z.string().nullable(),
  current_address: z.string().nullable(),
  email: z.string().nullable(),
});
export const enrollmentInfo = z.object({
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  passport_id: z.string().nullable(),
  permanent_address: z.string().nullable(),
  current_address: z.string().nullable(),
  birthdate: z.string().nullable(),
  native_language: z.string().nullable(),
  gender: z.string().nullable(),
  email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  home_phone: z.string().nullable(),
  additional_phone1: z.string().nullable(),
  additional_phone2: z.string().nullable(),
  guards: z.array(guard),
  course_id: z.number().nullable().describe('the course that stands already'),
  required: z.boolean().describe('this person is asked to enrol'),
  status: entryState,
  info_documents: z.array(infoDocument),
});

// --- status of years of study

export const statusInput = z.object({
  id: id.optional(),
  ids: z.array(id).min(1).max(1000).optional(),
  status: membershipState,
  reason: text(1000).optional(),
  order_number: text(50).optional(),
  order_date: date.optional(),
  effective_from: date.optional().describe('the last day where the year ends early; today unless told'),
  force: z.boolean().optional(),
  preview: z.boolean().optional().describe('tells what would happen and changes nothing'),
});
export const undoInput = z.object({ ids: z.array(id).min(1).max(1000) });
const statusRow = z.object({
  id: z.number(),
  name: z.string(),
  from: membershipState,
  to: membershipState,
  ends_on: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable().describe('why it cannot be'),
});
export const statusAnswer = z.object({ ok: z.boolean(), changed: z.number(), rows: z.array(statusRow) });

// --- applicants become students

export const candidateFilters = {
  state: z.enum(['waiting', 'enrolled']).optional().describe('waiting unless told'),
  course_id: queryId.optional(),
  campaign_id: queryId.optional(),
  language: z.enum(['uz', 'ru', 'en']).optional(),
  tuition: z.enum(['GRANT', 'CONTRACT']).optional(),
  entry: z.enum(entryStates).optional(),
};
export const candidate = z.object({
  id: z.number().describe('of the application'),
  number: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  status: z.string().describe('of the application'),
  status_at: z.string(),
  course: option.nullable(),
  language: z.string().nullable(),
  education_form: option.nullable(),
  tuition: z.enum(['GRANT', 'CONTRACT']),
  entry: z.object({ id: z.number(), status: entryState }).nullable(),
  student: z.object({ id: z.number(), student_no: z.string() }).nullable(),
  group: option.nullable(),
  can: z.object({ enroll: z.boolean(), undo: z.boolean() }),
});

export const enrollInput = z.object({
  application_ids: z.array(id).min(1).max(3000),
  order_number: text(50).optional().describe('of an order on paper; without it one is written, numbered and signed'),
  order_date: date.optional(),
  language: localeSchema.optional().describe('of the order; Uzbek when absent'),
  group_id: id.optional().describe('this group for all of them; else the emptiest that fits each'),
  preview: z.boolean().optional().describe('does everything and takes it back, to tell what would happen'),
});
export const undoEnrollInput = z.object({ application_ids: z.array(id).min(1).max(200), reason: requiredText(1000) });

const step = z.object({ code: z.string(), text: z.string() });
export const enrollRow = z.object({
  id: z.number().describe('of the application'),
  number: z.string(),
  name: z.string(),
  student_id: z.number().nullable(),
  student_no: z.string().nullable(),
  group: option.nullable(),
  steps: z.array(step).describe('what happens, in words'),
  code: z.string().nullable(),
  message: z.string().nullable().describe('why it cannot be'),
});
export const enrollAnswer = z.object({
  enrolled: z.number(),
  rows: z.array(enrollRow),
  job: z.object({ id: z.number(), kind: z.string() }).nullable().describe('where many are enrolled, the long work'),
});
export const entryInput = z.object({
  application_id: id,
  status: z.enum(['CANCELLED', 'REQUIRED']),
  reason: text(1000).optional(),
});
