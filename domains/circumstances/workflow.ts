import { defineWorkflow } from '#platform/contract/workflow.ts';

export const claimStates = [
  'DRAFT',
  'SUBMITTED',
  'PENDING',
  'UNDER_REVIEW',
  'CAN_UPDATE',
  'SUPPORTED',
  'REJECTED',
  'REJECTED_2',
  'REJECTED_3',
  'REVIEW_REQUESTED',
  'UPHELD',
  'REVOKED',
  'WITHDRAWN',
] as const;
export type ClaimState = (typeof claimStates)[number];

/** What is decided of each assessment, and so of the claim. */
export const outcomes = ['SUPPORTED', 'REJECTED', 'REJECTED_2', 'REJECTED_3'] as const;
export type Outcome = (typeof outcomes)[number];
export const isOutcome = (state: string): state is Outcome => outcomes.some((one) => one === state);

/** In which a decision stands that can be put on paper and published. */
export const decidedStates: readonly ClaimState[] = [...outcomes, 'UPHELD'];
/** In which the student may still write. */
export const openToStudent: readonly ClaimState[] = ['DRAFT', 'CAN_UPDATE'];
/** In which it waits for the office. */
export const waitingStates: readonly ClaimState[] = ['SUBMITTED', 'UNDER_REVIEW', 'REVIEW_REQUESTED'];

const submit = 'circumstance.submit';
const decide = 'circumstance.decide';

/**
 * Life of a claim. `complete`: it says what it must. `unpublished`, `published`: whether the student knows the decision.
 * `papers_decided`: the state is what the decisions about its assessments make, and a panel has spoken where one sits.
 * `another_officer`: who decided does not review. Rules of the institution take the steps SUBMITTED → SUPPORTED (a
 * self-certification) and → REJECTED_3 (after the last day), the night PENDING → REJECTED (no evidence by its day).
 */
export const claimWorkflow = defineWorkflow<ClaimState>({
  entity: 'circumstance',
  initial: 'DRAFT',
  states: claimStates,
  transitions: [
    { from: ['DRAFT', 'CAN_UPDATE', 'PENDING'], to: 'SUBMITTED', permission: submit, guard: 'complete' },
    { from: ['SUBMITTED', 'PENDING', 'CAN_UPDATE'], to: 'WITHDRAWN', permission: submit },
    {
      from: ['REJECTED', 'REJECTED_2', 'REJECTED_3', 'SUPPORTED'],
      to: 'REVIEW_REQUESTED',
      permission: submit,
      reason: true,
      guard: 'published',
    },
    { from: ['SUBMITTED', 'PENDING'], to: 'UNDER_REVIEW', permission: decide },
    { from: [...outcomes], to: 'UNDER_REVIEW', permission: decide, reason: true, guard: 'unpublished' },
    { from: ['SUBMITTED', 'UNDER_REVIEW'], to: 'PENDING', permission: decide, reason: true },
    { from: ['SUBMITTED', 'PENDING', 'UNDER_REVIEW'], to: 'CAN_UPDATE', permission: decide, reason: true },
    { from: ['UNDER_REVIEW'], to: 'SUPPORTED', permission: decide, guard: 'papers_decided' },
    { from: ['UNDER_REVIEW'], to: 'REJECTED', permission: decide, reason: true, guard: 'papers_decided' },
    { from: ['UNDER_REVIEW'], to: 'REJECTED_2', permission: decide, reason: true, guard: 'papers_decided' },
    { from: ['UNDER_REVIEW'], to: 'REJECTED_3', permission: decide, reason: true, guard: 'papers_decided' },
    { from: ['REVIEW_REQUESTED'], to: 'SUPPORTED', permission: decide, guard: 'another_officer' },
    { from: ['REVIEW_REQUESTED'], to: 'UPHELD', permission: decide, reason: true, guard: 'another_officer' },
    {
      from: ['SUPPORTED', 'UPHELD'],
      to: 'REVOKED',
      permission: 'circumstance.revoke',
      reason: true,
      guard: 'published',
    },
  ],
});
