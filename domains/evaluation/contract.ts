import { z } from 'zod';
import {
  type Access,
  byId,
  call,
  crud,
  defineErrors,
  exportAnswer,
  listOf,
  nothing,
  option,
  queryId,
  recordBase,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Evaluation of modules and teachers by those who were taught: without names, and so that nobody can find them. */

export const errors = defineErrors({
  EVALUATION_FIELD: 422,
  EVALUATION_EMPTY: 422,
  EVALUATION_BEGUN: 409,
  EVALUATION_NOBODY: 422,
  EVALUATION_DATES: 422,
  EVALUATION_NOT_OPEN: 422,
  EVALUATION_VOTED: 409,
  EVALUATION_INCOMPLETE: 422,
  EVALUATION_MARKS_OPEN: 422,
  EVALUATION_NOT_RELEASED: 422,
  EVALUATION_REMINDED: 409,
  EVALUATION_NOT_YOURS: 403,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    evaluation: typeof errors;
  }
}

const manage: Access = { permission: 'evaluation.manage' };
const read: Access = { permission: 'evaluation.read' };
const voting: Access = { permission: 'evaluation.vote' };
const period = z.object({ ...recordBase, ...shapes.periodRecord });
const row = z.object({ ...recordBase, ...shapes.resultRecord });
const result = z.object({ ...recordBase, ...shapes.resultAnswer });

export const contract = {
  questionnaire: crud({
    base: '/evaluation/questionnaire/',
    noun: 'questionnaire of evaluations',
    nouns: 'questionnaires of evaluations',
    read: manage,
    write: manage,
    record: shapes.questionnaireRecord,
    save: shapes.questionnaireSave,
    errors: ['EVALUATION_FIELD', 'FIELD_REFERRED'],
  }),
  period: {
    ...crud({
      base: '/evaluation/period/',
      noun: 'period of evaluation',
      nouns: 'periods of evaluation',
      read: manage,
      write: manage,
      record: shapes.periodRecord,
      save: shapes.periodSave,
      filters: shapes.periodFilters,
      all: option,
      errors: ['EVALUATION_BEGUN', 'EVALUATION_DATES', 'UNKNOWN_REFERENCE'],
      deleteErrors: ['EVALUATION_BEGUN'],
    }),
    status: call({
      method: 'PUT',
      path: '/evaluation/period/status',
      summary: 'Start a period: who is asked about whom is written down; or close it before its last day',
      access: manage,
      input: shapes.periodStep,
      output: period,
      errors: [
        'STALE',
        'TRANSITION_NOT_ALLOWED',
        'REASON_REQUIRED',
        'EVALUATION_EMPTY',
        'EVALUATION_NOBODY',
        'EVALUATION_DATES',
      ],
    }),
    remind: call({
      method: 'POST',
      path: '/evaluation/period/remind',
      summary: 'Remind everybody who is asked, whether they have voted or not; once a day',
      access: manage,
      input: byId,
      output: z.object({ people: z.number() }),
      errors: ['EVALUATION_NOT_OPEN', 'EVALUATION_REMINDED'],
    }),
    release: call({
      method: 'POST',
      path: '/evaluation/period/release',
      summary: 'Release to teachers all results whose marks are out',
      access: manage,
      input: byId,
      output: z.object({ released: z.number(), waiting: z.number() }),
      errors: ['EVALUATION_NOT_RELEASED'],
    }),
  },
  own: {
    mine: call({
      method: 'GET',
      path: '/evaluation/mine',
      summary: 'About what the caller is asked now',
      access: voting,
      output: z.array(shapes.ownUnit),
    }),
    form: call({
      method: 'GET',
      path: '/evaluation/form',
      summary: 'The questions about one module and teacher',
      access: voting,
      input: z.object({ unit_id: queryId }),
      output: shapes.formOf,
      errors: ['EVALUATION_NOT_OPEN', 'EVALUATION_VOTED'],
    }),
    vote: call({
      method: 'PUT',
      path: '/evaluation/vote',
      summary: 'Vote, once: that one did, and what, are kept apart, and the second is sealed until the period is over',
      access: voting,
      input: shapes.vote,
      output: nothing,
      errors: ['EVALUATION_NOT_OPEN', 'EVALUATION_VOTED', 'EVALUATION_INCOMPLETE'],
    }),
  },
  result: {
    list: call({
      method: 'GET',
      path: '/evaluation/result/',
      summary: 'Results of modules and teachers, beside each other',
      access: read,
      input: shapes.resultQuery,
      output: listOf(row),
    }),
    export: call({
      method: 'GET',
      path: '/evaluation/result/export',
      summary: 'Results as an xlsx file',
      access: read,
      logged: 'PERSONAL_EXPORT',
      input: shapes.resultQuery,
      output: exportAnswer,
      heavy: 'export',
    }),
    get: call({
      method: 'GET',
      path: '/evaluation/result/{id}',
      summary: 'What was found about one module and teacher',
      access: read,
      input: byId,
      output: result,
    }),
    teacher: call({
      method: 'GET',
      path: '/evaluation/teacher',
      summary: 'One teacher over all modules and years, of results that the caller may see; oneself when none is named',
      access: read,
      input: z.object({ staff_id: queryId.optional() }),
      output: shapes.teacherResults,
    }),
    release: call({
      method: 'PUT',
      path: '/evaluation/result/release',
      summary: 'Release one result, or take that back with a reason',
      access: manage,
      input: shapes.unitStep,
      output: result,
      errors: ['STALE', 'EVALUATION_MARKS_OPEN', 'REASON_REQUIRED'],
    }),
    review: call({
      method: 'PUT',
      path: '/evaluation/result/text',
      summary: 'Say whether a text is shown to whom it is about',
      access: manage,
      input: shapes.textReview,
      output: result,
    }),
    reply: call({
      method: 'PUT',
      path: '/evaluation/result/reply',
      summary: 'What a teacher says to what was found',
      access: { permission: 'evaluation.reply' },
      input: shapes.replySave,
      output: result,
      errors: ['STALE', 'EVALUATION_NOT_RELEASED', 'EVALUATION_NOT_YOURS'],
    }),
  },
};
export type PeriodAnswer = z.infer<typeof period>;
export type ResultRow = z.infer<typeof row>;
export type ResultAnswer = z.infer<typeof result>;
