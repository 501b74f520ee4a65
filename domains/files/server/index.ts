import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { readWaiting, textsErrand } from './contents.ts';
import { destructionErrand, removeDestroyed } from './destroy.ts';
import { router } from './router.ts';
import { sweepFiles } from './sweep.ts';
import { receiveBeforeCalls } from './uploads.ts';

export { filesSaying, readableFile, readContents } from './contents.ts';
export { type DestroyedFile, destroyFiles } from './destroy.ts';
export { rangeOf } from './download.ts';
export { textEditor } from './hooks.ts';
export { keepMade } from './made.ts';
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
export { fileTexts } from './tables.ts';
export { presentedText, storedText } from './texts.ts';
export { receiveFiles } from './uploads.ts';
export { usedFiles } from './uses.ts';

export default defineServerDomain({
  name: 'files',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  start: receiveBeforeCalls,
  errands: { [textsErrand]: readWaiting, [destructionErrand]: removeDestroyed },
  nightly: { 'sweeping files': sweepFiles },
});
