import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { codes, details, saveCriterionMarks } from './marks/details.ts';
import { gradebook } from './marks/gradebook.ts';
import { overallHistory } from './marks/history.ts';
import { importMarks, marksImport } from './marks/import.ts';
import { collectIncomingMarks, homeworkList } from './marks/incoming-marks.ts';
import { markersOf } from './marks/markers.ts';
import { saveMarks, updateMark } from './marks/save.ts';
import { waitingMarks } from './marks/waiting.ts';
import { withheldMarks } from './marks/withheld.ts';
import { moduleOptions } from './modules.ts';
import { component, criteriaTypes, criterion } from './plan/components.ts';
import { copyPlans } from './plan/copy.ts';
import { plan, previewPlan, updatedModules } from './plan/plans.ts';
import { retake, sitting } from './plan/retakes.ts';
import { degreeClass, scale, scalesInForce } from './plan/scales.ts';
import { awardRoutes, clearanceRoutes, recognitionRoutes, recordRoutes } from './records-router.ts';
import { boardList, boardOf, boardPeople, confirmBoard, minutesOf, readyForBoard } from './release/boards.ts';
import { moveMarks } from './release/run.ts';
import { stepsOf } from './release/steps.ts';

const on = serve(contract);

export const router = on.router({
  ...recordRoutes,
  award: awardRoutes,
  clearance: clearanceRoutes,
  recognition: recognitionRoutes,
  component: crudHandlers(contract.component, component),
  criteria: {
    ...crudHandlers(contract.criteria, criterion),
    types: on.criteria.types.handler(({ context }) => criteriaTypes(context)),
    every: on.criteria.every.handler(({ input, context }) => criterion.all(context, input)),
  },
  attempt: crudHandlers(contract.attempt, sitting),
  retake: crudHandlers(contract.retake, retake),
  scale: {
    ...crudHandlers(contract.scale, scale),
    in_force: on.scale.in_force.handler(({ input, context }) => scalesInForce(context, input)),
  },
  degree_class: crudHandlers(contract.degree_class, degreeClass),
  plan: {
    ...crudHandlers(contract.plan, plan),
    updated: on.plan.updated.handler(({ input, context }) => updatedModules(context, input)),
    preview: on.plan.preview.handler(({ input, context }) => previewPlan(context, input)),
    copy: on.plan.copy.handler(({ input, context }) => copyPlans(context, input)),
  },
  mark: {
    gradebook: on.mark.gradebook.handler(({ input, context }) => gradebook(context, input)),
    markers: on.mark.markers.handler(({ input, context }) => markersOf(context, input)),
    bulk: on.mark.bulk.handler(({ input, context }) => saveMarks(context, input)),
    update_mark: on.mark.update_mark.handler(({ input, context }) => updateMark(context, input)),
    criterion_marks: on.mark.criterion_marks.handler(({ input, context }) => saveCriterionMarks(context, input)),
    details: on.mark.details.handler(({ input, context }) => details(context, input)),
    history: on.mark.history.handler(({ input, context }) => overallHistory(context, input)),
    homework: on.mark.homework.handler(({ input, context }) => homeworkList(context, input)),
    flow: on.mark.flow.handler(({ input, context }) => collectIncomingMarks(context, input)),
    modules: on.mark.modules.handler(({ input, context }) => moduleOptions(context, input)),
    waiting: on.mark.waiting.handler(({ context }) => waitingMarks(context)),
    withheld: on.mark.withheld.handler(({ context }) => withheldMarks(context)),
    codes: on.mark.codes.handler(({ input, context }) => codes(context, input.component_id)),
    import_marks: on.mark.import_marks.handler(({ input, context }) => importMarks(context, input.file_id)),
  },
  import: importHandlers(on.import, marksImport),
  release: {
    status: on.release.status.handler(({ input, context }) => moveMarks(context, input)),
    steps: on.release.steps.handler(({ input, context }) => stepsOf(context, input)),
    submit: on.release.submit.handler(({ input, context }) =>
      moveMarks(context, { ...input, from: 'DRAFT', status: 'SUBMITTED' }),
    ),
    board: {
      ready: on.release.board.ready.handler(({ input, context }) => readyForBoard(context, input.course_module_id)),
      people: on.release.board.people.handler(({ input, context }) => boardPeople(context, input)),
      confirm: on.release.board.confirm.handler(({ input, context }) => confirmBoard(context, input)),
      list: on.release.board.list.handler(({ input, context }) => boardList(context, input)),
      get: on.release.board.get.handler(({ input, context }) => boardOf(context, input.id)),
      minutes: on.release.board.minutes.handler(({ input, context }) => minutesOf(context, input.id)),
    },
  },
});
