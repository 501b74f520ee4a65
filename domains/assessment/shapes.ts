import { z } from 'zod';
import {
  date,
  id,
  instant,
  listQuery,
  money,
  option,
  queryBoolean,
  queryId,
  queryInt,
  recordBase,
  requiredText,
  saveShape,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { markStates } from './workflow.ts';

/** Shapes of plans: what is assessed in a course module, and by which rules. Those of marks stand in shapes-marks.ts. */

export const componentKinds = [
  'EXAM',
  'COURSEWORK',
  'HOMEWORK',
  'ATTENDANCE',
  'QUIZ',
  'PROJECT',
  'PRACTICAL',
  'OTHER',
] as const;
/** Typed by a marker, or flowing in from handed-in works or registers. */
export const componentSources = ['MANUAL', 'HOMEWORK', 'ATTENDANCE'] as const;
export const planStates = ['DRAFT', 'ACTIVE'] as const;
export const planScales = ['P100', 'LETTER', 'FIVE', 'ECTS'] as const;
export const scaleCodes = ['LETTER', 'FIVE', 'ECTS'] as const;
export const specials = ['ABSENT', 'EXEMPT', 'NOT_SUBMITTED'] as const;
export const retakeCounts = ['BEST', 'LAST'] as const;
export const retakeStates = ['REGISTERED', 'WITHDRAWN', 'DONE'] as const;
/** Nobody says that a retake is done: its marks do. */
export const retakeChoices = ['REGISTERED', 'WITHDRAWN'] as const;

const tenths = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;
const hundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9;

/** 0 to 100 in steps of a tenth. */
export const markValue = z
  .number({ error: 'mark_number' })
  .min(0, { error: 'mark_range' })
  .max(100, { error: 'mark_range' })
  .refine(tenths, { error: 'mark_step' });
/** Percent with at most two places. */
const percent = z.number().min(0).max(100).refine(hundredths, { error: 'percent_step' });
const attemptNumber = z.int().min(1).max(20);

/** A course module as screens of marks name it. */
export const moduleRef = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  course: z.string(),
  academic_year: z.string(),
  study_year: z.number(),
  semester: z.number(),
  credits: z.number(),
});

const component = {
  code: requiredText(20).regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u, { error: 'invalid' }),
  title,
  kind: z.enum(componentKinds),
  weight: percent.describe('percent of the parent, or of the module; siblings make 100'),
  minimum: markValue.nullish().describe('less is a fail, whatever the total'),
  compensable: z.boolean().optional(),
  source: z.enum(componentSources).optional(),
  homework_ids: z.array(id).max(200).optional().describe('for HOMEWORK; none: all of the module'),
  due_at: instant.nullish(),
  exam_date: date.nullish(),
  anonymous: z.boolean().optional().describe('markers see codes until publication'),
  second_marking_share: percent.optional().describe('percent of works that are marked twice'),
};
const sub = z.object({ id: id.optional(), ...component });

const componentOut = {
  id: z.number(),
  course_module_id: z.number(),
  parent_id: z.number().nullable(),
  code: z.string(),
  title: titleOut,
  kind: z.enum(componentKinds),
  weight: z.number(),
  minimum: z.number().nullable(),
  compensable: z.boolean(),
  source: z.enum(componentSources),
  homework_ids: z.array(z.number()),
  position: z.number(),
  due_at: z.string().nullable(),
  exam_date: z.string().nullable(),
  anonymous: z.boolean(),
  second_marking_share: z.number(),
  criteria: z.number().describe('how many criteria it has'),
};
const subOut = z.object(componentOut);

