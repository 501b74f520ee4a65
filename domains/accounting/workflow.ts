import { defineWorkflow } from '#platform/contract/workflow.ts';

/** Lives of agreements (what is offered to many) and of contracts (what one person signs). */

export const agreementStates = ['DRAFT', 'PUBLISHED', 'CLOSED'] as const;
export type AgreementState = (typeof agreementStates)[number];

/** What is published is never changed: a change is the next revision. `whole`: text, instalments that make 100 percent. */
export const agreementWorkflow = defineWorkflow<AgreementState>({
  entity: 'contract_agreement',
  initial: 'DRAFT',
  states: agreementStates,
  transitions: [
    { from: ['DRAFT', 'CLOSED'], to: 'PUBLISHED', permission: 'agreement.manage', guard: 'whole' },
    { from: ['PUBLISHED'], to: 'CLOSED', permission: 'agreement.manage' },
  ],
});

export const contractStates = [
  'DRAFT',
  'ISSUED',
  'OPENED',
  'ACCEPTED',
  'ACTIVE',
  'FULFILLED',
  'TERMINATED',
  'SUPERSEDED',
] as const;
export type ContractState = (typeof contractStates)[number];

/** Waits for the person's word. */
export const openStates = ['ISSUED', 'OPENED'] as const satisfies readonly ContractState[];
/** Binds both sides. */
export const boundStates = ['ACCEPTED', 'ACTIVE', 'FULFILLED'] as const satisfies readonly ContractState[];

const manage = 'contract.manage';
const accept = 'contract.accept';

/**
 * People open and accept with a code by SMS (server/accept.ts); `paper`: the office notes that it was signed by hand. `own`:
 * only by the person whose contract it is. `student`: a contract lives once a student has it. `paid`: follows from the
 * payments. `unpaid`: no payment hangs on it. `addendum`: only by the acceptance of the one that takes its place.
 */
export const contractWorkflow = defineWorkflow<ContractState>({
  entity: 'contract',
  initial: 'DRAFT',
  states: contractStates,
  transitions: [
    { from: ['DRAFT'], to: 'ISSUED', permission: manage },
    { from: ['ISSUED'], to: 'DRAFT', permission: manage, reason: true },
    { from: ['ISSUED'], to: 'OPENED', permission: accept, guard: 'own' },
    { from: ['ISSUED', 'OPENED'], to: 'ACCEPTED', permission: manage, guard: 'paper' },
    { from: ['ACCEPTED'], to: 'ACTIVE', permission: manage, guard: 'student' },
    { from: ['ACTIVE'], to: 'ACCEPTED', permission: manage, guard: 'unpaid' },
    { from: ['ACTIVE'], to: 'FULFILLED', permission: manage, guard: 'paid' },
    { from: ['FULFILLED'], to: 'ACTIVE', permission: manage, guard: 'paid' },
    {
      from: ['DRAFT', 'ISSUED', 'OPENED', 'ACCEPTED', 'ACTIVE', 'FULFILLED'],
      to: 'TERMINATED',
      permission: manage,
      reason: true,
    },
    { from: boundStates, to: 'SUPERSEDED', permission: manage, guard: 'addendum' },
  ],
});

export const refundStates = ['ASKED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED'] as const;
export type RefundState = (typeof refundStates)[number];

/** One person asks, another one decides. */
export const refundWorkflow = defineWorkflow<RefundState>({
  entity: 'refund_request',
  initial: 'ASKED',
  states: refundStates,
  transitions: [
    { from: ['ASKED'], to: 'PAID', permission: 'refund.decide' },
    { from: ['ASKED'], to: 'REFUSED', permission: 'refund.decide', reason: true },
    { from: ['ASKED'], to: 'WITHDRAWN', permission: 'refund.ask' },
    // Follows from its payments: they are deleted where the money never reached the person, and restored where it did.
    { from: ['PAID'], to: 'RETURNED', permission: 'payment.manage', reason: true },
    { from: ['RETURNED'], to: 'PAID', permission: 'payment.manage' },
  ],
});
