import { z } from 'zod';
import { id, requiredText, text } from '#platform/contract/index.ts';

/**
 * What a report asks: of which records, which of them, and how they are shown: row by row (`columns`), or counted by what they
 * have in common (`groups`, `measures`). Names are those that GET /report/fields offers to the caller.
 */

const name = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, { error: 'invalid' });

/** `from` and `until` include their value; `contains` is for text. `empty` and `filled` take no values. */
export const filterKinds = ['is', 'not', 'contains', 'from', 'until', 'empty', 'filled'] as const;
export const reportFilter = z.object({
  field: name,
  op: z.enum(filterKinds),
  /** As they stand in the record: of a text also what is before and behind its words. */
  values: z.array(z.string().max(1000)).max(100).default([]),
});
export type ReportFilter = z.infer<typeof reportFilter>;

export const periods = ['day', 'month', 'year'] as const;
/** Days are grouped by `by`, a year unless told; other fields by their value. */
const grouping = z.object({ field: name, by: z.enum(periods).optional() });

/** `people` counts each person once, `rows` the records. The others reckon with a field of numbers or money. */
export const measureKinds = ['rows', 'people', 'sum', 'average', 'least', 'most'] as const;
const measure = z.object({ what: z.enum(measureKinds), field: name.optional() });
export type Measure = z.infer<typeof measure>;

/** How a report goes out as a file. */
export const fileFormats = ['xlsx', 'csv', 'pdf'] as const;

export const chartKinds = ['none', 'bar', 'line', 'donut'] as const;

export const reportDefinition = z.object({
  subject: name,
  columns: z.array(name).max(30).default([]),
  filters: z.array(reportFilter).max(20).default([]),
  groups: z.array(grouping).max(2).default([]),
  measures: z.array(measure).max(6).default([]),
  /** A column of a report of rows; of one of groups `0` and on, by group and measure. */
  sort: z
    .object({ by: z.string().max(60), descending: z.boolean().default(false) })
    .nullable()
    .default(null),
  chart: z.enum(chartKinds).default('none'),
});
export type ReportDefinition = z.infer<typeof reportDefinition>;

export const fieldKinds = ['text', 'number', 'money', 'date', 'flag', 'code', 'reference'] as const;
export const reportSubject = z.object({
  id: z.string(),
  title: z.string(),
  /** Counts alone; its rows are never shown. */
  counts_only: z.boolean(),
  people: z.boolean().describe('whether people can be counted'),
  usual: z.array(z.string()),
  fields: z.array(z.object({ id: z.string(), title: z.string(), kind: z.enum(fieldKinds) })),
});

/** A value as it is shown: words in the language of the caller, numbers and money as numbers, days as ISO dates. */
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const row = z.object({
  id: id.nullable().describe('of the record; null for a group'),
  cells: z.array(cell).describe('null where there is nothing, or too few people to say'),
  filters: z.array(reportFilter).describe('of a group: what opens exactly its rows, beside those of the report'),
  hidden: z.boolean().describe('fewer people than may be told, or needed to hide such'),
});
export const reportAnswer = z.object({
  columns: z.array(z.object({ title: z.string(), kind: z.enum(fieldKinds), measure: z.boolean() })),
  rows: z.array(row),
  total: z.number().nullable().describe('records behind the report; null where they are too few to say'),
  totals: z.array(cell).nullable().describe('of a report of groups: its measures over everything, column by column'),
  cut: z.boolean().describe('there are more groups than are shown'),
  as_of: z.string(),
});
export type ReportAnswer = z.infer<typeof reportAnswer>;

export const reportSave = {
  name: requiredText(150),
  about: text(500).default(''),
  definition: reportDefinition,
  /** Roles that see it too, each with the rights of who looks. */
  roles: z.array(z.string().max(60)).max(60).default([]),
};
export const reportRecord = {
  name: z.string(),
  about: z.string(),
  subject: z.string().nullable().describe('null where it is offered no more'),
  definition: reportDefinition,
  roles: z.array(z.string()),
  owner_id: z.number(),
  owner: z.string(),
  own: z.boolean(),
  pinned: z.boolean().describe("on the caller's home"),
  every: z.enum(['DAY', 'WEEK', 'MONTH']).nullable().describe('how often it comes to the caller by mail'),
  format: z.enum(fileFormats).nullable().describe('as what file it comes by mail'),
};
