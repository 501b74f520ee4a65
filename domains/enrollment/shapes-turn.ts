import { z } from 'zod';
import {
  date,
  id,
  manyOf,
  money,
  option,
  queryBoolean,
  queryId,
  queryInt,
  readAs,
  requiredText,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';

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

/** What becomes of a student at the end of a year. */
export const outcomes = ['PROMOTED', 'CONDITIONAL', 'GRADUATES_NEXT', 'REPEATS', 'LEAVES', 'ON_LEAVE', 'HELD'] as const;
export type Outcome = (typeof outcomes)[number];
/** Who goes on studying in the next year, with a year of study planned for them. */
export const goingOn = ['PROMOTED', 'CONDITIONAL', 'REPEATS', 'ON_LEAVE'] as const satisfies Outcome[];
/** What a dean may decide; leave follows from the student's status alone. */
export const decidable = ['PROMOTED', 'CONDITIONAL', 'GRADUATES_NEXT', 'REPEATS', 'LEAVES', 'HELD'] as const;

/** Why the rules say so. */
export const outcomeCauses = [
  'PASSED',
  'DEBTS_ALLOWED',
  'TOO_MANY_DEBTS',
  'TOO_FEW_CREDITS',
  'DEBTS_AT_THE_END',
  'PROGRAMME_NOT_COMPLETED',
  'REPEATED_BEFORE',
  'LEAVE',
  'BARRED',
  'RESULTS_OPEN',
  'NOTHING_TAUGHT',
] as const;

const level = z.enum(studyLevels);
/** What holds for a level of which the institution said nothing. */
export const usualRule = { credits: 40, debts: 3, repeats: 1 };
export const ruleFields = {
  credits: z
    .number()
    .min(0)
    .max(90)
    .multipleOf(0.5)
    .describe('least credits of the year for whoever goes on with debts'),
  debts: z.int().min(0).max(20).describe('so many failed modules may be taken along'),
  repeats: z.int().min(0).max(5).describe('how often one year may be repeated'),
};
export const progressionRule = z.object({
  level,
  version: z.number().nullable().describe('null where the usual rule holds'),
  ...ruleFields,
});
export const progressionRuleInput = z.object({
  level,
  version: id.nullable().describe('as it was read'),
  ...ruleFields,
});

const outcome = z.enum(outcomes);
export const progressionRow = z.object({
  id: z.number().describe('of the year of study'),
  student: z.object({ id: z.number(), student_no: z.string(), name: z.string() }),
  course: option,
  study_year: z.number(),
  outcome,
  proposed: outcome.describe('what the rules say'),
  cause: z.enum(outcomeCauses),
  planned: z.number().describe('credits of the modules taken in the year'),
  earned: z.number().describe('of those passed'),
  debts: z.array(z.string()).describe('codes of failed modules, of all years'),
  open: z.number().describe('modules without a published result'),
  exception: z.object({ reason: z.string(), by: z.string().nullable() }).nullable(),
  applied: z.boolean(),
  can: z.object({ decide: z.boolean() }),
});
export const progressionFilters = {
  academic_year_id: queryId,
  outcome: manyOf(outcome),
  course_id: queryId.optional(),
  study_year: queryInt(1, 10).optional(),
  exception: z.enum(['yes']).optional().describe('only those about whom a dean decided'),
};
export const progressionSummary = z.object({
  year: academicYear,
  next: academicYear.nullable(),
  counts: z.array(
    z.object({ course: option, study_year: z.number(), outcome, applied: z.boolean(), count: z.number() }),
  ),
  rules: z.array(progressionRule),
  runs: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      by: z.string().nullable(),
      order_number: z.string(),
      order_date: z.string(),
      count: z.number(),
      undone_at: z.string().nullable(),
      undone_reason: z.string().nullable(),
    }),
  ),
  can: z.object({ apply: z.boolean(), rules: z.boolean() }),
});
export const exceptionInput = z.object({
  enrollment_id: id,
  outcome: z.enum(decidable),
  reason: requiredText(1000),
});
export const progressInput = z.object({
  academic_year_id: id.describe('the year that ends'),
  order_number: requiredText(50),
  order_date: date,
});
export const undoProgressInput = z.object({ id, reason: requiredText(1000) });

