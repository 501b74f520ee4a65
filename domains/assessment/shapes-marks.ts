import { z } from 'zod';
import {
  id,
  listQuery,
  queryBoolean,
  queryId,
  queryInt,
  requiredText,
  text,
  version,
} from '#platform/contract/index.ts';
import { attempt, markState, markValue, moduleRef, planScales, specials, studentRef } from './shapes.ts';
import type { markStates } from './workflow.ts';

/** Shapes of marks: the grid, what is typed into it, what follows from it. */

const special = z.enum(specials);

/** Letters of the packed columns of the grid, so that 200 × 20 cells stay small. A dot stands for nothing. */
export const stateLetters: Record<(typeof markStates)[number], string> = {
  NOT_MARKED: '.',
  DRAFT: 'D',
  SUBMITTED: 'S',
  MODERATED: 'M',
  PUBLISHED: 'P',
  CONFIRMED: 'C',
  LOCKED: 'L',
  WITHHELD: 'W',
  DEFERRED: 'F',
};
export const specialLetters: Record<(typeof specials)[number], string> = {
  ABSENT: 'A',
  EXEMPT: 'E',
  NOT_SUBMITTED: 'N',
};

export const result = z.object({
  total: z.number().describe('of what is marked so far, as long as it is not complete'),
  letter: z.string().nullable(),
  five: z.number().nullable(),
  ects: z.string().nullable(),
  passed: z.boolean().nullable(),
  attempt: z.number(),
  complete: z.boolean(),
  status: markState,
  why_not: z.array(z.string()).describe('MISSING, BELOW_PASS_MARK, BELOW_MINIMUM, WITHHELD, DEFERRED'),
});

export const gradebookQuery = z.object({
  course_module_id: queryId,
  attempt: queryInt(1, 20).optional().describe('1 unless told; later ones show who takes it again'),
  component_id: queryId.optional().describe('one component alone: the only way to an anonymous one'),
  group_id: queryId.optional(),
  as: z.enum(['SECOND']).optional().describe('the second markers’ values instead of the first ones'),
});
export const gridComponent = z.object({
  id: z.number(),
  parent_id: z.number().nullable(),
  code: z.string(),
  title: z.string(),
  kind: z.string(),
  weight: z.number(),
  minimum: z.number().nullable(),
  source: z.string(),
  due_at: z.string().nullable(),
  anonymous: z.boolean(),
  hidden: z.boolean().describe('anonymous and not yet published: its cells come only with component_id'),
  second_marking_share: z.number(),
  criteria: z.number(),
  leaf: z.boolean(),
  states: z.record(z.string(), z.number()).describe('its marks by state, leaves only'),
});
/** Columns of letters have one place per leaf, in the order of `leaves`; numbers stand between commas. */
export const gridStudent = z.object({
  id: z.number().nullable().describe('null where only a code is shown'),
  code: z.string().nullable(),
  name: z.string().nullable(),
  student_no: z.string().nullable(),
  group: z.string().nullable(),
  left: z.boolean().describe('does not take the module any more'),
  values: z.string().describe('85.5,,70: nothing where there is no value'),
  versions: z.string().describe('3,0,1: 0 where there is no mark yet'),
  specials: z.string().describe('A absent, E exempt, N not submitted'),
  states: z
    .string()
    .describe('D draft, S submitted, M moderated, P published, C confirmed, L locked, W withheld, F deferred'),
  flags: z
    .string()
    .describe(
      '2 to be marked by a second marker, B marked by both, G changed in moderation, X hidden, Y hidden until the second value is there, N not registered',
    ),
  dues: z
    .record(z.string(), z.string().nullable())
    .describe('until when, by component, where it is other than for everybody; null for what was deferred'),
  own: z.string().describe('O: submitted by the caller, so that somebody else moderates; empty where nothing is'),
  result: result.nullable(),
});
export const gradebookAnswer = z.object({
  course_module: moduleRef,
  plan: z
    .object({
      id: z.number(),
      version: z.number(),
      state: z.string(),
      scale: z.enum(planScales),
      pass_mark: z.number(),
      entry_opens_on: z.string().nullable(),
      entry_closes_on: z.string().nullable(),
      retake_attempts: z.number(),
    })
    .nullable(),
  attempt: z.number(),
  components: z.array(gridComponent),
  leaves: z.array(z.number()).describe('ids of the components that have cells'),
  students: z.array(gridStudent),
  board: z.object({ number: z.string(), held_on: z.string() }).nullable(),
  again: z.boolean().describe('a later sitting takes marks now: what was deferred to it may come in'),
  can: z
    .record(z.string(), z.boolean())
    .describe('enter, return, moderate, publish, confirm, lock, withhold, import, codes, amend'),
});

