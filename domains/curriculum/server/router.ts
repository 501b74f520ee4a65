import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { copyPlan, planMatrix } from './matrix.ts';
import { activate, courseModule, courseModuleOptions, saveRetakeTask, setTeachers } from './plan.ts';
import { campaign, course, courseOptions, moduleResource, outcome } from './resources.ts';

const on = serve(contract);
const plan = on.course_module;

export const router = on.router({
  course: crudHandlers(contract.course, { ...course, all: courseOptions }),
  course_campaign: crudHandlers(contract.course_campaign, campaign),
  module: crudHandlers(contract.module, moduleResource),
  outcome: crudHandlers(contract.outcome, outcome),
  course_module: {
    ...crudHandlers(contract.course_module, { ...courseModule, all: courseModuleOptions }),
    teachers: plan.teachers.handler(({ input, context }) => setTeachers(context, input)),
    activate: plan.activate.handler(({ input, context }) => activate(context, input)),
    matrix: plan.matrix.handler(({ input, context }) => planMatrix(context, input)),
    copy: plan.copy.handler(({ input, context }) => copyPlan(context, input)),
    retake_task: plan.retake_task.handler(({ input, context }) => saveRetakeTask(context, input)),
    articulate: {
      list: plan.articulate.list.handler(({ input, context }) => courseModule.list(context, input)),
      all: plan.articulate.all.handler(({ input, context }) => courseModuleOptions(context, input)),
    },
  },
});
