import { type Call, serve } from '#platform/server/context.ts';
import { five } from '#platform/server/resource.ts';
import { contract } from '../contract.ts';
import { type FlavourName, flavours } from '../flavours.ts';
import { applicationsOf, typesOf } from './applications.ts';
import { reviewDocument, saveApplication } from './filling.ts';
import { formsOf, getBatch, presentBatch, saveBatch } from './forms.ts';
import { scan } from './scan.ts';
import { takeStep } from './steps.ts';

const on = serve(contract);

/** One set of handlers for every flavour. */
function flavourHandlers(name: FlavourName) {
  const flavour = flavours[name];
  const calls = on[name];
  const applications = applicationsOf(flavour);
  return {
    form: five(calls.form, formsOf(flavour) as never),
    batch: {
      get: calls.batch.get.handler(async ({ input, context }) =>
        presentBatch(await getBatch(context, flavour, input.id)),
      ),
      save: calls.batch.save.handler(async ({ input, context }) =>
        presentBatch(await saveBatch(context, flavour, input)),
      ),
    },
    application: {
      ...five(calls.application, {
        ...applications,
        save: (call: Call, input: never) => saveApplication(call, flavour, input),
      } as never),
      types: calls.application.types.handler(({ context }) => typesOf(context, flavour)),
      edit: calls.application.edit.handler(({ input, context }) => applications.get(context, input) as never),
      update: calls.application.update.handler(
        ({ input, context }) => saveApplication(context, flavour, input) as never,
      ),
      status: calls.application.status.handler(({ input, context }) => takeStep(context, flavour, input) as never),
      document: calls.application.document.handler(
        ({ input, context }) => reviewDocument(context, flavour, input) as never,
      ),
      qr_scan_check: calls.application.qr_scan_check.handler(
        ({ input, context }) => scan(context, flavour, input) as never,
      ),
    },
  };
}

export const router = on.router({
  plain: flavourHandlers('plain'),
  general: flavourHandlers('general'),
  st_course: flavourHandlers('st_course'),
  hr: flavourHandlers('hr'),
} as never);
