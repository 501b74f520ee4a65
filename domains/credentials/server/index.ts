import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';

export type { Provisional } from '../shapes.ts';
export { type Blank, markBlankUsed, nextBlank } from './blanks.ts';
export { issuedDocumentOf, revokeDocument, revokeDocuments, sendIssued } from './documents.ts';
export {
  contentOf,
  type DocumentDraft,
  type Issuer,
  issueDocument,
  noteDocumentsValid,
  outdateDocuments,
  shownCode,
  supersedeDocuments,
} from './issue.ts';
export { issuedDocuments } from './tables.ts';

export default defineServerDomain({
  name: 'credentials',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    issued_documents: { permission: 'issued_document.read', title: "r.number || ' · ' || r.subject_name" },
    blank_series: { permission: 'blank.read', title: "r.series || ' ' || r.first || '–' || r.last" },
    blanks: {
      permission: 'blank.read',
      title: "(select s.series || ' № ' || r.number from blank_series s where s.id = r.series_id)",
    },
  },
});
