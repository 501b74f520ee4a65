import type { Call, Follow, Hook, Kernel } from './kernel.ts';

export type { Hook } from './kernel.ts';

/** Something that happened. Followers run in its transaction one after another; one that throws takes it back. */
export type Moment<Payload> = Hook<(call: Call, payload: Payload) => Promise<void>>;

export const defineHook = <Follower>(name: Hook<Follower>['name'], about: string): Hook<Follower> => ({ name, about });

/** For `follows` of a domain. Functions have names and records a `name`, so that the table of hooks can say who follows. */
export const on = <Follower extends { readonly name: string } | string>(
  hook: Hook<Follower>,
  follower: NoInfer<Follower>,
): Follow<Follower> => ({ hook, follower });

const isOf = <Follower>(follow: Follow, hook: Hook<Follower>): follow is Follow<Follower> => follow.hook === hook;

/** Who follows, in order: asked several times in a call, so that it goes through all of them once and makes nothing. */
export function followersOf<Follower>({ domains }: Pick<Kernel, 'domains'>, hook: Hook<Follower>): Follower[] {
  const owner = hook.name.slice(0, hook.name.indexOf('.'));
  const own: Follower[] = [];
  const others: Follower[] = [];
  for (const { name, follows } of domains) {
    if (!follows) continue;
    for (const follow of follows) if (isOf(follow, hook)) (name === owner ? own : others).push(follow.follower);
  }
  return own.length ? [...own, ...others] : others;
}

/** Tells a moment to all who follow it, one after another. */
export async function tell<Payload>(call: Call, moment: Moment<Payload>, payload: Payload): Promise<void> {
  for (const follower of followersOf(call.kernel, moment)) await follower(call, payload);
}
