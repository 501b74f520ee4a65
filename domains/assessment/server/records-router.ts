import { serve } from '#platform/server/call/context.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { awardCalls } from '../contract/awards.ts';
import { clearanceCalls } from '../contract/clearance.ts';
import { recognitionCalls } from '../contract/recognition.ts';
import { recordCalls } from '../contract/records.ts';
import { admissionList, barredStudents, decideAdmission, examAdmission, saveRules } from './admission/admission.ts';
import { rulesOf } from './admission/standing.ts';
import { amendmentRecords, previewAmendment } from './amendments/records.ts';
import { amendmentSteps, publishAmendments, stepAmendment } from './amendments/steps.ts';
import { awardPeople, boardList, getBoard, saveBoard } from './awards/boards.ts';
import { candidateList, changeCandidates, degreeProgressOf } from './awards/candidates.ts';
import { clearanceOffice, recordClearance, sheetOf, sheetPaper } from './awards/clearance.ts';
import { issueDiploma } from './awards/diplomas.ts';
import { awardMinutes, decide, signBoard, stepBoard } from './awards/steps.ts';
import { ledgerEvents, ledgers, sendLedger, verifyForPeople } from './ledger/read.ts';

import { listRecognitions, recognitionRule, withdrawRecognition } from './recognition/records.ts';
import { issueTranscript } from './transcripts/issue.ts';
import { transcriptOf } from './transcripts/transcript.ts';
import { studentOf } from './transcripts/whose.ts';

const on = serve(recordCalls);

/** What answers the calls of contract/records.ts. */
export const recordRoutes = {
  amendment: {
    ...crudHandlers(recordCalls.amendment, amendmentRecords),
    preview: on.amendment.preview.handler(({ input, context }) => previewAmendment(context, input)),
    step: on.amendment.step.handler(({ input, context }) => stepAmendment(context, input)),
    publish: on.amendment.publish.handler(({ input, context }) => publishAmendments(context, input)),
    steps: on.amendment.steps.handler(({ input, context }) => amendmentSteps(context, input)),
  },
  ledger: {
    list: on.ledger.list.handler(({ input, context }) => ledgers(context, input)),
    events: on.ledger.events.handler(({ input, context }) => ledgerEvents(context, input)),
    verify: on.ledger.verify.handler(({ input, context }) => verifyForPeople(context, input)),
    export: on.ledger.export.handler(({ input, context }) => sendLedger(context, input)),
  },
  transcript: {
    read: on.transcript.read.handler(async ({ input, context }) => {
      planOnce(context.client);
      return transcriptOf(context, await studentOf(context, 'transcript.read', input.student_id), context.locale);
    }),
    issue: on.transcript.issue.handler(({ input, context }) => issueTranscript(context, input)),
  },
  admission: {
    read: on.admission.read.handler(({ input, context }) => examAdmission(context, input)),
    barred: on.admission.barred.handler(({ input, context }) => barredStudents(context, input)),
    list: on.admission.list.handler(({ input, context }) => admissionList(context, input)),
    allow: on.admission.allow.handler(({ input, context }) => decideAdmission(context, input)),
    rules: on.admission.rules.handler(({ context }) => rulesOf(context)),
    save_rules: on.admission.save_rules.handler(({ input, context }) => saveRules(context, input.rules)),
  },
};

const awards = serve(awardCalls);

/** What answers the calls of contract/awards.ts. */
export const awardRoutes = {
  candidates: awards.candidates.handler(({ input, context }) => candidateList(context, input)),
  diploma: awards.diploma.handler(({ input, context }) => issueDiploma(context, input)),
  progress: awards.progress.handler(({ input, context }) => degreeProgressOf(context, input)),
  board: {
    list: awards.board.list.handler(({ input, context }) => boardList(context, input)),
    get: awards.board.get.handler(({ input, context }) => getBoard(context, input)),
    save: awards.board.save.handler(({ input, context }) => saveBoard(context, input)),
    candidates: awards.board.candidates.handler(({ input, context }) => changeCandidates(context, input)),
    decide: awards.board.decide.handler(({ input, context }) => decide(context, input)),
    step: awards.board.step.handler(({ input, context }) => stepBoard(context, input)),
    sign: awards.board.sign.handler(({ input, context }) => signBoard(context, input)),
    people: awards.board.people.handler(({ input, context }) => awardPeople(context, input)),
    minutes: awards.board.minutes.handler(({ input, context }) => awardMinutes(context, input)),
  },
};

const clearance = serve(clearanceCalls);

/** What answers the calls of contract/clearance.ts. */
export const clearanceRoutes = {
  office: crudHandlers(clearanceCalls.office, clearanceOffice),
  sheet: clearance.sheet.handler(({ input, context }) => sheetOf(context, input)),
  paper: clearance.paper.handler(({ input, context }) => sheetPaper(context, input)),
  word: clearance.word.handler(({ input, context }) => recordClearance(context, input)),
};

const recognition = serve(recognitionCalls);

/** What answers the calls of contract/recognition.ts. */
export const recognitionRoutes = {
  list: recognition.list.handler(({ input, context }) => listRecognitions(context, input)),
  withdraw: recognition.withdraw.handler(({ input, context }) => withdrawRecognition(context, input)),
  rule: crudHandlers(recognitionCalls.rule, recognitionRule),
};
