import { call, crud, nothing } from '#platform/contract/index.ts';
import * as moneyShapes from '../shapes-money.ts';

/** What students owe. */

const readDebits = { permission: 'debit.read' } as const;
const manageDebits = { permission: 'debit.manage' } as const;

const debits = crud({
  base: '/student/debit/',
  noun: 'debit',
  reasoned: true,
  read: readDebits,
  write: manageDebits,
  record: moneyShapes.debit.shape,
  save: moneyShapes.debitSave,
  filters: moneyShapes.debitFilters,
  errors: ['DEBIT_OF_CONTRACT', 'DEBIT_OF_RETAKE', 'DEBIT_OF_REQUEST', 'DEBIT_OF_PAPER', 'UNKNOWN_REFERENCE'],
  deleteErrors: ['DEBIT_OF_CONTRACT', 'DEBIT_OF_RETAKE', 'DEBIT_OF_REQUEST', 'DEBIT_OF_PAPER'],
});

export const debitCalls = {
  ...debits,
  overview: call({
    method: 'GET',
    path: '/student/debit/overview',
    summary: 'What is due and paid by month and by course',
    access: readDebits,
    input: moneyShapes.overviewQuery,
    output: moneyShapes.overview,
  }),
  standing: call({
    method: 'GET',
    path: '/student/debit/standing',
    summary: 'What a student owes on a day',
    access: readDebits,
    input: moneyShapes.standingQuery,
    output: moneyShapes.standing,
  }),
  detail: call({
    method: 'POST',
    path: '/student/debit_detail',
    summary: 'Add to a debit or take off it, with a reason',
    access: manageDebits,
    input: moneyShapes.detailSave,
    output: moneyShapes.debitDetail,
    errors: ['STALE', 'DEBIT_BELOW_ZERO', 'UNKNOWN_REFERENCE'],
  }),
  remove_detail: call({
    method: 'DELETE',
    path: '/student/debit_detail',
    aliases: ['/student/debit_detail/{id}'],
    summary: 'Take back what was added to a debit or taken off it',
    access: manageDebits,
    input: moneyShapes.byIdAnywhere,
    output: nothing,
    errors: ['DEBIT_BELOW_ZERO'],
  }),
};
