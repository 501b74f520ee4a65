import { z } from 'zod';
import { option } from '#platform/contract/index.ts';

/** Shapes of the turn of the year: what a new year needs, and what becomes of the students of the old one. */

/** What an academic year needs, in the order in which an office does it. */
export const yearNeeds = [
  'semesters',
  'plans',
  'leaders',
  'choices',
  'intakes',
  'places',
  'rooms',
  'agreements',
  'progression',
  'seats',
  'contracts',
] as const;
export type YearNeed = (typeof yearNeeds)[number];

const academicYear = option.extend({ starts_on: z.string(), ends_on: z.string() });
export const yearChecklist = z.object({
  year: academicYear,
  previous: academicYear.nullable(),
  next: academicYear.nullable(),
  lines: z.array(
    z.object({
      code: z.enum(yearNeeds),
      done: z.number(),
      needed: z.number().describe('0 where there is nothing to count yet'),
      missing: z
        .array(z.object({ title: z.string(), count: z.number() }))
        .describe('at most twenty, the most frequent first'),
    }),
  ),
});
