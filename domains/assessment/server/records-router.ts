import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { recordCalls } from '../contract/records.ts';
import { admission, admissionList, allow, rulesOf, saveRules } from './admission/admission.ts';
import { amendmentRecords, previewAmendment } from './amendments/records.ts';
import { amendmentSteps, publishAmendments, stepAmendment } from './amendments/steps.ts';
import { ledgerEvents, ledgers, sendLedger, verifyForPeople } from './ledger/read.ts';

import { issueTranscript } from './transcripts/issue.ts';
import { studentOf, transcriptOf } from './transcripts/transcript.ts';

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
    read: on.transcript.read.handler(async ({ input, context }) =>
      transcriptOf(context, await studentOf(context, 'transcript.read', input.student_id), context.locale),
    ),
    issue: on.transcript.issue.handler(({ input, context }) => issueTranscript(context, input)),
  },
  admission: {
    read: on.admission.read.handler(({ input, context }) => admission(context, input)),
    list: on.admission.list.handler(({ input, context }) => admissionList(context, input)),
    allow: on.admission.allow.handler(({ input, context }) => allow(context, input)),
    rules: on.admission.rules.handler(({ context }) => rulesOf(context)),
    save_rules: on.admission.save_rules.handler(({ input, context }) => saveRules(context, input.rules)),
  },
};
