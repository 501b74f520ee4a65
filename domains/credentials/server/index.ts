import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { drawWaiting } from './drawing.ts';
import { papersErrand } from './issue.ts';
import { router } from './router.ts';

export type { Provisional } from '../shapes.ts';
export { type Blank, markBlankUsed, nextBlank } from './blanks.ts';
export {
  drawnDocumentOf,
  issuedDocumentOf,
  replaceDocument,
  revokeDocument,
  revokeDocuments,
  revokeTogether,
  sendIssued,
} from './documents.ts';
export { documentsRevoked, type LetterKind, letterKind } from './hooks.ts';
export {
  contentOf,
  type DocumentDraft,
  type Issuer,
  issueDocument,
  issueDocuments,
  noteDocumentsValid,
  outdateDocuments,
  supersedeDocuments,
} from './issue.ts';
export { trialSheet } from './layout.ts';
export { issueLetter, type Letter } from './letters.ts';
export { newCode, nextNumbers, readCode, shownCode } from './numbers.ts';
export { issuedDocuments } from './tables.ts';
export { sendTogether } from './together.ts';

export default defineServerDomain({
  name: 'credentials',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  errands: { [papersErrand]: drawWaiting },
  constraints: { letter_templates_one: 'LETTER_TWICE' },
  history: {
    letter_templates: { permission: 'letter_template.read', title: 'r.kind' },
    issued_documents: { permission: 'issued_document.read', title: "r.number || ' · ' || r.subject_name" },
    blank_series: { permission: 'blank.read', title: "r.series || ' ' || r.first || '–' || r.last" },
    blanks: {
      permission: 'blank.read',
      title: "(select s.series || ' № ' || r.number from blank_series s where s.id = r.series_id)",
    },
  },
});
