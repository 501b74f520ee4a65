import { z } from 'zod';
import { queryId } from '#platform/contract/index.ts';

/** Shapes of the comparison of markers. */

export const markersQuery = z.object({ course_module_id: queryId });
/** Points between two markers that ask for a second look. */
export const farApart = 10;
const work = {
  component_id: z.number(),
  student_id: z.number().nullable().describe('null where only a code is shown'),
  code: z.string().nullable(),
  name: z.string().nullable(),
};
/** What each marker gave in each component, for comparison, and the works that a moderator should look at again. */
export const markersAnswer = z.object({
  rows: z.array(
    z.object({
      component_id: z.number(),
      account_id: z.number(),
      name: z.string(),
      groups: z.array(z.string()).describe('main groups of those whom they marked'),
      count: z.number(),
      mean: z.number(),
      spread: z.number().nullable().describe('standard deviation; null of a single mark'),
      elsewhere: z.number().nullable().describe('mean of what the same students have in other modules'),
      known: z.number().describe('how many of them have results elsewhere'),
    }),
  ),
  works: z
    .array(
      z.object({
        ...work,
        account_id: z.number().describe('who marked it'),
        value: z.number(),
        why: z.enum(['HIGHEST', 'LOWEST', 'BORDER']),
      }),
    )
    .describe('of each marker of components that several marked: the highest, the lowest, those around the pass mark'),
  pairs: z
    .array(
      z.object({
        component_id: z.number(),
        first: z.string(),
        second: z.string(),
        count: z.number().describe('works that both marked'),
        difference: z.number().describe('by how much the second marker lies above the first, on average'),
        far: z.number().describe('works that they see ten points or more apart'),
      }),
    )
    .describe('first and second markers'),
  apart: z
    .array(
      z.object({
        ...work,
        first: z.number(),
        second: z.number(),
        now: z.number().nullable(),
        across: z.boolean().describe('a pass to one of them, a fail to the other'),
        settled: z.boolean().describe('agreed on, or taken on its way as it is'),
      }),
    )
    .describe('works that two markers see far apart: what is not settled first'),
});
