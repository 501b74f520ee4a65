import { z } from 'zod';
import {
  date,
  id,
  listQuery,
  localeSchema,
  manyOf,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { studentRef } from './shapes.ts';
import { boardRoles } from './shapes-release.ts';
import { awardDecisions, awardStates } from './workflow-award.ts';

/** Shapes of what leads to a degree: who is near it, what is missing, and the board that awards it. */

export const graduationFault = z.object({
  code: z.string(),
  message: z.string().describe('with its numbers, in the language of who asks'),
});
export const degreeClassRef = z.object({
  id: z.number(),
  code: z.string(),
  title: titleOut,
  honours: z.boolean().describe('a diploma with honours, the red one'),
});
export const awardedClass = degreeClassRef.omit({ id: true });

const progress = {
  average: z.number().nullable(),
  earned: z.number().describe('credits of passed modules, as the transcript counts them'),
  required: z.number().nullable().describe('credits of the programme'),
};
export const degreeCandidate = z.object({
  id: z.number(),
  student: studentRef,
  entry_year: z.number(),
  ...progress,
  faults: z.array(graduationFault).describe('why the student may not graduate yet'),
});
export const degreeCandidateFilters = z.object({
  ...listQuery,
  course_id: queryId.optional(),
  entry_year: queryId.optional(),
  due: queryBoolean.optional().describe('whose last year of study has begun; everybody who is active unless told'),
});

export const degreeQuery = z.object({ student_id: queryId.optional().describe('own when absent') });
export const degreeProgress = z.object({
  student: studentRef,
  status: z.string(),
  course: z.string().nullable(),
  ...progress,
  faults: z.array(graduationFault),
  award: z
    .object({ decided_on: z.string(), class: awardedClass.nullable() })
    .nullable()
    .describe('by a board that was confirmed'),
});

const member = z.object({ staff_id: id, role: z.enum(boardRoles), present: z.boolean() });
export const awardBoardSave = z.object({
  id: id.optional(),
  version: version.optional(),
  course_id: id.optional(),
  academic_year_id: id.optional(),
  held_on: date.nullish(),
  quorum: z.int().min(2).max(30).optional().describe('members who must be there'),
  note: text(5000).nullish(),
  members: z.array(member).max(30).optional().describe('of the staff; replaces those who stand there'),
});
export const awardBoardFilters = z.object({
  ...listQuery,
  course_id: queryId.optional(),
  academic_year_id: queryId.optional(),
  status: manyOf(z.enum(awardStates)),
});

const board = {
  ...recordBase,
  course: option,
  academic_year: option,
  held_on: z.string().nullable(),
  status: z.enum(awardStates),
  counts: z.object({ candidates: z.number(), awarded: z.number(), deferred: z.number() }),
};
export const awardBoardRow = z.object(board);
export const awardBoard = z.object({
  ...board,
  quorum: z.number(),
  note: z.string().nullable(),
  prepared_by: z.string(),
  confirmed_by: z.string().nullable(),
  document: z.object({ number: z.string(), check_code: z.string() }).nullable().describe('the minutes'),
  classes: z.array(degreeClassRef).describe('that a board may award here, from the best down'),
  members: z.array(
    z.object({
      staff_id: z.number(),
      name: z.string(),
      position: z.string().nullable(),
      role: z.enum(boardRoles),
      present: z.boolean(),
      signed_at: z.string().nullable(),
    }),
  ),
  candidates: z.array(
    z.object({
      student: studentRef,
      entry_year: z.number(),
      ...progress,
      lowest: z.number().nullable(),
      retook: z.boolean(),
      faults: z.array(graduationFault).describe('of the studies alone: money and keys are cleared before the order'),
      class: degreeClassRef.nullable().describe('by the rules of the year of entry'),
      near: degreeClassRef.nullable().describe('the next class, where the average lies in its borderline band'),
      decision: z.enum(awardDecisions).nullable(),
      awarded: awardedClass.nullable(),
      reason: z.string().nullable(),
      graduated: z.boolean(),
    }),
  ),
  can: z.object({
    edit: z.boolean(),
    decide: z.boolean(),
    sign: z.boolean(),
    steps: z.array(z.object({ to: z.enum(awardStates), reason: z.boolean() })),
  }),
});

/** Papers of a graduate. */
export const diplomaKinds = ['DIPLOMA', 'SUPPLEMENT'] as const;
export const diplomaIssue = z.object({
  student_id: id,
  kind: z.enum(diplomaKinds),
  language: localeSchema.optional(),
  duplicate: requiredText(500).optional().describe('why another one is needed: it then takes the place of the first'),
});
export const diplomaIssued = z.object({
  id: z.number(),
  kind: z.enum(diplomaKinds),
  number: z.string(),
  check_code: z.string(),
  language: localeSchema,
  blank: z.string().nullable(),
});

const ofBoard = { id, version };
export const awardCandidatesChange = z.object({
  ...ofBoard,
  add: z.array(id).max(2000).optional(),
  due: z
    .boolean()
    .optional()
    .describe('everybody of the course whose last year has begun and who awaits no other board'),
  remove: z.array(id).max(2000).optional(),
});
export const awardDecision = z.object({
  student_id: id,
  decision: z.enum(awardDecisions).nullable().describe('null takes it back'),
  class_id: id.nullish().describe('the class that the rules give unless told; null for none'),
  reason: requiredText(1000).optional(),
});
export const awardDecide = z.object({ ...ofBoard, decisions: z.array(awardDecision).min(1).max(2000) });
export const awardStep = z.object({
  ...ofBoard,
  status: z.enum(awardStates),
  reason: requiredText(1000).optional(),
});
