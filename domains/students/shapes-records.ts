import { z } from 'zod';
import {
  clearable,
  date,
  email,
  fileRecord,
  gender,
  id,
  listQuery,
  manyOf,
  maskOf,
  namesOf,
  outOf,
  phone,
  queryBoolean,
  queryId,
  queryInt,
  recordBase,
  requiredText,
  saveBase,
  saveOf,
  text,
} from '#platform/contract/index.ts';
import { level, maritalStatus, nullable, personName, studentFields, studyLanguage, tuition } from './fields.ts';
import { hemisStatuses, statusPages, studentStatuses } from './workflow.ts';

export { level, maritalStatus, nullable, studyLanguage, tuition };

/** Shapes of the students' calls. Fields that the caller has no right to are absent, not empty. */

export const relationship = z.enum([
  'FATHER',
  'MOTHER',
  'BROTHER',
  'SISTER',
  'SPOUSE',
  'GRANDPARENT',
  'GUARDIAN',
  'OTHER',
]);
export const documentType = z.enum([
  'PASSPORT',
  'DIPLOMA',
  'CERTIFICATE',
  'BIRTH_CERTIFICATE',
  'MEDICAL',
  'MILITARY',
  'PHOTO',
  'CONTRACT',
  'OTHER',
]);
export const cardStatus = z.enum(['ISSUED', 'LOST', 'BLOCKED', 'RETURNED']);
export const status = z.enum(studentStatuses);
const statusPage = z.enum(Object.keys(statusPages) as [keyof typeof statusPages, ...(keyof typeof statusPages)[]]);

// --- what is saved

const personalSave = saveOf(studentFields, 'personal');
const contactSave = saveOf(studentFields, 'contact');
const passportSave = saveOf(studentFields, 'passport');
const studySave = saveOf(studentFields, 'study');
/** The programme that somebody studies. */
export const courseOfStudent = z.object({ id: z.number(), code: z.string(), title: z.string() }).nullable();
/** A new student; a change may leave out any of these. */
export const studentSave = { ...personalSave, ...contactSave, ...passportSave, ...studySave };
/** Changing a part of a record: the student (one's own when absent), and the version as it was read. */
const partBase = { id: id.optional().describe('own record when absent'), version: saveBase.version.unwrap() };
export const personalUpdate = z.object({ ...partBase, ...z.object(personalSave).partial().shape });
export const contactUpdate = z.object({ ...partBase, ...contactSave });
export const profileUpdate = z.object({ ...partBase, ...z.object(personalSave).partial().shape, ...contactSave });
export const passportUpdate = z.object({ ...partBase, id, ...passportSave });
export const photoUpdate = z.object({
  id: z.coerce.number<number>().pipe(id).optional(),
  version: z.coerce.number<number>().pipe(saveBase.version.unwrap()).optional(),
  file_id: id.nullable().optional().describe('null takes the photo away; absent where the picture itself is the form'),
});

// --- what is answered

export const guardian = z.object({
  ...recordBase,
  student_id: z.number(),
  relationship,
  firstname: z.string(),
  lastname: z.string(),
  midname: nullable,
  contact_phone: nullable,
  home_phone: nullable,
  current_address: nullable,
  email: nullable,
  workplace: nullable,
});
export const guardianSave = z.object({
  ...saveBase,
  student_id: id.optional().describe('own record when absent'),
  relationship,
  firstname: personName,
  lastname: personName,
  midname: clearable(text(100)),
  contact_phone: clearable(phone),
  home_phone: clearable(phone),
  current_address: clearable(text(500)),
  email: clearable(email),
  workplace: clearable(text(200)),
});

