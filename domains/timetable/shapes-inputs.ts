import { z } from 'zod';
import { id, listQuery, option, queryId, requiredText, text } from '#platform/contract/index.ts';
import { lessonKinds, lessonWeeks } from './shapes.ts';

/** What timetables are made from beyond plans of studies: what lessons need, and what holds for the whole institution. */

const session = z.int().min(1).max(12);

export const requirementRecord = {
  course_module_id: z.number(),
  module: z.object({ code: z.string(), title: z.string(), course: z.string() }),
  kind: z.enum(lessonKinds),
  length: z.number().describe('sessions in a row that a lesson takes'),
  week: z.enum(lessonWeeks).nullable().describe('null: as it falls out'),
  split: z.boolean().nullable().describe('each part of a group has its own lessons; null: only laboratories'),
  staff_ids: z.array(z.number()),
  teachers: z
    .array(option)
    .describe('who give each lesson together; none: the teachers of the module share its groups'),
  features: z.array(z.string()).describe('what the room must have'),
  building_id: z.number().nullable(),
  building: option.nullable(),
  room_id: z.number().nullable(),
  room: option.nullable(),
  note: z.string().nullable(),
};
export const requirementSave = {
  course_module_id: id,
  kind: z.enum(lessonKinds),
  length: z.int().min(1).max(4).optional(),
  week: z.enum(lessonWeeks).nullish(),
  split: z.boolean().nullish(),
  staff_ids: z.array(id).max(6).optional(),
  features: z.array(requiredText(100)).max(10).optional(),
  building_id: id.nullish(),
  room_id: id.nullish(),
  note: text(300).nullish(),
};
export const requirementFilters = {
  course_module_id: queryId.optional(),
  kind: z.enum(lessonKinds).optional(),
};
export const requirementExportQuery = z.object({ search: listQuery.search, kind: requirementFilters.kind }).optional();

export const settingsShape = {
  lunch_from: session.nullable().describe('one of the sessions from … to … stays free for lunch; null: no lunch'),
  lunch_to: session.nullable(),
  group_most: session.describe('most sessions of a group on a day'),
  teacher_most: session,
  closed_days: z.array(z.int().min(1).max(7)).max(7).describe('days of the week without lessons'),
  travel_minutes: z.int().min(0).max(240).describe('between two buildings unless told otherwise'),
  travel: z.array(z.object({ from_id: id, to_id: id, minutes: z.int().min(0).max(240) })).max(200),
};
export type TimetableSettings = { [K in keyof typeof settingsShape]: z.infer<(typeof settingsShape)[K]> };
