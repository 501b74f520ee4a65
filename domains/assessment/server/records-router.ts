import { serve } from '#platform/server/context.ts';
import { five } from '#platform/server/resource.ts';
import { recordCalls } from '../contract/records.ts';
import { amendmentRecords, previewAmendment } from './amendments/records.ts';
import { amendmentSteps, publishAmendments, stepAmendment } from './amendments/steps.ts';
import { ledgerEvents, ledgers, sendLedger, verifyForPeople } from './ledger/read.ts';

import { issueTranscript } from './transcripts/issue.ts';
import { studentOf, transcriptOf } from './transcripts/transcript.ts';

const on = serve(recordCalls);

/** What answers the calls of contract/records.ts. */
export const recordRoutes = {
  amendment: {
    ...five(on.amendment, amendmentRecords),
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
};
