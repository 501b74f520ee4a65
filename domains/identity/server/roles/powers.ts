import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type PermissionName, type Scope, scopes } from '#platform/contract/index.ts';
import { permissionCounts } from '#platform/server/call/access.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { locks } from '#platform/server/database/locks.ts';
import { accountRoles, institutions, rolePermissions, roles } from '#platform/server/database/tables.ts';
import { abilitiesIn } from '#platform/server/records/shared.ts';
import { inLocale } from '../accounts/user-info.ts';

/** Who may give what to whom: nobody hands out, or takes over, more than they hold themselves. */

type Rights = ReadonlyMap<string, Scope>;

/** Whether `mine` reaches at least as far as `theirs` in everything. */
export const coversRights = (mine: Rights, theirs: Rights): boolean =>
  [...theirs].every(([permission, scope]) => reaches(mine.get(permission), scope));
/** What people may do with their own record gives no power over others, so it may always be given. */
export const reaches = (mine: Scope | undefined, wanted: Scope): boolean =>
  wanted === 'own' || (mine !== undefined && scopes.indexOf(mine) >= scopes.indexOf(wanted));

/** Names of the roles that accounts hold, by account; in one institution or in all. For other domains' policies too. */
export async function rolesOf(
  call: Call,
  account_ids: number[],
  institution_id?: number,
): Promise<Map<number, string[]>> {
  const rows = account_ids.length
    ? await call.db
        .select({ account_id: accountRoles.account_id, name: roles.name })
        .from(accountRoles)
        .innerJoin(roles, and(eq(roles.id, accountRoles.role_id), isNull(roles.deleted_at)))
        .where(
          and(
            inArray(accountRoles.account_id, account_ids),
            institution_id ? eq(accountRoles.institution_id, institution_id) : undefined,
          ),
        )
        .orderBy(roles.name)
    : [];
  const found = new Map<number, string[]>(account_ids.map((id) => [id, []]));
  for (const row of rows) if (!found.get(row.account_id)?.includes(row.name)) found.get(row.account_id)?.push(row.name);
  return found;
}

/** What the caller may in an institution, and whether they are its super administrator. */
export interface Power {
  rights: Rights;
  all: boolean;
}

export async function powerIn(call: Call, institution_id: number): Promise<Power> {
  const rights = await abilitiesIn(call, institution_id);
  const held = (await rolesOf(call, [call.account_id], institution_id)).get(call.account_id) ?? [];
  return { rights, all: held.includes('SUPER_ADMIN') };
}

/** The rights that each role gives, as they count: unknown permissions, and writing ones of viewers, give nothing. */
export async function rightsOfRoles(call: Call, ids?: number[]): Promise<Map<number, Map<string, Scope>>> {
  const rows = await call.db
    .select({
      role_id: rolePermissions.role_id,
      permission: rolePermissions.permission,
      scope: rolePermissions.scope,
      viewer: roles.viewer,
    })
    .from(rolePermissions)
    .innerJoin(roles, eq(roles.id, rolePermissions.role_id))
    .where(and(isNull(roles.deleted_at), ids ? inArray(rolePermissions.role_id, ids) : undefined));
  const found = new Map<number, Map<string, Scope>>();
  for (const { role_id, permission, scope, viewer } of rows) {
    if (!permissionCounts(permission, scope, viewer)) continue;
    const rights = found.get(role_id) ?? new Map<string, Scope>();
    found.set(role_id, rights.set(permission, scope));
  }
  return found;
}

/** Whether this power may give (or take) a role: only a super administrator makes super administrators. */
export const mayGive = (power: Power, role: { name: string }, rights: Rights): boolean =>
  power.all || (role.name !== 'SUPER_ADMIN' && coversRights(power.rights, rights));

/** What the caller may wherever a change of a role is felt: in their institution, and in each where somebody holds it. */
export type PowersOverRole = (role_id: number) => readonly { institution_id: number; power: Power }[];

export async function powersOverRoles(call: Call, ids?: number[]): Promise<PowersOverRole> {
  // From each pair in the index straight to the next: looked for one by one, a role that nobody holds would be looked for
  // among all holders.
  const { rows } = await call.db.execute<{ role_id: number; institution_id: number }>(sql`
    with recursive held as (
      (select role_id, institution_id from ${accountRoles} order by 1, 2 limit 1)
      union all
      select next.* from held cross join lateral (
        select h.role_id, h.institution_id from ${accountRoles} h
         where (h.role_id, h.institution_id) > (held.role_id, held.institution_id) order by 1, 2 limit 1) next)
    select * from held where ${ids ? sql`role_id = any(${sql.param(ids)}::int[])` : sql`true`}`);
  const houses = [...new Set([call.institution_id, ...rows.map((row) => row.institution_id)])];
  const powers = new Map<number, Power>();
  for (const house of houses) powers.set(house, await powerIn(call, house));
  return (role_id) =>
    houses
      .filter(
        (house) =>
          house === call.institution_id || rows.some((row) => row.role_id === role_id && row.institution_id === house),
      )
      .map((institution_id) => ({ institution_id, power: powers.get(institution_id)! }));
}

