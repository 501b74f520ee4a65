import { z } from 'zod';
import { uploadErrors } from '#domains/files/contract.ts';
import {
  byId,
  call,
  type ErrorCode,
  id,
  importCalls,
  listOf,
  listQuery,
  manyOf,
  nothing,
  option,
  queryId,
  sought,
} from '#platform/contract/index.ts';
import * as shapes from '../shapes-guests.ts';

/** Applicants as people: everything under `/user/guest/`. */

const readers = { permission: 'guest.read' } as const;
const managers = { permission: 'guest.manage' } as const;
const scorers = { permission: 'guest.score' } as const;
const managersOrSelf = { permission: ['guest.manage', 'guest.own'] } as const;
const readersOrSelf = { permission: ['guest.read', 'guest.own'] } as const;
const base = '/user/guest';
const putCall = <I extends z.ZodType, O extends z.ZodType>(
  path: string,
  summary: string,
  input: I,
  output: O,
  more: Partial<{
    access: typeof managers | typeof managersOrSelf | typeof scorers;
    errors: ErrorCode[];
    aliases: string[];
  }> = {},
) =>
  call({
    method: 'PUT',
    path: `${base}/${path}`,
    summary,
    access: more.access ?? managers,
    input,
    output,
    errors: more.errors ?? [],
    aliases: more.aliases ?? [],
  });
const steps: ErrorCode[] = [
  'TRANSITION_NOT_ALLOWED',
  'STEP_NOT_READY',
  'PAPERS_NOT_CHECKED',
  'REASON_REQUIRED',
  'NO_APPLICATION',
  'BATCH_REFUSED',
];
/** Of steps that a life cycle guards; one person alone is refused in the words of that step. */
const guardedSteps: ErrorCode[] = [
  ...steps,
  'APPLICATION_INCOMPLETE',
  'CAMPAIGN_CLOSED',
  'FORM_NOT_OPEN',
  'POSITION_CLOSED',
  'NO_AGREEMENT',
  'RATE_MISSING',
  'RATE_SUM',
];
const appointments = importCalls(`${base}/appointment/score`, scorers);

