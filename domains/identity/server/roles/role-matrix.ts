import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Scope, scopes } from '#platform/contract/index.ts';
import { declaredPermissions, permissionCounts } from '#platform/server/call/access.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { accountRoles, institutions, rolePermissions, roles } from '#platform/server/database/tables.ts';
import { inLocale } from '../accounts/user-info.ts';
import { powerIn, powersOverRoles, reaches, rightsOfRoles } from './powers.ts';
import { editable, holdersOf, ownRoleIds } from './roles.ts';

/** Everything the roles screen draws: permissions × roles × reach, who holds what, and what the caller may change. */
export async function roleMatrix(call: Call) {
  const rows = await call.db.select().from(roles).where(isNull(roles.deleted_at)).orderBy(roles.id);
  const [rights, holders, power, powers, own] = [
    await rightsOfRoles(call),
    await holdersOf(call),
    await powerIn(call, call.institution_id),
    await powersOverRoles(call),
    await ownRoleIds(call),
  ];
  const manages = may(call, 'role.manage');
  const domainOf = new Map(
    call.kernel.domains.flatMap((domain) =>
      Object.keys(domain.permissions ?? {}).map((permission) => [permission, domain.name] as const),
    ),
  );
  return {
    permissions: Object.entries(declaredPermissions()).map(([permission, declaration]) => ({
      permission,
      domain: domainOf.get(permission) ?? '',
      reads: declaration.reads,
      scopes: scopes.filter((scope) => declaration.grants[scope] !== undefined),
      grantable: !manages
        ? null
        : power.all
          ? ('institution' as const)
          : (power.rights.get(permission) ?? ('own' as const)),
      granted: rows.flatMap((role) => {
        const scope = rights.get(role.id)?.get(permission);
        return scope ? [{ role_id: role.id, scope }] : [];
      }),
    })),
    roles: rows.map((role) => ({
      id: role.id,
      version: role.version,
      name: role.name,
      title: role.title,
      viewer: role.viewer,
      built_in: role.built_in,
      holders: holders.get(role.id) ?? 0,
      editable: editable(call, powers, own, role, rights.get(role.id) ?? new Map()),
    })),
    scopes: [...scopes],
  };
}

/** What an account may do and why: each permission with its reach, and the roles through which it comes. */
export async function abilitiesOfAccount(call: Call, account_id: number) {
  const declared = declaredPermissions();
  const rows = await call.db
    .select({
      institution_id: accountRoles.institution_id,
      house: institutions.title,
      role: roles.name,
      title: roles.title,
      viewer: roles.viewer,
      permission: rolePermissions.permission,
      scope: rolePermissions.scope,
    })
    .from(accountRoles)
    .innerJoin(institutions, eq(institutions.id, accountRoles.institution_id))
    .innerJoin(roles, and(eq(roles.id, accountRoles.role_id), isNull(roles.deleted_at)))
    .innerJoin(rolePermissions, eq(rolePermissions.role_id, roles.id))
    .where(
      and(
        eq(accountRoles.account_id, account_id),
        sql`${accountRoles.institution_id} in (select mine.institution_id from account_roles mine where mine.account_id = ${call.account_id})`,
      ),
    )
    .orderBy(accountRoles.institution_id, rolePermissions.permission, roles.name);
  interface Row {
    permission: string;
    reads: boolean;
    scope: Scope;
    institution_id: number;
    institution: string;
    through: { role: string; title: string; scope: Scope; counts: boolean }[];
  }
  const found = new Map<string, Row>();
  for (const row of rows) {
    const declaration = declared[row.permission];
    if (!declaration) continue;
    const key = `${row.institution_id} ${row.permission}`;
    const entry = found.get(key) ?? {
      permission: row.permission,
      reads: declaration.reads,
      scope: 'own',
      institution_id: row.institution_id,
      institution: inLocale(row.house, call.locale),
      through: [],
    };
    const valid = permissionCounts(row.permission, row.scope, row.viewer);
    entry.through.push({ role: row.role, title: inLocale(row.title, call.locale), scope: row.scope, counts: valid });
    if (valid && reaches(row.scope, entry.scope)) entry.scope = row.scope;
    found.set(key, entry);
  }
  return [...found.values()].filter((entry) => entry.through.some((way) => way.counts));
}
