import { defineWorkflow } from '#platform/contract/workflow.ts';

/** Where a mark can stand. A cell without a row is NOT_MARKED. */
export const markStates = [
  'NOT_MARKED',
  'DRAFT',
  'SUBMITTED',
  'MODERATED',
  'PUBLISHED',
  'CONFIRMED',
  'LOCKED',
  'WITHHELD',
  'DEFERRED',
] as const;
export type MarkState = (typeof markStates)[number];

/** What the student may see. */
export const shownStates = ['PUBLISHED', 'CONFIRMED', 'LOCKED'] as const satisfies readonly MarkState[];
/** Only an amendment moves a value that the board has seen. */
export const finalStates = ['CONFIRMED', 'LOCKED'] as const satisfies readonly MarkState[];
/** A value may still be typed over; over DEFERRED too, once the next sitting can have been. */
export const openStates = ['NOT_MARKED', 'DRAFT'] as const satisfies readonly MarkState[];

/**
 * The life of a mark, of one student in one component and attempt. Marks go in whole runs: those of a component together,
 * and at the board those of the module. Guards are known to server/release. A decision about a deferral moves marks into
 * DEFERRED from every state before LOCKED, and back to where they were when it is taken back.
 */
export const markWorkflow = defineWorkflow({
  entity: 'mark',
  initial: 'NOT_MARKED',
  states: markStates,
  transitions: [
    { from: ['NOT_MARKED'], to: 'DRAFT', permission: 'mark.enter', guard: 'entry_window' },
    { from: ['DRAFT'], to: 'SUBMITTED', permission: 'mark.enter', guard: 'no_gaps' },
    { from: ['SUBMITTED'], to: 'DRAFT', permission: 'mark.return', reason: true },
    { from: ['SUBMITTED'], to: 'MODERATED', permission: 'mark.moderate', guard: 'other_marker' },
    { from: ['MODERATED'], to: 'SUBMITTED', permission: 'mark.return', reason: true },
    { from: ['MODERATED'], to: 'PUBLISHED', permission: 'mark.publish', guard: 'no_gaps' },
    { from: ['PUBLISHED'], to: 'MODERATED', permission: 'mark.publish', reason: true },
    { from: ['PUBLISHED'], to: 'CONFIRMED', permission: 'mark.confirm', guard: 'board' },
    { from: ['CONFIRMED'], to: 'LOCKED', permission: 'mark.lock', guard: 'appeal_window' },
    {
      from: ['DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED'],
      to: 'WITHHELD',
      permission: 'mark.withhold',
      reason: true,
    },
    // Back to where it was held; `held_from` of the mark says where.
    { from: ['WITHHELD'], to: 'DRAFT', permission: 'mark.withhold', guard: 'held_from' },
    { from: ['WITHHELD'], to: 'SUBMITTED', permission: 'mark.withhold', guard: 'held_from' },
    { from: ['WITHHELD'], to: 'MODERATED', permission: 'mark.withhold', guard: 'held_from' },
    { from: ['WITHHELD'], to: 'PUBLISHED', permission: 'mark.withhold', guard: 'held_from' },
    { from: ['PUBLISHED', 'CONFIRMED'], to: 'DEFERRED', permission: 'mark.withhold', reason: true },
    // The next sitting is marked where the one before was: the same attempt, and what it said then stands in the ledger.
    { from: ['DEFERRED'], to: 'DRAFT', permission: 'mark.enter', guard: 'sat_since' },
  ],
});
