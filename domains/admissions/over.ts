import type { ApplicationState } from './workflow.ts';

/** Which applications are on their way no more: the pages of applicants and what a home asks go by the same. */

/** Over without what was wanted. */
export const lostStates: readonly ApplicationState[] = ['REJECTED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED'];
/** Over, and well. */
export const arrivedStates: readonly ApplicationState[] = ['ENROLLED', 'CERTIFIED', 'HIRED'];
export const isOver = (state: ApplicationState): boolean => lostStates.includes(state) || arrivedStates.includes(state);
