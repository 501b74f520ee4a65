import { serve } from '#platform/server/call/context.ts';
import { contract } from '../contract.ts';
import { checkCode, checkFile } from './check.ts';
import { challengeFor, identify, takeElectronic } from './electronic.ts';
import { meansOf, saveSettings, settingsOf } from './settings.ts';

const on = serve(contract);

export const router = on.router({
  means: on.means.handler(({ context }) => meansOf(context)),
  challenge: on.challenge.handler(({ context }) => challengeFor(context)),
  identify: on.identify.handler(({ input, context }) => identify(context, input)),
  electronic: on.electronic.handler(({ input, context }) => takeElectronic(context, input)),
  check: {
    code: on.check.code.handler(({ input, context }) => checkCode(context, input)),
    file: on.check.file.handler(({ input, context }) => checkFile(context, input)),
  },
  settings: on.settings.handler(({ context }) => settingsOf(context)),
  save_settings: on.save_settings.handler(({ input, context }) => saveSettings(context, input)),
});
