import { defineWorkflow } from '#platform/contract/workflow.ts';

export const cvStates = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'CHANGES_SUGGESTED',
  'CHANGES_REQUIRED',
  'ARCHIVED',
] as const;
export type CvState = (typeof cvStates)[number];
/** What a review says. */
export const verdicts = ['APPROVED', 'CHANGES_SUGGESTED', 'CHANGES_REQUIRED'] as const;
export type Verdict = (typeof verdicts)[number];
export const isVerdict = (state: string): state is Verdict => verdicts.some((one) => one === state);
/** A version that employers may be shown: with suggestions it is good enough. */
export const usableStates: readonly CvState[] = ['APPROVED', 'CHANGES_SUGGESTED'];

const write = 'cv.write';
const review = 'cv.review';

/**
 * Life of a CV, as of its newest version. `complete`: it says what it must. Whoever writes in one that was looked at makes a
 * draft of it; the version that employers see stays what it was until the next one is approved. `withdrawn`: what was
 * approved is so no more, and nobody sees it from then on.
 */
export const cvWorkflow = defineWorkflow<CvState>({
  entity: 'cv',
  initial: 'DRAFT',
  states: cvStates,
  transitions: [
    {
      from: ['DRAFT', 'CHANGES_SUGGESTED', 'CHANGES_REQUIRED'],
      to: 'SUBMITTED',
      permission: write,
      guard: 'complete',
    },
    { from: ['SUBMITTED', 'ARCHIVED'], to: 'DRAFT', permission: write },
    { from: ['DRAFT', 'APPROVED', 'CHANGES_SUGGESTED', 'CHANGES_REQUIRED'], to: 'ARCHIVED', permission: write },
    { from: ['SUBMITTED'], to: 'APPROVED', permission: review },
    { from: ['SUBMITTED'], to: 'CHANGES_SUGGESTED', permission: review },
    { from: ['SUBMITTED'], to: 'CHANGES_REQUIRED', permission: review, reason: true },
    {
      from: ['APPROVED', 'CHANGES_SUGGESTED'],
      to: 'CHANGES_REQUIRED',
      permission: review,
      reason: true,
      guard: 'withdrawn',
    },
  ],
});

export const offerStates = ['DRAFT', 'SENT', 'EXPIRED', 'CLOSED', 'WITHDRAWN'] as const;
export type OfferState = (typeof offerStates)[number];
/** What became of an offer before one person. */
export const answerStates = ['SENT', 'SEEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'] as const;
export type AnswerState = (typeof answerStates)[number];
/** Which wait for the person. */
export const openAnswers: readonly AnswerState[] = ['SENT', 'SEEN'];

const manage = 'job_offer.manage';
const answer = 'job_offer.answer';

/** Life of an offer. The clock takes SENT → EXPIRED; with a later date an offer that was over is sent again. */
export const offerWorkflow = defineWorkflow<OfferState>({
  entity: 'job_offer',
  initial: 'DRAFT',
  states: offerStates,
  transitions: [
    { from: ['DRAFT', 'EXPIRED', 'CLOSED'], to: 'SENT', permission: manage, guard: 'in_time' },
    { from: ['SENT'], to: 'CLOSED', permission: manage },
    { from: ['SENT', 'EXPIRED', 'CLOSED'], to: 'WITHDRAWN', permission: manage, reason: true },
  ],
});

/** Life of an offer before one person. The clock takes what is open to EXPIRED, the career centre to WITHDRAWN with the offer. */
export const answerWorkflow = defineWorkflow<AnswerState>({
  entity: 'job_offer_answer',
  initial: 'SENT',
  states: answerStates,
  transitions: [
    { from: ['SENT'], to: 'SEEN', permission: answer },
    { from: ['SENT', 'SEEN', 'DECLINED'], to: 'ACCEPTED', permission: answer, guard: 'in_time' },
    { from: ['SENT', 'SEEN', 'ACCEPTED'], to: 'DECLINED', permission: answer, guard: 'in_time' },
  ],
});
