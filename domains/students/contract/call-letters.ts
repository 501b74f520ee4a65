import { z } from 'zod';
import {
  call,
  clearable,
  date,
  fileRecord,
  id,
  listOf,
  listQuery,
  localeSchema,
  nothing,
  queryId,
  recordBase,
  text,
} from '#platform/contract/index.ts';

/** Letters that call a student to their institution for some days: whoever they work for lets them go. */

export const callOccasions = ['SESSION', 'INTRODUCTION', 'STATE_EXAM', 'THESIS', 'PRACTICE'] as const;
/** Each is a paper of its own to make, sign and keep, while the caller waits. */
export const mostLetters = 100;
export const callLetter = z.object({
  ...recordBase,
  student_id: z.number(),
  occasion: z.enum(callOccasions),
  starts_on: z.string(),
  ends_on: z.string().describe('the last day'),
  addressee: z.string().nullable().describe('whom it asks: where the student works'),
  number: z.string(),
  file: fileRecord.nullable(),
});
export const callLettersSave = z.object({
  ids: z.array(id).min(1).max(mostLetters).describe('students'),
  occasion: z.enum(callOccasions),
  starts_on: date,
  ends_on: date,
  addressee: clearable(text(200)),
  language: localeSchema.optional().describe('of the paper; the one that each studies in when absent'),
});

export const callLetterCalls = {
  list: call({
    method: 'GET',
    path: '/student/call_letter',
    summary: 'Call letters of a student, newest first; one’s own without a student',
    access: { permission: 'student.call_letters' },
    input: z.object({ ...listQuery, student_id: queryId.optional() }),
    output: listOf(callLetter),
  }),
  save: call({
    method: 'POST',
    path: '/student/call_letter',
    summary: 'Issue call letters: to all of these students, or to none',
    access: { permission: 'student.call_letters_manage' },
    input: callLettersSave,
    output: z.object({ issued: z.number(), letters: z.array(callLetter) }),
    errors: ['BATCH_REFUSED', 'CALL_LETTER_TWICE', 'DATES_ORDER'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/student/call_letter',
    aliases: ['/student/call_letter/{id}'],
    summary: 'Take a call letter back: its paper holds no more',
    access: { permission: 'student.call_letters_manage' },
    input: z.object({ id: queryId }),
    output: nothing,
  }),
};
