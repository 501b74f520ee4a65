import { z } from 'zod';
import {
  date,
  id,
  option,
  personRef,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { scoreSources, seatStates } from './shapes.ts';
import { applicationStates } from './workflow.ts';

export { scoreSources, seatStates } from './shapes.ts';

/** Shapes of entrance exams: places, sessions, seats, points, ranking. */

const language = z.enum(['uz', 'ru', 'en']);
const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' });
const seats = z.int().min(1).max(10_000);

export const placeRecord = {
  title: titleOut,
  address: z.string().nullable(),
  region_id: z.number().nullable(),
  capacity: z.number(),
  active: z.boolean(),
};
export const placeSave = {
  title: title,
  address: text(300).nullish(),
  region_id: id.nullish(),
  capacity: seats,
  active: z.boolean().optional(),
};

/** What a selector of sessions shows, whoever offers it. */
const sessionPlaces = {
  date: z.string(),
  time: z.string().describe('when it begins'),
  current_capacity: z.number().describe('seats that are taken'),
  max_capacity: z.number(),
};
export const sessionOption = option.extend(sessionPlaces);
export const sessionRecord = {
  ...sessionPlaces,
  place_id: z.number(),
  place: option.nullable(),
  address: z.string().nullable(),
  academic_year_id: z.number(),
  day: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  capacity: z.number().describe('seats at most'),
  taken: z.number().describe('seats that are taken'),
  language: language.nullable(),
  open: z.boolean(),
};
export const sessionSave = {
  place_id: id,
  academic_year_id: id,
  day: date,
  starts_at: hour,
  ends_at: hour,
  capacity: seats,
  language: language.nullish(),
  open: z.boolean().optional(),
};
export const sessionFilters = {
  place_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  from: date.optional(),
  until: date.optional(),
  free: queryBoolean.optional().describe('only where one can still take a seat'),
  language: language.optional(),
};

export const seatRecord = {
  application_id: z.number(),
  application: z.object({
    number: z.string(),
    status: z.enum(applicationStates),
    language: language.nullable(),
    score: z.number().nullable(),
  }),
  applicant: personRef.extend({ phone: z.string().nullable() }),
  session_id: z.number(),
  session: z.object({ day: z.string(), starts_at: z.string(), ends_at: z.string(), place: option.nullable() }),
  seat_no: z.number(),
  state: z.enum(seatStates),
  checked_in_at: z.string().nullable(),
};
export const seat = z.object({ ...recordBase, ...seatRecord });
export const seatFilters = {
  session_id: queryId.optional(),
  place_id: queryId.optional(),
  day: date.optional(),
  state: z.enum(seatStates).optional(),
};
export const chooseInput = z.object({ application_id: id, session_id: id });
export const assignInput = z.object({
  session_id: id,
  application_ids: z.array(id).min(1).max(500),
  preview: z.boolean().optional(),
});
export const absentInput = z.object({ session_id: id });

export const rankingInput = z.object({ campaign_id: id });
export const rankingAnswer = z.object({
  campaign_id: z.number(),
  grant_quota: z.number(),
  contract_quota: z.number(),
  waiting_limit: z.number(),
  prepared: z
    .object({
      count: z.number(),
      by: z.string().nullable(),
      mine: z.boolean().describe('who prepared does not publish'),
      moved: z.number().describe('would be decided otherwise by now'),
    })
    .describe('decisions that wait for publication'),
  rules: z.array(z.string()).describe('what decides between equal points, in this order'),
  rows: z.array(
    z.object({
      application_id: z.number(),
      number: z.string(),
      name: z.string(),
      score: z.number().nullable(),
      rank: z.number(),
      status: z.enum(['RECOMMENDED', 'WAITING_LIST', 'REJECTED']),
      tuition: z.enum(['GRANT', 'CONTRACT']).nullable(),
      tie: z.string().nullable().describe('the rule that put this one behind the one before with equal points'),
    }),
  ),
});
export const publishInput = z.object({ campaign_id: id, application_ids: z.array(id).max(5000).optional() });
export const unpublishInput = z.object({ application_ids: z.array(id).min(1).max(500), reason: requiredText(1000) });
export const scoreInput = z.object({
  application_id: id,
  subject: requiredText(100),
  source: z.enum(scoreSources),
  points: z.number().min(0).max(1000),
});
