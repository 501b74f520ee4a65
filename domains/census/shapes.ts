import { z } from 'zod';
import { date as day, id as idNumber, requiredText, text } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { censusStates } from './workflow.ts';

/** Whom a line, a column or a whole form counts: everything that is named must hold. */
export const where = z
  .object({
    level: z.array(z.enum(studyLevels)).min(1),
    status: z.array(z.string().max(40)).min(1),
    /** The year of study on the form's day. */
    year: z.array(z.number().int().min(1).max(20)).min(1),
    /** Full years on the form's day. */
    age_from: z.number().int().min(0).max(150),
    age_to: z.number().int().min(0).max(150),
    gender: z.enum(['MALE', 'FEMALE']),
    citizenship: z.enum(['UZ', 'FOREIGN']),
    tuition: z.enum(['GRANT', 'CONTRACT']),
    language: z.array(z.enum(['uz', 'ru', 'en'])).min(1),
    /** Codes of forms of education. */
    form: z.array(z.string().max(40)).min(1),
  })
  .partial()
  .strict();
export type Where = z.infer<typeof where>;

const code = z.string().regex(/^[A-Z0-9_-]{1,20}$/, 'invalid');
export const lineOf = z.object({ code, title: requiredText(200), where });
export type Line = z.infer<typeof lineOf>;

/** What a column of a list of students can say of each. */
export const sayings = [
  'NO',
  'STUDENT_NO',
  'HEMIS_CODE',
  'LASTNAME',
  'FIRSTNAME',
  'MIDNAME',
  'BIRTHDATE',
  'GENDER',
  'CITIZENSHIP',
  'PINFL',
  'PASSPORT',
  'REGION',
  'PROGRAMME_CODE',
  'PROGRAMME',
  'LEVEL',
  'FORM',
  'LANGUAGE',
  'TUITION',
  'ENTRY_YEAR',
  'YEAR',
  'STATUS',
] as const;
export type Saying = (typeof sayings)[number];
/** A column counts by its conditions, or says something of each student where the form is a list of them. */
export const columnOf = lineOf.extend({ says: z.enum(sayings).optional() });
export type Column = z.infer<typeof columnOf>;
/** Between sums of columns, in every line. */
export const control = z.object({
  left: z.array(code).min(1).max(50),
  sign: z.enum(['=', '>=']),
  right: z.array(code).min(1).max(50),
});
export type Control = z.infer<typeof control>;

/** Where a number goes in the template: of one line, or from this cell downwards of all lines. */
export const cellOf = z.object({
  cell: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,4}$/, 'invalid'),
  line: code.optional(),
  column: code.optional(),
  text: z.enum(['INSTITUTION', 'DAY', 'EDITION', 'LINE_CODE', 'LINE_TITLE']).optional(),
});
export type Cell = z.infer<typeof cellOf>;

/** What has a line each: `STUDENT` makes a list of students, whose columns say what they are. */
export const eachOf = ['PROGRAMME', 'STUDENT'] as const;
export const exampleCodes = ['OLIY-1', 'OLIY-1-AGES', 'HEMIS'] as const;

export const formSave = {
  code,
  title: requiredText(200),
  note: text(2000).nullish(),
  counts: where,
  /** One line for each of these, after the line of all; else the lines that are named. */
  each: z.enum(eachOf).nullish(),
  lines: z.array(lineOf).max(300),
  columns: z.array(columnOf).min(1).max(100),
  controls: z.array(control).max(100),
  template_file_id: idNumber.nullish(),
  cells: z.array(cellOf).max(3000),
};
export const formRecord = {
  code: z.string(),
  title: z.string(),
  note: z.string().nullable(),
  counts: where,
  each: z.enum(eachOf).nullable(),
  lines: z.array(lineOf),
  columns: z.array(columnOf),
  controls: z.array(control),
  template_file_id: z.number().nullable(),
  template: z.unknown().nullable(),
  cells: z.array(cellOf),
};

const head = z.object({ code: z.string(), title: z.string() });
export const breach = z.object({
  line: z.string(),
  rule: z.string(),
  left: z.number(),
  right: z.number(),
});
export const censusRow = z.object({
  id: z.number(),
  version: z.number(),
  form_id: z.number(),
  form_title: z.string(),
  day: z.string(),
  known_on: z.string(),
  edition: z.number(),
  previous_id: z.number().nullable(),
  next_id: z.number().nullable(),
  reason: z.string().nullable(),
  status: z.enum(censusStates),
  total: z.number(),
  hash: z.string().nullable(),
  created_at: z.string(),
  frozen_at: z.string().nullable(),
});
export const census = censusRow.extend({
  note: z.string().nullable(),
  /** Columns of a list of students; its rows are in the file. */
  listed: z.array(head),
  lines: z.array(head),
  columns: z.array(head),
  figures: z.record(z.string(), z.record(z.string(), z.number())),
  breaches: z.array(breach),
  can: z.record(z.string(), z.boolean()),
});
export const make = z.object({ form_id: idNumber, day });
export const personRow = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
});
export const difference = z.object({
  cells: z.array(
    z.object({
      line: z.string(),
      column: z.string(),
      was: z.number(),
      now: z.number(),
      came: z.number(),
      gone: z.number(),
    }),
  ),
  /** Who came and went in all; for those who may know whom a census counts. */
  came: z.array(personRow).optional(),
  gone: z.array(personRow).optional(),
});
