import { useMemo } from 'react';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Need } from '../domain.ts';
import { session, type UserInfo, useSession } from './session.ts';

export interface Ability {
  /** True when the person has the permission, or any one of several, in whatever scope. */
  can: (need: Need | undefined) => boolean;
  /** How far the permission reaches: own, taught, branch or institution. */
  scope: (permission: PermissionName) => string | undefined;
}

export function abilityOf(user: UserInfo | null): Ability {
  const scopes = new Map((user?.abilities ?? []).map((ability) => [ability.permission, ability.scope]));
  return {
    can: (need) => need === undefined || [need].flat().some((permission) => scopes.has(permission)),
    scope: (permission) => scopes.get(permission),
  };
}

export function useAbility(): Ability {
  const { user } = useSession();
  return useMemo(() => abilityOf(user), [user]);
}

/** The same outside components. */
export const ability = () => abilityOf(session.get().user);
