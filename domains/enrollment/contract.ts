import { z } from 'zod';
import { userInfo } from '#domains/identity/contract.ts';
import { type Access, call, crud, defineErrors, listOf, listQuery } from '#platform/contract/index.ts';
import { turn } from './contract/turn.ts';
import {
  candidate,
  candidateFilters,
  enrollAnswer,
  enrollInput,
  enrollmentInfo,
  entryInput,
  membership,
  membershipFilters,
  membershipRecord,
  ownEnrollment,
  saveInput,
  statusAnswer,
  statusInput,
  submission,
  undoEnrollInput,
  undoInput,
} from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  ENROLLMENT_OVERLAP: 409,
  NOTHING_TO_ENROLL: 404,
  DOCUMENT_NOT_DOWNLOADED: 422,
  ENROLLMENT_CANCELLED: 422,
  NOT_ACCEPTED: 422,
  ALREADY_ENROLLED: 409,
  ALREADY_STUDENT: 409,
  PERSON_TWICE: 409,
  NOT_ENROLLED_HERE: 422,
  ENROLLMENT_TOUCHED: 409,
  ENROLL_REFUSED: 422,
  STATUS_REFUSED: 422,
  STATUS_UNDO_TOO_LATE: 409,
  APPLICATION_WITHOUT_COURSE: 422,
  NO_NEXT_YEAR: 422,
  PROGRESSION_APPLIED: 409,
  PROGRESSION_UNDONE: 409,
  PROGRESSION_BUILT_ON: 409,
  NEW_YEAR_UNDONE: 409,
  NEW_YEAR_BUILT_ON: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredFaults {
    enrollment: 'ENROLLMENT_OF_ANOTHER' | 'LAST_YEAR' | 'NOT_LAST_YEAR';
  }
  interface DeclaredErrors {
    enrollment: typeof errors;
  }
}

const read: Access = { permission: 'enrollment.read' };
const manage: Access = { permission: 'enrollment.manage' };
const own: Access = { permission: 'enrollment.own' };
const enroll: Access = { permission: 'enrollment.enroll' };

const base = crud({
  base: '/enrollment/',
  noun: 'year of study',
  read,
  write: manage,
  record: membershipRecord,
  save: {},
  filters: membershipFilters,
  restoreErrors: ['ENROLLMENT_OVERLAP'],
});

