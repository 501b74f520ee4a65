import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { issueCertificate } from './certificates.ts';
import { factOptions } from './facts.ts';
import { saveFields, saveRequest } from './filling.ts';
import { addressLabels } from './labels.ts';
import { beginRequest, openRequest, request, requestPaper } from './requests.ts';
import { bringShipped } from './shipped.ts';
import { changeStatus, undoSteps } from './steps.ts';
import { stepTimes } from './times.ts';
import { formType } from './types.ts';
import { form, listActions, listBatches, saveBatch, saveField, saveForm } from './versions.ts';

const on = serve(contract);

export const router = on.router({
  type: {
    ...crudHandlers(contract.type, formType),
    shipped: on.type.shipped.handler(({ context }) => bringShipped(context)),
  },
  form: {
    ...crudHandlers(contract.form, { ...form, save: saveForm }),
    field: on.form.field.handler(({ input, context }) => saveField(context, input)),
    batches: on.form.batches.handler(({ input, context }) => listBatches(context, input)),
    batch: on.form.batch.handler(({ input, context }) => saveBatch(context, input)),
    action_types: on.form.action_types.handler(({ input, context }) => listActions(context, input)),
    facts: on.form.facts.handler(({ context }) => factOptions(context)),
  },
  request: {
    ...crudHandlers(contract.request, { ...request, get: openRequest, save: saveRequest }),
    begin: on.request.begin.handler(({ input, context }) => beginRequest(context, input)),
    fields: on.request.fields.handler(({ input, context }) => saveFields(context, input)),
    change_status: on.request.change_status.handler(({ input, context }) => changeStatus(context, input)),
    undo: on.request.undo.handler(({ input, context }) => undoSteps(context, input)),
    paper: on.request.paper.handler(({ input, context }) => requestPaper(context, input)),
    labels: on.request.labels.handler(({ input, context }) => addressLabels(context, input)),
    times: on.request.times.handler(({ context }) => stepTimes(context)),
  },
  certificate: on.certificate.handler(({ input, context }) => issueCertificate(context, input)),
});
