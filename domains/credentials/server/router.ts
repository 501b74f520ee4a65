import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { series, spoilBlank, usedBlanks } from './blanks.ts';
import { check, checker, keys } from './check.ts';
import { documentFile, documents, getDocument, revoke } from './documents.ts';

const on = serve(contract);

export const router = on.router({
  blank: {
    series: crudHandlers(contract.blank.series, series),
    blanks: on.blank.blanks.handler(({ input, context }) => usedBlanks(context, input)),
    spoil: on.blank.spoil.handler(({ input, context }) => spoilBlank(context, input)),
  },
  document: {
    list: on.document.list.handler(({ input, context }) => documents(context, input)),
    get: on.document.get.handler(({ input, context }) => getDocument(context, input)),
    file: on.document.file.handler(({ input, context }) => documentFile(context, input)),
    revoke: on.document.revoke.handler(({ input, context }) => revoke(context, input)),
  },
  check: {
    read: on.check.read.handler(({ input, context }) => check(context, input)),
    keys: on.check.keys.handler(({ context }) => keys(context)),
    page: on.check.page.handler(({ context }) => checker(context)),
  },
});
