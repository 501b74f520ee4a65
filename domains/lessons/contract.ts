import { z } from 'zod';
import {
  type Access,
  byId,
  call,
  crud,
  defineErrors,
  nothing,
  option,
  queryId,
  recordBase,
} from '#platform/contract/index.ts';
import {
  assessmentInput,
  assessmentRow,
  homework,
  homeworkSave,
  launchAnswer,
  launchInput,
  lessonCopyAnswer,
  lessonCopyInput,
  lessonFilters,
  lessonRecord,
  lessonSave,
  packageInput,
  packageRecord,
  progressAnswer,
  progressInput,
  sortingInput,
  statisticsAnswer,
  submission,
  submitInput,
} from './shapes.ts';

/** Why an uploaded file may be no package. */
export const packageRefusals = [
  'NOT_A_PACKAGE',
  'PACKAGE_UNSAFE',
  'PACKAGE_TOO_LARGE',
  'PACKAGE_MISSING_FILE',
  'ENCRYPTED',
  'BROKEN_FILE',
] as const;
export { permissions } from './permissions.ts';
export {
  launchAnswer,
  launchInput,
  material,
  materialSave,
  packageInput,
  packageRecord,
  progressAnswer,
  progressInput,
  statisticsAnswer,
} from './shapes.ts';

export const errors = defineErrors({
  OUTSIDE_SEMESTER: 422,
  HOMEWORK_CLOSED: 422,
  HOMEWORK_NOT_OPEN: 422,
  HOMEWORK_HAS_WORKS: 409,
  EMPTY_WORK: 422,
  TOO_MANY_POINTS: 422,
  OLD_VERSION: 409,
  DUE_BEFORE_OPENING: 422,
  NOT_A_PACKAGE: 422,
  PACKAGE_UNSAFE: 422,
  PACKAGE_TOO_LARGE: 413,
  PACKAGE_MISSING_FILE: 422,
  SAME_COURSE_MODULE: 422,
  OTHER_MODULE: 422,
  STEP_REFUSED: 409,
  TIME_OVER: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    lessons: typeof errors;
  }
}

const read: Access = { permission: 'lesson.read' };
const manage: Access = { permission: 'lesson.manage' };
const assess: Access = { permission: 'lesson.assess' };
const learn: Access = { permission: 'lesson.learn' };
const lesson = z.object({ ...recordBase, ...lessonRecord });

