import { z } from 'zod';
import {
  date,
  id,
  listQuery,
  option,
  queryBoolean,
  queryId,
  queryInt,
  requiredText,
  roles,
  text,
} from '#platform/contract/index.ts';

/** Shapes of the calendar's calls and its rows. */

export const eventKinds = ['TEACHING_WEEK', 'GENERAL_EVENT'] as const;
export type EventKind = (typeof eventKinds)[number];

export const eventTypes = [
  'GENERAL_EVENT',
  'TEACHING_WEEK',
  'ASSESSMENT_WEEK',
  'ASSESSMENT_DAY',
  'HOLIDAY',
  'DEADLINE',
  'DOCUMENTS',
  'EXTRACURRICULAR_ACTIVITY',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Under which kind a type is offered. */
export const kindOf: Record<EventType, EventKind> = {
  TEACHING_WEEK: 'TEACHING_WEEK',
  ASSESSMENT_WEEK: 'TEACHING_WEEK',
  ASSESSMENT_DAY: 'TEACHING_WEEK',
  GENERAL_EVENT: 'GENERAL_EVENT',
  HOLIDAY: 'GENERAL_EVENT',
  DEADLINE: 'GENERAL_EVENT',
  DOCUMENTS: 'GENERAL_EVENT',
  EXTRACURRICULAR_ACTIVITY: 'GENERAL_EVENT',
};
/** What stands in a calendar without having been entered there: classes, exams, beginnings and ends of semesters. */
export const shownTypes = [...eventTypes, 'CLASS', 'EXAM', 'SEMESTER'] as const;
export type ShownType = (typeof shownTypes)[number];

export const audiences = ['EVERYBODY', 'ROLES', 'COURSE', 'GROUP', 'PERSON'] as const;
export type Audience = (typeof audiences)[number];

/** An event lasts a year at most; the months in which it may show are found by its beginning. */
export const longestDays = 366;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const ref = option.nullable();

/** When: instants for computers; days and times in the university's zone for people. `ends_on` is the last day. */
const when = {
  all_day: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  starts_time: z.string().nullable(),
  ends_time: z.string().nullable(),
};

export const eventRecord = {
  type: z.enum(eventTypes),
  kind: z.enum(eventKinds),
  title: z.string(),
  description: z.string().nullable(),
  place: z.string().nullable(),
  link: z.string().nullable(),
  ...when,
  audience: z.enum(audiences),
  roles: z.array(z.string()),
  course_id: z.number().nullable(),
  course: ref,
  group_id: z.number().nullable(),
  group: ref,
  account_id: z.number().nullable(),
  person: ref,
  personal: z.boolean().describe('for the caller alone'),
};

export const eventSave = {
  type: z.enum(eventTypes),
  title: requiredText(300),
  description: text(4000).nullish(),
  place: text(200).nullish(),
  link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]).nullish(),
  all_day: z.boolean().optional(),
  starts_on: date.optional(),
  ends_on: date.nullish().describe('last day; the first where it is left out'),
  starts_time: time.nullish(),
  ends_time: time.nullish(),
  audience: z.enum(audiences).optional(),
  roles: z.array(z.enum(roles)).max(60).optional(),
  course_id: id.nullish(),
  group_id: id.nullish(),
  account_id: id.nullish().describe('with PERSON; the caller where it is left out'),
};

/** What a calendar shows of an event. `id` is null where another part of the system tells of it; `path` leads there. */
export const eventRow = z.object({
  key: z.string(),
  id: z.number().nullable(),
  version: z.number().nullable(),
  source: z.string(),
  type: z.enum(shownTypes),
  title: z.string(),
  description: z.string().nullable(),
  place: z.string().nullable(),
  path: z.string().nullable(),
  module: z.string().nullable().describe('code of the module that it belongs to'),
  ...when,
  audience: z.enum(audiences).nullable(),
  personal: z.boolean(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type EventRow = z.infer<typeof eventRow>;

/** A span of days, both counted; the running month where it is left out. */
export const eventQuery = {
  ...listQuery,
  size: queryInt(1, 2000).optional(),
  from: date.optional(),
  to: date.optional(),
  type: z.enum(shownTypes).optional(),
  mine: queryBoolean.optional().describe('leaves out what is for groups and courses of others'),
};
export const studentQuery = { ...eventQuery, student_id: queryId.optional() };

export const typeOption = z.object({
  id: z.number(),
  name: z.enum(eventKinds),
  calendar_event_info: z.object({ title: z.string() }),
  children: z.array(
    z.object({
      id: z.number(),
      name: z.enum(eventTypes),
      type: z.object({ title: z.string() }),
      audiences: z.array(z.enum(audiences)).describe('for whom the caller may enter it'),
    }),
  ),
});

export const feedState = z.object({
  since: z.string().nullable().describe('when the link was made; null without one'),
});
