import { z } from 'zod';
import { fileRecord, id, queryId, recordBase, requiredText, version } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';

/** Shapes of credits that were earned elsewhere. */

const moduleTitle = z.object({ id: z.number(), code: z.string(), title: z.string() });

export const recognition = z.object({
  id: z.number(),
  version: z.number(),
  created_at: z.string(),
  student_id: z.number(),
  origin: z.string().describe('the institution as the papers have it, or the course of this one'),
  internal: z.boolean().describe('passed here, in another course'),
  source_module: z.string(),
  source_credits: z.number().nullable(),
  source_grade: z.string().nullable(),
  module: moduleTitle.nullable().describe('none: it does not count'),
  credits: z.number(),
  total: z.number().nullable().describe('the mark as recognised'),
  counts: z.boolean().describe('the mark counts in the average'),
  decided_by: z.string().nullable(),
  by: z.string().nullable().describe('who wrote it down'),
  files: z.array(fileRecord),
  withdrawn_at: z.string().nullable(),
  withdrawn_by: z.string().nullable(),
  withdrawal_reason: z.string().nullable(),
  can: z.object({ withdraw: z.boolean() }),
});
export const recognitionList = z.object({ student_id: queryId.optional() });
export const recognitionWithdrawal = z.object({ id, version, reason: requiredText(1000) });

export const recognitionRule = {
  ...recordBase,
  level: z.enum(studyLevels),
  marks_count: z.boolean(),
};
export const recognitionRuleSave = { level: recognitionRule.level, marks_count: z.boolean() };
