import { z } from 'zod';
import { byId, call, crud, id, importCalls, listOf, listQuery, nothing, recordBase } from '#platform/contract/index.ts';
import { bulkAnswer } from '../shapes.ts';
import * as shapes from '../shapes-exam.ts';

/** Entrance exams: places, sessions with their seats, points, ranking. */

const read = { permission: 'exam.read' } as const;
const manage = { permission: 'exam.manage' } as const;
const sessions = crud({
  base: '/admission/session/',
  noun: 'session of an entrance exam',
  read: { permission: ['exam.read', 'application.apply'] },
  write: manage,
  record: shapes.sessionRecord,
  save: shapes.sessionSave,
  filters: shapes.sessionFilters,
  all: shapes.sessionOption,
  errors: ['UNKNOWN_REFERENCE', 'SESSION_BEYOND_PLACE', 'SESSION_BELOW_TAKEN', 'DATES_REVERSED'],
});

export const exam = {
  place: crud({
    base: '/admission/place/',
    aliases: ['/internal_exam/place/'],
    noun: 'place of entrance exams',
    read,
    write: manage,
    record: shapes.placeRecord,
    save: shapes.placeSave,
    errors: ['UNKNOWN_REFERENCE'],
  }),
  session: {
    ...sessions,
    choose: call({
      method: 'POST',
      path: '/admission/session/choose',
      summary: 'Take a seat in a session, or change to another one; the same one twice is one seat',
      access: { permission: ['application.apply', 'exam.assign'] },
      input: shapes.chooseInput,
      output: shapes.seat,
      errors: ['SESSION_FULL', 'SESSION_NOT_OPEN', 'STEP_NOT_READY', 'NOT_FOUND'],
    }),
    assign: call({
      method: 'POST',
      path: '/admission/session/assign',
      summary: 'Seat many applicants in a session: all or none; `preview` only looks',
      access: { permission: 'exam.assign' },
      input: shapes.assignInput,
      output: bulkAnswer,
      errors: ['BATCH_REFUSED', 'SESSION_FULL', 'SESSION_NOT_OPEN', 'STEP_NOT_READY'],
    }),
    absent: call({
      method: 'POST',
      path: '/admission/session/absent',
      summary: 'After a session: whoever did not come is absent',
      access: { permission: 'exam.check_in' },
      input: shapes.absentInput,
      output: z.object({ changed: z.number() }),
      errors: ['STEP_NOT_READY'],
    }),
  },
  seat: {
    list: call({
      method: 'GET',
      path: '/admission/applicants',
      aliases: ['/internal_exam/applicants'],
      summary: 'Who sits in which session',
      access: read,
      input: z.object({ ...listQuery, ...shapes.seatFilters }),
      output: listOf(z.object({ ...recordBase, ...shapes.seatRecord })),
    }),
    card: call({
      method: 'GET',
      path: '/admission/exam_card/{id}',
      summary: 'The card for the entrance, by the application, as a PDF with its code',
      access: { permission: ['application.apply', 'exam.read'] },
      logged: 'SENSITIVE_READ',
      input: byId,
      output: nothing.describe('a PDF'),
      heavy: 'print',
    }),
  },
  ranking: {
    preview: call({
      method: 'POST',
      path: '/admission/ranking/preview',
      summary: 'Who would get a place in a campaign, with the rules that decide between equals',
      access: { permission: 'application.decide' },
      input: shapes.rankingInput,
      output: shapes.rankingAnswer,
      reads: true,
      heavy: 'plan',
    }),
    prepare: call({
      method: 'POST',
      path: '/admission/ranking/prepare',
      summary: 'Keep the ranking as decisions that nobody sees before they are published',
      access: { permission: 'application.decide' },
      input: shapes.rankingInput,
      output: shapes.rankingAnswer,
    }),
    publish: call({
      method: 'POST',
      path: '/admission/ranking/publish',
      summary: 'Publish the decisions that somebody else prepared',
      access: { permission: 'application.publish' },
      input: shapes.publishInput,
      output: z.object({ published: z.number() }),
      errors: ['STEP_NOT_READY'],
    }),
    unpublish: call({
      method: 'POST',
      path: '/admission/ranking/unpublish',
      summary: 'Take published decisions back, with a reason',
      access: { permission: 'application.publish' },
      input: shapes.unpublishInput,
      output: z.object({ unpublished: z.number() }),
      errors: ['STEP_NOT_READY', 'TRANSITION_NOT_ALLOWED'],
    }),
  },
  score: {
    save: call({
      method: 'PUT',
      path: '/admission/score',
      summary: 'Points of one application in one subject',
      access: { permission: 'exam.score' },
      input: shapes.scoreInput,
      output: z.object({ application_id: id, score: z.number().nullable() }),
      errors: ['APPLICATION_NOT_WRITABLE'],
    }),
    import: importCalls('/admission/score', { permission: 'exam.score' }),
  },
};
