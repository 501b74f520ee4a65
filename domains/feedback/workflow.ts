import { defineWorkflow } from '#platform/contract/workflow.ts';

export const feedbackStates = [
  'NEW',
  'ACKNOWLEDGED',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING',
  'ANSWERED',
  'REOPENED',
  'ESCALATED',
  'CLOSED',
  'REJECTED',
] as const;
export type FeedbackState = (typeof feedbackStates)[number];

/** In which nothing more is done about it. */
export const overStates: readonly FeedbackState[] = ['CLOSED', 'REJECTED'];
/** In which somebody of the university has something to do. */
export const openStates: readonly FeedbackState[] = [
  'NEW',
  'ACKNOWLEDGED',
  'ASSIGNED',
  'IN_PROGRESS',
  'REOPENED',
  'ESCALATED',
];
/** In which whoever was given it works on it. */
export const handledStates: readonly FeedbackState[] = ['ASSIGNED', 'IN_PROGRESS', 'ESCALATED'];
/** Working days within which somebody says that it has come. */
export const acknowledgeDays = 2;
/** Days of silence after an answer, then it is closed. */
export const silentDays = 14;
/** Working days of a second and third look, by somebody else. */
export const escalatedDays = 30;
export const lastStage = 3;

const moderate = 'feedback.moderate';
const handle = 'feedback.handle';
const submit = 'feedback.submit';

/**
 * Life of a complaint or suggestion. `somebody`: the step names who handles it, never whom it is about and never who wrote
 * it. `another`: somebody who has not handled it yet. `answer`: the step carries the words that are said. `once`: a second
 * time it is not reopened. What its author writes takes it from WAITING to IN_PROGRESS; silence, from ANSWERED to CLOSED.
 */
export const feedbackWorkflow = defineWorkflow<FeedbackState>({
  entity: 'feedback',
  initial: 'NEW',
  states: feedbackStates,
  transitions: [
    { from: ['NEW'], to: 'ACKNOWLEDGED', permission: moderate },
    {
      from: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'IN_PROGRESS', 'REOPENED'],
      to: 'ASSIGNED',
      permission: moderate,
      guard: 'somebody',
    },
    { from: ['ASSIGNED', 'ESCALATED'], to: 'IN_PROGRESS', permission: handle },
    { from: ['ASSIGNED', 'IN_PROGRESS', 'ESCALATED'], to: 'WAITING', permission: handle, reason: true },
    { from: ['ASSIGNED', 'IN_PROGRESS', 'ESCALATED'], to: 'ANSWERED', permission: handle, reason: true },
    { from: ['WAITING'], to: 'IN_PROGRESS', permission: handle },
    { from: ['ANSWERED'], to: 'CLOSED', permission: submit },
    { from: ['ANSWERED'], to: 'REOPENED', permission: submit, reason: true, guard: 'once' },
    {
      from: ['ASSIGNED', 'IN_PROGRESS', 'ANSWERED', 'REOPENED', 'ESCALATED'],
      to: 'ESCALATED',
      permission: moderate,
      reason: true,
      guard: 'another',
    },
    { from: ['NEW', 'ACKNOWLEDGED'], to: 'REJECTED', permission: moderate, reason: true },
  ],
});