const cellKey = {
  component_id: id,
  student_id: id.optional(),
  code: text(12).optional().describe('instead of student_id, for anonymous components'),
  attempt: attempt.optional(),
};
export const cellInput = z.object({
  ...cellKey,
  value: markValue.nullish().describe('null with no special empties the cell'),
  special: special.nullish(),
  comment: text(2000).nullish(),
  version: version.nullish().describe('as it was read; nothing where there was no mark'),
});
export const bulkInput = z.object({
  course_module_id: id,
  as: z
    .enum(['FIRST', 'SECOND', 'AGREED'])
    .optional()
    .describe('FIRST unless told; SECOND keeps the second marker’s value beside; AGREED is moderation'),
  marks: z.array(cellInput).min(1).max(2000),
  reason: requiredText(1000).optional(),
});
const cellRef = {
  component_id: z.number(),
  student_id: z.number().nullable(),
  code: z.string().nullable(),
  attempt: z.number(),
};
const cellState = {
  value: z.number().nullable(),
  special: special.nullable(),
  version: z.number(),
  status: markState,
};
export const cellConflict = z.object({
  ...cellRef,
  yours: z.object({ value: z.number().nullable(), special: special.nullable() }),
  current: z.object({ ...cellState, name: z.string().describe('who'), at: z.string() }),
});
export const bulkAnswer = z.object({
  saved: z.array(z.object({ ...cellRef, ...cellState })),
  conflicts: z.array(cellConflict).describe('somebody else was quicker; both values'),
  refused: z
    .array(z.object({ ...cellRef, fault: z.string(), message: z.string(), status: markState }))
    .describe('cells that are closed: MARK_CLOSED, MARK_FINAL, FLOWS_IN, SAME_MARKER, ENTRY_CLOSED'),
  results: z.array(result.extend({ student_id: z.number() })).describe('new totals; none in anonymous marking'),
});

export const updateMarkInput = z.object({
  student_id: id,
  component_id: id,
  attempt: attempt.optional(),
  value: markValue.nullish(),
  special: special.nullish(),
  comment: text(2000).nullish(),
  version: version.nullish(),
  reason: requiredText(1000).optional(),
});

const person = z.object({ id: z.number(), name: z.string() }).nullable();
const criterionOut = z.object({
  id: z.number(),
  title: z.string(),
  weight: z.number(),
  levels: z.array(z.object({ title: z.string(), points: z.number(), description: z.string() })),
  points: z.number().nullable(),
  level: z.number().nullable(),
  comment: z.string().nullable(),
});
export const detailsQuery = z.object({
  course_module_id: queryId.optional(),
  component_id: queryId.optional(),
  student_id: queryId.optional().describe('students always get themselves'),
});
/** One student in one module: every component, attempt, criterion. Students get what is published. */
export const detailsAnswer = z.object({
  student: studentRef,
  course_module: moduleRef,
  components: z.array(
    z.object({
      id: z.number(),
      parent_id: z.number().nullable(),
      code: z.string(),
      title: z.string(),
      kind: z.string(),
      weight: z.number(),
      minimum: z.number().nullable(),
      leaf: z.boolean(),
      due_at: z.string().nullable(),
      exam_date: z.string().nullable(),
      marks: z.array(
        z.object({
          id: z.number(),
          attempt: z.number(),
          ...cellState,
          comment: z.string().nullable(),
          penalised: z.boolean().describe('a penalty makes it count nothing; the value stays for those who mark'),
          first_value: z.number().nullable(),
          second_value: z.number().nullable(),
          marked_by: person,
          second_marker: person,
          marked_at: z.string(),
          held_from: markState.nullable().describe('where a withheld mark goes back to'),
        }),
      ),
      criteria: z.array(criterionOut),
    }),
  ),
  result: result.nullable(),
});
export const criterionMarksInput = z.object({
  component_id: id,
  student_id: id.optional(),
  code: text(12).optional(),
  attempt: attempt.optional(),
  version: version.nullish().describe('of the mark, as it was read'),
  points: z
    .array(
      z.object({
        criterion_id: id,
        points: markValue,
        level: z.int().min(0).max(20).nullish().describe('place of the level in the rubric, from 0'),
        comment: text(2000).nullish(),
      }),
    )
    .min(1)
    .max(100),
});

