import { defineWorkflow } from '#platform/contract/workflow.ts';

/** The life of a board that awards degrees. What it decided holds once somebody has confirmed it who had no part in it. */
export const awardStates = ['DRAFT', 'SITTING', 'DECIDED', 'CONFIRMED', 'CANCELLED'] as const;
export type AwardState = (typeof awardStates)[number];

/** What it decides of a candidate: the class that the rules give or the next one, one below it, or nothing yet. */
export const awardDecisions = ['AWARD', 'LOWER', 'DEFER'] as const;
export type AwardDecision = (typeof awardDecisions)[number];

/** Guards stand in server/awards/steps.ts. */
export const awardWorkflow = defineWorkflow<AwardState>({
  entity: 'award_board',
  initial: 'DRAFT',
  states: awardStates,
  transitions: [
    { from: ['DRAFT'], to: 'SITTING', permission: 'award.prepare', guard: 'quorum' },
    { from: ['SITTING'], to: 'DRAFT', permission: 'award.prepare', reason: true },
    { from: ['SITTING'], to: 'DECIDED', permission: 'award.prepare', guard: 'all_decided' },
    { from: ['DECIDED'], to: 'SITTING', permission: 'award.prepare', reason: true },
    { from: ['DECIDED'], to: 'CONFIRMED', permission: 'award.confirm', guard: 'signed_and_unmoved' },
    { from: ['DRAFT', 'SITTING', 'DECIDED'], to: 'CANCELLED', permission: 'award.prepare', reason: true },
  ],
});
