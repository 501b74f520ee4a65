import { launchAnswer, packageRecord, packageRefusals, progressAnswer } from '#domains/lessons/contract.ts';
import { byId, call, crud, nothing } from '#platform/contract/index.ts';
import * as shapes from '../shapes.ts';

/** Chapters of courses, what listeners do in them, and their e-learning packages. */

const read = { permission: 'short_course.read' } as const;
const take = { permission: 'short_course.register' } as const;
const teach = { permission: 'short_course.teach' } as const;

export const chapterCalls = {
  ...crud({
    base: '/short_term_course/step/',
    noun: 'chapter of a short course',
    read,
    write: teach,
    record: shapes.chapterRecord,
    save: shapes.chapterSave,
    filters: shapes.chapterFilters,
    errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_SHORT_COURSE'],
    deleteErrors: ['NOT_YOUR_SHORT_COURSE'],
  }),
  done: call({
    method: 'PUT',
    path: '/short_term_course/step/done',
    summary: 'A listener says that a chapter is done, or is not',
    access: take,
    input: shapes.chapterDone,
    output: nothing,
    errors: ['NOT_A_LISTENER', 'LISTENER_COMPLETED', 'PACKAGE_NOT_DONE'],
  }),
  package: {
    save: call({
      method: 'POST',
      path: '/short_term_course/step/package/',
      summary: 'The e-learning package of a chapter, in place of the one before',
      access: teach,
      input: shapes.chapterPackage,
      output: packageRecord,
      errors: [...packageRefusals, 'NOT_YOUR_SHORT_COURSE'],
      heavy: 'import',
    }),
    remove: call({
      method: 'DELETE',
      path: '/short_term_course/step/package/{id}',
      summary: 'Take the package from a chapter; what listeners did in it is kept',
      access: teach,
      input: byId,
      output: nothing,
      errors: ['NOT_YOUR_SHORT_COURSE'],
    }),
    launch: call({
      method: 'POST',
      path: '/short_term_course/step/package/launch',
      summary: 'Open the package of a chapter where one stopped; those who teach look without leaving traces',
      access: read,
      input: shapes.chapterLaunch,
      secret: 'again',
      output: launchAnswer,
      errors: ['STEP_REFUSED', 'TIME_OVER', 'NOT_A_LISTENER'],
    }),
    progress: call({
      method: 'POST',
      path: '/short_term_course/step/package/progress',
      summary: 'What happened in the content; a chapter is done once its package is',
      access: take,
      input: shapes.chapterProgress,
      output: progressAnswer,
      errors: ['NOT_A_LISTENER'],
    }),
    statistics: call({
      method: 'GET',
      path: '/short_term_course/step/package/statistics/{id}',
      summary: 'Every listener with what was reached in the package of a chapter',
      access: { permission: 'short_course.listeners' },
      input: byId,
      output: shapes.chapterStatistics,
    }),
  },
};
