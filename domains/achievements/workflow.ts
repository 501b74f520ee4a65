import { defineWorkflow } from '#platform/contract/workflow.ts';

/** The life of a record: its student files it, a validator who is somebody else answers. */
export const recordStates = ['DRAFT', 'SUBMITTED', 'UPDATE_REQUIRED', 'VERIFIED', 'NOT_VERIFIED', 'REVOKED'] as const;
export type RecordState = (typeof recordStates)[number];

/** What its author may still write in. */
export const openStates: readonly RecordState[] = ['DRAFT', 'UPDATE_REQUIRED'];

const submit = 'achievement.submit';
const verify = 'achievement.verify';

export const recordWorkflow = defineWorkflow<RecordState>({
  entity: 'achievement',
  initial: 'DRAFT',
  states: recordStates,
  transitions: [
    { from: ['DRAFT', 'UPDATE_REQUIRED'], to: 'SUBMITTED', permission: submit, guard: 'complete' },
    // Taken back by its author, as long as nobody has answered.
    { from: ['SUBMITTED', 'UPDATE_REQUIRED'], to: 'DRAFT', permission: submit },
    { from: ['SUBMITTED'], to: 'VERIFIED', permission: verify, guard: 'another' },
    { from: ['SUBMITTED'], to: 'NOT_VERIFIED', permission: verify, reason: true, guard: 'another' },
    { from: ['SUBMITTED'], to: 'UPDATE_REQUIRED', permission: verify, reason: true, guard: 'another' },
    { from: ['VERIFIED'], to: 'REVOKED', permission: 'achievement.revoke', reason: true, guard: 'another' },
  ],
});

/** Records that were verified together are taken back together, as long as nothing was built on any of them. */
export const batchStates = ['VERIFIED', 'TAKEN_BACK'] as const;

/** A table of points is written as a draft and holds from its day on once it is in force. */
export const scaleStates = ['DRAFT', 'LIVE'] as const;
export const scaleWorkflow = defineWorkflow<(typeof scaleStates)[number]>({
  entity: 'achievement_scale',
  initial: 'DRAFT',
  states: scaleStates,
  transitions: [{ from: ['DRAFT'], to: 'LIVE', permission: 'achievement.settings', guard: 'has_points' }],
});

/** A list of nominees is counted anew each time it is looked at, until it is frozen. */
export const nominationStates = ['DRAFT', 'FROZEN'] as const;
export const nominationWorkflow = defineWorkflow<(typeof nominationStates)[number]>({
  entity: 'achievement_nomination',
  initial: 'DRAFT',
  states: nominationStates,
  transitions: [{ from: ['DRAFT'], to: 'FROZEN', permission: 'achievement.nominate', guard: 'has_nominees' }],
});