export const guests = {
  get: call({
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'One applicant',
    access: readers,
    input: byId,
    output: shapes.guest,
  }),
  list: call({
    method: 'GET',
    path: `${base}/`,
    summary: 'Applicants by type; `deleted` are those that were',
    access: readers,
    input: z.object({ ...listQuery, ...shapes.guestFilters }),
    output: listOf(shapes.guest),
  }),
  full_time: call({
    method: 'GET',
    path: `${base}/full-time`,
    summary: 'Applicants for full-time study, with their appointments',
    access: readers,
    input: z.object({ ...listQuery, ...shapes.guestFilters }),
    output: listOf(shapes.guest),
  }),
  all: call({
    method: 'GET',
    path: `${base}/all`,
    summary: 'All applicants for selectors',
    access: readers,
    input: z.object({ search: sought.optional(), ids: z.string().max(10_000).optional() }).optional(),
    output: z.array(option),
  }),
  profile: call({
    method: 'GET',
    path: `${base}/profile`,
    summary: 'The whole profile; the own one when no id is named',
    access: readersOrSelf,
    input: z.object({ id: queryId.optional() }).optional(),
    output: shapes.guest,
  }),
  begin: call({
    method: 'POST',
    path: `${base}/begin`,
    summary: 'The own profile, made of what the institution knows already where one never applied before',
    access: { permission: 'guest.own' },
    output: shapes.guest,
  }),
  save_profile: putCall(
    'profile',
    'Change a profile; the own one when no id is named',
    shapes.profileInput,
    shapes.guest,
    {
      access: managersOrSelf,
      errors: [
        'STALE',
        'GUEST_PASSPORT_TAKEN',
        'PICTURE_NEEDED',
        'PASSPORT_OF_STUDENT',
        'FIELD_NOT_RETURNED',
        'DATES_REVERSED',
        'UNKNOWN_REFERENCE',
      ],
    },
  ),
  availability: call({
    method: 'GET',
    path: `${base}/availability_documents`,
    summary: 'Which papers are there, and which as originals',
    access: readersOrSelf,
    input: z.object({ id: queryId.optional() }).optional(),
    output: shapes.availabilityAnswer,
  }),
  save_availability: putCall(
    'availability_documents',
    'Which papers were handed in',
    shapes.availabilityInput,
    shapes.availabilityAnswer,
    { errors: ['NO_APPLICATION'] },
  ),
  voucher: putCall(
    'create/voucher',
    'Issue the voucher with which an applicant comes to the exam',
    shapes.paperInput,
    shapes.paperAnswer,
    { errors: ['NO_APPLICATION'] },
  ),
  reference: putCall(
    'create/reference',
    'Issue a reference that somebody applied, and how it stands',
    shapes.paperInput,
    shapes.paperAnswer,
    { errors: ['NO_APPLICATION'] },
  ),
  call_letter: putCall(
    'create/call_letter',
    'Issue the letter that calls an applicant to the exam, for whoever they work for',
    shapes.callLetterInput,
    shapes.paperAnswer,
    { errors: ['NO_APPLICATION', 'STEP_NOT_READY'] },
  ),
  invoice: putCall('create/invoice', 'Issue an invoice', shapes.invoiceInput, shapes.paperAnswer, {
    errors: ['NO_APPLICATION'],
  }),
  language: call({
    method: 'POST',
    path: `${base}/change/edu_lang`,
    summary: 'Move applications to the same course in another language',
    access: managers,
    input: shapes.languageInput,
    output: shapes.bulkAnswer,
    errors: ['CAMPAIGN_CLOSED', ...steps],
  }),
  status: putCall(
    'change/status',
    'Take a step with the running applications of these people: all or none',
    shapes.guestStatus,
    shapes.bulkAnswer,
    { errors: guardedSteps },
  ),
  undo: putCall(
    'change/undo',
    'Take back the own newest change of status, course or language of each, within an hour',
    shapes.undoActsInput,
    shapes.bulkAnswer,
    { errors: [...steps, 'CONTRACT_HAS_PAYMENTS', 'CONTRACT_NOT_READY', 'NO_AGREEMENT', 'RATE_MISSING', 'RATE_SUM'] },
  ),
  reset_exam: putCall('reset/exam', 'Another date for the exam', shapes.examInput, shapes.bulkAnswer, {
    errors: steps,
  }),
  reset_course: putCall(
    'reset/course',
    'Another course for the running application',
    shapes.courseInput,
    shapes.bulkAnswer,
    { errors: ['CAMPAIGN_CLOSED', 'LIVE_APPLICATION', ...steps] },
  ),
  certificate: putCall(
    'subject/certificate',
    'A certificate, and whether it counts for its subject',
    shapes.certificateInput,
    shapes.guest,
    { errors: ['STALE', 'CERTIFICATE_EXPIRED', 'DATES_REVERSED'] },
  ),
  appointment: putCall(
    'appointment/score',
    'The appointment of an applicant and its points',
    shapes.appointmentInput,
    shapes.guest,
    { access: scorers, errors: ['STALE', 'NO_APPLICATION', 'APPLICATION_NOT_WRITABLE'] },
  ),
  appointment_import: {
    ...appointments,
    start: call({
      method: 'POST',
      path: `${base}/appointment/score/import`,
      summary: 'Points of appointments by a file, sent along or uploaded before',
      access: scorers,
      input: z.object({ file_id: z.coerce.number<number>().pipe(id).optional() }).optional(),
      output: z.object({ job_id: z.number() }),
      errors: ['FILE_NOT_READABLE', 'IMPORT_FAULTS', ...uploadErrors],
      heavy: 'import',
    }),
  },
  transcript: putCall(
    'change/status/transcript',
    'What was found of the transcript from elsewhere',
    shapes.transcriptInput,
    shapes.guest,
    { errors: ['STALE', 'REASON_REQUIRED'] },
  ),
  experience: putCall('teaching_experience', 'Where somebody has taught', shapes.experienceInput, shapes.guest, {
    access: managersOrSelf,
    errors: ['STALE', 'DATES_REVERSED'],
  }),
  contract: putCall(
    'accept/send_contract',
    'Send the contract to those who are recommended; `accept` notes that it was accepted',
    shapes.contractInput,
    shapes.bulkAnswer,
    { errors: guardedSteps, aliases: [`${base}/accept`, `${base}/send_contract`] },
  ),
  remove_many: call({
    method: 'DELETE',
    path: `${base}/`,
    summary: 'Delete applicants whose applications are over',
    access: managers,
    input: z.object({ ids: manyOf(queryId) }),
    output: z.object({ ok: z.literal(true), deleted: z.number() }),
    errors: ['BATCH_REFUSED'],
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Delete an applicant whose applications are over',
    access: managers,
    input: byId,
    output: nothing,
    errors: ['BATCH_REFUSED'],
  }),
  restore: call({
    method: 'POST',
    path: `${base}/restore`,
    summary: 'Take back that applicants were deleted',
    access: managers,
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    output: z.object({ restored: z.number() }),
    errors: ['RESTORE_TAKEN'],
  }),
};
