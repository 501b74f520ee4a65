import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { series, spoilBlank, usedBlanks } from './blanks.ts';
import { check, checker, issuer, publicKeys, strangersCredential } from './check.ts';
import { documentCredential, documentFile, documents, getDocument, revoke } from './documents.ts';
import { letterKinds, templates } from './letters.ts';
import { statusList } from './twin/status.ts';

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
    credential: on.document.credential.handler(({ input, context }) => documentCredential(context, input)),
    revoke: on.document.revoke.handler(({ input, context }) => revoke(context, input)),
  },
  letter: {
    template: crudHandlers(contract.letter.template, templates),
    kinds: on.letter.kinds.handler(({ context }) => letterKinds(context)),
  },
  check: {
    read: on.check.read.handler(({ input, context }) => check(context, input)),
    credential: on.check.credential.handler(({ input, context }) => strangersCredential(context, input)),
    issuer: on.check.issuer.handler(({ input, context }) => issuer(context, input)),
    status: on.check.status.handler(({ input, context }) => statusList(context, input)),
    keys: on.check.keys.handler(({ context }) => publicKeys(context)),
    page: on.check.page.handler(({ context }) => checker(context)),
  },
});
