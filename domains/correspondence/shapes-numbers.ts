import { z } from 'zod';
import { date, id, listQuery, manyOf, queryId, requiredText, version } from '#platform/contract/index.ts';
import { letterFilters } from './shapes.ts';
import { directions, reservationStates } from './workflow.ts';

/** The register of numbers, and numbers that are kept free; browser-safe. */

/** Numbers of a group in a year, each once: those of letters, and those that were reserved. */
export const registerQuery = z.object({
  ...listQuery,
  group_id: queryId,
  year: letterFilters.year,
  status: manyOf(z.enum(reservationStates)).describe('numbers that were reserved and stand so'),
});
export const registerLine = z.object({
  id: z.number().describe('the place in the group and year'),
  number: z.string(),
  status: z.enum(reservationStates).nullable().describe('of a number that was reserved'),
  letter_id: z.number().nullable(),
  direction: z.enum(directions).nullable(),
  heading: z.string().nullable().describe('null where the caller does not see the letter'),
  registered_on: z.string().nullable(),
  reservation: z
    .object({
      id: z.number(),
      version: z.number(),
      purpose: z.string(),
      kept_for: z.string(),
      until: z.string(),
      author: z.string(),
      reason: z.string().nullable().describe('why it was given up; null where its day passed'),
      closed_on: z.string().nullable(),
    })
    .nullable(),
});
export const reservationSave = z.object({
  group_id: id,
  purpose: requiredText(500),
  kept_for: requiredText(200),
  until: date,
});
export const reservationRecord = z.object({ id: z.number(), version: z.number(), number: z.string() });
export const reservationEnd = z.object({ id, version, reason: requiredText(1000) });
