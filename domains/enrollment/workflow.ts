import { defineWorkflow, nextStates } from '#platform/contract/workflow.ts';

/** A year of study of somebody in a programme. */
export const membershipStates = [
  'PLANNED',
  'ACTIVE',
  'SUSPENDED',
  'COMPLETED',
  'REPEATING',
  'TRANSFERRED',
  'ENDED',
] as const;
export type MembershipState = (typeof membershipStates)[number];

const manage = 'enrollment.manage';

/**
 * Orders end, interrupt and repeat a year; that it begins, or ends well, follows from the calendar and the marks. Who
 * repeats has this year closed and the next one planned with the same year of study.
 */
export const membershipWorkflow = defineWorkflow<MembershipState>({
  entity: 'enrollment',
  initial: 'PLANNED',
  states: membershipStates,
  transitions: [
    { from: ['PLANNED', 'SUSPENDED'], to: 'ACTIVE', permission: manage },
    { from: ['ACTIVE'], to: 'SUSPENDED', permission: manage, reason: true, order: true },
    { from: ['ACTIVE'], to: 'COMPLETED', permission: manage },
    { from: ['ACTIVE'], to: 'REPEATING', permission: manage, reason: true, order: true },
    { from: ['ACTIVE', 'SUSPENDED'], to: 'TRANSFERRED', permission: manage, reason: true, order: true },
    { from: ['PLANNED', 'ACTIVE', 'SUSPENDED'], to: 'ENDED', permission: manage, reason: true, order: true },
  ],
});

/** States in which the last day is the day of the order. */
export const closedEarly: readonly MembershipState[] = ['TRANSFERRED', 'ENDED'];

export const nextMemberships = (from: MembershipState, allowed: boolean) =>
  allowed
    ? nextStates(membershipWorkflow, from).map(({ to, reason = false, order = false }) => ({
        status: to,
        reason,
        order,
      }))
    : [];

/** How far somebody is with their enrolment: the screen that stands before everything else. */
export const entryStates = ['REQUIRED', 'DETAILS_CONFIRMED', 'DOCUMENT_DOWNLOADED', 'COMPLETED', 'CANCELLED'] as const;
export type EntryState = (typeof entryStates)[number];
/** Waits for the person. */
export const openEntries = ['REQUIRED', 'DETAILS_CONFIRMED', 'DOCUMENT_DOWNLOADED'] as const satisfies EntryState[];

const own = 'enrollment.own';
const enroll = 'enrollment.enroll';

/**
 * Guards stand in server/own.ts: `confirmed`: all three confirmations; `downloaded`: the paper was fetched; `undo`: only
 * together with everything that the enrolment made.
 */
export const entryWorkflow = defineWorkflow<EntryState>({
  entity: 'enrollment_entry',
  initial: 'REQUIRED',
  states: entryStates,
  transitions: [
    { from: ['REQUIRED', 'DETAILS_CONFIRMED'], to: 'DETAILS_CONFIRMED', permission: own, guard: 'confirmed' },
    { from: ['DETAILS_CONFIRMED'], to: 'DOCUMENT_DOWNLOADED', permission: own },
    { from: ['DOCUMENT_DOWNLOADED'], to: 'COMPLETED', permission: own, guard: 'downloaded' },
    { from: ['DETAILS_CONFIRMED', 'DOCUMENT_DOWNLOADED'], to: 'REQUIRED', permission: own },
    { from: openEntries, to: 'CANCELLED', permission: enroll, reason: true },
    { from: ['CANCELLED'], to: 'REQUIRED', permission: enroll },
    { from: ['COMPLETED'], to: 'REQUIRED', permission: enroll, reason: true, guard: 'undo' },
  ],
});
