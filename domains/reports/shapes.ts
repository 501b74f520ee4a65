import { z } from 'zod';
import { sessionKinds, sessionStates, standings } from '#domains/attendance/contract.ts';
import { reportFilter } from './definition.ts';

const count = z.object({ done: z.number(), all: z.number() });

const attendanceOf = {
  attended_hours: z.number(),
  missed_hours: z.number().describe('without excuse'),
  explained_hours: z.number(),
  share: z.number().describe('missed without excuse, percent of the hours of the plan'),
  standing: z.enum(standings),
};

export const moduleCard = z.object({
  course_module_id: z.number(),
  code: z.string(),
  title: z.string(),
  type: z.string(),
  credits: z.number(),
  teacher: z.string().nullable().describe('who leads it'),
  lessons: z.number().describe('that can be read'),
  homework: count.describe('handed in, of what is open or over'),
  elearning: count.describe('completed packages'),
  attendance: z.object(attendanceOf).nullable().describe('null until the first register'),
  mark: z
    .object({ value: z.number(), max: z.number(), label: z.string().nullable() })
    .nullable()
    .describe('as far as it is published'),
});

export const classCard = z.object({
  session_id: z.number(),
  course_module_id: z.number(),
  title: z.string(),
  kind: z.enum(sessionKinds),
  state: z.enum(sessionStates),
  starts_at: z.string().describe('instant'),
  ends_at: z.string(),
  room: z.string().nullable(),
  teacher: z.string().nullable(),
  mark: z.enum(['ATTENDED', 'NOT_ATTENDED', 'EXPLICABLE']).nullable().describe('null until the register is called'),
});

export const dueCard = z.object({
  lesson_id: z.number(),
  course_module_id: z.number(),
  title: z.string(),
  module: z.string(),
  due_at: z.string(),
  closes_at: z.string().describe('the last minute in which it is taken, late'),
  late: z.boolean(),
});

export const returnedCard = z.object({
  lesson_id: z.number(),
  course_module_id: z.number(),
  title: z.string(),
  module: z.string(),
  points: z.number().nullable(),
  max_points: z.number(),
  returned_at: z.string(),
});

export const dashboard = z.object({
  student: z
    .object({
      firstname: z.string(),
      group: z.string().nullable(),
      course: z.string().nullable(),
      study_year: z.number().nullable(),
    })
    .nullable()
    .describe('null for who is a student by role alone'),
  semester: z
    .object({
      year: z.string(),
      number: z.number(),
      starts_on: z.string(),
      ends_on: z.string(),
      week: z.number().describe('1 in the first week; beyond the last when it is over'),
      weeks: z.number(),
    })
    .nullable(),
  today: z.array(classCard).describe('classes of today, the first first'),
  next: z.array(classCard).describe('classes after today within two weeks; at most five'),
  due: z.array(dueCard).describe('homework that waits, the most urgent first; at most ten'),
  returned: z.array(returnedCard).describe('works that came back within two weeks; at most three'),
  attendance: z.object({
    limit: z.number().describe('percent of unexcused absence that the law allows'),
    attended: z.number().nullable().describe('percent of the lessons that were attended or missed without excuse'),
  }),
  average: z.number().nullable().describe('of the published marks of these modules, as a transcript says it'),
  modules: z.array(moduleCard),
});

const counted = z.array(
  z.object({ title: z.string(), count: z.number().nullable().describe('null of fewer people than may be told') }),
);
/** What an institution shows of itself. Who studies: also whoever is on leave or suspended. */
export const figures = z.object({
  institution: z.string(),
  as_of: z.string(),
  students: z.number(),
  graduates: z.number(),
  staff: z.number(),
  programmes: z.number(),
  by_level: counted,
  by_form: counted,
  by_entry_year: counted,
});

/** `bars` lie and have names, `bar` stand in time, `steps` come one after another, `tiles` are figures. */
export const panelKinds = ['tiles', 'steps', 'bars', 'bar', 'line', 'table'] as const;
export const board = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  panels: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      about: z.string(),
      kind: z.enum(panelKinds),
      wide: z.boolean(),
    }),
  ),
});
const panelValue = z.object({
  value: z.number().nullable(),
  kind: z.enum(['number', 'money']),
  hidden: z.boolean().describe('of too few people to say'),
  open: z
    .object({
      subject: z.string(),
      filters: z.array(reportFilter),
      as_of: z.string().nullable().describe('the day as of which it is asked; null for today'),
    })
    .nullable()
    .describe('what opens exactly its rows'),
});
export const panelAnswer = z.object({
  series: z.array(z.object({ label: z.string(), kind: z.enum(['number', 'money']) })),
  rows: z.array(
    z.object({
      name: z.string(),
      values: z.array(panelValue).describe('one for each of the series'),
      why: z.array(z.string()).describe('of a group worth a look: what is wrong'),
    }),
  ),
  as_of: z.string(),
  compared: z.boolean().nullable().describe('whether the past day that was asked for can be told of anything here'),
  past_too_heavy: z.boolean().describe('whether something of the past day would have taken too long and is left out'),
});

const percent = z.number().int().min(0).max(100);
export const limitsSave = z.object({
  missed_above: percent.describe('of lessons missed without excuse, and more'),
  passed_below: percent.describe('of passed results, and less'),
  version: z
    .number()
    .int()
    .nullish()
    .describe('of the limits that are changed; none where there are none of the own place'),
});
export const limitPlaces = ['USUAL', 'INSTITUTION', 'FACULTY'] as const;
export const limits = z.object({
  missed_above: percent,
  passed_below: percent,
  place: z.enum(limitPlaces).describe('whose they are'),
  version: z.number().nullable().describe('of those that the caller may change; null where there are none yet'),
  can: z.object({ edit: z.boolean() }),
});