export const contract = {
  lesson: {
    ...crud({
      base: '/lesson/',
      noun: 'lesson',
      read,
      write: manage,
      record: lessonRecord,
      save: lessonSave,
      filters: lessonFilters,
      all: option.extend({ course_module_id: z.number() }),
      errors: ['OUTSIDE_SEMESTER', 'DATES_REVERSED', 'UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
      deleteErrors: ['NOT_YOUR_PROGRAMME'],
    }),
    sort: call({
      method: 'PUT',
      path: '/lesson/sorting',
      summary: 'The order of all lessons of a course module',
      access: manage,
      input: sortingInput,
      output: z.object({ ids: z.array(z.number()) }),
      errors: ['STALE', 'NOT_YOUR_PROGRAMME'],
    }),
    copy: call({
      method: 'POST',
      path: '/lesson/copy',
      summary: 'Take lessons over from a course module of the same module; without `apply` only a preview',
      access: manage,
      input: lessonCopyInput,
      output: lessonCopyAnswer,
      errors: ['SAME_COURSE_MODULE', 'OTHER_MODULE', 'NOT_YOUR_PROGRAMME'],
    }),
  },
  homework: {
    save: call({
      method: 'POST',
      path: '/lesson/homework',
      summary: 'The homework of a lesson, made or changed',
      access: manage,
      input: homeworkSave,
      output: homework,
      errors: ['STALE', 'OUTSIDE_SEMESTER', 'DUE_BEFORE_OPENING', 'NOT_YOUR_PROGRAMME'],
    }),
    remove: call({
      method: 'DELETE',
      path: '/lesson/homework/{id}',
      summary: 'Take a homework away that nobody has handed in',
      access: manage,
      input: byId,
      output: nothing,
      errors: ['HOMEWORK_HAS_WORKS', 'NOT_YOUR_PROGRAMME'],
    }),
    submit: call({
      method: 'POST',
      path: '/lesson/homework/submission',
      summary: 'Hand in a work, as a new version beside the earlier ones',
      access: learn,
      input: submitInput,
      output: submission,
      errors: ['HOMEWORK_CLOSED', 'HOMEWORK_NOT_OPEN', 'EMPTY_WORK'],
    }),
    submissions: call({
      method: 'GET',
      path: '/lesson/homework/submissions',
      summary: 'All versions that a student handed in, newest first; one’s own without an id',
      access: read,
      input: z.object({ lesson_id: queryId, student_id: queryId.optional() }),
      output: z.array(submission),
      errors: ['NOT_YOUR_PROGRAMME'],
    }),
  },
  assessment: {
    get: call({
      method: 'GET',
      path: '/lesson/assessment/{id}',
      summary: 'One submitted work with its assessment',
      access: read,
      input: byId,
      output: submission,
      errors: ['NOT_YOUR_PROGRAMME'],
    }),
    all: call({
      method: 'GET',
      path: '/lesson/assessment/all',
      summary: 'Every student of the lesson with the newest work; the works still to assess where no lesson is named',
      access: { permission: ['lesson.assess', 'lesson.learn'] },
      input: z.object({ lesson_id: queryId.optional() }).optional(),
      output: z.array(assessmentRow),
      errors: ['NOT_YOUR_PROGRAMME'],
    }),
    save: call({
      method: 'POST',
      path: '/lesson/assessment/',
      summary: 'Points and feedback for a submitted work',
      access: assess,
      input: assessmentInput,
      output: submission,
      errors: ['STALE', 'TOO_MANY_POINTS', 'OLD_VERSION', 'NOT_YOUR_PROGRAMME'],
    }),
  },
  articulate: {
    save: call({
      method: 'POST',
      path: '/lesson/articulate/',
      summary: 'The e-learning package of a lesson, in place of the one before',
      access: manage,
      input: packageInput,
      output: packageRecord,
      errors: [...packageRefusals, 'NOT_YOUR_PROGRAMME'],
      heavy: 'import',
    }),
    remove: call({
      method: 'DELETE',
      path: '/lesson/articulate/{id}',
      summary: 'Take a package from its lesson; what students did in it is kept',
      access: manage,
      input: byId,
      output: nothing,
      errors: ['NOT_YOUR_PROGRAMME'],
    }),
    lessons: call({
      method: 'GET',
      path: '/lesson/articulate/lessons/{ccls_module_id}',
      summary: 'Lessons of a course module that have a package',
      access: read,
      input: z.object({ ccls_module_id: queryId }),
      output: z.array(lesson),
    }),
    launch: call({
      method: 'POST',
      path: '/lesson/articulate/launch',
      summary: 'Open a package where one stopped; those who teach look without leaving traces',
      access: read,
      input: launchInput,
      secret: 'again',
      output: launchAnswer,
      errors: ['STEP_REFUSED', 'TIME_OVER'],
    }),
    progress: call({
      method: 'POST',
      path: '/lesson/articulate/progress',
      summary: 'What happened in the content; repeated and late reports never take anything back',
      access: learn,
      input: progressInput,
      output: progressAnswer,
    }),
    statistics: call({
      method: 'GET',
      path: '/lesson/articulate/statistics/{lesson_id}',
      summary: 'Every student of the lesson with what was reached in its package',
      access: assess,
      input: z.object({ lesson_id: queryId }),
      output: statisticsAnswer,
      errors: ['NOT_YOUR_PROGRAMME'],
    }),
  },
};
