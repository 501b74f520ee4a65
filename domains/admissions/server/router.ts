import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { type FlavourName, flavours } from '../flavours.ts';
import { applicationsOf, typesOf } from './applications/applications.ts';
import { prepareDecisions, previewRanking, publishDecisions, unpublishDecisions } from './applications/decisions.ts';
import { reviewDocument, saveApplication } from './applications/filling.ts';
import { stepMany, undoMany } from './applications/step-acts.ts';
import { takeStep } from './applications/steps.ts';
import { campaignDesk } from './desk/desk.ts';
import { chooseSession, examCard, examPlace, examSession, listSeats, markAbsent, sessionOptions } from './exam/exam.ts';
import { assignMany } from './exam/exam-assign.ts';
import { scanCard } from './exam/scan.ts';
import { dtmFiles, examScores, saveScore, startWithFile } from './exam/scores.ts';
import { guestHandlers } from './guests/guest-router.ts';
import { listLeads, listTalks, saveTalk } from './guests/leads.ts';
import { formsOf, getBatch, presentBatch, saveBatch } from './intake/forms.ts';
import { openTargets } from './intake/openings.ts';

const on = serve(contract);
const exams = on.exam;

/** One set of handlers for every flavour. */
function flavourHandlers(name: FlavourName) {
  const flavour = flavours[name];
  const calls = on[name];
  const applications = applicationsOf(flavour);
  return {
    form: crudHandlers(contract[name].form, formsOf(flavour)),
    batch: {
      get: calls.batch.get.handler(async ({ input, context }) =>
        presentBatch(await getBatch(context, flavour, input.id)),
      ),
      save: calls.batch.save.handler(async ({ input, context }) =>
        presentBatch(await saveBatch(context, flavour, input)),
      ),
    },
    application: {
      ...crudHandlers(contract[name].application, {
        ...applications,
        save: (call, input) => saveApplication(call, flavour, input),
      }),
      open: calls.application.open.handler(({ context }) => openTargets(context, flavour)),
      types: calls.application.types.handler(({ context }) => typesOf(context, flavour)),
      edit: calls.application.edit.handler(({ input, context }) => applications.get(context, input)),
      update: calls.application.update.handler(({ input, context }) => saveApplication(context, flavour, input)),
      status: calls.application.status.handler(({ input, context }) => takeStep(context, flavour, input)),
      status_many: calls.application.status_many.handler(({ input, context }) => stepMany(context, flavour, input)),
      status_undo: calls.application.status_undo.handler(({ input, context }) => undoMany(context, flavour, input)),
      document: calls.application.document.handler(({ input, context }) => reviewDocument(context, flavour, input)),
      dtm_file: calls.application.dtm_file.handler(({ input, context }) =>
        startWithFile(context, dtmFiles[name], input),
      ),
      dtm: importHandlers(calls.application.dtm, dtmFiles[name]),
      qr_scan_check: calls.application.qr_scan_check.handler(({ input, context }) => scanCard(context, flavour, input)),
    },
  };
}

export const router = on.router({
  plain: flavourHandlers('plain'),
  general: flavourHandlers('general'),
  st_course: flavourHandlers('st_course'),
  hr: flavourHandlers('hr'),
  guests: guestHandlers,
  desk: {
    campaign: on.desk.campaign.handler(({ input, context }) => campaignDesk(context, input)),
    leads: on.desk.leads.handler(({ input, context }) => listLeads(context, input)),
    talks: on.desk.talks.handler(({ input, context }) => listTalks(context, input)),
    talk: on.desk.talk.handler(({ input, context }) => saveTalk(context, input)),
  },
  exam: {
    place: crudHandlers(contract.exam.place, examPlace),
    session: {
      ...crudHandlers(contract.exam.session, { ...examSession, all: sessionOptions }),
      choose: exams.session.choose.handler(({ input, context }) => chooseSession(context, input)),
      assign: exams.session.assign.handler(({ input, context }) => assignMany(context, input)),
      absent: exams.session.absent.handler(({ input, context }) => markAbsent(context, input)),
    },
    seat: {
      list: exams.seat.list.handler(({ input, context }) => listSeats(context, input)),
      card: exams.seat.card.handler(({ input, context }) => examCard(context, input)),
    },
    ranking: {
      preview: exams.ranking.preview.handler(({ input, context }) => previewRanking(context, input)),
      prepare: exams.ranking.prepare.handler(({ input, context }) => prepareDecisions(context, input)),
      publish: exams.ranking.publish.handler(({ input, context }) => publishDecisions(context, input)),
      unpublish: exams.ranking.unpublish.handler(({ input, context }) => unpublishDecisions(context, input)),
    },
    score: {
      save: exams.score.save.handler(({ input, context }) => saveScore(context, input)),
      import: importHandlers(exams.score.import, examScores),
    },
  },
});
