import { z } from 'zod';
import { date, id, option, queryId, text } from '#platform/contract/index.ts';

/** What has a date: homework of a lesson, a component of assessment, the exam of a course module. */
export const targetKinds = ['HOMEWORK', 'COMPONENT', 'EXAM'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** `id` is that of the homework, of the component, of the course module. */
export const target = z.object({ kind: z.enum(targetKinds), id, attempt: z.int().min(1).max(20).default(1) });
export type Target = z.infer<typeof target>;

export const effects = ['EXTENSION', 'DEFERRAL'] as const;
/** Whose date it is in the end. */
export const dueSources = ['ORIGINAL', 'ARRANGEMENT', 'GRANT'] as const;

export const deadlineRow = z.object({
  student_id: z.number(),
  target,
  course_module_id: z.number(),
  title: z.string(),
  module: z.string(),
  place: z.string().nullable(),
  starts_at: z.string().nullable().describe('when it begins for this student, where that is known'),
  minutes: z.number().nullable().describe('how long the work itself is, more time not counted'),
  extra_minutes: z.number().describe('more time for this student'),
  original_at: z.string().nullable(),
  due_at: z.string().nullable().describe('null where it has no date, or is deferred'),
  deferred: z.boolean().describe('moved to the next sitting'),
  source: z.enum(dueSources),
});
export type DeadlineRow = z.infer<typeof deadlineRow>;

// --- what stands for a student

export const arrangementRecord = {
  student_id: z.number(),
  student: option,
  extra_percent: z.number().describe('more time, in percent of the work'),
  extra_days: z.number().describe('working days after the deadline of everybody'),
  apart: z.boolean().describe('in a room apart from the others'),
  since: z.string().nullable().describe('the first day of deadlines for which it holds; null: all before'),
  until: z.string().nullable().describe('the last day for which it holds; null: as long as they study'),
  note: z.string().nullable(),
};
export const arrangementSave = {
  student_id: id,
  extra_percent: z.int().min(0).max(200).optional(),
  extra_days: z.int().min(0).max(60).optional(),
  apart: z.boolean().optional(),
  since: date.nullish(),
  until: date.nullish(),
  note: text(300).nullish(),
};
export const arrangementFilters = { student_id: queryId.optional() };
