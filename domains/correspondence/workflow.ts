import { defineWorkflow } from '#platform/contract/workflow.ts';

export const directions = ['INCOMING', 'OUTGOING'] as const;
export type Direction = (typeof directions)[number];

export const letterStates = [
  'DRAFT',
  'AGREEING',
  'AGREED',
  'SIGNED',
  'REGISTERED',
  'SENT',
  'DONE',
  'ARCHIVED',
  'DESTROYED',
] as const;
export type LetterState = (typeof letterStates)[number];

/** States in which a letter has its number for good. */
export const numberedStates: readonly LetterState[] = ['REGISTERED', 'SENT', 'DONE', 'ARCHIVED', 'DESTROYED'];
/** What may still be ordered about, noted and corrected. */
export const runningStates: readonly LetterState[] = ['REGISTERED', 'SENT'];

/**
 * Life of a letter. Incoming: DRAFT → REGISTERED → DONE → ARCHIVED. Outgoing: DRAFT → AGREEING → AGREED → SIGNED →
 * REGISTERED → SENT → ARCHIVED; the last of those who were asked takes the step AGREEING → AGREED, a refusal the one back.
 * `incoming`, `outgoing`: steps of that direction alone. `author`, `signer`: who takes it. `orders_closed`: nothing that was
 * ordered is open, and an answer that was promised is sent. `act`: by a signed act of destruction alone. `numbered`: of archived letters, back to where they came from.
 */
export const letterWorkflow = defineWorkflow<LetterState>({
  entity: 'correspondence',
  initial: 'DRAFT',
  states: letterStates,
  transitions: [
    { from: ['DRAFT'], to: 'AGREEING', permission: 'correspondence.draft', guard: 'author' },
    { from: ['AGREEING', 'AGREED'], to: 'DRAFT', permission: 'correspondence.draft', reason: true, guard: 'author' },
    { from: ['AGREED'], to: 'SIGNED', permission: 'correspondence.act', guard: 'signer' },
    { from: ['AGREED'], to: 'DRAFT', permission: 'correspondence.act', reason: true, guard: 'signer' },
    { from: ['DRAFT'], to: 'REGISTERED', permission: 'correspondence.register', guard: 'incoming' },
    { from: ['SIGNED'], to: 'REGISTERED', permission: 'correspondence.register', guard: 'outgoing' },
    { from: ['REGISTERED'], to: 'SENT', permission: 'correspondence.register', guard: 'outgoing' },
    { from: ['REGISTERED'], to: 'DONE', permission: 'correspondence.register', guard: 'orders_closed' },
    { from: ['DONE'], to: 'REGISTERED', permission: 'correspondence.register', reason: true, guard: 'incoming' },
    { from: ['DONE', 'SENT'], to: 'ARCHIVED', permission: 'correspondence.archive' },
    { from: ['ARCHIVED'], to: 'DONE', permission: 'correspondence.archive', reason: true, guard: 'incoming' },
    { from: ['ARCHIVED'], to: 'DESTROYED', permission: 'correspondence.archive', guard: 'act' },
    { from: ['ARCHIVED'], to: 'SENT', permission: 'correspondence.archive', reason: true, guard: 'outgoing' },
  ],
});

export const destructionStates = ['DRAFT', 'PROPOSED', 'AGREED', 'DONE', 'CANCELLED'] as const;
export type DestructionState = (typeof destructionStates)[number];

/**
 * Life of an act of destruction. `agreed`: once each of the commission agreed, by somebody who did not draw it up. `signer`:
 * who is to sign it; the signature is what destroys.
 */
export const destructionWorkflow = defineWorkflow<DestructionState>({
  entity: 'letter_destruction',
  initial: 'DRAFT',
  states: destructionStates,
  transitions: [
    { from: ['DRAFT'], to: 'PROPOSED', permission: 'correspondence.archive' },
    { from: ['PROPOSED'], to: 'AGREED', permission: 'correspondence.register', guard: 'agreed' },
    { from: ['AGREED'], to: 'DONE', permission: 'correspondence.act', guard: 'signer' },
    { from: ['PROPOSED', 'AGREED'], to: 'DRAFT', permission: 'correspondence.archive', reason: true },
    { from: ['DRAFT', 'PROPOSED', 'AGREED'], to: 'CANCELLED', permission: 'correspondence.archive', reason: true },
  ],
});

export const orderStates = ['OPEN', 'REPORTED', 'DONE', 'CANCELLED'] as const;
export type OrderState = (typeof orderStates)[number];
export const openOrderStates: readonly OrderState[] = ['OPEN', 'REPORTED'];

/**
 * Life of an order. `responsible`: the responsible executor reports; without control that ends it. `controller`: whoever
 * controls and executes nothing of it takes it from control or gives it back. `author`: who gave it.
 */
export const orderWorkflow = defineWorkflow<OrderState>({
  entity: 'correspondence_order',
  initial: 'OPEN',
  states: orderStates,
  transitions: [
    { from: ['OPEN'], to: 'REPORTED', permission: 'correspondence.act', guard: 'responsible' },
    { from: ['OPEN'], to: 'DONE', permission: 'correspondence.act', guard: 'responsible' },
    { from: ['REPORTED'], to: 'DONE', permission: 'correspondence.control', guard: 'controller' },
    { from: ['REPORTED'], to: 'OPEN', permission: 'correspondence.control', reason: true, guard: 'controller' },
    {
      from: ['OPEN', 'REPORTED'],
      to: 'CANCELLED',
      permission: 'correspondence.resolve',
      reason: true,
      guard: 'author',
    },
  ],
});

/** A number that is kept free: still free, given to its letter, or left without one. */
export const reservationStates = ['RESERVED', 'USED', 'UNUSED'] as const;
export type ReservationState = (typeof reservationStates)[number];

export const extensionStates = ['ASKED', 'GRANTED', 'REFUSED'] as const;
export type ExtensionState = (typeof extensionStates)[number];
export const agreementStates = ['PENDING', 'AGREED', 'REFUSED', 'VOID'] as const;
export type AgreementState = (typeof agreementStates)[number];
