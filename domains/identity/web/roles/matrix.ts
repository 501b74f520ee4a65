import type { api } from '../api.ts';

export type Matrix = Awaited<ReturnType<typeof api.permission.call>>;
export type PermissionRow = Matrix['permissions'][number];
export type RoleRow = Matrix['roles'][number];
export type Scope = Matrix['scopes'][number];

/** What a role has now: permission → reach. */
export const grantsOf = (matrix: Matrix, role: number): Map<string, Scope> =>
  new Map(
    matrix.permissions.flatMap((row) =>
      row.granted.filter((grant) => grant.role_id === role).map((grant) => [row.permission, grant.scope] as const),
    ),
  );

/** Reaches that this administrator may give: none is wider than their own. */
export function givable(row: PermissionRow, order: readonly Scope[]): Scope[] {
  if (row.grantable === null) return [];
  const widest = order.indexOf(row.grantable);
  return row.scopes.filter((scope) => order.indexOf(scope) <= widest);
}

export interface Change {
  permission: string;
  old: Scope | null;
  new: Scope | null;
}

export const changesOf = (before: ReadonlyMap<string, Scope>, edits: ReadonlyMap<string, Scope | null>): Change[] =>
  [...edits]
    .map(([permission, scope]) => ({ permission, old: before.get(permission) ?? null, new: scope }))
    .filter((change) => change.old !== change.new);
