import { call, crud, defineErrors, nothing } from '#platform/contract/index.ts';
import * as shapes from '../shapes-clearance.ts';

/** Calls about the clearance sheet. */

export const clearanceErrors = defineErrors({
  OFFICE_NEEDS_ONE: 422,
  OFFICE_COMPUTED: 422,
  OFFICE_OF_OTHERS: 403,
});

const read = { permission: ['transcript.read', 'clearance.sign'] } as const;

export const clearanceCalls = {
  office: crud({
    base: '/clearance-office/',
    noun: 'office of the clearance sheet',
    nouns: 'offices of the clearance sheet',
    read: { permission: 'award.read' },
    write: { permission: 'clearance.manage' },
    record: shapes.clearanceOfficeRecord,
    save: shapes.clearanceOfficeSave,
    errors: ['OFFICE_NEEDS_ONE'],
  }),
  sheet: call({
    method: 'GET',
    path: '/clearance',
    summary: 'The clearance sheet of a student: each office’s word',
    access: read,
    input: shapes.clearanceQuery,
    output: shapes.clearanceSheet,
  }),
  paper: call({
    method: 'GET',
    path: '/clearance/paper',
    summary: 'The clearance sheet as PDF',
    access: read,
    logged: 'PERSONAL_EXPORT',
    input: shapes.clearanceQuery,
    output: nothing.describe('a PDF'),
    heavy: 'print',
  }),
  word: call({
    method: 'POST',
    path: '/clearance/word',
    summary: 'Say as an office that nothing is open with a student, or refuse with a reason',
    access: { permission: 'clearance.sign' },
    input: shapes.clearanceWord,
    output: shapes.clearanceSheet,
    errors: ['OFFICE_COMPUTED', 'OFFICE_OF_OTHERS', 'REASON_REQUIRED'],
  }),
};
