import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';

export { type DocumentDraft, issueDocument, supersedeDocuments } from './issue.ts';

export default defineServerDomain({
  name: 'credentials',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: { issued_documents: { permission: 'issued_document.read', title: "r.number || ' · ' || r.subject_name" } },
});
