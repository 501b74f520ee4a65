import { z } from 'zod';
import { date, id, option, queryBoolean, queryId, requiredText } from '#platform/contract/index.ts';
import { bell } from './shapes.ts';

export const examStates = ['DRAFT', 'PUBLISHED'] as const;
/** Why an exam cannot be at a sitting. */
export const examReasons = ['NOT_ALLOWED', 'TWO_AT_ONCE', 'NO_ROOM', 'NO_INVIGILATOR'] as const;

const sitting = z.int().min(1).max(6);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const person = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string().nullable(),
  group: z.string().nullable(),
});

// --- periods

export const examPeriodRecord = {
  semester_id: z.number(),
  semester: option,
  title: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  sittings: z.array(bell).describe('when exams of a day begin, and until when the longest may go on'),
  attempt: z.number().describe('1: whoever takes the modules; 2 and more: who registered for that attempt'),
  group_ids: z.array(z.number()).describe('for students of these groups alone; none: of all'),
  groups: z.array(option),
  course_module_ids: z.array(z.number()).describe('of these modules alone; none: of all'),
  state: z.enum(examStates),
  exams: z.number(),
  students: z.number().describe('seats that its exams need'),
  unplaced: z.number(),
  twice: z.number().nullable().describe('how often a student has two exams on one day; null where nobody counted'),
  left_out: z
    .record(z.string(), z.number())
    .describe(
      'places in exams that fell out when they were last spread, by the rule of admission; `DECIDED`: by a person',
    ),
  running: z.boolean(),
  job_id: z.number().nullable(),
  error: z.string().nullable().describe('why the last search failed'),
  published_at: z.string().nullable(),
};
export const examPeriodSave = {
  attempt: z.int().min(1).max(5).optional().describe('1 unless told; stays as it was made'),
  group_ids: z
    .array(id)
    .max(200)
    .optional()
    .describe('as the attempt: for a group that came late, without planning others'),
  course_module_ids: z.array(id).max(500).optional().describe('as the attempt'),
  semester_id: id.optional().describe('the running one unless told'),
  title: requiredText(200),
  starts_on: date,
  ends_on: date,
  sittings: z
    .array(z.object({ starts_at: clock, ends_at: clock }))
    .min(1)
    .max(6)
    .optional(),
};
export const examPeriodFilters = { semester_id: queryId.optional(), state: z.enum(examStates).optional() };

export const examGenerateInput = z.object({
  id,
  seconds: z.int().min(1).max(600).optional().describe('how long to search; 20 unless told'),
  seed: z.int().min(0).max(1_000_000).optional(),
  admitted: z
    .boolean()
    .optional()
    .describe(
      'true: who is admitted now; false: everybody who takes the modules. Unless told: everybody until a week before the period',
    ),
});
export const examGenerateAnswer = z.object({ job_id: z.number() });
const examSummary = z.object({
  exams: z.number(),
  students: z.number(),
  unplaced: z.number(),
  twice: z.number().nullable(),
  halls: z.number(),
  days: z.number().describe('on which there are exams'),
});
export const examCompareAnswer = z.object({
  first: examSummary,
  second: examSummary,
  same: z.number(),
  moved: z.number(),
  differences: z
    .array(z.object({ title: z.string(), students: z.number(), first: z.string(), second: z.string() }))
    .describe('the first 200'),
});
export const examPublishInput = z.object({
  id,
  apply: z.boolean().optional().describe('left out: a preview that writes nothing'),
});
export const examPublishAnswer = z.object({
  exams: z.number(),
  students: z.number(),
  halls: z.number(),
  invigilators: z.number(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  told: z.number().describe('people who get a notice'),
});

// --- exams

export const examRecord = {
  period_id: z.number(),
  course_module_id: z.number(),
  module: z.object({ code: z.string(), title: z.string(), course: z.string() }),
  minutes: z.number(),
  students: z.number().describe('who take the module and are admitted'),
  date: z.string().nullable().describe('date and sitting together, or neither while it has no place'),
  sitting: z.number().nullable(),
  starts_at: z.string().nullable().describe('HH:MM, local'),
  ends_at: z.string().nullable(),
  fixed: z.boolean().describe('stays where it is when exams are spread anew'),
  rooms: z.array(z.object({ hall_id: z.number(), title: z.string(), students: z.number() })),
};
export const examSave = {
  period_id: id,
  course_module_id: id,
  minutes: z.int().min(15).max(480).optional(),
  fixed: z.boolean().optional(),
};
export const examFilters = {
  period_id: queryId.optional().describe('without it the newest published one'),
  date: date.optional(),
  course_module_id: queryId.optional(),
  placed: queryBoolean.optional(),
};
export const examPlace = z.object({
  date: z.string(),
  sitting: z.number(),
  price: z.number().describe('how much worse than where it is now'),
  twice: z.number().describe('students who would have two exams on that day'),
  reasons: z.array(z.object({ rule: z.enum(examReasons), text: z.string() })).describe('none: it can be there'),
});
export const examSeatInput = z.object({ id: id.describe('of the exam'), student_id: id });
export const examSeatAnswer = z.object({
  hall_id: z.number(),
  room: z.string(),
  row: z.number(),
  column: z.number(),
  told: z.number(),
});
export const examMoveInput = z.object({ id, version: z.int(), date, sitting });

// --- rooms of a sitting

export const examHallsQuery = z.object({ period_id: queryId.optional(), date: date.optional() });
export const examHallRow = z.object({
  id: z.number(),
  version: z.number(),
  date: z.string(),
  sitting: z.number(),
  starts_at: z.string(),
  ends_at: z.string().describe('when the last may hand in'),
  room: option,
  apart: z.boolean().describe('for students who sit apart from the others'),
  students: z.number(),
  exams: z.array(z.object({ id: z.number(), code: z.string(), title: z.string(), students: z.number() })),
  invigilators: z.array(option),
});
export const examHall = examHallRow.extend({
  period: option,
  rows: z.number(),
  columns: z.number(),
  seats: z.array(
    z.object({
      row: z.number().describe('from 1, at the front'),
      column: z.number().describe('from 1, at the left'),
      exam_id: z.number(),
      student: person,
      extra_minutes: z.number().nullable().describe('null for who neither decides it nor sees to the room'),
    }),
  ),
  can: z.object({ edit: z.boolean() }),
});
export const examHallSave = z.object({ id, version: z.int(), staff_ids: z.array(id).max(20) });

// --- one's own

export const ownExam = z.object({
  kind: z.enum(['EXAM', 'DUTY']),
  hall_id: z.number(),
  course_module_id: z.number().nullable().describe('of a duty none: a room has several'),
  date: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  title: z.string().describe('the module; of a duty all modules of the room'),
  room: z.string(),
  address: z.string().nullable(),
  row: z.number().nullable(),
  column: z.number().nullable(),
  extra_minutes: z.number(),
  apart: z.boolean(),
});