interface RoleRefused {
  code: 'ROLE_HELD_ELSEWHERE' | 'ROLE_TOO_STRONG';
  data: { role: string; permission?: string; institution_id: number };
}

/**
 * Why a role that gives `before` may not be changed to give `wanted`; undefined where it may. Roles are one for all
 * institutions, so the right to manage them, and a reach as far as theirs, is asked for in every one where it is held.
 */
export function refusedRole(
  powers: ReturnType<PowersOverRole>,
  role: { name: string },
  before: Rights,
  wanted: Rights = before,
): RoleRefused | undefined {
  for (const { institution_id, power } of powers) {
    if (!power.rights.has('role.manage'))
      return { code: 'ROLE_HELD_ELSEWHERE', data: { role: role.name, institution_id } };
    if (!mayGive(power, role, before)) return { code: 'ROLE_TOO_STRONG', data: { role: role.name, institution_id } };
    const beyond = [...wanted].find(
      ([permission, scope]) =>
        before.get(permission) !== scope && !power.all && !reaches(power.rights.get(permission), scope),
    );
    if (beyond) return { code: 'ROLE_TOO_STRONG', data: { role: role.name, permission: beyond[0], institution_id } };
  }
}

/** Throws what `refusedRole` finds, with the name of the institution. */
export async function demandPowerOverRole(
  call: Call,
  role: { id: number; name: string },
  before: Rights,
  wanted?: Rights,
): Promise<void> {
  const refused = refusedRole((await powersOverRoles(call, [role.id]))(role.id), role, before, wanted);
  if (!refused) return;
  const [house] = await call.db
    .select({ title: institutions.title })
    .from(institutions)
    .where(eq(institutions.id, refused.data.institution_id));
  throw fail(refused.code, { ...refused.data, institution: house ? inLocale(house.title, call.locale) : '' });
}

/**
 * Refuses with 403 ACCOUNT_TOO_STRONG unless the caller may change this account: in every institution where it holds a
 * role the caller must hold the permission and reach at least as far. Otherwise a new e-mail or password would be a
 * way to become somebody stronger, or somebody of another institution.
 */
export async function demandPowerOver(
  call: Call,
  account_ids: number[],
  permission: PermissionName = 'account.manage',
): Promise<void> {
  const others = account_ids.filter((id) => id !== call.account_id);
  if (!others.length) return;
  const held = await call.db
    .select({
      account_id: accountRoles.account_id,
      institution_id: accountRoles.institution_id,
      role_id: accountRoles.role_id,
      name: roles.name,
    })
    .from(accountRoles)
    .innerJoin(roles, and(eq(roles.id, accountRoles.role_id), isNull(roles.deleted_at)))
    .where(inArray(accountRoles.account_id, others));
  const rights = await rightsOfRoles(call, [...new Set(held.map((row) => row.role_id))]);
  const powers = new Map<number, Power>();
  for (const row of held) {
    const power = powers.get(row.institution_id) ?? (await powerIn(call, row.institution_id));
    powers.set(row.institution_id, power);
    if (!power.rights.has(permission) || !mayGive(power, row, rights.get(row.role_id) ?? new Map()))
      throw fail('ACCOUNT_TOO_STRONG', { account_id: row.account_id });
  }
}

/** Refuses where one of these accounts is the only active super administrator of an institution that is to stay reachable. */
export async function demandAnotherSuperAdmin(
  call: Call,
  account_id: number,
  institution_ids?: number[],
): Promise<void> {
  // One at a time, so that two administrators cannot take each other's role at the same moment.
  await call.client.query('select pg_advisory_xact_lock($1)', [locks.superAdmins]);
  const { rows } = await call.db.execute<{ institution_id: number }>(sql`
    select mine.institution_id from account_roles mine join roles r on r.id = mine.role_id and r.name = 'SUPER_ADMIN'
     where mine.account_id = ${account_id} and (${institution_ids === undefined} or mine.institution_id in (${sql.join(
       [0, ...(institution_ids ?? [])].map((id) => sql`${id}`),
       sql`, `,
     )}))
       and not exists (select 1 from account_roles other join accounts a on a.id = other.account_id and a.active and a.deleted_at is null
                        where other.role_id = mine.role_id and other.institution_id = mine.institution_id and other.account_id <> mine.account_id)`);
  if (rows.length) throw fail('LAST_SUPER_ADMIN');
}