/** A plan with its whole tree, two levels deep. */
export const planRecord = {
  course_module_id: z.number(),
  course_module: moduleRef,
  pass_mark: z.number(),
  scale: z.enum(planScales),
  retake_attempts: z.number(),
  retake_cap: z.number().nullable(),
  retake_fee: z.string().nullable(),
  retake_counts: z.enum(retakeCounts),
  compensation: z.boolean(),
  entry_opens_on: z.string().nullable(),
  entry_closes_on: z.string().nullable(),
  appeal_days: z.number(),
  state: z.enum(planStates),
  marking_begun_at: z.string().nullable().describe('from then on changes need a reason'),
  components: z.array(z.object({ ...componentOut, components: z.array(subOut) })),
  progress: z.object({
    students: z.number().describe('with a result'),
    complete: z.number(),
    passed: z.number(),
    average: z.number().nullable().describe('of the totals that a board has confirmed'),
    states: z.record(z.string(), z.number()).describe('marks by state'),
  }),
};
const planFields = {
  course_module_id: id.describe('it cannot change'),
  pass_mark: markValue.optional(),
  scale: z.enum(planScales).optional(),
  retake_attempts: z.int().min(0).max(10).optional().describe('how often a student may try again'),
  retake_cap: markValue.nullish().describe('the most that a total with a retaken component can be'),
  retake_fee: money.nullish(),
  retake_counts: z.enum(retakeCounts).optional(),
  compensation: z.boolean().optional(),
  entry_opens_on: date.nullish(),
  entry_closes_on: date.nullish(),
  appeal_days: z.int().min(0).max(365).optional(),
  state: z.enum(planStates).optional().describe('ACTIVE: complete, marks may be entered'),
  components: z
    .array(sub.extend({ components: z.array(sub).max(60).optional() }))
    .max(60)
    .optional()
    .describe('the whole tree in its order; what is left out is deleted'),
  reason: requiredText(1000).optional().describe('needed once marking has begun'),
};
export const planSave = planFields;
export const planPreviewInput = saveShape(planFields);
export const planFilters = {
  course_module_id: queryId.optional(),
  course_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  semester: queryInt(1, 12).optional(),
  state: z.enum(planStates).optional(),
  taught: queryBoolean.optional().describe('only what the caller teaches'),
  board: queryBoolean.optional().describe('only where whole results are published and wait for a board'),
};

const sums = z.object({ total: z.number(), passed: z.boolean().nullable(), complete: z.boolean() });
/** Whose totals a change would move. */
export const moveRow = z.object({
  student_id: z.number(),
  name: z.string(),
  before: sums.nullable(),
  after: sums,
});
export const movesAnswer = z.object({
  students: z.number().describe('with a result'),
  moved: z.number(),
  passed_lost: z.number().describe('pass before, fail after'),
  passed_gained: z.number(),
  moves: z.array(moveRow).describe('the first 200, those that change between pass and fail first'),
});

/** One component by itself; saving it keeps the weights of its siblings. */
export const componentRecord = componentOut;
export const componentSave = {
  course_module_id: id,
  parent_id: id.nullish(),
  code: component.code,
  title: title,
  kind: component.kind,
  weight: percent,
  minimum: component.minimum,
  compensable: component.compensable,
  source: component.source,
  homework_ids: component.homework_ids,
  position: z.int().min(1).max(1000).optional(),
  due_at: component.due_at,
  exam_date: component.exam_date,
  anonymous: component.anonymous,
  second_marking_share: component.second_marking_share,
  reason: planFields.reason,
};
export const componentFilters = { course_module_id: queryId.optional(), parent_id: queryId.optional() };

const level = z.object({ title: requiredText(200), points: markValue, description: text(2000) });
export const criteriaRecord = {
  component_id: z.number(),
  component: option,
  title: titleOut,
  weight: z.number().describe('percent of the component; its criteria make 100'),
  levels: z.array(z.object({ title: z.string(), points: z.number(), description: z.string() })),
  position: z.number(),
};
export const criteriaSave = {
  component_id: id,
  title: title,
  weight: percent,
  levels: z.array(level).max(20).optional().describe('a rubric: from the best down'),
  position: z.int().min(1).max(100).optional(),
};
export const criteriaFilters = { component_id: queryId.optional(), course_module_id: queryId.optional() };
/** Kinds of components with what they are usually worth. */
export const criteriaType = z.object({ id: z.number(), value: z.enum(componentKinds), title: z.string() });

const band = z.object({
  from: markValue.describe('the lowest total of the band'),
  grade: requiredText(10),
  point: z.number().min(0).max(100).refine(hundredths, { error: 'percent_step' }).describe('for averages'),
});
export const scaleRecord = {
  code: z.enum(scaleCodes),
  title: titleOut,
  valid_from: z.string(),
  bands: z.array(z.object({ from: z.number(), grade: z.string(), point: z.number() })),
};
export const scaleSave = {
  code: z.enum(scaleCodes),
  title: title,
  valid_from: date.describe('holds for academic years that begin on this day or later'),
  bands: z.array(band).min(2).max(20).describe('from the highest down; the last begins at 0'),
};
export const scaleInForce = z.object({
  code: z.enum(scaleCodes),
  id: z.number().nullable().describe('null: the usual scale of the country'),
  title: titleOut.nullable(),
  valid_from: z.string().nullable(),
  bands: scaleRecord.bands,
});
export const scaleFilters = { code: z.enum(scaleCodes).optional() };

