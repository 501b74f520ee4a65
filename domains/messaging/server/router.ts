import { serve } from '#platform/server/call/context.ts';
import { sendExport } from '#platform/server/records/exports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { undoJob } from '#platform/server/work/jobs.ts';
import { contract } from '../contract.ts';
import { listNotices, readNotices, unreadNotices } from './notices.ts';
import { getJob, listJobs, listOutbox, presentJob, retryMessage } from './queries.ts';
import { countRecipients, preview, send, sentText, templates } from './templates.ts';

const on = serve(contract);
export const router = on.router({
  email_template: {
    ...crudHandlers(contract.email_template, templates),
    removeByQuery: on.email_template.removeByQuery.handler(({ input, context }) => templates.remove(context, input)),
    preview: on.email_template.preview.handler(({ input, context }) => preview(context, input)),
    recipients: on.email_template.recipients.handler(({ input, context }) => countRecipients(context, input)),
    send: on.email_template.send.handler(async ({ input, context }) => ({
      ok: true as const,
      message: sentText(context.locale),
      job: presentJob(context, await send(context, input)),
    })),
  },
  outbox: {
    list: on.outbox.list.handler(({ input, context }) => listOutbox(context, input)),
    retry: on.outbox.retry.handler(({ input, context }) => retryMessage(context, input.id)),
  },
  notice: {
    list: on.notice.list.handler(({ input, context }) => listNotices(context, input)),
    count: on.notice.count.handler(({ context }) => unreadNotices(context)),
    read: on.notice.read.handler(({ input, context }) => readNotices(context, input.ids)),
  },
  job: {
    list: on.job.list.handler(({ input, context }) => listJobs(context, input)),
    get: on.job.get.handler(({ input, context }) => getJob(context, input.id)),
    file: on.job.file.handler(({ input, context }) => sendExport(context, input.id)),
    undo: on.job.undo.handler(async ({ input, context }) => presentJob(context, await undoJob(context, input.id))),
  },
});
