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
  text,
} from '#platform/contract/index.ts';

export const timetableStates = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export const lessonKinds = ['LECTURE', 'SEMINAR', 'PRACTICAL', 'LABORATORY'] as const;
export type LessonKind = (typeof lessonKinds)[number];
/** In which weeks a lesson is; the first week of the semester is odd. */
export const lessonWeeks = ['EVERY', 'ODD', 'EVEN'] as const;
export type LessonWeek = (typeof lessonWeeks)[number];
export const wishKinds = ['UNAVAILABLE', 'RATHER_NOT'] as const;
export const softRules = [
  'seats',
  'min_days',
  'room_change',
  'wish',
  'gaps',
  'max_per_day',
  'lunch',
  'travel',
] as const;

const ref = option.nullable();
const day = z.int().min(1).max(7);
const session = z.int().min(1).max(12);
const week = z.enum(lessonWeeks);
const kind = z.enum(lessonKinds);

export const bell = z.object({ starts_at: z.string(), ends_at: z.string() });
export type Bell = z.infer<typeof bell>;

// --- lessons of the week

export const entryRecord = {
  timetable_id: z.number(),
  course_module_id: z.number(),
  module: z.object({ code: z.string(), title: z.string(), course: z.string() }),
  kind,
  staff_id: z.number().nullable(),
  teacher: ref,
  co_teachers: z.array(option).describe('who give it together with the teacher'),
  room_id: z.number().nullable(),
  room: ref,
  groups: z.array(option).describe('none: all who take the module'),
  day: z.number().nullable().describe('1 is Monday; null, as session and room, while the lesson has no place'),
  session: z.number().nullable().describe('the first it takes, from 1'),
  length: z.number().describe('how many sessions it takes'),
  week,
  fixed: z.boolean().describe('stays where it is when a timetable is made'),
  starts_at: z.string().nullable().describe('HH:MM, local'),
  ends_at: z.string().nullable(),
};
export const entrySave = {
  timetable_id: id.optional().describe('a draft; without it the newest of the running semester'),
  course_module_id: id,
  kind: kind,
  staff_id: id.nullish(),
  co_staff_ids: z.array(id).max(5).optional(),
  room_id: id.nullish(),
  group_ids: z.array(id).max(60).optional(),
  day: day.nullish(),
  session: session.nullish(),
  length: z.int().min(1).max(4).optional(),
  week: week.optional(),
  fixed: z.boolean().optional(),
};
export const entryFilters = {
  timetable_id: queryId.optional().describe('without it the published one of the running semester'),
  group_id: queryId.optional(),
  staff_id: queryId.optional(),
  room_id: queryId.optional(),
  course_module_id: queryId.optional(),
  placed: queryBoolean.optional(),
};

// --- timetables

export const timetableRecord = {
  semester_id: z.number(),
  semester: option,
  title: z.string(),
  state: z.enum(timetableStates),
  days: z.number().describe('days of a week that have lessons'),
  bells: z.array(bell).describe('the sessions of a day'),
  lessons: z.number(),
  unplaced: z.number(),
  cost: z.number().nullable().describe('what its broken wishes cost; null where nobody counted'),
  running: z.boolean().describe('a search is at work on it'),
  job_id: z.number().nullable(),
  error: z.string().nullable().describe('why the last search failed'),
  published_at: z.string().nullable(),
};
export const timetableSave = { title: requiredText(200) };
export const timetableFilters = { semester_id: queryId.optional(), state: z.enum(timetableStates).optional() };

export const generateInput = z
  .object({
    semester_id: id.optional().describe('the running one unless told'),
    title: text(200).optional(),
    from_id: id.optional().describe('a timetable to go on from: what is fixed in it stays'),
    seconds: z.int().min(1).max(600).optional().describe('how long to search; 60 unless told'),
    seed: z.int().min(0).max(1_000_000).optional(),
    days: z.int().min(1).max(7).optional().describe('6 unless told'),
    sessions: z.int().min(1).max(8).optional().describe('sessions of a day; 6 unless told'),
  })
  .optional();
