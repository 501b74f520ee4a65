import { z } from 'zod';
import { answersShape, type FormField, formField } from '#domains/questions/contract.ts';
import {
  date,
  id,
  listQuery,
  option,
  queryBoolean,
  queryId,
  requiredText,
  text,
  title,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { leastVoters, periodStates } from './workflow.ts';

/** What is asked about modules and teachers, and what comes of it; browser-safe. */

/** Types of questions: nothing by which somebody is known, no files, no numbers and no days of one's own. */
export const askedTypes = ['SELECT', 'MULTISELECT', 'TEXTAREA'] as const;
/** Words are few, so that all that is sealed has one size. */
export const mostTexts = 3;
export const longestText = 1000;

export const section = z.object({
  id: z.int().min(1).max(1000),
  title,
  note: title.nullable(),
  fields: z.array(formField).max(40),
});
export type Section = z.infer<typeof section>;

/** A choice whose values are whole numbers is a scale: it has a mean. */
export const isScale = ({ type, options = [] }: FormField): boolean =>
  type === 'SELECT' && options.length > 1 && options.every(({ value }) => /^\d{1,2}$/.test(value));

export const questionnaireSave = { title, sections: z.array(section).max(20).optional() };
export const questionnaireRecord = {
  title: titleOut,
  sections: z.array(section),
  questions: z.number(),
};

export const periodSave = {
  title,
  questionnaire_id: id,
  academic_year_id: id,
  semester: z.int().min(1).max(4),
  starts_on: date,
  ends_on: date,
  threshold: z.int().min(leastVoters).max(50).optional(),
  remind_before: z.array(z.int().min(1).max(30)).max(5).optional().describe('so many days before the last one'),
};
export const periodRecord = {
  title: titleOut,
  questionnaire_id: z.number(),
  questionnaire: option,
  academic_year_id: z.number(),
  academic_year: option,
  semester: z.number(),
  starts_on: z.string(),
  ends_on: z.string(),
  threshold: z.number(),
  remind_before: z.array(z.number()),
  status: z.enum(periodStates),
  units: z.number().describe('modules with their teachers'),
  invited: z.number().describe('votes that may be given'),
  voted: z.number().describe('votes that were given'),
  released: z.number().describe('units whose results are out'),
  ready: z.number().describe('units whose results could be released: marks are out'),
  reminded_on: z.string().nullable(),
};
export const periodFilters = { status: z.enum(periodStates).optional(), academic_year_id: queryId.optional() };
export const periodStep = z.object({
  id,
  version,
  status: z.enum(periodStates),
  reason: text(500).optional(),
});

const unit = {
  module: z.string(),
  course: z.string(),
  teacher: z.string(),
};
export const ownUnit = z.object({
  unit_id: z.number(),
  ...unit,
  period: z.string(),
  ends_on: z.string(),
  voted: z.boolean(),
});
export const formOf = z.object({ unit_id: z.number(), ...unit, ends_on: z.string(), sections: z.array(section) });
/** What an envelope holds. */
export const sealedVote = z.object({
  answers: answersShape,
  group: z.number().nullish(),
  language: z.string().nullish(),
});
/** Of a part of those who voted. */
const part = { voted: z.number(), mean: z.number() };
export interface Breakdown {
  groups: { id: number; voted: number; mean: number }[];
  languages: { id: string; voted: number; mean: number }[];
}
export const vote = z.strictObject({ unit_id: id, answers: answersShape });

export const resultRecord = {
  period_id: z.number(),
  period: z.string(),
  year: z.string(),
  ...unit,
  staff_id: z.number(),
  course_module_id: z.number(),
  department: z.string().nullable(),
  invited: z.number(),
  voted: z.number(),
  dropped: z.number().describe('who left before the last day without a vote; not among those asked'),
  rate: z.number().describe('percent'),
  enough: z.boolean().describe('whether as many voted as must have before anything is shown'),
  mean: z.number().nullable().describe('of all scales'),
  spread: z.number().nullable().describe('standard deviation'),
  marks_final: z.boolean(),
  released_on: z.string().nullable(),
  replied: z.boolean(),
};
const shownOption = z.object({ value: z.string(), title: titleOut, count: z.number() });
export const resultAnswer = {
  ...resultRecord,
  threshold: z.number(),
  beside: z
    .object({ mean: z.number(), spread: z.number(), units: z.number() })
    .nullable()
    .describe('the same of the department in this period, of units that are shown'),
  questions: z.array(
    z.object({
      key: z.string(),
      title: titleOut,
      answered: z.number().nullable().describe('null where too few did'),
      mean: z.number().nullable(),
      spread: z.number().nullable(),
      options: z.array(shownOption).nullable(),
    }),
  ),
  breakdown: z
    .object({
      groups: z.array(z.object({ id: z.number(), title: z.string(), ...part })),
      languages: z.array(z.object({ id: z.string(), ...part })),
    })
    .describe('of scales that everybody answered; without those that are few, or could be reckoned from the whole'),
  texts: z.array(
    z.object({
      id: z.string(),
      question: titleOut,
      text: z.string(),
      shown: z.boolean().nullable().describe('null until somebody has read it; for those who manage alone'),
    }),
  ),
  trend: z.array(z.object({ year: z.string(), period: z.string(), mean: z.number(), voted: z.number() })),
  reply: z.string().nullable(),
  replied_on: z.string().nullable(),
};
export const resultQuery = z.object({
  ...listQuery,
  period_id: queryId.optional(),
  department_id: queryId.optional(),
  staff_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  released: queryBoolean.optional(),
});
/** One teacher over everything that the caller may see. Means are those of results, each of which is shown by itself. */
const together = {
  results: z.number().describe('results with a mean'),
  voted: z.number(),
  invited: z.number(),
  rate: z.number().describe('percent'),
  mean: z.number().nullable(),
};
export const teacherResults = z.object({
  teacher: z.string(),
  ...together,
  periods: z.array(z.object({ id: z.number(), title: z.string(), year: z.string(), ...together })),
  modules: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      ...together,
      change: z.number().nullable().describe('of the mean, from the first period to the last'),
    }),
  ),
});
export const unitStep = z.object({ id, version, released: z.boolean(), reason: text(500).optional() });
export const replySave = z.object({ id, version, text: requiredText(3000) });
export const textReview = z.object({ unit_id: id, id: z.uuid(), shown: z.boolean() });
