import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { sweepFiles } from './sweep.ts';
import { receiveBeforeCalls } from './uploads.ts';

export { rangeOf } from './download.ts';
export { textEditor } from './hooks.ts';
export {
  claimEvidence,
  claimFiles,
  claimPicture,
  deleteFiles,
  evidenceRecords,
  fileLink,
  fileRecords,
  openUpload,
} from './records.ts';
export { presentedText, storedText } from './texts.ts';
export { receiveFiles } from './uploads.ts';

export default defineServerDomain({
  name: 'files',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  start: receiveBeforeCalls,
  nightly: { 'sweeping files': sweepFiles },
});
