import { defineWorkflow } from '#platform/contract/workflow.ts';

/** Lives of a course and of a place in it. */

export const courseStates = ['DRAFT', 'OPEN', 'CLOSED', 'FINISHED', 'CANCELLED'] as const;
export type CourseState = (typeof courseStates)[number];

const manage = 'short_course.manage';

/** Open takes registrations, closed does not. Cancelling is a batch of its own (`server/cancellation.ts`). */
export const courseWorkflow = defineWorkflow<CourseState>({
  entity: 'short_course',
  initial: 'DRAFT',
  states: courseStates,
  transitions: [
    { from: ['DRAFT', 'CLOSED'], to: 'OPEN', permission: manage, guard: 'dates_ahead' },
    { from: ['OPEN'], to: 'CLOSED', permission: manage },
    { from: ['OPEN', 'CLOSED'], to: 'FINISHED', permission: manage },
    { from: ['FINISHED'], to: 'CLOSED', permission: manage, reason: true },
    { from: ['DRAFT', 'OPEN', 'CLOSED'], to: 'CANCELLED', permission: manage, reason: true, guard: 'batch' },
    { from: ['CANCELLED'], to: 'DRAFT', permission: manage, reason: true, guard: 'batch_undone' },
    { from: ['CANCELLED'], to: 'OPEN', permission: manage, reason: true, guard: 'batch_undone' },
    { from: ['CANCELLED'], to: 'CLOSED', permission: manage, reason: true, guard: 'batch_undone' },
  ],
});

export const registrationStates = [
  'WAITING',
  'OFFERED',
  'HELD',
  'CONFIRMED',
  'COMPLETED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type RegistrationState = (typeof registrationStates)[number];
/** One of these at a time for one person and course. */
export const liveStates = [
  'WAITING',
  'OFFERED',
  'HELD',
  'CONFIRMED',
  'COMPLETED',
] as const satisfies readonly RegistrationState[];
/** Has a place for good, until it is cancelled. */
export const seatedStates = ['CONFIRMED', 'COMPLETED'] as const satisfies readonly RegistrationState[];
/** Has a place until an instant. */
export const timedStates = ['OFFERED', 'HELD'] as const satisfies readonly RegistrationState[];

const take = 'short_course.register';
/** What the clock and payments do follows the same table; nobody is asked for a right then. */
export const registrationWorkflow = defineWorkflow<RegistrationState>({
  entity: 'short_course_registration',
  initial: 'WAITING',
  states: registrationStates,
  transitions: [
    { from: ['WAITING'], to: 'OFFERED', permission: manage, guard: 'place_free' },
    { from: ['OFFERED'], to: 'HELD', permission: take, guard: 'in_time' },
    { from: ['OFFERED', 'HELD', 'EXPIRED'], to: 'CONFIRMED', permission: manage, guard: 'place_free' },
    { from: ['OFFERED', 'HELD'], to: 'EXPIRED', permission: manage, guard: 'over' },
    // Money that was taken back: the place waits to be paid again.
    { from: ['CONFIRMED'], to: 'HELD', permission: manage, guard: 'money_returned' },
    { from: ['CONFIRMED'], to: 'COMPLETED', permission: 'short_course.teach', guard: 'steps_done' },
    { from: ['COMPLETED'], to: 'CONFIRMED', permission: 'short_course.teach', reason: true },
    { from: ['WAITING', 'OFFERED', 'HELD', 'CONFIRMED'], to: 'CANCELLED', permission: take },
    { from: ['CANCELLED'], to: 'CONFIRMED', permission: manage, reason: true, guard: 'batch_undone' },
    { from: ['CANCELLED'], to: 'HELD', permission: manage, reason: true, guard: 'batch_undone' },
    { from: ['CANCELLED'], to: 'WAITING', permission: manage, reason: true, guard: 'batch_undone' },
  ],
});
