import type { PermissionName } from '#platform/contract/index.ts';
import { defineWorkflow, nextStates, type Transition, type Workflow } from '#platform/contract/workflow.ts';

/** Where an application can stand. Each flavour walks through some of these; `flavours.ts` says which flavour has which life. */
export const applicationStates = [
  'DRAFT',
  'SUBMITTED',
  'DOCUMENTS_CHECK',
  'UPDATE_REQUIRED',
  'CREDITS_COMPARED',
  'VERIFIED',
  'EXAM_ASSIGNED',
  'EXAM_TAKEN',
  'ABSENT',
  'RECOMMENDED',
  'WAITING_LIST',
  'REJECTED',
  'OFFERED',
  'CONTRACT_ACCEPTED',
  'PAID',
  'ENROLLED',
  'WITHDRAWN',
  'EXPIRED',
  'LISTENER',
  'COMPLETED',
  'CERTIFIED',
  'CANCELLED',
  'SHORTLISTED',
  'INTERVIEW',
  'RESERVE',
  'HIRED',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Over: the applicant may apply to the same place again. */
export const endedStates = [
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'CANCELLED',
  'CERTIFIED',
] as const satisfies readonly ApplicationState[];
/** Holds one of the places of a campaign. */
export const placedStates = [
  'RECOMMENDED',
  'OFFERED',
  'CONTRACT_ACCEPTED',
  'PAID',
  'ENROLLED',
] as const satisfies readonly ApplicationState[];
/** What an applicant may still write in. */
export const writableStates = ['DRAFT', 'UPDATE_REQUIRED'] as const satisfies readonly ApplicationState[];
/** Waits for a decision: examined, or checked where points come from elsewhere. */
export const rankedStates = ['EXAM_TAKEN', 'VERIFIED'] as const satisfies readonly ApplicationState[];
export const decidedStates = ['RECOMMENDED', 'WAITING_LIST', 'REJECTED'] as const satisfies readonly ApplicationState[];

const entity = 'application';
const apply = 'application.apply';
const check = 'application.check';
const publish = 'application.publish';
const offer = 'application.offer';

/**
 * General and student applications. Guards stand in server/steps.ts:
 * `complete`: everything that the form demands is there and the campaign is open. `fields_named`: says what is to be mended.
 * `credits`: transfer, second specialisation and master compare credits first. `papers`: that, and every paper that is
 * asked for is there and was found right. `nothing_built`: no decision, seat, exam or contract stands on it. `seat`: only by taking or losing a seat.
 * `decided`: as the ranking says, published by somebody else than who prepared it. `decided_from`: back to where it was.
 * `pipeline`: only by the enrolment. `place`: only with the place of a short course that is there again. `deadline`: an offer has a day until which it holds.
 */
export const academicWorkflow = defineWorkflow<ApplicationState>({
  entity,
  initial: 'DRAFT',
  states: applicationStates.slice(0, applicationStates.indexOf('LISTENER')),
  transitions: [
    { from: ['DRAFT', 'UPDATE_REQUIRED'], to: 'SUBMITTED', permission: apply, guard: 'complete' },
    { from: ['SUBMITTED'], to: 'DOCUMENTS_CHECK', permission: check },
    { from: ['DOCUMENTS_CHECK'], to: 'UPDATE_REQUIRED', permission: check, reason: true, guard: 'fields_named' },
    { from: ['DOCUMENTS_CHECK'], to: 'CREDITS_COMPARED', permission: check, guard: 'credits' },
    { from: ['DOCUMENTS_CHECK', 'CREDITS_COMPARED'], to: 'VERIFIED', permission: check, guard: 'papers' },
    // Found right by mistake: looked at once more, while nothing was built on it.
    { from: ['VERIFIED'], to: 'DOCUMENTS_CHECK', permission: check, reason: true, guard: 'nothing_built' },
    { from: ['DOCUMENTS_CHECK', 'CREDITS_COMPARED'], to: 'REJECTED', permission: check, reason: true },
    { from: ['VERIFIED'], to: 'EXAM_ASSIGNED', permission: 'exam.assign', guard: 'seat' },
    { from: ['EXAM_ASSIGNED'], to: 'EXAM_TAKEN', permission: 'exam.check_in' },
    { from: ['EXAM_ASSIGNED'], to: 'ABSENT', permission: 'exam.check_in' },
    {
      from: ['EXAM_ASSIGNED', 'EXAM_TAKEN', 'ABSENT'],
      to: 'VERIFIED',
      permission: 'exam.assign',
      reason: true,
      guard: 'seat',
    },
    { from: rankedStates, to: 'RECOMMENDED', permission: publish, guard: 'decided' },
    { from: rankedStates, to: 'WAITING_LIST', permission: publish, guard: 'decided' },
    { from: rankedStates, to: 'REJECTED', permission: publish, guard: 'decided' },
    { from: decidedStates, to: 'EXAM_TAKEN', permission: publish, reason: true, guard: 'decided_from' },
    { from: decidedStates, to: 'VERIFIED', permission: publish, reason: true, guard: 'decided_from' },
    { from: ['WAITING_LIST'], to: 'RECOMMENDED', permission: publish, reason: true, guard: 'place_free' },
    { from: ['RECOMMENDED'], to: 'OFFERED', permission: offer, guard: 'deadline' },
    { from: ['OFFERED'], to: 'CONTRACT_ACCEPTED', permission: offer },
    { from: ['CONTRACT_ACCEPTED'], to: 'PAID', permission: offer },
    // Who has a grant pays nothing.
    { from: ['CONTRACT_ACCEPTED', 'PAID'], to: 'ENROLLED', permission: offer, guard: 'pipeline' },
    { from: ['ENROLLED'], to: 'PAID', permission: offer, reason: true, guard: 'pipeline' },
    { from: ['ENROLLED'], to: 'CONTRACT_ACCEPTED', permission: offer, reason: true, guard: 'pipeline' },
    { from: ['OFFERED', 'CONTRACT_ACCEPTED'], to: 'EXPIRED', permission: offer, reason: true },
    {
      from: applicationStates.slice(0, applicationStates.indexOf('ENROLLED')).filter((state) => state !== 'REJECTED'),
      to: 'WITHDRAWN',
      permission: apply,
    },
  ],
});

const hear = 'course_application.check';
/** Short courses: paid, attended, certified; cancelled with money back where it was paid. */
export const courseWorkflow = defineWorkflow<ApplicationState>({
  entity,
  initial: 'DRAFT',
  states: ['DRAFT', 'SUBMITTED', 'UPDATE_REQUIRED', 'PAID', 'LISTENER', 'COMPLETED', 'CERTIFIED', 'CANCELLED'],
  transitions: [
    { from: ['DRAFT', 'UPDATE_REQUIRED'], to: 'SUBMITTED', permission: 'course_application.apply', guard: 'complete' },
    { from: ['SUBMITTED'], to: 'UPDATE_REQUIRED', permission: hear, reason: true, guard: 'fields_named' },
    { from: ['SUBMITTED'], to: 'PAID', permission: hear },
    { from: ['PAID'], to: 'LISTENER', permission: hear },
    { from: ['LISTENER'], to: 'COMPLETED', permission: hear },
    { from: ['COMPLETED'], to: 'CERTIFIED', permission: hear },
    // A completion that was taken back.
    { from: ['COMPLETED', 'CERTIFIED'], to: 'LISTENER', permission: hear, reason: true },
    { from: ['DRAFT', 'SUBMITTED', 'UPDATE_REQUIRED'], to: 'CANCELLED', permission: 'course_application.apply' },
    { from: ['PAID', 'LISTENER'], to: 'CANCELLED', permission: hear, reason: true },
    // A course that was not cancelled after all, or money that came late for a place that was still free.
    { from: ['CANCELLED'], to: 'PAID', permission: hear, reason: true, guard: 'place' },
  ],
});

const hire = 'job_application.check';
export const jobWorkflow = defineWorkflow<ApplicationState>({
  entity,
  initial: 'DRAFT',
  states: [
    'DRAFT',
    'SUBMITTED',
    'UPDATE_REQUIRED',
    'SHORTLISTED',
    'INTERVIEW',
    'OFFERED',
    'HIRED',
    'REJECTED',
    'RESERVE',
    'WITHDRAWN',
  ],
  transitions: [
    { from: ['DRAFT', 'UPDATE_REQUIRED'], to: 'SUBMITTED', permission: 'job_application.apply', guard: 'complete' },
    { from: ['SUBMITTED'], to: 'UPDATE_REQUIRED', permission: hire, reason: true, guard: 'fields_named' },
    { from: ['SUBMITTED', 'RESERVE'], to: 'SHORTLISTED', permission: hire },
    { from: ['SHORTLISTED'], to: 'INTERVIEW', permission: hire },
    { from: ['INTERVIEW'], to: 'OFFERED', permission: hire },
    { from: ['OFFERED'], to: 'HIRED', permission: hire },
    { from: ['SUBMITTED', 'SHORTLISTED', 'INTERVIEW', 'RESERVE'], to: 'REJECTED', permission: hire, reason: true },
    { from: ['SUBMITTED', 'SHORTLISTED', 'INTERVIEW'], to: 'RESERVE', permission: hire },
    {
      from: ['DRAFT', 'SUBMITTED', 'UPDATE_REQUIRED', 'SHORTLISTED', 'INTERVIEW', 'OFFERED', 'RESERVE'],
      to: 'WITHDRAWN',
      permission: 'job_application.apply',
    },
  ],
});

export const formStates = ['DRAFT', 'PUBLISHED', 'CLOSED'] as const;
export type FormState = (typeof formStates)[number];

/** A form by its flavour's permission; `filled`: it asks something. */
export const formWorkflow = (permission: PermissionName): Workflow<FormState> =>
  defineWorkflow<FormState>({
    entity: 'application_form',
    initial: 'DRAFT',
    states: formStates,
    transitions: [
      { from: ['DRAFT', 'CLOSED'], to: 'PUBLISHED', permission, guard: 'filled' },
      { from: ['PUBLISHED'], to: 'CLOSED', permission },
    ],
  });

/** What this caller may do next; who only has their own applications sees their own steps alone. */
export const offeredSteps = (
  workflow: Workflow<ApplicationState>,
  from: ApplicationState,
  may: (permission: PermissionName) => boolean,
): Transition<ApplicationState>[] => nextStates(workflow, from).filter((step) => may(step.permission));

/** Who has to do something about an application. */
export const waitingFor = ['OFFICER', 'EXAM', 'DECISION', 'APPLICANT', 'FINANCE'] as const;
