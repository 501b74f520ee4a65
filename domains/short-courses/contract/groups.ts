import { call, listOf, nothing } from '#platform/contract/index.ts';
import * as shapes from '../shapes.ts';
import * as groupShapes from '../shapes-groups.ts';

/** Companies that send their people to a short course, and pay for them by one bill. */

const base = '/short_term_course/group';
const manage = { permission: 'short_course.manage' } as const;

export const groupCalls = {
  preview: call({
    method: 'POST',
    path: `${base}/preview`,
    summary: 'Reads a list of listeners of a company: what is wrong with which line, and what it would cost',
    access: manage,
    reads: true,
    heavy: 'preview',
    input: groupShapes.groupLines,
    output: groupShapes.groupPreview,
    errors: ['UNKNOWN_REFERENCE', 'COURSE_NOT_OPEN', 'GROUP_TOO_MANY', 'FILE_NOT_READABLE', 'FILE_TOO_COMPLEX'],
  }),
  template: call({
    method: 'GET',
    path: `${base}/template`,
    summary: 'The empty list of listeners for a company to fill in',
    access: manage,
    output: nothing.describe('an xlsx file'),
    heavy: 'export',
  }),
  create: call({
    method: 'POST',
    path: `${base}/`,
    summary: 'Hold places for the listeners of a company, all or none, by one bill',
    access: manage,
    heavy: 'plan',
    input: groupShapes.groupSave,
    output: groupShapes.groupRecord,
    errors: [
      'GROUP_PLACES',
      'GROUP_PERSON',
      'COURSE_NOT_OPEN',
      'COURSE_DATES',
      'COURSE_PRICE_CHANGED',
      'BILL_NO_YEAR',
      'UNKNOWN_REFERENCE',
    ],
  }),
  list: call({
    method: 'GET',
    path: `${base}/`,
    summary: 'Companies that take places, with their bills',
    access: manage,
    input: groupShapes.groupList,
    output: listOf(groupShapes.groupRecord),
  }),
  bill: call({
    method: 'POST',
    path: `${base}/bill`,
    summary: 'The paper of the bill of a company',
    access: manage,
    input: shapes.billOf,
    output: shapes.billPaper,
    errors: ['BILL_OVER', 'DOCUMENT_BEING_MADE'],
  }),
  cancel: call({
    method: 'PUT',
    path: `${base}/cancel`,
    summary: 'Take all places of a company back; what was paid waits to be given back',
    access: manage,
    heavy: 'plan',
    input: groupShapes.groupCancel,
    output: groupShapes.groupRecord,
    errors: ['STALE', 'TRANSITION_NOT_ALLOWED'],
  }),
};
