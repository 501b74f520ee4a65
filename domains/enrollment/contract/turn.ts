import { z } from 'zod';
import { type Access, call, id, listOf, listQuery, queryId } from '#platform/contract/index.ts';
import {
  exceptionInput,
  newYearInput,
  newYearQuestion,
  newYearSummary,
  progressInput,
  progressionFilters,
  progressionRow,
  progressionRuleInput,
  progressionSummary,
  undoNewYearInput,
  undoProgressInput,
  yearChecklist,
} from '../shapes-turn.ts';

/** The turn of the year. */

const read: Access = { permission: 'turn.read' };
const manage: Access = { permission: 'turn.manage' };
const decide: Access = { permission: 'turn.decide' };
const done = z.object({ ok: z.literal(true) });

export const turn = {
  checklist: call({
    method: 'GET',
    path: '/year_turn/checklist',
    summary:
      'What an academic year needs before it is taught and what of it is there; the year that comes next unless named',
    access: read,
    input: z.object({ academic_year_id: queryId.optional() }).optional(),
    output: yearChecklist,
  }),
  progression: call({
    method: 'GET',
    path: '/year_turn/progression',
    summary: 'What becomes of the students of an academic year, counted by course, with the rules and what was applied',
    access: read,
    input: z.object({ academic_year_id: queryId }),
    output: progressionSummary,
  }),
  students: call({
    method: 'GET',
    path: '/year_turn/student',
    summary: 'What becomes of each student of an academic year, and why',
    access: read,
    input: z.object({ ...listQuery, ...progressionFilters }),
    output: listOf(progressionRow),
  }),
  decide: call({
    method: 'POST',
    path: '/year_turn/exception',
    summary: 'Decide about one student against the rules, with a reason',
    access: decide,
    input: exceptionInput,
    output: done,
    errors: ['PROGRESSION_APPLIED'],
  }),
  undecide: call({
    method: 'POST',
    path: '/year_turn/exception/undo',
    summary: 'Take back what was decided about one student',
    access: decide,
    input: z.object({ enrollment_id: id }),
    output: done,
    errors: ['PROGRESSION_APPLIED'],
  }),
  rule: call({
    method: 'PUT',
    path: '/year_turn/rule',
    summary: 'What students of a level must reach before the next year',
    access: manage,
    input: progressionRuleInput,
    output: done,
    errors: ['STALE'],
  }),
  progress: call({
    method: 'POST',
    path: '/year_turn/progress',
    summary: 'Apply the progression: years of study of the next academic year are planned as long work',
    access: manage,
    input: progressInput,
    output: z.object({
      count: z.number(),
      job: z.object({ id: z.number(), kind: z.string() }).nullable().describe('null where nobody waits'),
    }),
    errors: ['NO_NEXT_YEAR'],
  }),
  undo: call({
    method: 'POST',
    path: '/year_turn/progress/undo',
    summary: 'Take a progression back while nothing was built on it, as long work',
    access: manage,
    input: undoProgressInput,
    output: z.object({ count: z.number(), job: z.object({ id: z.number(), kind: z.string() }) }),
    errors: ['PROGRESSION_UNDONE', 'PROGRESSION_BUILT_ON'],
  }),
  new_year: call({
    method: 'GET',
    path: '/year_turn/new_year',
    summary: 'What the academic year after this one would be made of, what of it is there, and what stands in the way',
    access: read,
    input: newYearQuestion.optional(),
    output: newYearSummary,
  }),
  make_year: call({
    method: 'POST',
    path: '/year_turn/new_year',
    summary: 'Make what the next academic year lacks, as long work: the year, plans, fees, ends of groups, contracts',
    access: manage,
    input: newYearInput,
    output: z.object({
      count: z.number(),
      job: z.object({ id: z.number(), kind: z.string() }).nullable().describe('null where nothing is left to make'),
    }),
    errors: ['DATES_REVERSED', 'OUTSIDE_YEAR'],
  }),
  undo_year: call({
    method: 'POST',
    path: '/year_turn/new_year/undo',
    summary: 'Take back what a run made for a new year, while nothing was built on it, as long work',
    access: manage,
    input: undoNewYearInput,
    output: z.object({ count: z.number(), job: z.object({ id: z.number(), kind: z.string() }) }),
    errors: ['NEW_YEAR_UNDONE', 'NEW_YEAR_BUILT_ON'],
  }),
};
