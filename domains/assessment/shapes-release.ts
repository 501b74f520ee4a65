import { z } from 'zod';
import { date, id, listQuery, queryId, requiredText, text } from '#platform/contract/index.ts';
import { attempt, markState, moduleRef, studentRef } from './shapes.ts';
import { gradebookQuery } from './shapes-marks.ts';

/** Shapes of release: runs of marks, what could be done with them next, and the board. */

/** A run of marks: the whole module, some components, or single marks. */
export const runInput = z.object({
  course_module_id: id,
  component_ids: z.array(id).max(60).optional().describe('all that can take the step unless told'),
  student_ids: z.array(id).max(2000).optional().describe('everybody unless told'),
  attempt: attempt.optional(),
  group_id: id.optional().describe('those who are in this group on the day of the module'),
});
export const statusInput = runInput.extend({
  status: markState.describe('where to'),
  from: markState.optional().describe('only those that stand here; all that can take a step there unless told'),
  reason: requiredText(1000).optional(),
  force: z.boolean().optional().describe('past the life cycle, for those who may; kept as forced'),
});
export const runAnswer = z.object({
  moved: z.number(),
  status: markState,
  gaps: z
    .array(
      z.object({
        student_id: z.number().nullable(),
        code: z.string().nullable(),
        name: z.string(),
        component_id: z.number(),
      }),
    )
    .describe('in refusals: who has no mark yet'),
  withheld: z.number().describe('left where they are because something is open'),
});
/** Which cells the grid shows, as its query says. */
export const runQuery = gradebookQuery.omit({ as: true });
export const stepsAnswer = z.object({
  states: z.partialRecord(markState, z.number()).describe('cells by where they stand'),
  steps: z
    .array(
      z.object({
        from: markState,
        to: markState,
        count: z.number().describe('marks that would move'),
        withheld: z.number().describe('of those, held back instead because something is open'),
        reason: z.boolean().describe('must be given'),
        allowed: z.boolean().describe('whether the caller holds the right in the module'),
        refused: z
          .object({ code: z.string(), message: z.string(), gaps: runAnswer.shape.gaps })
          .nullable()
          .describe('why it would be refused now'),
        who: z.array(z.string()).describe('who may, where it is refused for who asks; some of them'),
      }),
    )
    .describe('that some mark could take'),
});
/** What somebody does on a board; papers say it in their own language. */
export const boardRoles = ['CHAIR', 'DEPUTY', 'SECRETARY', 'MEMBER', 'EXTERNAL'] as const;
const boardMember = z.object({
  staff_id: z.number().nullable().describe('none of boards from before members were chosen from staff'),
  name: z.string(),
  role: z.enum(boardRoles),
});
export const boardInput = z.object({
  course_module_id: id,
  number: requiredText(50).describe('of the minutes'),
  held_on: date,
  members: z
    .array(z.object({ staff_id: id, role: z.enum(boardRoles) }))
    .min(2)
    .max(30)
    .describe('who works here, one of them in the chair'),
  note: text(5000).optional(),
});
export const boardRecord = z.object({
  id: z.number(),
  course_module_id: z.number(),
  course_module: moduleRef,
  number: z.string(),
  held_on: z.string(),
  members: z.array(boardMember),
  note: z.string().nullable(),
  confirmed: z.number(),
  by: z.string(),
  document: z
    .object({ number: z.string(), check_code: z.string() })
    .nullable()
    .describe('the minutes as they were issued; anybody can check them by the code'),
  created_at: z.string(),
});
export const boardFilters = z.object({
  ...listQuery,
  course_module_id: queryId.optional(),
  course_id: queryId.optional(),
  academic_year_id: queryId.optional(),
});
/** What a board would confirm, or why it cannot yet. */
export const boardReady = z.object({
  course_module: moduleRef,
  ready: z.boolean(),
  students: z.number(),
  published: z.number(),
  withheld: z.number(),
  gaps: z.number().describe('cells without a published mark'),
  waiting: z
    .array(z.object({ component_id: z.number(), title: z.string(), status: markState, count: z.number() }))
    .describe('the same by component and by how far they have come'),
  notes: z
    .array(
      z.object({
        student: studentRef,
        component: z.string().nullable(),
        attempt: z.number().nullable(),
        code: z.string().describe('CLAIM_OPEN, CLAIM_NOTE, CLAIM_DEFERRAL, CLAIM_UNCAPPED: that it is so, never why'),
      }),
    )
    .describe('what the board is told of students beside their marks; empty for who sits on none'),
  passed: z.number(),
  failed: z.number(),
  average: z.number().nullable(),
  distribution: z.array(z.object({ from: z.number(), count: z.number() })).describe('totals in steps of ten'),
});
