import type { Call } from './context.ts';
import type { Kernel } from './kernel.ts';

/**
 * A place where other domains join in without being known there: they follow what happens (a `Moment`), or answer what
 * is asked. A domain defines its hooks in `server/hooks.ts`; whoever joins says so in `follows` of its definition. There
 * is nothing else: who follows is read from the domains of the kernel. First comes the domain of the hook, then the others
 * in their order in `domains/server.ts`; within a domain the order of its list. `docs/hooks.md` shows all of it.
 */
export interface Hook<Follower> {
  /** `<domain>.<what>`. */
  readonly name: `${string}.${string}`;
  /** When it is told, or what it asks for: one line of `docs/hooks.md`. */
  readonly about: string;
  /** Never there: by it the compiler knows what a follower is. */
  readonly follower?: Follower;
}

/** Something that happened. Followers run in its transaction one after another; one that throws takes it back. */
export type Moment<Payload> = Hook<(call: Call, payload: Payload) => Promise<void>>;

/** One follower of one hook, made by `on`. */
export interface Follow<Follower = unknown> {
  readonly hook: Hook<Follower>;
  readonly follower: Follower;
}

export const defineHook = <Follower>(name: Hook<Follower>['name'], about: string): Hook<Follower> => ({ name, about });

/** For `follows` of a domain. Functions have names and records a `name`, so that the table of hooks can say who follows. */
export const on = <Follower extends { readonly name: string } | string>(
  hook: Hook<Follower>,
  follower: NoInfer<Follower>,
): Follow<Follower> => ({ hook, follower });

const isOf = <Follower>(follow: Follow, hook: Hook<Follower>): follow is Follow<Follower> => follow.hook === hook;

/** Who follows, in order. */
export function followersOf<Follower>({ domains }: Pick<Kernel, 'domains'>, hook: Hook<Follower>): Follower[] {
  const own = domains.filter(({ name }) => hook.name.startsWith(`${name}.`));
  const others = domains.filter((domain) => !own.includes(domain));
  return [...own, ...others].flatMap(({ follows = [] }) =>
    follows.flatMap((follow) => (isOf(follow, hook) ? [follow.follower] : [])),
  );
}

/** Tells a moment to all who follow it, one after another. */
export async function tell<Payload>(call: Call, moment: Moment<Payload>, payload: Payload): Promise<void> {
  for (const follower of followersOf(call.kernel, moment)) await follower(call, payload);
}