export const degreeClassRecord = {
  code: z.string(),
  title: titleOut,
  minimum_average: z.number(),
  minimum_total: z.number().nullable(),
  retakes_allowed: z.boolean(),
  level: z.enum(studyLevels).nullable(),
  entry_year: z.number(),
  best_from: z.number().nullable(),
  best_share: z.number().nullable(),
  borderline: z.number(),
  honours: z.boolean(),
};
export const degreeClassSave = {
  code: requiredText(20),
  title: title,
  minimum_average: percent,
  minimum_total: markValue.nullish(),
  retakes_allowed: z.boolean().optional(),
  level: z.enum(studyLevels).nullish().describe('all levels unless told'),
  entry_year: z.int().min(0).max(2199).optional().describe('the first year of entry for which it holds'),
  best_from: markValue.nullish(),
  best_share: percent.nullish().describe('of the credits, that must have best_from at least'),
  borderline: markValue.optional().describe('points below within which a board is shown the candidate'),
  honours: z.boolean().optional(),
};

export const copyInput = z.object({
  from_course_module_id: id.optional().describe('one plan to these modules'),
  to_course_module_ids: z.array(id).min(1).max(500).optional(),
  from_academic_year_id: id.optional().describe('or all plans of a year to the same modules of another'),
  to_academic_year_id: id.optional(),
  apply: z.boolean().optional().describe('a preview until then'),
});
export const copyAnswer = z.object({
  applied: z.boolean(),
  plans: z.array(
    z.object({
      from_course_module_id: z.number(),
      to_course_module_id: z.number(),
      title: z.string(),
      components: z.number(),
      state: z.enum(['NEW', 'EXISTS']).describe('EXISTS: has a plan already and is left alone'),
      plan_id: z.number().nullable(),
    }),
  ),
  without: z.array(option).describe('modules of the year that have nothing to take over'),
});

export const attemptRecord = {
  course_module_id: z.number(),
  course_module: moduleRef,
  number: z.number(),
  opens_on: z.string(),
  closes_on: z.string(),
  note: z.string().nullable(),
};
export const attemptSave = {
  course_module_id: id,
  number: attemptNumber,
  opens_on: date,
  closes_on: date,
  note: text(1000).nullish(),
};
export const attemptFilters = { course_module_id: queryId.optional(), number: queryInt(1, 20).optional() };

const student = z.object({ id: z.number(), name: z.string(), student_no: z.string() });
export const retakeRecord = {
  course_module_id: z.number(),
  course_module: moduleRef,
  student_id: z.number(),
  student,
  attempt: z.number(),
  component_ids: z.array(z.number()).describe('none: all'),
  capped: z.boolean(),
  fee: z.string().nullable(),
  left: z.string().nullable().describe('what of the fee is not paid, in soʻm; null where nothing was charged'),
  due_on: z.string().nullable().describe('until when it is to be paid'),
  exam_on: z
    .string()
    .nullable()
    .describe('the day of its exam, or the first of its sitting; null where neither is set'),
  reason: z.string().nullable(),
  state: z.enum(retakeStates),
};
export const retakeSave = {
  course_module_id: id,
  student_id: id,
  attempt: attemptNumber.min(2).optional().describe('the next one unless told'),
  component_ids: z.array(id).max(60).optional(),
  capped: z.boolean().optional(),
  fee: money.nullish().describe('that of the plan unless told, or else of the institution; null: none'),
  reason: text(1000).nullish(),
  state: z.enum(retakeChoices).optional(),
};
export const retakeFilters = {
  course_module_id: queryId.optional(),
  student_id: queryId.optional(),
  attempt: queryInt(1, 20).optional(),
  state: z.enum(retakeStates).optional(),
  unpaid: queryBoolean.optional(),
};

export const markState = z.enum(markStates);
export const updatedQuery = z.object({ since: instant.optional(), size: listQuery.size });
/** Modules whose marks moved, the newest first. */
export const updatedRow = z.object({
  course_module_id: z.number(),
  course_module: moduleRef,
  updated_at: z.string(),
  students: z.number(),
});
export const planOut = z.object({ ...recordBase, ...planRecord });
export const studentRef = student;
export const attempt = attemptNumber;
