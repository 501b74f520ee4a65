import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { assess, assessments, getAssessment } from './assessment.ts';
import { copyLessons } from './copy.ts';
import { removeHomework, saveHomework, submissionsOf, submit } from './homework.ts';
import { lesson, lessonOptions, sortLessons } from './lessons.ts';
import { launchPackage, packageLessons, report, statistics } from './packages/attempts.ts';
import { removePackage, savePackage } from './packages/records.ts';

const on = serve(contract);

export const router = on.router({
  lesson: {
    ...crudHandlers(contract.lesson, { ...lesson, all: lessonOptions }),
    sort: on.lesson.sort.handler(({ input, context }) => sortLessons(context, input)),
    copy: on.lesson.copy.handler(({ input, context }) => copyLessons(context, input)),
  },
  homework: {
    save: on.homework.save.handler(({ input, context }) => saveHomework(context, input)),
    remove: on.homework.remove.handler(({ input, context }) => removeHomework(context, input)),
    submit: on.homework.submit.handler(({ input, context }) => submit(context, input)),
    submissions: on.homework.submissions.handler(({ input, context }) => submissionsOf(context, input)),
  },
  assessment: {
    get: on.assessment.get.handler(({ input, context }) => getAssessment(context, input)),
    all: on.assessment.all.handler(({ input, context }) => assessments(context, input)),
    save: on.assessment.save.handler(({ input, context }) => assess(context, input)),
  },
  articulate: {
    save: on.articulate.save.handler(({ input, context }) => savePackage(context, input)),
    remove: on.articulate.remove.handler(({ input, context }) => removePackage(context, input)),
    lessons: on.articulate.lessons.handler(({ input, context }) => packageLessons(context, input)),
    launch: on.articulate.launch.handler(({ input, context }) => launchPackage(context, input)),
    progress: on.articulate.progress.handler(({ input, context }) => report(context, input)),
    statistics: on.articulate.statistics.handler(({ input, context }) => statistics(context, input)),
  },
});
