import { z } from 'zod';
import { type Access, call, id, nothing, queryId } from '#platform/contract/index.ts';
import { progressAnswer } from '../shapes.ts';

/** What calls of timetables and of exams have in common. */

export const oneById = z.object({ id });
export const byQuery = z.object({ id: queryId });

/** A search at work: its end before the time, and how far it is. `event` is the live event of its steps. */
export const searchCalls = (base: `/${string}`, access: Access, event: string) => ({
  stop: call({
    method: 'POST',
    path: `${base}/stop`,
    summary: 'End a search with the best found so far',
    access,
    input: oneById,
    output: nothing,
    errors: ['TIMETABLE_NOT_RUNNING'],
  }),
  progress: call({
    method: 'GET',
    path: `${base}/progress/{id}`,
    summary: `How far a search is; each step comes as the live event \`${event}\` too`,
    access,
    input: byQuery,
    output: progressAnswer,
  }),
});
