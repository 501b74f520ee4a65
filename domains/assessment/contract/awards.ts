import { byId, call, defineErrors, type ErrorCode, listOf, nothing } from '#platform/contract/index.ts';
import * as shapes from '../shapes-awards.ts';

/** Calls about degrees: who is near one, what is missing, and the boards that award them. */

const read = { permission: 'award.read' } as const;
const prepare = { permission: 'award.prepare' } as const;
/** Members see the boards on which they sit. */
const seat = { permission: ['award.read', 'award.sign'] } as const;
const moving: ErrorCode[] = ['STALE', 'BOARD_CLOSED'];

export const awardCalls = {
  candidates: call({
    method: 'GET',
    path: '/award/candidate',
    summary: 'Active students with their credits, and what is missing for the degree',
    access: read,
    input: shapes.degreeCandidateFilters,
    output: listOf(shapes.degreeCandidate),
  }),
  progress: call({
    method: 'GET',
    path: '/award/progress',
    summary: 'What a student has for the degree, and what is missing',
    access: { permission: 'transcript.read' },
    input: shapes.degreeQuery,
    output: shapes.degreeProgress,
  }),
  diploma: call({
    method: 'POST',
    path: '/award/diploma',
    summary: 'Issue the diploma of a graduate, its supplement in a language, or a duplicate of either',
    access: { permission: 'diploma.issue' },
    input: shapes.diplomaIssue,
    output: shapes.diplomaIssued,
    errors: ['NOT_GRADUATED', 'NOT_AWARDED', 'DIPLOMA_EXISTS', 'NOTHING_TO_DUPLICATE', 'NO_DIPLOMA', 'NO_BLANKS'],
  }),
  board: {
    list: call({
      method: 'GET',
      path: '/award/board',
      summary: 'Award boards',
      access: seat,
      input: shapes.awardBoardFilters,
      output: listOf(shapes.awardBoardRow),
    }),
    get: call({
      method: 'GET',
      path: '/award/board/{id}',
      summary: 'An award board with its members and candidates',
      access: seat,
      input: byId,
      output: shapes.awardBoard,
    }),
    save: call({
      method: 'POST',
      path: '/award/board',
      summary: 'Create or change an award board',
      access: prepare,
      input: shapes.awardBoardSave,
      output: shapes.awardBoard,
      errors: [...moving, 'UNKNOWN_REFERENCE', 'MEMBER_TWICE', 'MEMBER_WITHOUT_ACCOUNT'],
    }),
    candidates: call({
      method: 'PUT',
      path: '/award/board/candidates',
      summary: 'Put students on the list of a board, or take them off',
      access: prepare,
      input: shapes.awardCandidatesChange,
      output: shapes.awardBoard,
      errors: [...moving, 'BATCH_REFUSED'],
    }),
    decide: call({
      method: 'PUT',
      path: '/award/board/decisions',
      summary: 'Write down what the board decided of its candidates; all or nothing',
      access: prepare,
      input: shapes.awardDecide,
      output: shapes.awardBoard,
      errors: [...moving, 'BATCH_REFUSED', 'NOT_SITTING'],
    }),
    step: call({
      method: 'PUT',
      path: '/award/board/status',
      summary: 'Take a board one step further, or back with a reason',
      access: { permission: ['award.prepare', 'award.confirm'] },
      input: shapes.awardStep,
      output: shapes.awardBoard,
      errors: [
        'STALE',
        'TRANSITION_NOT_ALLOWED',
        'REASON_REQUIRED',
        'BOARD_NEEDS_CHAIR',
        'BOARD_NEEDS_SECRETARY',
        'NO_QUORUM',
        'BOARD_NOT_YET',
        'NO_CANDIDATES',
        'MEMBER_IS_CANDIDATE',
        'NOT_ALL_DECIDED',
        'SIGNATURES_MISSING',
        'SAME_PERSON',
        'FACTS_MOVED',
      ],
    }),
    sign: call({
      method: 'POST',
      path: '/award/board/sign',
      summary: 'Sign the minutes of a board as one of its members',
      access: { permission: 'award.sign' },
      input: byId,
      output: shapes.awardBoard,
      errors: ['NOT_A_MEMBER', 'NOT_DECIDED'],
    }),
    minutes: call({
      method: 'GET',
      path: '/award/board/{id}/minutes',
      summary: 'The minutes of a board as they were issued, PDF',
      access: seat,
      logged: 'PERSONAL_EXPORT',
      input: byId,
      output: nothing.describe('a PDF'),
      heavy: 'print',
      errors: ['DOCUMENT_FILE_MISSING'],
    }),
  },
};

export const awardErrors = defineErrors({
  BOARD_CLOSED: 422,
  BOARD_NEEDS_SECRETARY: 422,
  NO_QUORUM: 422,
  NO_CANDIDATES: 422,
  MEMBER_TWICE: 422,
  MEMBER_WITHOUT_ACCOUNT: 422,
  MEMBER_IS_CANDIDATE: 422,
  NOT_SITTING: 422,
  NOT_ALL_DECIDED: 422,
  SIGNATURES_MISSING: 422,
  FACTS_MOVED: 409,
  NOT_A_MEMBER: 403,
  NOT_DECIDED: 422,
  NOT_GRADUATED: 422,
  NOT_AWARDED: 422,
  DIPLOMA_EXISTS: 409,
  NOTHING_TO_DUPLICATE: 422,
  NO_DIPLOMA: 422,
});
