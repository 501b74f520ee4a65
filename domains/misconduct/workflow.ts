import { defineWorkflow } from '#platform/contract/workflow.ts';

/** Where a case can stand. */
export const offenceStates = [
  'DRAFT',
  'REPORTED',
  'DISMISSED',
  'CONSULTATION',
  'CONCLUDED',
  'PANEL',
  'DECIDED',
  'PUBLISHED',
  'UNPUBLISHED',
  'APPEALED',
  'APPEAL_DECIDED',
  'CLOSED',
] as const;
export type OffenceState = (typeof offenceStates)[number];

/** A case is over: what it held is given back. */
export const endStates = ['DISMISSED', 'CLOSED'] as const satisfies readonly OffenceState[];

/** Where somebody was told what became of a case: whoever was not may still be. */
export const toldStates = ['PUBLISHED', 'APPEALED', 'APPEAL_DECIDED'] as const satisfies readonly OffenceState[];

/** Guards stand in server/steps.ts and beside what they look at. */
export const offenceWorkflow = defineWorkflow<OffenceState>({
  entity: 'offence',
  initial: 'DRAFT',
  states: offenceStates,
  transitions: [
    { from: ['DRAFT'], to: 'REPORTED', permission: 'offence.report', guard: 'reporter' },
    { from: ['REPORTED'], to: 'DISMISSED', permission: 'offence.triage', reason: true, guard: 'not_reporter' },
    { from: ['REPORTED'], to: 'CONSULTATION', permission: 'offence.triage', guard: 'appointed' },
    { from: ['CONSULTATION'], to: 'CONCLUDED', permission: 'offence.consult', guard: 'report_signed' },
    // Of itself where it may be major or the student disagrees; the office may send one on as well.
    { from: ['CONCLUDED'], to: 'PANEL', permission: 'offence.triage' },
    { from: ['PANEL'], to: 'DECIDED', permission: 'offence.sit', guard: 'panel' },
    { from: ['CONCLUDED', 'DECIDED', 'UNPUBLISHED'], to: 'PUBLISHED', permission: 'offence.publish', guard: 'settled' },
    { from: ['PUBLISHED'], to: 'UNPUBLISHED', permission: 'offence.publish', reason: true },
    { from: ['PUBLISHED'], to: 'APPEALED', permission: 'offence.answer', guard: 'in_time' },
    {
      from: ['APPEALED'],
      to: 'APPEAL_DECIDED',
      permission: 'offence.decide_appeal',
      reason: true,
      guard: 'uninvolved',
    },
    { from: ['PUBLISHED', 'APPEAL_DECIDED'], to: 'CLOSED', permission: 'offence.publish', guard: 'over' },
  ],
});

/** What the subject board knows of a case. */
export const boardStates = ['NOT_REFERRED', 'REFERRED', 'NOTED', 'PENALTY_CONFIRMED', 'RETURNED'] as const;
export type BoardState = (typeof boardStates)[number];
export const boardWorkflow = defineWorkflow<BoardState>({
  entity: 'offence_board',
  initial: 'NOT_REFERRED',
  states: boardStates,
  transitions: [
    { from: ['NOT_REFERRED', 'RETURNED'], to: 'REFERRED', permission: 'offence.board' },
    { from: ['REFERRED'], to: 'NOTED', permission: 'offence.board' },
    { from: ['REFERRED'], to: 'PENALTY_CONFIRMED', permission: 'offence.board', guard: 'penalty' },
    { from: ['REFERRED'], to: 'RETURNED', permission: 'offence.board', reason: true },
  ],
});

export const minutesStates = ['OPEN', 'SIGNED', 'LOCKED'] as const;
export type MinutesState = (typeof minutesStates)[number];
/** Signed when all who invigilated have; locked by the office. */
export const minutesWorkflow = defineWorkflow<MinutesState>({
  entity: 'invigilation_minutes',
  initial: 'OPEN',
  states: minutesStates,
  transitions: [
    { from: ['OPEN'], to: 'SIGNED', permission: 'invigilation.record', guard: 'invigilator' },
    { from: ['SIGNED'], to: 'LOCKED', permission: 'invigilation.manage' },
  ],
});

export const reportStates = ['DRAFT', 'SIGNED_BY_STAFF', 'SEEN_BY_STUDENT', 'LOCKED'] as const;
export type ReportState = (typeof reportStates)[number];
/** The student signs that the report was seen, and whether it is agreed. */
export const reportWorkflow = defineWorkflow<ReportState>({
  entity: 'consultation_report',
  initial: 'DRAFT',
  states: reportStates,
  transitions: [
    { from: ['DRAFT'], to: 'SIGNED_BY_STAFF', permission: 'offence.consult', guard: 'author' },
    { from: ['SIGNED_BY_STAFF'], to: 'SEEN_BY_STUDENT', permission: 'offence.answer', guard: 'own' },
    { from: ['SIGNED_BY_STAFF', 'SEEN_BY_STUDENT'], to: 'LOCKED', permission: 'offence.triage' },
  ],
});
