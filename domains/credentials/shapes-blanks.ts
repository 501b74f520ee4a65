import { z } from 'zod';
import { id, queryId, requiredText } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';

/** Shapes of the state's blanks on which diplomas and supplements are printed. */

export const blankKinds = ['DIPLOMA', 'SUPPLEMENT'] as const;
export type BlankKind = (typeof blankKinds)[number];
export const blankStates = ['USED', 'SPOILT'] as const;
const number = z.int().min(1).max(999_999_999);

export const blankSeriesRecord = {
  kind: z.enum(blankKinds),
  level: z.enum(studyLevels).nullable(),
  series: z.string(),
  first: z.number(),
  last: z.number(),
  digits: z.number(),
  used: z.number(),
  spoilt: z.number(),
  left: z.number(),
};
export const blankSeriesSave = {
  kind: z.enum(blankKinds),
  level: z.enum(studyLevels).nullish().describe('every level unless told'),
  series: requiredText(10),
  first: number,
  last: number,
  digits: z.int().min(1).max(9).optional().describe('of the number, with zeros before it'),
};
export const blankQuery = z.object({ series_id: queryId });
export const blank = z.object({
  id: z.number(),
  number: z.number(),
  state: z.enum(blankStates),
  reason: z.string().nullable(),
  document_id: z.number().nullable(),
  at: z.string(),
});
export const blankSpoil = z.object({ series_id: id, number, reason: requiredText(500) });
