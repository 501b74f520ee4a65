import { z } from 'zod';
import {
  date,
  id,
  listOf,
  listQuery,
  locales,
  option,
  queryId,
  queryInt,
  recordBase,
  requiredText,
  text,
} from '#platform/contract/index.ts';

export const groupKinds = ['MAIN', 'SUBGROUP'] as const;
export const groupStates = ['ACTIVE', 'FINISHED'] as const;
export const studyLanguages = locales;
export const choiceStates = ['CHOSEN', 'WAITING', 'WITHDRAWN'] as const;

const ref = option.nullable();

export const groupMember = z.object({
  id: z.number().describe('of the student'),
  membership_id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  gender: z.string().nullable(),
  status: z.string(),
  photo: z.string().nullable(),
  starts_on: z.string(),
  ends_on: z.string().nullable(),
});

export const groupRecord = {
  name: z.string(),
  kind: z.enum(groupKinds),
  parent_id: z.number().nullable(),
  course_id: z.number(),
  course: ref,
  entry_year: z.number(),
  study_year: z.number().nullable().describe('in the running academic year; null before and after the programme'),
  language: z.enum(studyLanguages),
  education_form_id: z.number().nullable(),
  education_form: ref,
  capacity: z.number(),
  students: z.number().describe('in the group today, those included who are away'),
  away: z.number().describe('of the students: on leave or barred; they keep their place'),
  mentor: z.object({ staff_id: z.number(), firstname: z.string(), lastname: z.string(), since: z.string() }).nullable(),
  status: z.enum(groupStates),
  finishes_on: z.string().nullable().describe('the last day, where the programme ends with the year'),
};
export const groupSave = {
  name: requiredText(40),
  kind: z.enum(groupKinds).optional(),
  parent_id: id.nullish(),
  course_id: id,
  entry_year: z.int().min(2000).max(2100),
  language: z.enum(studyLanguages),
  education_form_id: id.nullish(),
  capacity: z.int().min(1).max(500),
  status: z.enum(groupStates).optional(),
};
export const groupFilters = {
  course_id: queryId.optional(),
  entry_year: queryInt(2000, 2100).optional(),
  language: z.enum(studyLanguages).optional(),
  education_form_id: queryId.optional(),
  kind: z.enum(groupKinds).optional(),
  status: z.enum(groupStates).optional(),
  mentor_id: queryId.optional(),
  student_id: queryId.optional().describe('in which the student is today'),
};
export const groupOption = z.object({
  id: z.number(),
  title: z.string(),
  course_id: z.number(),
  entry_year: z.number(),
  language: z.enum(studyLanguages),
  students: z.number(),
  capacity: z.number(),
});

/** Groups of a course and year with their students, beside those who are in none. */
export const assignQuery = z.object({
  ...listQuery,
  course_id: queryId.optional(),
  entry_year: queryInt(2000, 2100).optional(),
  education_form_id: queryId.optional(),
  language: z.enum(studyLanguages).optional(),
});
const person = groupMember.omit({ membership_id: true, starts_on: true, ends_on: true });
/** A page of groups; those who are in none only where course and year are named. */
export const assignAnswer = listOf(z.object({ ...recordBase, ...groupRecord })).extend({
  groups: z.array(
    z.object({
      group: z.object({
        id: z.number(),
        version: z.number(),
        ...groupRecord,
        can: z.record(z.string(), z.boolean()),
      }),
      students: z.array(groupMember),
    }),
  ),
  unassigned: z.array(person),
});
/** Courses and years whose students are in no group, the most first; where nobody waits, those of the newest groups. */
export const waitingAnswer = z.array(
  z.object({ course_id: z.number(), course: z.string(), entry_year: z.number(), students: z.number() }),
);
export const assignInput = z.object({
  group_id: id,
  student_ids: z.array(id).min(1).max(1000),
  starts_on: date.optional().describe('today unless told; with `remove` the first day without the group'),
  reason: text(500).optional(),
  remove: z.boolean().optional().describe('take these students out of the group instead'),
});
export const transferInput = z.object({
  student_id: id,
  group_id: id.describe('where to'),
  from: date.optional().describe('first day in the new group; today unless told'),
  reason: requiredText(500),
});

/** What a shuffle weighs, each from 0 (not at all) to 10. Sizes are always kept even. */
export const shuffleRules = z.object({
  gender: z.int().min(0).max(10),
  language: z.int().min(0).max(10),
  mark: z.int().min(0).max(10).describe('mean mark so far'),
  keep: z.int().min(0).max(10).describe('as few moves as possible'),
});
export const shuffleInput = z.object({
  group_ids: z.array(id).min(2).max(40),
  rules: shuffleRules.optional(),
  seed: z.int().min(0).max(1_000_000).optional(),
  from: date.optional(),
  apply: z.boolean().optional().describe('left out: a preview that writes nothing'),
  undo_of: id.optional().describe('takes back an applied shuffle, as long as nobody was moved since'),
});
const spread = z.object({
  group_id: z.number(),
  name: z.string(),
  before: z.object({ students: z.number(), women: z.number(), mark: z.number().nullable() }),
  after: z.object({ students: z.number(), women: z.number(), mark: z.number().nullable() }),
});
export const shuffleAnswer = z.object({
  shuffle_id: z.number().nullable().describe('names an applied shuffle for its undo'),
  seed: z.number(),
  moves: z.array(
    z.object({ student_id: z.number(), name: z.string(), from_group_id: z.number(), to_group_id: z.number() }),
  ),
  groups: z.array(spread),
});

/** Everybody who was ever in a group, and who looked after it; the newest first. */
export const historyAnswer = z.object({
  members: z.array(
    z.object({
      membership_id: z.number(),
      student_id: z.number(),
      student_no: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      midname: z.string().nullable(),
      starts_on: z.string(),
      ends_on: z.string().nullable(),
      reason: z.string().nullable(),
      moved_to: option.nullable().describe('the main group that followed, if the caller may see it'),
    }),
  ),
  mentors: z.array(
    z.object({
      staff_id: z.number(),
      firstname: z.string(),
      lastname: z.string(),
      midname: z.string().nullable(),
      starts_on: z.string(),
      ends_on: z.string().nullable(),
    }),
  ),
});

export const mentorInput = z.object({
  group_ids: z.array(id).min(1).max(200),
  staff_id: id.nullable().describe('null: the group has no mentor from then on'),
  from: date.optional(),
});

/** Why somebody is, or is not, in the list of a module's students: each condition with what was found. */
export const whyAnswer = z.object({
  listed: z.boolean(),
  checks: z.array(
    z.object({
      code: z.enum([
        'STUDENT_ACTIVE',
        'IN_A_GROUP',
        'GROUP_OF_THE_COURSE',
        'GROUP_OF_THE_YEAR',
        'GROUP_ACTIVE',
        'MODULE_ACTIVE',
        'MODULE_CHOSEN',
      ]),
      holds: z.boolean(),
      data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});

export const choiceOffer = z.object({
  course_module_id: z.number(),
  module: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  type: z.enum(['OPTIONAL', 'FREE_CHOICE']),
  credits: z.number(),
  study_year: z.number(),
  semester: z.number(),
  capacity: z.number().nullable(),
  chosen: z.number(),
  waiting: z.number(),
  opens_on: z.string().nullable(),
  closes_on: z.string().nullable(),
  open: z.boolean(),
  mine: z.enum(choiceStates).nullable(),
  place: z.number().nullable().describe('on the waiting list, from 1'),
});
