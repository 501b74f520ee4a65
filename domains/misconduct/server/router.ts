import { sendIssued } from '#domains/credentials/server/index.ts';
import { type Call, serve } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { offence } from './cases.ts';
import { invigilators, peopleFor } from './conflicts.ts';
import { consultation } from './consultation.ts';
import { invigilation, minutes } from './invigilation.ts';
import { assessments, reportable } from './options.ts';
import { addBundle, find, giveLeave, penalise, readTariff, setPanel, signPenalty } from './panel.ts';
import { appeal, changeBoard, decideAppeal, publish, unpublish } from './publish.ts';
import { report } from './report.ts';
import { statistics } from './statistics.ts';
import { changeStatus } from './steps.ts';
import { answerReport, makeStatement, waive } from './student.ts';
import { saveTariff, tariffs } from './tariff.ts';
import { type } from './types.ts';
import { waiting } from './waiting.ts';

const on = serve(contract);

/** A paper of a case that the caller is shown with it. */
async function letter(call: Call, input: { id: number; letter_id: number }) {
  const { letters } = await offence.get(call, { id: input.id });
  if (!letters.some(({ id }) => id === input.letter_id)) throw fail('NOT_FOUND');
  return sendIssued(call, input.letter_id);
}

export const router = on.router({
  offence: {
    ...crudHandlers(contract.offence, offence),
    status: on.offence.status.handler(({ input, context }) => changeStatus(context, input)),
    publish: on.offence.publish.handler(({ input, context }) => publish(context, input)),
    unpublish: on.offence.unpublish.handler(({ input, context }) => unpublish(context, input)),
    board: on.offence.board.handler(({ input, context }) => changeBoard(context, input)),
    statement: on.offence.statement.handler(({ input, context }) => makeStatement(context, input)),
    answer: on.offence.answer.handler(({ input, context }) => answerReport(context, input)),
    waive: on.offence.waive.handler(({ input, context }) => waive(context, input)),
    panel: on.offence.panel.handler(({ input, context }) => setPanel(context, input)),
    bundle: on.offence.bundle.handler(({ input, context }) => addBundle(context, input)),
    leave: on.offence.leave.handler(({ input, context }) => giveLeave(context, input)),
    finding: on.offence.finding.handler(({ input, context }) => find(context, input)),
    tariff: on.offence.tariff.handler(async ({ input, context }) =>
      readTariff(context, await offence.find(context, input.id)),
    ),
    penalty: on.offence.penalty.handler(({ input, context }) => penalise(context, input)),
    sign: on.offence.sign.handler(({ input, context }) => signPenalty(context, input)),
    appeal: on.offence.appeal.handler(({ input, context }) => appeal(context, input)),
    decide_appeal: on.offence.decide_appeal.handler(({ input, context }) => decideAppeal(context, input)),
    letter: on.offence.letter.handler(({ input, context }) => letter(context, input)),
    people: on.offence.people.handler(async ({ input, context }) =>
      peopleFor(context, await offence.find(context, input.id), input),
    ),
    waiting: on.offence.waiting.handler(({ context }) => waiting(context)),
    statistics: on.offence.statistics.handler(({ input, context }) => statistics(context, input)),
    assessments: on.offence.assessments.handler(({ input, context }) => assessments(context, input)),
    students: on.offence.students.handler(({ input, context }) => reportable(context, input)),
    tariffs: on.offence.tariffs.handler(({ context }) => tariffs(context)),
    save_tariff: on.offence.save_tariff.handler(({ input, context }) => saveTariff(context, input)),
  },
  type: crudHandlers(contract.type, type),
  report: crudHandlers(contract.report, report),
  invigilation: {
    ...crudHandlers(contract.invigilation, invigilation),
    people: on.invigilation.people.handler(({ input, context }) => invigilators(context, input)),
  },
  minutes: crudHandlers(contract.minutes, minutes),
  consultation: crudHandlers(contract.consultation, consultation),
});
