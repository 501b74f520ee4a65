import { z } from 'zod';
import {
  type Access,
  byId,
  call,
  crud,
  date as day,
  defineErrors,
  listOf,
  listQuery,
  nothing,
  queryId,
  requiredText,
  version,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';
import { censusStates } from './workflow.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  CENSUS_FUTURE: 422,
  CENSUS_SUMS: 422,
  CENSUS_CELL_UNKNOWN: 422,
  CENSUS_CELL_TWICE: 422,
  CENSUS_CODE_TWICE: 422,
  CENSUS_TEMPLATE: 422,
  CENSUS_LINES: 422,
  CENSUS_SAYS: 422,
  CENSUS_HOLDS: 409,
  CENSUS_CORRECTED: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    census: typeof errors;
  }
}

const read: Access = { permission: 'census.read' };
const pastErrors = ['CENSUS_FUTURE', 'AS_OF_TOO_EARLY'] as const;

export const contract = {
  form: {
    ...crud({
      base: '/census/form/',
      noun: 'form of a census',
      nouns: 'forms of censuses',
      read,
      write: { permission: 'census.forms' },
      record: shapes.formRecord,
      save: shapes.formSave,
      errors: [
        'CENSUS_CELL_UNKNOWN',
        'CENSUS_CELL_TWICE',
        'CENSUS_CODE_TWICE',
        'CENSUS_TEMPLATE',
        'CENSUS_LINES',
        'CENSUS_SAYS',
        'UNKNOWN_REFERENCE',
      ],
    }),
    example: call({
      method: 'POST',
      path: '/census/form/example',
      summary: 'Add a form that comes along',
      access: { permission: 'census.forms' },
      input: z.object({ code: z.enum(shapes.exampleCodes) }),
      output: z.object({ id: z.number() }),
      errors: ['DUPLICATE'],
    }),
  },
  census: {
    list: call({
      method: 'GET',
      path: '/census/',
      summary: 'Censuses, the newest day first',
      access: read,
      input: z.object({ ...listQuery, form_id: queryId.optional(), status: z.enum(censusStates).optional() }),
      output: listOf(shapes.censusRow),
    }),
    get: call({
      method: 'GET',
      path: '/census/{id}',
      summary: 'A census with its figures and what does not add up',
      access: read,
      input: byId,
      output: shapes.census,
    }),
    make: call({
      method: 'POST',
      path: '/census/',
      summary: 'Count a form as of a day; a draft until it is frozen',
      access: { permission: 'census.freeze' },
      input: shapes.make,
      output: shapes.census,
      errors: [...pastErrors, 'UNKNOWN_REFERENCE'],
    }),
    step: call({
      method: 'POST',
      path: '/census/{id}/step',
      summary: 'Freeze a census, check its sums, sign it, say that it was sent',
      access: { permission: ['census.freeze', 'census.sign'] },
      input: z.object({ id: queryId, version, status: z.enum(censusStates) }),
      output: shapes.census,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'CENSUS_SUMS', ...pastErrors],
    }),
    correct: call({
      method: 'POST',
      path: '/census/{id}/correct',
      summary: 'Count again what was frozen, as a new edition with a reason',
      access: { permission: 'census.freeze' },
      input: z.object({ id: queryId, reason: requiredText(500), known_on: day.optional() }),
      output: shapes.census,
      errors: [...pastErrors, 'CENSUS_CORRECTED', 'DATES_REVERSED', 'TRANSITION_NOT_ALLOWED'],
    }),
    remove: call({
      method: 'DELETE',
      path: '/census/{id}',
      summary: 'Delete a draft',
      access: { permission: 'census.freeze' },
      input: byId,
      output: nothing,
      errors: ['CENSUS_HOLDS'],
    }),
    difference: call({
      method: 'GET',
      path: '/census/{id}/difference',
      summary: 'What an edition changed, cell by cell, and who came and went',
      access: read,
      input: byId,
      output: shapes.difference,
    }),
    people: call({
      method: 'GET',
      path: '/census/people',
      summary: 'Whom a cell counts',
      access: { permission: 'census.people' },
      input: z.object({ ...listQuery, census_id: queryId, line: z.string().max(20), column: z.string().max(20) }),
      output: listOf(shapes.personRow),
    }),
    file: call({
      method: 'GET',
      path: '/census/{id}/file',
      summary: 'The figures as an xlsx file, in the form’s template where it has one',
      access: read,
      heavy: 'export',
      // Some forms are lists of people.
      logged: 'PERSONAL_EXPORT',
      input: byId,
      output: nothing,
      errors: ['CENSUS_TEMPLATE'],
    }),
  },
};