export const historyQuery = z.object({
  ...listQuery,
  student_id: queryId.optional(),
  course_module_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  semester: queryInt(1, 12).optional(),
  passed: queryBoolean.optional(),
});
/** Totals over the semesters. Students get their own, what is published. */
export const historyRow = result.extend({
  id: z.number(),
  student: studentRef,
  course_module_id: z.number(),
  course_module: moduleRef,
  grade: z.string().nullable().describe('in the scale of the plan; the letter where that is 0–100'),
  computed_at: z.string(),
});

/** Counts of marks of one module that wait for a step which the caller may take. */
export const waitingRow = z.object({
  course_module_id: z.number(),
  title: z.string(),
  enter: z.number().describe('drafts, and cells without a mark of components that are due'),
  moderate: z.number(),
  publish: z.number(),
});
/** A mark of the caller's own that is held back while others see theirs. */
export const withheldRow = z.object({
  course_module_id: z.number(),
  title: z.string().describe('of the module'),
  component_id: z.number(),
  component: z.string(),
  attempt: z.number(),
  reason: z
    .enum(['OPEN_CASE', 'OPEN_CLAIM', 'OFFICE'])
    .describe(
      'OPEN_CASE: something that concerns the mark is being looked into; OPEN_CLAIM: the student’s own claim; OFFICE: the office decided so',
    ),
});
export const homeworkQuery = z.object({
  ...listQuery,
  course_module_id: queryId.optional(),
  component_id: queryId.optional(),
});
/** Works whose points can flow into a component. */
export const homeworkRow = z.object({
  id: z.number(),
  lesson_id: z.number(),
  title: z.string(),
  course_module_id: z.number(),
  course_module: moduleRef,
  due_at: z.string(),
  max_points: z.number(),
  submitted: z.number().describe('students who handed in'),
  assessed: z.number(),
  component_ids: z.array(z.number()).describe('into which it flows'),
});
export const flowInput = z.object({
  course_module_id: id,
  component_id: id.optional().describe('all that flow unless told'),
});
/** Why a mark does not flow: nothing was due or held yet, a work waits to be assessed, not admitted, the same, handed in to the board. */
export const flowReasons = ['NOTHING_YET', 'NOT_ASSESSED', 'BARRED', 'SAME', 'SUBMITTED'] as const;
export const flowAnswer = z.object({
  component_ids: z.array(z.number()),
  written: z.number(),
  unchanged: z.number(),
  closed: z.number().describe('submitted already, so left alone'),
  barred: z.number().describe('students who are not admitted to what is an exam, so left out of it'),
  rest: z
    .array(
      z.object({
        component_id: z.number(),
        component: z.string(),
        student_id: z.number(),
        name: z.string(),
        code: z.enum(flowReasons),
      }),
    )
    .describe('each mark that was not written, and why'),
});
export const codesQuery = z.object({ component_id: queryId });
export const codeRow = z.object({
  student_id: z.number(),
  name: z.string(),
  student_no: z.string(),
  group: z.string().nullable(),
  code: z.string(),
});
