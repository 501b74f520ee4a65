import { z } from 'zod';
import { signatureShown } from '#domains/signatures/contract.ts';
import { fileRecord, id, listQuery, manyOf, queryId, requiredText, text, version } from '#platform/contract/index.ts';
import { agreementStates, destructionStates } from './workflow.ts';

/** Acts by which letters whose time is over are destroyed; browser-safe. */

/** Letters of one act; more are destroyed by several. */
export const mostLetters = 1000;

export const actSave = {
  basis: requiredText(1000).describe('by which rule, as the act says it'),
  signer_id: id.describe('who signs the act'),
  member_ids: z.array(id).min(2).max(15).describe('the commission; the first presides'),
};
export const actRecord = {
  number: z.string().nullable(),
  basis: z.string(),
  status: z.enum(destructionStates),
  author: z.string(),
  signer_id: z.number(),
  signer: z.string(),
  letters: z.number(),
  drawn_on: z.string().nullable(),
  done_on: z.string().nullable(),
  asked_now: z.boolean().describe('the caller’s word is wanted now'),
  members: z.array(
    z.object({
      staff_id: z.number(),
      name: z.string(),
      status: z.enum(agreementStates),
      remark: z.string().nullable(),
      decided_at: z.string().nullable(),
    }),
  ),
  file: fileRecord.nullable().optional().describe('the act itself, of one act, not of lists'),
  signature: signatureShown.nullable().optional(),
  next: z.array(z.enum(destructionStates)),
};
export const actFilters = { status: manyOf(z.enum(destructionStates)) };

const destroyedFile = z.object({
  name: z.string(),
  size: z.number(),
  hash: z.string(),
  kept_by: z.array(z.string()).optional().describe('what else has the file, for which it was not destroyed'),
});
/** On the card of a letter: the act that destroyed it, and what its files were. */
export const destroyed = z.object({ act_id: z.number(), number: z.string(), files: z.array(destroyedFile) });

export const dueQuery = z.object({ ...listQuery, group_id: queryId.optional() });
export const dueLine = z.object({
  id: z.number(),
  number: z.string(),
  heading: z.string().nullable().describe('null where the caller does not see the letter'),
  registered_on: z.string(),
  destroy_after: z.string(),
});
export const itemQuery = z.object({ ...listQuery, act_id: queryId });
export const itemLine = z.object({
  id: z.number().describe('of the letter'),
  number: z.string(),
  heading: z.string().nullable(),
  registered_on: z.string(),
  destroy_after: z.string().nullable(),
  files: z
    .array(destroyedFile)
    .nullable()
    .describe('what was destroyed, and what stayed because of what; before that only what would stay'),
});
export const pick = z.object({
  id,
  version,
  group_id: id.optional().describe('adds all letters of the group that may be destroyed'),
  add: z.array(id).max(mostLetters).optional(),
  remove: z.array(id).max(mostLetters).optional(),
});
export const actStep = z.object({
  id,
  version,
  status: z.enum(destructionStates),
  reason: text(2000).optional(),
  electronic_id: id.optional().describe('for DONE: a verified signature that was handed in over the act'),
});
export const actWord = z.object({ id, agree: z.boolean(), remark: text(2000).optional() });
export const hold = z.object({
  id,
  version,
  reason: requiredText(1000).nullable().describe('why it must not be destroyed; null: the reason is over'),
});
