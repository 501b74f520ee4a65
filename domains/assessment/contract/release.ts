import { z } from 'zod';
import { allQuery, byId, call, type ErrorCode, listOf, nothing, option, queryId } from '#platform/contract/index.ts';
import * as shapes from '../shapes-release.ts';

/** Calls of release: steps of runs of marks, and the board. */

const guards: ErrorCode[] = [
  'NOT_YOUR_ASSESSMENT',
  'NO_PLAN',
  'TRANSITION_NOT_ALLOWED',
  'REASON_REQUIRED',
  'MARKS_MISSING',
  'SAME_MARKER',
  'SECOND_MARKS_MISSING',
  'BOARD_NEEDED',
  'APPEALS_OPEN',
];
const step = [
  'mark.enter',
  'mark.return',
  'mark.moderate',
  'mark.publish',
  'mark.withhold',
  'mark.lock',
  'mark.confirm',
] as const;

export const releaseCalls = {
  status: call({
    method: 'PUT',
    path: '/assessment/mark/change/status',
    aliases: ['/assessment/mark/status'],
    summary: 'Take a run of marks one step further, or back with a reason',
    access: { permission: [...step] },
    proof: { when: 'a step is forced' },
    input: shapes.statusInput,
    output: shapes.runAnswer,
    errors: guards,
  }),
  steps: call({
    method: 'GET',
    path: '/assessment/mark/steps',
    summary: 'What could be done next with the marks of a grid, how many it would move, and why it would be refused',
    access: { permission: 'mark.read' },
    input: shapes.runQuery,
    output: shapes.stepsAnswer,
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  submit: call({
    method: 'POST',
    path: '/assessment/submit',
    summary: 'Submit the drafts of a module, or of some of its components',
    access: { permission: 'mark.enter' },
    input: shapes.runInput,
    output: shapes.runAnswer,
    errors: guards,
  }),
  board: {
    ready: call({
      method: 'GET',
      path: '/assessment/board/ready',
      summary: 'What a board would confirm, and whether it can',
      access: { permission: 'mark.read' },
      input: z.object({ course_module_id: queryId }),
      output: shapes.boardReady,
      errors: ['NOT_YOUR_ASSESSMENT'],
    }),
    people: call({
      method: 'GET',
      path: '/assessment/board/people',
      summary: 'Who may sit on a board: everybody who works here, by name and position',
      access: { permission: 'mark.confirm' },
      input: allQuery,
      output: z.array(option),
    }),
    confirm: call({
      method: 'POST',
      path: '/assessment/board/',
      summary: 'Confirm all marks of a module at once, with the minutes',
      access: { permission: 'mark.confirm' },
      input: shapes.boardInput,
      output: shapes.boardRecord,
      errors: [
        ...guards,
        'HELD_BY_CASE',
        'NOT_ALL_PUBLISHED',
        'BOARD_NOT_YET',
        'BOARD_NEEDS_CHAIR',
        'MEMBER_TWICE',
        'UNKNOWN_REFERENCE',
      ],
    }),
    list: call({
      method: 'GET',
      path: '/assessment/board/',
      summary: 'Boards that confirmed marks',
      access: { permission: 'mark.read' },
      input: shapes.boardFilters,
      output: listOf(shapes.boardRecord),
    }),
    get: call({
      method: 'GET',
      path: '/assessment/board/{id}',
      summary: 'One board',
      access: { permission: 'mark.read' },
      input: byId,
      output: shapes.boardRecord,
    }),
    minutes: call({
      method: 'GET',
      path: '/assessment/board/{id}/minutes',
      summary: 'The minutes of a board as PDF',
      logged: 'PERSONAL_EXPORT',
      access: { permission: 'mark.read' },
      input: byId,
      output: nothing.describe('a PDF'),
      heavy: 'print',
      errors: ['DOCUMENT_FILE_MISSING', 'DOCUMENT_BEING_MADE'],
    }),
  },
};
