import { serve } from '#platform/server/call/context.ts';
import { importChecks } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { knownFields } from './fields.ts';
import { certificateImport } from './import.ts';
import {
  drawTemplate,
  getIssue,
  issues,
  papersOf,
  previewIssue,
  reissue,
  sendIssue,
  startIssue,
  takeBack,
} from './issues.ts';
import { saveTemplate, template } from './templates.ts';

const on = serve(contract);

export const router = on.router({
  template: {
    ...crudHandlers(contract.template, template),
    save: on.template.save.handler(({ input, context }) => saveTemplate(context, input)),
    fields: on.template.fields.handler(({ context }) => knownFields(context)),
    draw: on.template.draw.handler(({ input, context }) => drawTemplate(context, input)),
  },
  issue: {
    list: on.issue.list.handler(({ input, context }) => issues(context, input)),
    get: on.issue.get.handler(({ input, context }) => getIssue(context, input)),
    papers: on.issue.papers.handler(({ input, context }) => papersOf(context, input)),
    preview: on.issue.preview.handler(({ input, context }) => previewIssue(context, input)),
    start: on.issue.start.handler(({ input, context }) => startIssue(context, input)),
    import: {
      ...importChecks(on.issue.import, certificateImport),
      start: on.issue.import.start.handler(({ input, context }) => certificateImport.start(context, input)),
    },
    take_back: on.issue.take_back.handler(({ input, context }) => takeBack(context, input)),
    zip: on.issue.zip.handler(({ input, context }) => sendIssue(context, input)),
  },
  reissue: on.reissue.handler(({ input, context }) => reissue(context, input)),
});
