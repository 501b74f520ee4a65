import { z } from 'zod';
import { type Access, call, crud, listOf, option, recordBase } from '#platform/contract/index.ts';
import { letterAnswer } from '../shapes.ts';
import * as acts from '../shapes-destruction.ts';

/** Acts of destruction. */

const read: Access = { permission: 'correspondence.read' };
const base = '/document_management/';
const actAnswer = z.object({ ...recordBase, ...acts.actRecord });

export const destruction = {
  ...crud({
    base: `${base}destruction/`,
    noun: 'act of destruction',
    nouns: 'acts of destruction',
    read,
    write: { permission: 'correspondence.archive' },
    record: acts.actRecord,
    save: acts.actSave,
    filters: acts.actFilters,
    all: option,
    errors: ['ACT_FIXED', 'SIGNER_IN_COMMISSION', 'EXECUTOR_TWICE', 'EXECUTOR_WITHOUT_ACCOUNT', 'UNKNOWN_REFERENCE'],
    deleteErrors: ['ACT_FIXED'],
  }),
  due: call({
    method: 'GET',
    path: `${base}destruction/due`,
    summary: 'Archived letters whose time is over and that nothing holds',
    access: { permission: 'correspondence.archive' },
    input: acts.dueQuery,
    output: listOf(acts.dueLine),
  }),
  letters: call({
    method: 'GET',
    path: `${base}destruction/letters`,
    summary: 'Letters of an act; of those that were destroyed, what their files were',
    access: read,
    input: acts.itemQuery,
    output: listOf(acts.itemLine),
  }),
  pick: call({
    method: 'PUT',
    path: `${base}destruction/letters`,
    summary: 'Put letters into an act that is being drawn up, or take some out',
    access: { permission: 'correspondence.archive' },
    input: acts.pick,
    output: actAnswer,
    errors: ['STALE', 'ACT_FIXED', 'ACT_FULL', 'LETTER_NOT_DUE'],
  }),
  word: call({
    method: 'POST',
    path: `${base}destruction/word`,
    summary: 'Agree to an act as one of its commission, or refuse it with a remark',
    access: { permission: 'correspondence.act' },
    input: acts.actWord,
    output: actAnswer,
    errors: ['NOT_ASKED', 'REMARK_NEEDED', 'OWN_ACT', 'ACT_ONE_WORD'],
  }),
  step: call({
    method: 'PUT',
    path: `${base}destruction/status`,
    summary: 'Take an act a step further: to its commission, to the signature, and by that to the destruction',
    access: { permission: ['correspondence.archive', 'correspondence.register', 'correspondence.act'] },
    proof: { when: 'an act is signed without the national electronic signature' },
    heavy: 'print',
    input: acts.actStep,
    output: actAnswer,
    errors: [
      'STALE',
      'TRANSITION_NOT_ALLOWED',
      'REASON_REQUIRED',
      'ACT_EMPTY',
      'ACT_NOT_AGREED',
      'OWN_ACT',
      'ACT_ONE_WORD',
      'NOT_THE_SIGNER',
      'LETTER_NOT_DUE',
      'SIGNATURE_NEEDED',
      'SIGNATURE_OTHER_FILE',
      'SIGNATURE_NOT_WANTED',
    ],
  }),
  hold: call({
    method: 'PUT',
    path: `${base}hold`,
    summary: 'Keep a letter past its time, with the reason, or let it go again',
    access: { permission: 'correspondence.archive' },
    input: acts.hold,
    output: letterAnswer,
    errors: ['STALE', 'LETTER_NOT_REGISTERED', 'LETTER_DESTROYED'],
  }),
};
