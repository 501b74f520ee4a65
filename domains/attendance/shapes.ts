import { z } from 'zod';
import {
  countedAt,
  date,
  fileRecord,
  id,
  listQuery,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  version,
} from '#platform/contract/index.ts';
import { reasonStates } from './workflow.ts';

export const marks = ['ATTENDED', 'NOT_ATTENDED', 'EXPLICABLE'] as const;
export type Mark = (typeof marks)[number];
export const sessionKinds = ['LECTURE', 'SEMINAR', 'PRACTICAL', 'LABORATORY'] as const;
export const sessionStates = ['PLANNED', 'HELD', 'CANCELLED'] as const;
export const sessionSources = ['MANUAL', 'TIMETABLE'] as const;
export const reasonKinds = ['ILLNESS', 'FAMILY', 'OFFICIAL', 'OTHER'] as const;
/** How the share of unexcused absence stands to the limit of the law. */
export const standings = ['FINE', 'NEAR', 'OVER'] as const;

const ref = option.nullable();
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' });
const mark = z.enum(marks);
const marker = z.object({ name: z.string(), at: z.string() });

// --- dated lessons

export const sessionRecord = {
  course_module_id: z.number(),
  module: z.object({ code: z.string(), title: z.string(), course: z.string() }),
  date: z.string(),
  starts_at: z.string().describe('HH:MM, local'),
  ends_at: z.string(),
  room_id: z.number().nullable(),
  room: ref,
  staff_id: z.number().nullable(),
  teacher: ref,
  co_teachers: z.array(option).describe('who give it together with that teacher'),
  kind: z.enum(sessionKinds),
  sessions: z.number().describe('how many it counts as'),
  source: z.enum(sessionSources),
  state: z.enum(sessionStates),
  lesson_id: z.number().nullable(),
  called_at: z.string().nullable(),
  groups: z.array(option).describe('none: all who take the module'),
  absent: z.number().nullable().describe('without excuse; null until the register is called'),
  students: z.number().nullable().describe('in the register; null until it is called'),
  locked: z.boolean().describe('only corrections with a reason from now on'),
};
export const sessionSave = {
  course_module_id: id,
  date: date,
  starts_at: clock,
  ends_at: clock,
  room_id: id.nullish(),
  staff_id: id.nullish(),
  co_staff_ids: z.array(id).max(5).optional(),
  kind: z.enum(sessionKinds),
  sessions: z.int().min(1).max(4).optional(),
  state: z.enum(['PLANNED', 'CANCELLED']).optional(),
  lesson_id: id.nullish(),
  group_ids: z.array(id).max(60).optional(),
};
export const sessionFilters = {
  from: date.optional(),
  to: date.optional(),
  course_module_id: queryId.optional(),
  group_id: queryId.optional(),
  staff_id: queryId.optional(),
  kind: z.enum(sessionKinds).optional(),
  state: z.enum(sessionStates).optional(),
  mine: queryBoolean.optional().describe('lessons that the caller gives'),
  uncalled: queryBoolean.optional().describe('lessons that have begun and whose register nobody called'),
};
export const seriesInput = z.object({
  course_module_id: id,
  date: date.describe('of the first lesson'),
  until: date,
  every_weeks: z.int().min(1).max(4).optional().describe('1 unless told'),
  starts_at: clock,
  ends_at: clock,
  room_id: id.nullish(),
  staff_id: id.nullish(),
  kind: z.enum(sessionKinds),
  sessions: z.int().min(1).max(4).optional(),
  group_ids: z.array(id).max(60).optional(),
  apply: z.boolean().optional().describe('left out: a preview that writes nothing'),
});
export const seriesAnswer = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      fault: z.enum(['LESSON_OUTSIDE_SEMESTER', 'GROUP_BUSY', 'TEACHER_BUSY', 'ROOM_BUSY']).nullable(),
      with: z.string().nullable().describe('the lesson that stands in the way'),
    }),
  ),
  made: z.array(z.number()).describe('ids; empty in a preview'),
});

// --- the register

export const registerCell = z.object({
  student_id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  photo: z.string().nullable(),
  group: ref,
  status: mark.nullable().describe('null until called'),
  suggested: mark.describe('what they are unless somebody says otherwise'),
  version: z.number().nullable(),
  note: z.string().nullable(),
  reason_id: z.number().nullable(),
  marked: marker.nullable(),
  checked_in_at: z.string().nullable(),
  standing: z.enum(standings).describe('in this module'),
});
export const register = z.object({
  session: z.object({ ...recordBase, ...sessionRecord }),
  cells: z.array(registerCell),
  can: z.object({ mark: z.boolean(), correct: z.boolean() }),
});
export const registerInput = z.object({
  session_id: id,
  client_id: z.uuid().optional().describe('made where the register was called; a second arrival changes nothing'),
  calling: z.boolean().optional().describe('read before anybody had called it: who is not named was present'),
  cells: z
    .array(z.object({ student_id: id, status: mark, version: version.nullish(), note: text(300).nullish() }))
    .max(1000),
  reason: text(500).optional().describe('for corrections'),
});

