import { defineWorkflow } from '#platform/contract/workflow.ts';

/** The way of a mark that people have seen already to another value. */
export const amendmentStates = [
  'DRAFT',
  'REQUESTED',
  'RETURNED',
  'CHECKED',
  'APPROVED',
  'REJECTED',
  'APPLIED',
  'PUBLISHED',
  'UNPUBLISHED',
  'WITHDRAWN',
  'STALE',
] as const;
export type AmendmentState = (typeof amendmentStates)[number];

/**
 * Who asks does not check, who checked does not decide, who decided once does not decide again (`other_person`). Large
 * changes, those that turn a fail into a pass or back, and those of graduates need two decisions. STALE is set by the
 * database (amendments/guards.sql) when the mark moves meanwhile.
 */
export const amendmentWorkflow = defineWorkflow<AmendmentState>({
  entity: 'amendment',
  initial: 'DRAFT',
  states: amendmentStates,
  transitions: [
    { from: ['DRAFT', 'RETURNED'], to: 'REQUESTED', permission: 'amendment.request', guard: 'requester' },
    { from: ['REQUESTED'], to: 'CHECKED', permission: 'amendment.check', guard: 'other_person' },
    { from: ['REQUESTED'], to: 'RETURNED', permission: 'amendment.check', reason: true, guard: 'other_person' },
    { from: ['CHECKED'], to: 'APPROVED', permission: 'amendment.decide', guard: 'other_person' },
    { from: ['CHECKED'], to: 'REJECTED', permission: 'amendment.decide', reason: true, guard: 'other_person' },
    { from: ['APPROVED'], to: 'APPLIED', permission: 'amendment.apply' },
    { from: ['APPLIED', 'UNPUBLISHED'], to: 'PUBLISHED', permission: 'amendment.publish' },
    { from: ['PUBLISHED'], to: 'UNPUBLISHED', permission: 'amendment.publish', reason: true },
    {
      from: ['DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED'],
      to: 'WITHDRAWN',
      permission: 'amendment.request',
      guard: 'requester',
    },
  ],
});
