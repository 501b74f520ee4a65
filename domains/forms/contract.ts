import { z } from 'zod';
import {
  byId,
  call,
  crud,
  defineErrors,
  type ErrorCode,
  id,
  listOf,
  nothing,
  queryId,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** What students ask for: types, forms in their versions, requests with a chain of steps, and the papers that come of them. */

export const errors = defineErrors({
  FORM_LIVE: 422,
  FORM_NOT_READY: 422,
  FORM_MOVED_ON: 409,
  FORM_TYPE_TAKEN: 409,
  BLANK_UNKNOWN: 422,
  FORM_REQUEST_OPEN: 409,
  REQUEST_NOT_OFFERED: 422,
  REQUEST_NOT_WRITABLE: 422,
  REQUEST_INCOMPLETE: 422,
  REQUESTS_REFUSED: 422,
  STEP_OF_OTHERS: 403,
  STEP_OWN: 403,
  FEE_UNPAID: 422,
  STEP_UNDO_NOT: 422,
  ANSWER_NOT_RETURNED: 422,
  LABELS_NONE: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    forms: typeof errors;
  }
}

const read = { permission: 'form.read' } as const;
const manage = { permission: 'form.manage' } as const;
const ask = { permission: 'form_request.ask' } as const;
const see = { permission: ['form_request.read', 'form_request.handle', 'form_request.ask'] } as const;
const act = { permission: ['form_request.handle', 'form_request.ask'] } as const;
const form = shapes.recordOf(shapes.formRecord);
const request = shapes.recordOf(shapes.requestRecord);

const formErrors: ErrorCode[] = [
  'FORM_LIVE',
  'FORM_NOT_READY',
  'FIELD_REFERRED',
  'BLANK_UNKNOWN',
  'UNKNOWN_REFERENCE',
  'TRANSITION_NOT_ALLOWED',
];
const writeErrors: ErrorCode[] = [
  'HELD',
  'FORM_REQUEST_OPEN',
  'REQUEST_NOT_OFFERED',
  'REQUEST_NOT_WRITABLE',
  'REQUEST_INCOMPLETE',
  'ANSWER_NOT_RETURNED',
  'FORM_MOVED_ON',
  'PICTURE_NEEDED',
  'TRANSITION_NOT_ALLOWED',
  'REASON_REQUIRED',
];

const types = crud({
  base: '/form/type/',
  noun: 'type of request',
  nouns: 'types of requests',
  read,
  write: manage,
  record: shapes.typeRecord,
  save: shapes.typeSave,
  filters: shapes.typeFilters,
  errors: ['FORM_TYPE_TAKEN', 'FORM_NOT_READY'],
});
const requests = crud({
  base: '/form/request/',
  noun: 'request of a student',
  nouns: 'requests of students',
  read: see,
  write: ask,
  record: shapes.requestRecord,
  save: shapes.requestSave,
  filters: shapes.requestFilters,
  errors: writeErrors,
  deleteErrors: ['REQUEST_NOT_WRITABLE', 'FORM_REQUEST_OPEN'],
});

export const contract = {
  type: {
    ...types,
    shipped: call({
      method: 'POST',
      path: '/form/type/shipped',
      summary: 'Bring in the types that come along and are not there yet, ready to be offered',
      access: manage,
      output: z.object({ made: z.number() }),
    }),
  },
  form: {
    ...crud({
      base: '/form/',
      noun: 'form of requests',
      nouns: 'forms of requests',
      read: { permission: ['form.manage', 'certificate.issue'] },
      write: manage,
      record: shapes.formRecord,
      save: shapes.formSave,
      filters: shapes.formFilters,
      errors: formErrors,
      deleteErrors: ['FORM_LIVE'],
    }),
    field: call({
      method: 'POST',
      path: '/form/field/',
      summary: 'Put a field into a section of a draft, change it there, or take it out',
      access: manage,
      input: shapes.fieldSave,
      output: form,
      errors: ['STALE', ...formErrors],
    }),
    batches: call({
      method: 'GET',
      path: '/form/field/batch/',
      summary: 'Sections of a form with their fields',
      access: manage,
      input: shapes.manyQuery,
      output: listOf(shapes.batchRecord),
    }),
    batch: call({
      method: 'POST',
      path: '/form/field/batch/',
      summary: 'Create, change, move or take out a section of a draft',
      access: manage,
      input: shapes.batchSave,
      output: form,
      errors: ['STALE', ...formErrors],
    }),
    action_types: call({
      method: 'GET',
      path: '/form/action_type/',
      summary: 'What a step of a chain can do',
      access: read,
      input: shapes.manyQuery,
      output: listOf(shapes.actionType),
    }),
    facts: call({
      method: 'GET',
      path: '/form/facts',
      summary: 'What of the record can stand in forms and papers',
      access: manage,
      output: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  },
  request: {
    ...requests,
    begin: call({
      method: 'GET',
      path: '/form/request/begin',
      summary: 'What is asked for a type, with the facts of the caller’s own record',
      access: ask,
      input: z.object({ type_id: queryId }),
      output: shapes.begun,
      errors: ['HELD', 'REQUEST_NOT_OFFERED'],
    }),
    fields: call({
      method: 'POST',
      path: '/form/request/fields',
      summary: 'Answers of a request that is not sent yet, or was returned',
      access: ask,
      input: shapes.requestFields,
      output: request,
      errors: ['STALE', ...writeErrors],
    }),
    change_status: call({
      method: 'POST',
      path: '/form/request/change/status',
      summary: 'Do the step at hand, return, refuse, hand over or withdraw: all or none; `preview` only looks',
      access: act,
      input: shapes.statusInput,
      output: shapes.statusAnswer,
      heavy: 'print',
      errors: [
        'HELD',
        'STALE',
        'STEP_OF_OTHERS',
        'STEP_OWN',
        'FEE_UNPAID',
        'REQUESTS_REFUSED',
        'TRANSITION_NOT_ALLOWED',
        'REASON_REQUIRED',
        'NO_RESULTS',
        'BATCH_REFUSED',
        'DATES_ORDER',
        'NOTHING_CHANGES',
        'LIFE_ONE_ALONE',
        'FIELD_NOT_ALLOWED',
        'GROUP_FULL',
        'ALREADY_PASSED',
        'CARD_NUMBER_TAKEN',
        'DISCOUNT_NOTHING',
        'NOTHING_TO_RETAKE',
        'NOT_YOUR_ASSESSMENT',
        'NO_AGREEMENT',
        'RATE_MISSING',
        'RATE_SUM',
        'NO_PLAN',
        'NO_STUDENT_RECORD',
        'PENALTY_NO_RESIT',
        'PICTURE_NEEDED',
        'PLAN_MODULE_FIXED',
        'TOO_MANY_ATTEMPTS',
        'WRONG_ATTEMPT',
      ],
    }),
    undo: call({
      method: 'POST',
      path: '/form/request/undo',
      summary: "Take back one's own last step with these requests, within an hour and while nothing came of it",
      access: { permission: 'form_request.handle' },
      input: z.object({ ids: z.array(id).min(1).max(50) }),
      output: shapes.statusAnswer,
      errors: ['STEP_UNDO_NOT'],
    }),
    paper: call({
      method: 'GET',
      path: '/form/request/{id}/paper',
      summary: 'The paper that came of a request',
      access: see,
      logged: 'SENSITIVE_READ',
      input: byId,
      output: nothing,
      errors: ['DOCUMENT_FILE_MISSING', 'DOCUMENT_BEING_MADE'],
    }),
    labels: call({
      method: 'GET',
      path: '/form/request/labels',
      summary: 'Address labels of requests that go by post, as sheets to be printed',
      access: { permission: 'form_request.handle' },
      heavy: 'print',
      logged: 'SENSITIVE_READ',
      input: z.object({ ids: z.string().regex(/^\d{1,9}(,\d{1,9}){0,49}$/, { error: 'invalid' }) }),
      output: nothing,
      errors: ['LABELS_NONE'],
    }),
    times: call({
      method: 'GET',
      path: '/form/request/times',
      summary: 'How long each step takes, by type',
      access: { permission: 'form.manage' },
      output: z.array(shapes.stepTimes),
    }),
  },
  certificate: call({
    method: 'POST',
    path: '/certificate/',
    summary: 'Issue the paper of a type at the counter, without a request; with `replaces` in place of another',
    access: { permission: 'certificate.issue' },
    heavy: 'print',
    input: shapes.certificateSave,
    output: shapes.certificate,
    errors: [
      'HELD',
      'REQUEST_NOT_OFFERED',
      'REQUEST_INCOMPLETE',
      'REASON_REQUIRED',
      'UNKNOWN_REFERENCE',
      'NO_RESULTS',
      'PICTURE_NEEDED',
    ],
  }),
};