// --- tables

export const totals = {
  hours: z.number().describe('of the plan, in class'),
  marked_hours: z.number(),
  attended_hours: z.number(),
  missed_hours: z.number().describe('without excuse'),
  explained_hours: z.number(),
  share: z.number().describe('of unexcused absence in the hours, percent; the worst module where there are several'),
  standing: z.enum(standings),
};
const tableFilters = {
  ...listQuery,
  semester_id: queryId.optional().describe('the running one unless told'),
  group_id: queryId.optional(),
  course_module_id: queryId.optional(),
};
const studentOf = z.object({
  id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
});
const moduleOf = z.object({ code: z.string(), title: z.string(), course: z.string() });
export const groupTableQuery = z.object(tableFilters);
export const groupRow = z.object({
  id: z.number(),
  group: option,
  students: z.number(),
  ...totals,
  near: z.number().describe('students near the limit in some module, each once'),
  over: z.number().describe('students over it in some module, each once'),
});
export const tableQuery = z.object({ ...tableFilters, standing: z.enum(['NEAR', 'OVER']).optional() });
export const studentRow = z.object({
  id: z.number(),
  student: studentOf,
  group: ref,
  ...totals,
  near: z.number().describe('modules'),
  over: z.number(),
});
export const moduleStudentQuery = tableQuery.extend({ student_id: queryId.optional() });
export const moduleStudentRow = z.object({
  id: z.number(),
  course_module_id: z.number(),
  student: studentOf,
  module: moduleOf,
  ...totals,
});
export const overview = z.object({
  near: z.number().describe('totals of a student in a module that are near the limit, of the running semester'),
  over: z.number().describe('those over it'),
  counted_at: countedAt,
});
export const moduleTableQuery = z.object({ ...tableFilters, mine: queryBoolean.optional() });
export const moduleRow = z.object({
  id: z.number().describe('of the course module'),
  module: moduleOf,
  lessons: z.number().describe('held'),
  uncalled: z.number().describe('past, without a register'),
  students: z.number(),
  ...totals,
  near: z.number(),
  over: z.number(),
});
/** The marks of a group in a module, lesson by lesson. */
export const gridAnswer = z.object({
  groups: z.array(option).describe('that have lessons of the module, whichever is asked for'),
  lessons: z.array(
    z.object({
      id: z.number(),
      date: z.string(),
      starts_at: z.string(),
      kind: z.enum(sessionKinds),
      sessions: z.number(),
      locked: z.boolean(),
      mark: z.boolean().describe('the caller may change its marks without a reason'),
    }),
  ),
  students: z.array(
    z.object({
      student: studentOf,
      cells: z.array(z.object({ session_id: z.number(), status: mark, version: z.number() })),
    }),
  ),
});

// --- reasons

export const reasonRecord = {
  student_id: z.number(),
  student: studentOf,
  kind: z.enum(reasonKinds),
  starts_on: z.string(),
  ends_on: z.string(),
  text: z.string(),
  files: z.array(fileRecord),
  status: z.enum(reasonStates),
  decision: z.string().nullable().describe('what the office said'),
  decided_at: z.string().nullable(),
  lessons: z.number().describe('absences in its days, excused or not'),
  next: z.array(z.enum(reasonStates)).describe('what the caller may make of it'),
};
export const reasonSave = {
  student_id: id.optional().describe('one’s own unless told'),
  kind: z.enum(reasonKinds),
  starts_on: date,
  ends_on: date,
  text: requiredText(2000),
  file_ids: z.array(id).max(10).optional(),
};
export const reasonFilters = {
  status: z.enum(reasonStates).optional(),
  kind: z.enum(reasonKinds).optional(),
  student_id: queryId.optional(),
};
export const reasonDecision = z.object({
  id,
  version,
  status: z.enum(['ACCEPTED', 'REJECTED', 'UPDATE_REQUIRED']),
  reason: text(1000).optional().describe('what the student is told'),
});

export const settingsShape = {
  limit_percent: z.int().min(1).max(100).describe('unexcused absence of a module’s hours that the law allows'),
  near_percent: z.int().min(1).max(100).describe('of the limit from which a student counts as near it'),
  hours_per_session: z.int().min(1).max(4).describe('academic hours that one session counts'),
  lock_days: z.int().min(0).max(365).describe('after the lesson, until which its register may be changed'),
};
