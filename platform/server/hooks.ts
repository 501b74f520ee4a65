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

/** In order, by hook. A call asks several times, and who follows is the same as long as the domains are. */
const byHook = new WeakMap<Kernel['domains'], Map<Hook<unknown>, Follow[]>>();

/** Who follows, in order. */
export function followersOf<Follower>({ domains }: Pick<Kernel, 'domains'>, hook: Hook<Follower>): Follower[] {
  const known = byHook.get(domains) ?? new Map<Hook<unknown>, Follow[]>();
  let follows = known.get(hook);
  if (!follows) {
    const own = domains.filter(({ name }) => hook.name.startsWith(`${name}.`));
    const others = domains.filter((domain) => !own.includes(domain));
    follows = [...own, ...others].flatMap((domain) => domain.follows ?? []).filter((follow) => follow.hook === hook);
    byHook.set(domains, known.set(hook, follows));
  }
  return follows.flatMap((follow) => (isOf(follow, hook) ? [follow.follower] : []));
}

/** Tells a moment to all who follow it, one after another. */
export async function tell<Payload>(call: Call, moment: Moment<Payload>, payload: Payload): Promise<void> {
  for (const follower of followersOf(call.kernel, moment)) await follower(call, payload);
}
