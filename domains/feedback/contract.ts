import { z } from 'zod';
import {
  type Access,
  allQuery,
  call,
  crud,
  defineErrors,
  exportAnswer,
  option,
  queryId,
  recordBase,
  saveShape,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Complaints and suggestions: named, confidential, or without any sender at all. */

export const errors = defineErrors({
  FEEDBACK_TYPE_GONE: 422,
  FEEDBACK_TAKEN_UP: 409,
  FEEDBACK_OVER: 409,
  FEEDBACK_REOPENED: 409,
  FEEDBACK_HANDLER: 422,
  FEEDBACK_HANDLER_SELF: 403,
  FEEDBACK_SAME_HANDLER: 422,
  FEEDBACK_LAST_STAGE: 422,
  FEEDBACK_ABOUT_YOU: 403,
  FEEDBACK_NOT_YOURS: 403,
  FEEDBACK_NO_NAME: 422,
  FEEDBACK_SIGNED_IN: 422,
  FEEDBACK_INBOX_FULL: 503,
  FEEDBACK_CODE: 404,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    feedback: typeof errors;
  }
}

const read: Access = { permission: 'feedback.read' };
const submit: Access = { permission: 'feedback.submit' };
const moderate: Access = { permission: 'feedback.moderate' };
const nameless: Access = {
  public: 'whoever complains without a name must not have to sign in; a code that cannot be guessed opens the thread',
};
const record = z.object({ ...recordBase, ...shapes.feedbackRecord });
const writing = ['FEEDBACK_TYPE_GONE', 'FEEDBACK_TAKEN_UP', 'UNKNOWN_REFERENCE'] as const;

export const contract = {
  feedback: {
    ...crud({
      base: '/feedback/',
      noun: 'complaint or suggestion',
      nouns: 'complaints and suggestions',
      read,
      write: submit,
      record: shapes.feedbackRecord,
      save: shapes.feedbackSave,
      filters: shapes.feedbackFilters,
      all: option,
      errors: writing,
      deleteErrors: ['FEEDBACK_TAKEN_UP'],
    }),
    types: call({
      method: 'GET',
      path: '/feedback/types',
      summary: 'What one may write about, and within how many working days it is answered',
      access: read,
      output: z.array(shapes.typeOption),
    }),
    update: call({
      method: 'PUT',
      path: '/feedback/update',
      summary: 'Change what the caller wrote, until somebody has taken it up',
      access: submit,
      input: saveShape(shapes.feedbackSave),
      output: record,
      errors: ['STALE', ...writing],
    }),
    edit: call({
      method: 'GET',
      path: '/feedback/edit',
      summary: 'One that the caller wrote, to be changed',
      access: submit,
      input: z.object({ id: queryId }),
      output: record,
      errors: ['FEEDBACK_TAKEN_UP'],
    }),
    status: call({
      method: 'PUT',
      path: '/feedback/status/',
      summary:
        'Take one a step further: acknowledge it, give it to somebody, ask, answer, close, reopen, escalate, reject',
      access: { permission: ['feedback.moderate', 'feedback.handle', 'feedback.submit'] },
      input: shapes.statusChange,
      output: record,
      errors: [
        'STALE',
        'TRANSITION_NOT_ALLOWED',
        'REASON_REQUIRED',
        'FEEDBACK_HANDLER',
        'FEEDBACK_HANDLER_SELF',
        'FEEDBACK_SAME_HANDLER',
        'FEEDBACK_LAST_STAGE',
        'FEEDBACK_REOPENED',
        'FEEDBACK_NOT_YOURS',
        'UNKNOWN_REFERENCE',
      ],
    }),
    sort: call({
      method: 'PUT',
      path: '/feedback/theme',
      summary: 'Say what one is about, and of whom it complains',
      access: moderate,
      input: shapes.sorting,
      output: record,
      errors: ['STALE', 'FEEDBACK_HANDLER_SELF', 'FEEDBACK_ABOUT_YOU', 'UNKNOWN_REFERENCE'],
    }),
    message: call({
      method: 'POST',
      path: '/feedback/message',
      summary: 'Write on in the thread: its author, or whoever handles it',
      access: { permission: ['feedback.submit', 'feedback.handle'] },
      input: shapes.message,
      output: record,
      errors: ['STALE', 'FEEDBACK_OVER', 'FEEDBACK_NOT_YOURS'],
    }),
    reveal: call({
      method: 'POST',
      path: '/feedback/author',
      summary: 'Who wrote a confidential one: for a moderator, with a reason that is kept',
      access: moderate,
      logged: 'SENSITIVE_READ',
      input: shapes.revealing,
      output: z.object({ name: z.string() }),
      errors: ['FEEDBACK_NO_NAME'],
    }),
    people: call({
      method: 'GET',
      path: '/feedback/people',
      summary: 'Staff by name: of whom one complains, and who may be given one',
      access: { permission: ['feedback.submit', 'feedback.moderate'] },
      input: allQuery,
      output: z.array(option),
    }),
    export: call({
      method: 'GET',
      path: '/feedback/export',
      summary: 'The register as an xlsx file, without names of authors',
      access: moderate,
      logged: 'PERSONAL_EXPORT',
      input: shapes.exportQuery,
      output: exportAnswer,
      heavy: 'export',
    }),
    statistics: call({
      method: 'GET',
      path: '/feedback/statistics',
      summary: 'What a year was written about; numbers about few are not shown',
      access: { permission: 'feedback.statistics' },
      input: z.object({ academic_year_id: queryId.optional() }),
      output: shapes.statistics,
    }),
  },
  feedback_type: crud({
    base: '/feedback/type/',
    noun: 'type of feedback',
    nouns: 'types of feedback',
    read: moderate,
    write: moderate,
    record: shapes.typeRecord,
    save: shapes.typeSave,
  }),
  nameless: {
    types: call({
      method: 'GET',
      path: '/feedback/anonymous/types',
      summary: 'What one may write about without a name',
      access: { public: 'whoever writes without a name chooses as well; it names nobody' },
      output: z.array(shapes.typeOption),
    }),
    send: call({
      method: 'POST',
      path: '/feedback/anonymous',
      summary: 'Write without a name; answers the code of the thread, which nobody can give again',
      access: nameless,
      secret: 'again',
      input: shapes.anonymousSave,
      output: z.object({ passcode: z.string() }),
      errors: ['FEEDBACK_SIGNED_IN', 'FEEDBACK_TYPE_GONE', 'FEEDBACK_INBOX_FULL'],
    }),
    read: call({
      method: 'POST',
      path: '/feedback/anonymous/thread',
      summary: 'The thread of a code',
      access: nameless,
      reads: true,
      input: shapes.anonymousRead,
      output: shapes.anonymousThread,
      errors: ['FEEDBACK_SIGNED_IN', 'FEEDBACK_CODE'],
    }),
    message: call({
      method: 'POST',
      path: '/feedback/anonymous/message',
      summary: 'Write on in the thread of a code',
      access: nameless,
      input: shapes.anonymousMessage,
      output: shapes.anonymousThread,
      errors: ['FEEDBACK_SIGNED_IN', 'FEEDBACK_CODE', 'FEEDBACK_OVER', 'FEEDBACK_INBOX_FULL'],
    }),
  },
};
export type FeedbackAnswer = z.infer<typeof record>;
