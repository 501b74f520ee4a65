import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { changeStatus, period, releaseReady, remind } from './periods.ts';
import { questionnaire } from './questionnaires.ts';
import { listResults, openResult, release, reply, resultsExport, review } from './results.ts';
import { teacherResults } from './teachers.ts';
import { formOf, mine, vote } from './voting.ts';

const on = serve(contract);

export const router = on.router({
  questionnaire: crudHandlers(contract.questionnaire, questionnaire),
  period: {
    ...crudHandlers(contract.period, period),
    status: on.period.status.handler(({ input, context }) => changeStatus(context, input)),
    remind: on.period.remind.handler(({ input, context }) => remind(context, input)),
    release: on.period.release.handler(({ input, context }) => releaseReady(context, input)),
  },
  own: {
    mine: on.own.mine.handler(({ context }) => mine(context)),
    form: on.own.form.handler(({ input, context }) => formOf(context, input)),
    vote: on.own.vote.handler(({ input, context }) => vote(context, input)),
  },
  result: {
    list: on.result.list.handler(({ input, context }) => listResults(context, input)),
    export: on.result.export.handler(({ input, context }) => resultsExport.answer(context, input)),
    get: on.result.get.handler(({ input, context }) => openResult(context, input)),
    teacher: on.result.teacher.handler(({ input, context }) => teacherResults(context, input)),
    release: on.result.release.handler(({ input, context }) => release(context, input)),
    review: on.result.review.handler(({ input, context }) => review(context, input)),
    reply: on.result.reply.handler(({ input, context }) => reply(context, input)),
  },
});
