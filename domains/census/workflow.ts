import { defineWorkflow } from '#platform/contract/workflow.ts';

/** The life of a census: counted, held fast, its sums looked at, signed, sent. What is put right later is a new edition. */
export const censusStates = ['DRAFT', 'FROZEN', 'CHECKED', 'SIGNED', 'SENT'] as const;
export type CensusState = (typeof censusStates)[number];

export const censusWorkflow = defineWorkflow<CensusState>({
  entity: 'census',
  initial: 'DRAFT',
  states: censusStates,
  transitions: [
    { from: ['DRAFT'], to: 'FROZEN', permission: 'census.freeze' },
    { from: ['FROZEN'], to: 'CHECKED', permission: 'census.freeze', guard: 'sums' },
    { from: ['CHECKED'], to: 'SIGNED', permission: 'census.sign' },
    { from: ['SIGNED'], to: 'SENT', permission: 'census.sign' },
  ],
});