export const contract = {
  turn,
  enrollment: {
    ...base,
    save: call({
      method: 'POST',
      path: '/enrollment/',
      summary: 'Create or change a year of study; of a student or applicant the own enrolment',
      access: { permission: ['enrollment.manage', 'enrollment.own'] },
      input: saveInput,
      output: z.union([membership, ownEnrollment]),
      errors: ['STALE', 'ENROLLMENT_OVERLAP', 'NOTHING_TO_ENROLL', 'ENROLLMENT_CANCELLED', 'DATES_REVERSED'],
    }),
    status: call({
      method: 'PUT',
      path: '/enrollment/status',
      summary: 'Change the status of years of study, of all or of none; with `preview` only tell',
      access: manage,
      proof: { when: 'a step is forced' },
      input: statusInput,
      output: statusAnswer,
      errors: ['STATUS_REFUSED', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED'],
    }),
    undo_status: call({
      method: 'POST',
      path: '/enrollment/status/undo',
      summary: 'Take back the own newest change of status, within some minutes',
      access: manage,
      input: undoInput,
      output: statusAnswer,
      errors: ['STATUS_UNDO_TOO_LATE'],
    }),
    courses: call({
      method: 'GET',
      path: '/enrollment/courses',
      summary: 'Courses into which the caller may enrol; all courses for the office',
      access: { permission: ['enrollment.own', 'enrollment.read'] },
      output: z.array(z.object({ id: z.number(), title: z.string() })),
      errors: ['NOTHING_TO_ENROLL'],
    }),
  },
  own: {
    get: call({
      method: 'GET',
      path: '/enrollment/student/own',
      summary: 'The own enrolment, its paper and the own years of study',
      access: own,
      output: ownEnrollment,
      errors: ['NOTHING_TO_ENROLL'],
    }),
    info: call({
      method: 'GET',
      path: '/enrollment/info',
      summary: 'What is known of the person who is to enrol',
      access: own,
      output: enrollmentInfo,
      errors: ['NOTHING_TO_ENROLL'],
    }),
    submit: call({
      method: 'POST',
      path: '/enrollment/student/own',
      aliases: ['/enrollment/create'],
      summary: 'Confirm the own details; makes the paper that is to be printed',
      access: own,
      input: submission,
      output: ownEnrollment,
      errors: ['NOTHING_TO_ENROLL', 'ENROLLMENT_CANCELLED'],
    }),
    downloaded: call({
      method: 'POST',
      path: '/enrollment/downloaded',
      summary: 'The paper was fetched',
      access: own,
      output: ownEnrollment,
      errors: ['NOTHING_TO_ENROLL', 'TRANSITION_NOT_ALLOWED'],
    }),
    cancel: call({
      method: 'POST',
      path: '/enrollment/cancel',
      summary: 'Begin the own enrolment anew',
      access: own,
      output: ownEnrollment,
      errors: ['NOTHING_TO_ENROLL', 'TRANSITION_NOT_ALLOWED'],
    }),
    complete: call({
      method: 'POST',
      path: '/enrollment/complete',
      summary: 'Finish the own enrolment: an applicant is a student from here on',
      access: own,
      output: z.object({ user_info: userInfo }),
      errors: [
        'ALREADY_ENROLLED',
        'APPLICATION_WITHOUT_COURSE',
        'CONTRACT_NOT_READY',
        'NO_AGREEMENT',
        'RATE_MISSING',
        'RATE_SUM',
        'NOTHING_TO_ENROLL',
        'DOCUMENT_NOT_DOWNLOADED',
        'NOT_ACCEPTED',
        'ALREADY_STUDENT',
        'PERSON_TWICE',
        'GROUP_FULL',
      ],
    }),
  },
  candidates: {
    list: call({
      method: 'GET',
      path: '/enrollment/candidate',
      summary: 'Applicants who are accepted and may become students, or became so',
      access: enroll,
      input: z.object({ ...listQuery, ...candidateFilters }),
      output: listOf(candidate),
    }),
    enroll: call({
      method: 'POST',
      path: '/enrollment/enroll',
      summary: 'Make students of accepted applicants, of all or of none; with `preview` only tell what would happen',
      access: enroll,
      input: enrollInput,
      output: enrollAnswer,
      errors: [
        'ENROLL_REFUSED',
        'NOT_ACCEPTED',
        'ALREADY_ENROLLED',
        'ALREADY_STUDENT',
        'PERSON_TWICE',
        'GROUP_FULL',
        'APPLICATION_WITHOUT_COURSE',
        'CONTRACT_NOT_READY',
        'NOT_YOUR_COURSE',
      ],
    }),
    undo: call({
      method: 'POST',
      path: '/enrollment/enroll/undo',
      summary: 'Make applicants of students again, while nothing hangs on it; of all or of none',
      access: enroll,
      input: undoEnrollInput,
      output: z.object({ undone: z.number() }),
      errors: [
        'NOT_ENROLLED_HERE',
        'ENROLLMENT_TOUCHED',
        'ENROLLMENT_OVERLAP',
        'IN_ANOTHER_GROUP',
        'GROUP_FULL',
        'CONTRACT_HAS_PAYMENTS',
        'CONTRACT_EXISTS',
        'NO_AGREEMENT',
        'RATE_MISSING',
        'RATE_SUM',
      ],
    }),
    entry: call({
      method: 'PUT',
      path: '/enrollment/entry/status',
      summary: 'Ask an accepted applicant to enrol, or ask no more',
      access: enroll,
      input: entryInput,
      output: z.object({ ok: z.literal(true) }),
      errors: ['TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED', 'NOT_ACCEPTED'],
    }),
  },
};
