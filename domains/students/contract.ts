import { z } from 'zod';
import { byId, call, crud, defineErrors, id, listOf, nothing, queryId, text } from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Every call about students. Groups, enrollment, marks and money stand in domains of their own. */

const read = { permission: 'student.read' } as const;
const manage = { permission: 'student.manage' } as const;
const contact = { permission: 'student.contact' } as const;
const changeStatus = { permission: ['student.confirm_status', 'student.propose_status'] } as const;
const ofStudent = z.object({ student_id: queryId.optional().describe('own record when absent') });
const batchErrors = ['BATCH_REFUSED', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED'];

export const errors = defineErrors({
  BATCH_REFUSED: 422,
  NO_STUDENT_RECORD: 404,
  REQUEST_OPEN: 409,
  OWN_REQUEST: 403,
  NOT_OWN_REQUEST: 403,
  PERIOD_REQUIRED: 422,
  AWARD_NOT_READY: 422,
  NOT_DELETED: 422,
  NOTHING_CHANGES: 422,
  STUDENT_NO_TAKEN: 409,
  PASSPORT_TAKEN: 409,
  PINFL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  CARD_NUMBER_TAKEN: 409,
  FIELD_NOT_ALLOWED: 403,
  DATES_ORDER: 422,
  ENTRY_NOT_FOUND: 404,
  IMPORT_FAULTS: 422,
  IMPORT_TOUCHED: 409,
  FILE_NOT_READABLE: 422,
  NO_PHONE: 422,
  TRANSFER_DECIDED: 409,
  TRANSFER_NOT_STUDYING: 422,
});

export const contract = {
  get: call({ method: 'GET', path: '/student/{id}', summary: 'One student', access: read, input: byId, output: shapes.studentProfile }),
  list: call({ method: 'GET', path: '/student/', summary: 'List of students', access: read, input: shapes.studentList, output: listOf(shapes.student) }),
  all: call({
    method: 'GET', path: '/student/all', summary: 'Students for selectors', access: read,
    input: z.object({ search: text(200).optional(), ids: shapes.studentFilters.ids, status: shapes.studentFilters.status, group: queryId.optional() }),
    output: z.array(shapes.studentOption),
  }),
  save: call({ method: 'POST', path: '/student/', summary: 'Create or change a student', access: manage, input: shapes.studentSave, output: shapes.studentProfile, errors: ['STALE', 'DUPLICATE', 'FIELD_NOT_ALLOWED'] }),
  remove: call({ method: 'DELETE', path: '/student/{id}', summary: 'Delete a mistaken record', access: { permission: 'student.delete' }, input: shapes.removalOfOne, output: shapes.batchAnswer, errors: batchErrors }),
  remove_many: call({ method: 'DELETE', path: '/student/', summary: 'Delete several mistaken records', access: { permission: 'student.delete' }, input: shapes.removal, output: shapes.batchAnswer, errors: batchErrors }),
  restore: call({ method: 'POST', path: '/student/restore', summary: 'Bring deleted students back', access: { permission: 'student.restore' }, input: z.object({ ids: shapes.ids, reason: text(1000).optional() }), output: shapes.batchAnswer, errors: ['BATCH_REFUSED'] }),
  by_username: call({ method: 'GET', path: '/student/username', summary: 'A student by username', access: read, input: z.object({ username: text(60).min(1) }), output: shapes.student }),
  of_username: call({ method: 'GET', path: '/student/username/{username}', summary: 'A student by username, as the last part of the address', access: read, input: z.object({ username: text(60).min(1) }), output: shapes.student }),
  history: call({ method: 'GET', path: '/student/{id}/history', summary: 'Who changed what of a student', access: { permission: 'student.history' }, input: byId, output: z.array(shapes.historyEntry) }),

  profile: {
    get: call({ method: 'GET', path: '/student/profile', summary: 'A student whole; one’s own without an id', access: read, input: z.object({ id: queryId.optional() }), output: shapes.studentProfile, errors: ['NO_STUDENT_RECORD'] }),
    save: call({ method: 'PUT', path: '/student/profile', summary: 'Change personal and contact data', access: contact, input: shapes.profileUpdate, output: shapes.studentProfile, errors: ['STALE', 'FIELD_NOT_ALLOWED'] }),
    personal: call({ method: 'PUT', path: '/student/personal_info', summary: 'Change personal data', access: manage, input: shapes.personalUpdate, output: shapes.studentProfile, errors: ['STALE'] }),
    contact: call({ method: 'PUT', path: '/student/contact_info', summary: 'Change contact data', access: contact, input: shapes.contactUpdate, output: shapes.studentProfile, errors: ['STALE'] }),
    passport: call({ method: 'PUT', path: '/student/update-passport', summary: 'Change passport data', access: { permission: 'student.passport_manage' }, input: shapes.passportUpdate, output: shapes.studentProfile, errors: ['STALE', 'PASSPORT_TAKEN', 'PINFL_TAKEN'] }),
    photo: call({ method: 'PUT', path: '/student/update_photo', summary: 'Change the photo', access: manage, input: shapes.photoUpdate, output: shapes.studentProfile, errors: ['STALE'] }),
  },

  guard: {
    list: call({ method: 'GET', path: '/student/guard', summary: 'Guardians of a student', access: { permission: 'student.personal' }, input: ofStudent, output: z.array(shapes.guardian) }),
    save: call({ method: 'POST', path: '/student/guard', summary: 'Create or change a guardian', access: contact, input: shapes.guardianSave, output: shapes.guardian, errors: ['STALE'] }),
    remove: call({ method: 'DELETE', path: '/student/guard/{id}', summary: 'Delete a guardian', access: contact, input: byId, output: nothing }),
  },
  document: {
    list: call({ method: 'GET', path: '/student/document', summary: 'Documents of a student', access: { permission: 'student.documents' }, input: ofStudent, output: z.array(shapes.document) }),
    save: call({ method: 'POST', path: '/student/document', summary: 'Create or change a document', access: manage, input: shapes.documentSave, output: shapes.document, errors: ['STALE'] }),
    remove: call({ method: 'DELETE', path: '/student/document/{id}', summary: 'Delete a document', access: manage, input: byId, output: nothing }),
  },
  card: {
    all: call({
      method: 'GET', path: '/student/card/all', summary: 'Student cards, at most 1,000', access: { permission: 'student.cards' },
      input: z.object({ student_ids: shapes.studentFilters.ids, search: text(200).optional(), status: shapes.cardStatus.optional(), printed: z.enum(['true', 'false']).optional() }),
      output: z.array(shapes.card),
    }),
    save: call({ method: 'POST', path: '/student/card', summary: 'Issue or change a student card', access: { permission: 'student.cards_manage' }, input: shapes.cardSave, output: shapes.card, errors: ['STALE', 'CARD_NUMBER_TAKEN'] }),
  },

  status: {
    change: call({ method: 'PUT', path: '/student/status', summary: 'Change the status of students, or propose it', access: changeStatus, input: shapes.statusChange, output: shapes.batchAnswer, errors: batchErrors }),
    resume: call({ method: 'POST', path: '/student/resume_study', summary: 'Return students from a gap year or a bar', access: changeStatus, input: shapes.resumeStudy, output: shapes.batchAnswer, errors: batchErrors }),
    history: call({ method: 'GET', path: '/student/status/history', summary: 'Status history of a student', access: { permission: 'student.status_history' }, input: ofStudent, output: z.array(shapes.statusEntry) }),
    correct: call({ method: 'PUT', path: '/student/status/history', summary: 'Put an entry of the status history right by adding one', access: { permission: 'student.confirm_status' }, input: shapes.statusCorrection, output: shapes.statusEntry, errors: ['ENTRY_NOT_FOUND', 'NOTHING_CHANGES'] }),
    requests: call({ method: 'GET', path: '/student/status/requests', summary: 'Proposed changes of status', access: changeStatus, input: shapes.requestFilters, output: listOf(shapes.statusRequest) }),
    decide: call({ method: 'PUT', path: '/student/status/requests', summary: 'Confirm, reject or take back proposals', access: changeStatus, input: shapes.requestDecision, output: shapes.batchAnswer, errors: [...batchErrors, 'OWN_REQUEST', 'NOT_OWN_REQUEST'] }),
  },
  transfer: call({ method: 'POST', path: '/student/transfer', summary: 'Move students to another programme or form of education', access: { permission: 'student.transfer' }, input: shapes.transfer, output: z.object({ ok: z.literal(true), ids: z.array(z.number()) }), errors: ['BATCH_REFUSED', 'NOTHING_CHANGES'] }),
  sms: call({ method: 'POST', path: '/student/sms', summary: 'Send an SMS to students', access: { permission: 'student.sms' }, input: shapes.sms, output: z.object({ ok: z.literal(true), sent: z.number(), without_phone: z.array(z.number()) }), errors: ['NO_PHONE'] }),
  export_data: call({ method: 'POST', path: '/student/export_data', summary: 'The list as an xlsx file', access: { permission: 'student.export' }, input: shapes.exportInput, output: nothing.describe('an xlsx file'), reads: true }),

  import: {
    template: call({ method: 'GET', path: '/student/import/template', summary: 'The empty file to fill in', access: { permission: 'student.import' }, output: nothing.describe('an xlsx file') }),
    preview: call({ method: 'POST', path: '/student/import/preview', summary: 'Check an uploaded file and tell what an import would do', access: { permission: 'student.import' }, input: z.object({ file_id: id }), output: shapes.importPreview, errors: ['FILE_NOT_READABLE'], reads: true }),
    faults: call({ method: 'POST', path: '/student/import/faults', summary: 'Every fault of an uploaded file as an xlsx file', access: { permission: 'student.import' }, input: z.object({ file_id: id }), output: nothing.describe('an xlsx file'), errors: ['FILE_NOT_READABLE'], reads: true }),
    start: call({ method: 'POST', path: '/student/import', summary: 'Import an uploaded file, all of it or nothing', access: { permission: 'student.import' }, input: z.object({ file_id: id }), output: z.object({ job_id: z.number() }), errors: ['FILE_NOT_READABLE', 'IMPORT_FAULTS'] }),
  },

  course_transfer: {
    ...crud({
      base: '/course/transfer/', noun: 'request to change the course', read: { permission: 'course_transfer.read' }, write: { permission: ['course_transfer.request', 'course_transfer.decide'] },
      record: shapes.courseTransfer, save: shapes.courseTransferSave, filters: { status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']).optional(), student_id: queryId.optional() }, errors: ['TRANSFER_DECIDED'],
    }),
    info: call({ method: 'GET', path: '/course/transfer/info', summary: 'What one’s own request starts from', access: { permission: 'course_transfer.request' }, input: z.object({ student_id: queryId.optional() }), output: z.object({ student_id: z.number(), previous_course: z.string(), level: shapes.level, education_form_id: z.number().nullable(), open: z.boolean() }) }),
    courses: call({ method: 'GET', path: '/course/transfer/courses', summary: 'Courses of the institution that a request can name', access: { permission: 'course_transfer.request' }, output: z.array(z.object({ code: z.string(), title: z.string(), level: shapes.level })) }),
  },
};
