import { defineWorkflow } from '#platform/contract/index.ts';
import type { DocumentState } from './shapes.ts';

/** A document that was handed out is never changed or deleted; it only stops being valid, for a reason. */
export const documentWorkflow = defineWorkflow<DocumentState>({
  entity: 'issued_document',
  initial: 'VALID',
  states: ['VALID', 'REVOKED', 'SUPERSEDED'],
  transitions: [{ from: ['VALID', 'SUPERSEDED'], to: 'REVOKED', permission: 'issued_document.revoke', reason: true }],
});