export const fault = z.object({ fault: z.string(), text: z.string(), hopeless: z.boolean() });
export const foreseeAnswer = z.object({ count: z.number(), warnings: z.array(fault).describe('the first 50') });
export const generateAnswer = z.object({ timetable_id: z.number(), job_id: z.number(), warnings: z.array(fault) });

export const progressAnswer = z.object({
  running: z.boolean(),
  stopping: z.boolean(),
  error: z.string().nullable(),
  line: z
    .array(z.object({ seconds: z.number(), cost: z.number(), unplaced: z.number() }))
    .describe('the best so far over time; it never rises'),
});

export const weekQuery = z.object({
  timetable_id: queryId.optional().describe('without it the published one of the running semester'),
  group_id: queryId.optional(),
  staff_id: queryId.optional(),
  room_id: queryId.optional(),
  student_id: queryId.optional(),
  date: date.optional().describe('a day of the week that is asked for; today unless told'),
  pattern: queryBoolean
    .optional()
    .describe('the week of what is published as it repeats, instead of the lessons that stand on the dates'),
});
export const weekAnswer = z.object({
  timetable: z
    .object({
      id: z.number(),
      title: z.string(),
      semester: z.string(),
      state: z.enum(timetableStates),
      days: z.number(),
      bells: z.array(bell),
      from: z.string().nullable().describe('since when what is published holds; until then the earlier lessons stand'),
      week: z.enum(['ODD', 'EVEN']).nullable().describe('which it is; null outside the weeks of lessons'),
      can: z.object({ edit: z.boolean() }),
    })
    .nullable()
    .describe('null: nothing is published'),
  who: z.object({ kind: z.enum(['group', 'staff', 'room', 'student']), id: z.number(), title: z.string() }).nullable(),
  dates: z
    .object({
      from: z.string().describe('a Monday'),
      until: z.string(),
      today: z.string(),
      number: z.number().nullable().describe('of the weeks of lessons'),
      parity: z.enum(['ODD', 'EVEN']).nullable(),
    })
    .nullable()
    .describe('null: a week that repeats, of a draft or by `pattern`'),
  entries: z.array(
    z.object({
      id: z.number().describe('of the dated lesson where `date` is told'),
      version: z.number(),
      ...entryRecord,
      date: z.string().optional(),
      cancelled: z.boolean().optional(),
    }),
  ),
});

export const reason = z.object({
  rule: z.string(),
  text: z.string(),
  entry_id: z.number().nullable().describe('the lesson in the way'),
});
export const placeCell = z.object({
  day: z.number(),
  session: z.number(),
  room_id: z.number().nullable().describe('the best room that is free; null where there is none'),
  room: z.string().nullable(),
  price: z.number().describe('how much worse than where it is now'),
  reasons: z.array(reason).describe('none: it can be there'),
});
export const whyInput = z.object({ id, day, session, room_id: id.optional() });

const findingRow = z.object({ rule: z.enum(softRules), count: z.number(), price: z.number() });
export const judgement = z.object({
  cost: z.number(),
  unplaced: z.number(),
  hard: z.number().describe('broken hard rules; a stored timetable has none'),
  rules: z.array(findingRow),
  worst: z.array(
    z.object({
      rule: z.enum(softRules),
      price: z.number(),
      about: z.object({ who: z.enum(['lesson', 'teacher', 'group']), id: z.number(), title: z.string() }),
    }),
  ),
  unplaced_lessons: z.array(z.object({ entry_id: z.number(), title: z.string(), text: z.string() })),
  overfull: z
    .array(
      z.object({
        who: z.enum(['lesson', 'teacher', 'group']),
        id: z.number(),
        title: z.string(),
        need: z.number().describe('sessions a week'),
        most: z.number().describe('as many as the days hold'),
      }),
    )
    .describe('who has more than their days hold: too many a day wherever lessons are put'),
});
export const compareQuery = z.object({ first_id: queryId, second_id: queryId });
export const compareAnswer = z.object({
  first: judgement,
  second: judgement,
  same: z.number(),
  moved: z.number(),
  differences: z
    .array(z.object({ title: z.string(), groups: z.string(), first: z.string(), second: z.string() }))
    .describe('the first 200'),
});

