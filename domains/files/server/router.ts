import { serve } from '#platform/server/call/context.ts';
import { contract } from '../contract.ts';
import { download } from './download.ts';
import { ownFiles, removeOwn } from './own.ts';
import { saveUploadSizes, uploadSizesOf } from './settings.ts';
import { receiveFiles, uploadLimits } from './uploads.ts';

const on = serve(contract);
export const router = on.router({
  upload: on.upload.handler(({ input, context }) => receiveFiles(context, input?.purpose ?? 'file')),
  limits: on.limits.handler(({ input, context }) => uploadLimits(context, input.purpose ?? 'file')),
  settings: on.settings.handler(({ context }) => uploadSizesOf(context)),
  save_settings: on.save_settings.handler(({ input, context }) => saveUploadSizes(context, input)),
  own: on.own.handler(({ input, context }) => ownFiles(context, input)),
  remove: on.remove.handler(({ input, context }) => removeOwn(context, input)),
  download: on.download.handler(({ input, context }) => download(context, input)),
});
