import type { PermissionName } from './declared.ts';

/** Life cycles are data: one table of transitions per entity, asked by the server and by the screens. */

export interface Transition<S extends string> {
  from: readonly S[];
  to: S;
  permission: PermissionName;
  /** The person must say why. */
  reason?: boolean;
  /** An order (buyruq) number and date must be given. */
  order?: boolean;
  /** Name of a check that the domain's server knows; its code is answered with 422 when it fails. */
  guard?: string;
}

export interface Workflow<S extends string = string> {
  entity: string;
  initial: S;
  states: readonly S[];
  transitions: readonly Transition<S>[];
}

export const defineWorkflow = <const S extends string>(workflow: Workflow<S>): Workflow<S> => workflow;

export const transitionOf = <S extends string>(workflow: Workflow<S>, from: S, to: S): Transition<S> | undefined =>
  workflow.transitions.find((transition) => transition.to === to && transition.from.includes(from));

/** What may follow a state, whoever asks. */
export const nextStates = <S extends string>(workflow: Workflow<S>, from: S): Transition<S>[] =>
  workflow.transitions.filter((transition) => transition.from.includes(from));
