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

/** Where two roles differ: permission with the reach of each, in the order of the matrix; and how many are the same. */
export function compareRoles(matrix: Matrix, one: number, other: number) {
  const [first, second] = [grantsOf(matrix, one), grantsOf(matrix, other)];
  const held = matrix.permissions.filter(({ permission }) => first.has(permission) || second.has(permission));
  const rows = held.map((row) => ({
    ...row,
    one: first.get(row.permission) ?? null,
    other: second.get(row.permission) ?? null,
  }));
  const different = rows.filter((row) => row.one !== row.other);
  return { different, same: rows.length - different.length };
}

/** What this administrator may give of a role's permissions to a copy of it, and how many are left out. */
export function copyable(matrix: Matrix, role: number) {
  const grants = matrix.permissions.flatMap((row) => {
    const scope = row.granted.find((grant) => grant.role_id === role)?.scope;
    return scope ? [{ permission: row.permission, scope, may: givable(row, matrix.scopes).includes(scope) }] : [];
  });
  const permissions = grants.filter(({ may }) => may).map(({ permission, scope }) => ({ permission, scope }));
  return { permissions, left_out: grants.length - permissions.length };
}
