import { z } from 'zod';
import { id, queryId, requiredText, title, titleOut } from '#platform/contract/index.ts';
import { studentRef } from './shapes.ts';

/** Shapes of the clearance sheet: each office's word before somebody leaves with a degree. */

/** What a computed office says no to; the system knows it, nobody signs. */
export const clearanceFaults = ['MONEY_OWED', 'ATTEMPTS_OPEN', 'AMENDMENTS_OPEN', 'CASES_OPEN'] as const;

export const clearanceOfficeRecord = {
  title: titleOut,
  position: z.number(),
  fault: z.enum(clearanceFaults).nullable(),
  role: z.string().nullable(),
};
export const clearanceOfficeSave = {
  title,
  position: z.int().min(1).max(99).optional(),
  fault: z.enum(clearanceFaults).nullish().describe('counted by the system: clear while this is not missing'),
  role: requiredText(60).nullish().describe('signed by whoever holds this role'),
};

export const clearanceQuery = z.object({ student_id: queryId.optional().describe('own when absent') });
export const clearanceSheet = z.object({
  student: studentRef,
  clear: z.boolean(),
  offices: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      computed: z.boolean(),
      state: z.enum(['CLEAR', 'REFUSED', 'WAITING']),
      note: z.string().nullable(),
      by: z.string().nullable(),
      at: z.string().nullable(),
      can_sign: z.boolean(),
    }),
  ),
});
export const clearanceWord = z.object({
  student_id: id,
  office_id: id,
  clear: z.boolean(),
  note: requiredText(1000).optional().describe('why not; needed to refuse'),
});