const repairAsked = {
  staff_id: id.optional().describe('who cannot come'),
  room_id: id.optional().describe('the room that is closed'),
  from_session: session.optional(),
  to_session: session.optional(),
  most: z.int().min(1).max(40).optional().describe('may be moved; unless told those in question and three more'),
};
const leftLesson = {
  title: z.string(),
  at: z.string().describe('where it is'),
  stand_ins: z.array(option).describe('who give the same module and are free then, where a teacher is away'),
};
const repairFound = {
  broken: z.number(),
  stuck: z.number().describe('of those, how many are fixed or over and stay'),
  complete: z.boolean().describe('false: the search was cut off, there may be better'),
};
export const repairInput = z.object({ timetable_id: id, day, ...repairAsked });
const move = z.object({
  entry_id: id,
  version: z.int(),
  day,
  session,
  room_id: id,
});
export const repairAnswer = z.object({
  ...repairFound,
  alternatives: z.array(
    z.object({
      price: z.number(),
      moves: z.array(move.extend({ title: z.string(), from: z.string(), to: z.string() })),
      left: z.array(z.object({ entry_id: id, ...leftLesson })).describe('lessons in question that find no place'),
    }),
  ),
});
export const movesInput = z.object({ timetable_id: id, moves: z.array(move).min(1).max(100) });

export const dayRepairInput = z.object({ date, ...repairAsked });
const dayMove = z.object({
  session_id: id,
  version: z.int(),
  date,
  starts_at: z.string().regex(/^\d\d:\d\d$/),
  ends_at: z.string().regex(/^\d\d:\d\d$/),
  room_id: id,
});
export const dayRepairAnswer = z.object({
  ...repairFound,
  alternatives: z.array(
    z.object({
      price: z.number(),
      moves: z.array(dayMove.extend({ title: z.string(), from: z.string(), to: z.string() })),
      left: z
        .array(z.object({ session_id: id, date, ...leftLesson }))
        .describe('lessons in question that find no place'),
    }),
  ),
});
export const dayMovesInput = z.object({ moves: z.array(dayMove).min(1).max(12) });

export const publishInput = z.object({
  id,
  from: date.optional().describe('the first day that follows it; tomorrow unless told'),
  apply: z.boolean().optional().describe('left out: a preview that writes nothing'),
});
export const publishAnswer = z.object({
  from: z.string(),
  until: z.string(),
  kept: z.number().describe('dated lessons that stay as they are'),
  made: z.number(),
  changed: z.number(),
  removed: z.number(),
  told: z.number().describe('people who get a notice'),
  holidays: z.number().describe('lessons that fall out because their day is a holiday'),
});

// --- when people cannot come, and when rooms are closed

export const wishRecord = {
  staff_id: z.number().nullable(),
  teacher: ref,
  room_id: z.number().nullable(),
  room: ref,
  day: z.number(),
  from_session: z.number(),
  to_session: z.number(),
  week,
  kind: z.enum(wishKinds),
  weight: z.number().describe('1 to 10: how much a lesson there would cost; for RATHER_NOT'),
  note: z.string().nullable(),
};
export const wishSave = {
  staff_id: id.nullish().describe('a teacher, or a room'),
  room_id: id.nullish(),
  day: day,
  from_session: session,
  to_session: session,
  week: week.optional(),
  kind: z.enum(wishKinds),
  weight: z.int().min(1).max(10).optional(),
  note: text(300).nullish(),
};
export const wishFilters = {
  staff_id: queryId.optional(),
  room_id: queryId.optional(),
  day: queryInt(1, 7).optional(),
  kind: z.enum(wishKinds).optional(),
};
export const wishExportQuery = z.object({ search: listQuery.search, kind: wishFilters.kind }).optional();
