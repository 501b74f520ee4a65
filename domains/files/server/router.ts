import { serve } from '#platform/server/context.ts';
import { contract } from '../contract.ts';
import { download } from './download.ts';
import { receiveFiles } from './uploads.ts';

const on = serve(contract);
export const router = on.router({
  upload: on.upload.handler(({ input, context }) => receiveFiles(context, input?.purpose ?? 'file')),
  download: on.download.handler(({ input, context }) => download(context, input)),
});
