import { defineWorkflow } from '#platform/contract/workflow.ts';

/** Lives of forms and of what is asked with them. */

/** A type is offered or not. */
export const typeStates = ['DRAFT', 'ACTIVE', 'INACTIVE'] as const;
export type TypeState = (typeof typeStates)[number];

/** A version of a form: one is live, one may be prepared beside it, those before stay for what was sent with them. */
export const formStates = ['DRAFT', 'LIVE', 'ARCHIVED'] as const;
export type FormState = (typeof formStates)[number];
export const versionWorkflow = defineWorkflow<FormState>({
  entity: 'request_form',
  initial: 'DRAFT',
  states: formStates,
  transitions: [
    { from: ['DRAFT'], to: 'LIVE', permission: 'form.manage' },
    { from: ['LIVE'], to: 'ARCHIVED', permission: 'form.manage' },
  ],
});

export const requestStates = [
  'DRAFT',
  'SUBMITTED',
  'IN_REVIEW',
  'UPDATE_REQUIRED',
  'REJECTED',
  'APPROVED',
  'READY',
  'ISSUED',
  'EXPIRED',
  'WITHDRAWN',
] as const;
export type RequestState = (typeof requestStates)[number];
/** Of one kind nobody has two of these at once. */
export const openStates = ['DRAFT', 'SUBMITTED', 'IN_REVIEW', 'UPDATE_REQUIRED'] as const satisfies RequestState[];
/** The turn is with the office. */
export const inHandStates: readonly RequestState[] = ['SUBMITTED', 'IN_REVIEW'];
/** Its student may write in it. */
export const writableStates: readonly RequestState[] = ['DRAFT', 'UPDATE_REQUIRED'];

/**
 * APPROVED is asked for by whoever does the step at hand: there may be others to come (IN_REVIEW), or a paper is made on
 * the way (READY).
 */
export const requestWorkflow = defineWorkflow<RequestState>({
  entity: 'form_request',
  initial: 'DRAFT',
  states: requestStates,
  transitions: [
    { from: ['DRAFT', 'UPDATE_REQUIRED'], to: 'SUBMITTED', permission: 'form_request.ask' },
    { from: ['SUBMITTED', 'IN_REVIEW'], to: 'IN_REVIEW', permission: 'form_request.handle' },
    { from: ['SUBMITTED', 'IN_REVIEW'], to: 'APPROVED', permission: 'form_request.handle' },
    { from: ['SUBMITTED', 'IN_REVIEW'], to: 'UPDATE_REQUIRED', permission: 'form_request.handle', reason: true },
    { from: ['SUBMITTED', 'IN_REVIEW'], to: 'REJECTED', permission: 'form_request.handle', reason: true },
    { from: ['APPROVED'], to: 'READY', permission: 'form_request.handle' },
    { from: ['READY'], to: 'ISSUED', permission: 'form_request.handle' },
    { from: ['READY', 'ISSUED'], to: 'EXPIRED', permission: 'form_request.handle' },
    { from: ['SUBMITTED', 'UPDATE_REQUIRED'], to: 'WITHDRAWN', permission: 'form_request.ask' },
  ],
});