/** What is made for a new year, in this order; what one part needs the parts before it make. */
export const newYearParts = ['year', 'semesters', 'plans', 'choices', 'fees', 'groups', 'contracts'] as const;
export type NewYearPart = (typeof newYearParts)[number];
/** Of these a run keeps what it made; the others come with them. */
export const newYearRuns = ['year', 'plans', 'fees', 'groups', 'contracts'] as const satisfies NewYearPart[];
/** What cannot be made, and what to do before it can. */
export const newYearFaults = [
  'NO_SEMESTERS',
  'NO_PLAN',
  'MODULE_RETIRED',
  'TEACHER_LEFT',
  'NO_CHOICE_DAYS',
  'NO_MENTOR',
  'NO_FEE_BEFORE',
  'FEE_DRAFT',
  'FEE_NAMES_YEAR',
  'NO_PROGRESSION',
  'NO_FEE',
  'NO_RATE',
] as const;
export type NewYearFault = (typeof newYearFaults)[number];

const yearDates = z.object({
  name: z.string().regex(/^\d{4}\/\d{4}$/),
  starts_on: date,
  ends_on: date,
  semesters: z
    .array(z.object({ number: z.int().min(1).max(4), starts_on: date, ends_on: date }))
    .min(1)
    .max(4),
});
/** To which whole soʻm a fee is rounded that rises or falls. */
export const feeRoundings = [1, 1000, 10_000, 100_000] as const;
const number = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,6}(\.\d{1,2})?$/.test(value) ? Number(value) : value;
/** How fees are carried on into the new year: in the dry run and in the act. */
const fees = {
  carry_fees: queryBoolean.optional().describe('false: accounting enters them; carried on unless told'),
  fee_percent: readAs(number, z.number().min(-50).max(100).multipleOf(0.01))
    .optional()
    .describe('by how much they rise; as they are unless told'),
  fee_round_to: readAs(number, z.literal(feeRoundings)).optional().describe('of those that rise, in soʻm'),
};
export const newYearQuestion = z.object({ academic_year_id: queryId.optional(), ...fees });

export const newYearSummary = z.object({
  from: academicYear,
  year: academicYear.nullable().describe('null until it is made'),
  proposed: z
    .object({ ...yearDates.shape, name: z.string(), semesters: z.array(yearDates.shape.semesters.element) })
    .nullable()
    .describe('the dates of the year that is not there yet, carried on from the one before'),
  parts: z.array(
    z.object({
      code: z.enum(newYearParts),
      made: z.number().describe('would be made now'),
      there: z.number().describe('are there already'),
      faults: z.array(z.object({ code: z.enum(newYearFaults), title: z.string(), count: z.number() })),
    }),
  ),
  fees: z
    .array(
      z.object({
        name: z.string(),
        of: z.array(z.string()).describe('course and form of education; none where it is for all'),
        level,
        language: z.enum(['uz', 'ru', 'en']).nullable(),
        amount: money,
        next_amount: money,
        currency: z.string().nullable().describe('of both; null: soʻm'),
      }),
    )
    .describe('that would be carried on, for whoever may see agreements'),
  runs: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      by: z.string().nullable(),
      made: z.record(z.enum(newYearRuns), z.number()),
      undone_at: z.string().nullable(),
      undone_reason: z.string().nullable(),
    }),
  ),
  can: z.object({ make: z.boolean() }),
});
export const newYearInput = z.object({
  academic_year_id: id.describe('the year before the new one'),
  year: yearDates.optional().describe('the dates of a year that is not there yet; as proposed unless told'),
  ...fees,
});
export const undoNewYearInput = z.object({ id, reason: requiredText(1000) });
