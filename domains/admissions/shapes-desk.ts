import { z } from 'zod';
import { countedAt, date, id, option, queryId, recordBase, requiredText, text } from '#platform/contract/index.ts';
import { flavourNames } from './flavours.ts';
import { applicationStates, waitingFor } from './workflow.ts';

/** Shapes of the campaign's desk, and of talks with people who might apply. */

/** How far somebody came: whoever got further counts before as well. */
export const stages = ['SUBMITTED', 'VERIFIED', 'EXAM_TAKEN', 'RECOMMENDED', 'CONTRACT_ACCEPTED', 'ENROLLED'] as const;
export type Stage = (typeof stages)[number];
const counts = z.record(z.enum(stages), z.number());
const state = z.enum(applicationStates);

export const deskFilters = {
  academic_year_id: queryId.optional().describe('the newest with applications when absent'),
  course_id: queryId.optional(),
  source: text(50).optional(),
};
export const deskAnswer = z.object({
  academic_year: option.nullable(),
  people: z
    .number()
    .describe('people who applied or began to, in the year; in the newest also those who have applied for nothing yet'),
  begun: z.number().describe('applications that are still drafts'),
  reached: counts,
  days: z
    .array(z.object({ day: z.string(), people: z.number(), submitted: z.number() }))
    .describe('the last thirty days'),
  sources: z.array(z.object({ source: z.string().nullable(), people: z.number(), reached: counts })),
  campaigns: z.array(
    z.object({
      campaign_id: z.number(),
      course: z.string(),
      language: z.string(),
      grant_quota: z.number(),
      contract_quota: z.number(),
      reached: counts,
    }),
  ),
  waiting: z.array(
    z.object({
      flavour: z.enum(flavourNames),
      status: state,
      for: z.enum(waitingFor),
      count: z.number(),
      late: z.number().describe('for more than three days'),
      oldest_at: z.string(),
      median_days: z.number(),
    }),
  ),
  counted_at: countedAt,
});

export const leadStages = ['NEW', 'TALKED', 'DUE', 'LOST'] as const;
export const talkChannels = ['CALL', 'MESSAGE', 'MEETING'] as const;
export const talkOutcomes = ['REACHED', 'NO_ANSWER', 'INTERESTED', 'CALL_BACK', 'NOT_INTERESTED'] as const;
export const talk = z.object({
  ...recordBase,
  guest_id: z.number(),
  channel: z.enum(talkChannels),
  outcome: z.enum(talkOutcomes),
  note: z.string().nullable(),
  next_on: z.string().nullable().describe('when to talk again'),
  by: z.string().nullable(),
});
export const talkSave = z.object({
  guest_id: id,
  channel: z.enum(talkChannels),
  outcome: z.enum(talkOutcomes),
  note: text(2000).nullish(),
  next_on: date.nullish(),
});
export const lead = z.object({
  ...recordBase,
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  phone: z.string().nullable(),
  source: z.string().nullable(),
  region: option.nullable(),
  begun_at: z.string().nullable().describe('since when there is a draft'),
  wishes: z.string().nullable().describe('course of the draft'),
  talks: z.number(),
  last: z
    .object({ at: z.string(), outcome: z.enum(talkOutcomes), note: z.string().nullable(), by: z.string().nullable() })
    .nullable(),
  next_on: z.string().nullable(),
});
export const leadFilters = {
  stage: z.enum(leadStages).optional().describe('DUE: to be talked to again today or before; LOST: does not want to'),
  source: requiredText(50).optional(),
};