/** `can`: edit, contact, passport, photo, documents, cards, propose_status, confirm_status, transfer, delete, restore, history, sms. */
export const student = z.object({
  ...recordBase,
  ...outOf(studentFields, 'student.read'),
  // Absent without the permission that shows them.
  ...z.object({ ...outOf(studentFields, 'student.personal'), ...outOf(studentFields, 'student.passport') }).partial()
    .shape,
  account_id: z.number().nullable(),
  photo_file_id: z.number().nullable(),
  photo: fileRecord.nullable(),
  course: courseOfStudent,
  status,
  status_since: z.string(),
  status_until: nullable,
  hemis_status: z.enum(hemisStatuses),
});
export const groupName = z.object({ id: z.number(), title: z.string() });
/** What a list leaves to the record itself: nobody reads addresses, papers and rights of a whole page, and they are two thirds of it. */
export const unlistedFields = ['can', 'updated_at', ...namesOf(studentFields, { listed: false })] as const;
/** A student in a list. */
export const studentRow = student.omit(maskOf(unlistedFields)).extend({
  group: groupName.nullable().optional().describe('the group of today, where it was asked for'),
});
/** One student whole: guardians with `student.personal`, and what the life cycle allows next. */
export const studentProfile = student.extend({
  guards: z.array(guardian).optional(),
  next_statuses: z.array(
    z.object({
      status,
      reason: z.boolean(),
      order: z.boolean(),
      proposal: z.boolean().describe('this caller can only propose it'),
    }),
  ),
  open_request_id: z.number().nullable(),
  others: z
    .array(z.object({ id: z.number(), student_no: z.string(), status, level, later: z.boolean() }))
    .describe('records of the same person: before this one, or `later` the one after it'),
});
export const studentOption = z.object({
  id: z.number(),
  title: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: nullable,
  username: nullable,
  student_no: z.string(),
});

export const many = <T extends z.ZodType>(item: T) => manyOf(item);
export const studentFilters = {
  id: queryId.optional(),
  ids: many(queryId),
  username: text(60).optional(),
  status: many(z.union([status, statusPage])).describe('statuses, or the word of a status page'),
  course_id: many(queryId),
  level: many(level),
  education_form_id: many(queryId),
  study_language: many(studyLanguage),
  gender: gender.optional(),
  entry_year: many(queryInt(1950, 2199)),
  region_id: many(queryId),
  tuition: tuition.optional(),
  department_id: many(queryId),
  status_until_from: date.optional(),
  status_until_to: date.optional().describe('with a planned end of the status up to this day'),
  group: queryId.optional(),
};
export const studentList = z.object({
  ...listQuery,
  ...studentFilters,
  groups: queryBoolean.optional().describe('with the group of each today; not of a past day'),
});

export const document = z.object({
  ...recordBase,
  student_id: z.number(),
  type: documentType,
  number: nullable,
  issued_by: nullable,
  issued_on: nullable,
  valid_until: nullable,
  note: nullable,
  file_id: z.number().nullable(),
  file: fileRecord.nullable(),
});
export const documentSave = z.object({
  ...saveBase,
  student_id: id.optional().describe('to create: whose'),
  type: documentType,
  number: clearable(text(60)),
  issued_by: clearable(text(200)),
  issued_on: clearable(date),
  valid_until: clearable(date),
  note: clearable(text(500)),
  file_id: clearable(id),
});

export const card = z.object({
  ...recordBase,
  student_id: z.number(),
  card_number: z.string(),
  issued_on: z.string(),
  valid_until: nullable,
  printed: z.boolean(),
  printed_at: nullable,
  status: cardStatus,
  student: z.object({
    id: z.number(),
    student_no: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    midname: nullable,
    names_cyrillic: nullable,
    photo: fileRecord.nullable(),
    course: courseOfStudent,
    level,
  }),
});
export const cardSave = z.object({
  ...saveBase,
  student_id: id.optional().describe('to create: whose'),
  card_number: requiredText(40).optional().describe('the student number and a running number when it is left empty'),
  issued_on: date.optional(),
  valid_until: clearable(date),
  printed: z.boolean().optional(),
  status: cardStatus.optional(),
});
