import { type FlavourName, flavours } from '../../flavours.ts';
import { arrivedStates, isOver, lostStates } from '../../over.ts';
import type { ApplicationState } from '../../workflow.ts';

/** The way of an application as the applicant sees it: a few stops instead of two dozen states. No I/O. */

export type Stop =
  | 'filled'
  | 'checked'
  | 'exam'
  | 'decision'
  | 'contract'
  | 'payment'
  | 'student'
  | 'course'
  | 'certificate'
  | 'interview'
  | 'offer'
  | 'hired';

const academic: readonly Stop[] = ['filled', 'checked', 'exam', 'decision', 'contract', 'payment', 'student'];
const stops: Record<FlavourName, readonly Stop[]> = {
  plain: academic,
  general: academic,
  st_course: ['filled', 'payment', 'course', 'certificate'],
  hr: ['filled', 'checked', 'interview', 'offer', 'hired'],
};

/** The stop at which one stands; a state that ends the way says where it ended by itself. */
const academicAt: Partial<Record<ApplicationState, Stop>> = {
  DRAFT: 'filled',
  SUBMITTED: 'checked',
  DOCUMENTS_CHECK: 'checked',
  UPDATE_REQUIRED: 'checked',
  CREDITS_COMPARED: 'checked',
  VERIFIED: 'exam',
  EXAM_ASSIGNED: 'exam',
  ABSENT: 'exam',
  EXAM_TAKEN: 'decision',
  WAITING_LIST: 'decision',
  RECOMMENDED: 'contract',
  OFFERED: 'contract',
  CONTRACT_ACCEPTED: 'payment',
  PAID: 'student',
  ENROLLED: 'student',
};
const at: Record<FlavourName, Partial<Record<ApplicationState, Stop>>> = {
  plain: academicAt,
  general: academicAt,
  st_course: {
    DRAFT: 'filled',
    UPDATE_REQUIRED: 'filled',
    SUBMITTED: 'payment',
    PAID: 'course',
    LISTENER: 'course',
    COMPLETED: 'certificate',
    CERTIFIED: 'certificate',
  },
  hr: {
    DRAFT: 'filled',
    SUBMITTED: 'checked',
    UPDATE_REQUIRED: 'checked',
    RESERVE: 'checked',
    SHORTLISTED: 'interview',
    INTERVIEW: 'interview',
    OFFERED: 'offer',
    HIRED: 'hired',
  },
};

/** Waits for the applicant, not for the university. */
const mine: readonly ApplicationState[] = ['DRAFT', 'UPDATE_REQUIRED', 'VERIFIED', 'OFFERED', 'CONTRACT_ACCEPTED'];

/** Of a flavour: on their way. */
export const runningStates = (flavour: FlavourName): ApplicationState[] =>
  flavours[flavour].workflow.states.filter((state) => !isOver(state));
export const waitsForMe = (flavour: FlavourName, state: ApplicationState): boolean =>
  mine.includes(state) && !(flavour === 'hr' && state === 'OFFERED');

/** Of one whose history is not at hand: what it shows of how far it came. */
export function stopReached(row: {
  submitted_at: string | null;
  seat: object | null;
  decision: { status: ApplicationState; published: boolean } | null;
}): ApplicationState[] {
  return [
    ...(row.submitted_at ? (['SUBMITTED'] as const) : []),
    ...(row.seat ? (['EXAM_ASSIGNED'] as const) : []),
    // Refused is where one waited for the decision; who left a place that was promised had come further.
    ...(row.decision?.published ? [row.decision.status === 'REJECTED' ? 'EXAM_TAKEN' : row.decision.status] : []),
  ] as ApplicationState[];
}

export interface ShownStop {
  stop: Stop;
  at: 'done' | 'here' | 'ahead' | 'stopped';
}

/** Every stop of the way. Of one that is over, `through` (the states that it went through) tells how far it came. */
export function stopsOf(
  flavour: FlavourName,
  state: ApplicationState,
  through: readonly ApplicationState[] = [],
): ShownStop[] {
  const way = stops[flavour];
  const indexOf = (one: ApplicationState) => {
    const stop = at[flavour][one];
    return stop === undefined ? -1 : way.indexOf(stop);
  };
  const over = lostStates.includes(state);
  const here = over ? Math.max(0, ...through.map(indexOf)) : Math.max(0, indexOf(state));
  return way.map((stop, index) => ({
    stop,
    at:
      index < here || arrivedStates.includes(state)
        ? ('done' as const)
        : index > here
          ? ('ahead' as const)
          : over
            ? ('stopped' as const)
            : ('here' as const),
  }));
}
