import { z } from 'zod';
import { fileRecord, listQuery, manyOf, queryId } from '#platform/contract/index.ts';

/** The papers of one student, wherever they are kept; browser-safe. */

/**
 * REQUEST and CLAIM were asked for, PAPER issued, CONTRACT accepted, LETTER received; KEPT is what the office has of their
 * documents, FILE what was put on their record; LETTER_IN and LETTER_OUT are letters about them that came and went.
 */
export const paperKinds = [
  'REQUEST',
  'CLAIM',
  'PAPER',
  'CONTRACT',
  'LETTER',
  'LETTER_IN',
  'LETTER_OUT',
  'KEPT',
  'FILE',
] as const;
export type PaperKind = (typeof paperKinds)[number];

export const paperQuery = z.object({
  student_id: queryId.optional().describe('own record when absent'),
  ...listQuery,
  source: manyOf(z.enum(paperKinds)),
});
export const paperRow = z.object({
  id: z.string().describe('of the row: its source and the number there'),
  source: z.enum(paperKinds),
  record_id: z.number(),
  at: z.string(),
  title: z.string().nullable(),
  number: z.string().nullable(),
  status: z.string().nullable().describe('as its domain calls it'),
  document_id: z.number().nullable().describe('whose paper the caller may open'),
  file: fileRecord.nullable(),
});
