import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accountRoles, roles } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { demandAnotherSuperAdmin, mayGive, powerIn, rightsOfRoles } from '../roles/powers.ts';

/** A role by its number or its name. */
export interface WantedRole {
  institution_id: number;
  role_id?: number | undefined;
  role?: string | undefined;
}

/** Sets the roles of an account in the institutions that `wanted` names (and in the caller's); others stay as they are. */
export async function giveRoles(call: Call, account_id: number, wanted: readonly WantedRole[]): Promise<void> {
  const all = await call.db.select({ id: roles.id, name: roles.name }).from(roles).where(isNull(roles.deleted_at));
  const resolved = wanted.map((row, index) => {
    const role = all.find((candidate) =>
      row.role_id !== undefined ? candidate.id === row.role_id : candidate.name === row.role,
    );
    if (!role) throw failField(`roles.${index}.role`, 'UNKNOWN_REFERENCE');
    return { institution_id: row.institution_id, role };
  });
  const houses = [...new Set([call.institution_id, ...resolved.map((row) => row.institution_id)])];
  const present = await call.db
    .select({ institution_id: accountRoles.institution_id, role_id: accountRoles.role_id })
    .from(accountRoles)
    .where(and(eq(accountRoles.account_id, account_id), inArray(accountRoles.institution_id, houses)));
  const same = (a: { institution_id: number; role_id: number }, b: { institution_id: number; role: { id: number } }) =>
    a.institution_id === b.institution_id && a.role_id === b.role.id;
  const added = resolved.filter(
    (row, index) =>
      !present.some((old) => same(old, row)) &&
      resolved.findIndex((other) => other.institution_id === row.institution_id && other.role.id === row.role.id) ===
        index,
  );
  const removed = present.filter((old) => !resolved.some((row) => same(old, row)));
  if (!added.length && !removed.length) return;
  if (account_id === call.account_id) throw fail('OWN_ROLES');
  const rights = await rightsOfRoles(call);
  for (const change of [
    ...added.map((row) => ({ house: row.institution_id, role: row.role })),
    ...removed.map((row) => ({ house: row.institution_id, role: all.find((role) => role.id === row.role_id) })),
  ]) {
    // A deleted role gives nothing, so anybody may clear it away.
    if (!change.role) continue;
    const power = await powerIn(call, change.house);
    if (!power.rights.has('account.manage')) throw fail('INSTITUTION_NOT_ALLOWED');
    if (!mayGive(power, change.role, rights.get(change.role.id) ?? new Map()))
      throw fail('ROLE_TOO_STRONG', { role: change.role.name });
  }
  const fallen = removed
    .filter((row) => all.find((role) => role.id === row.role_id)?.name === 'SUPER_ADMIN')
    .map((row) => row.institution_id);
  if (fallen.length) await demandAnotherSuperAdmin(call, account_id, fallen);
  for (const row of removed)
    await call.db
      .delete(accountRoles)
      .where(
        and(
          eq(accountRoles.account_id, account_id),
          eq(accountRoles.role_id, row.role_id),
          eq(accountRoles.institution_id, row.institution_id),
        ),
      );
  // Each institution reads what was changed in it.
  for (const institution_id of new Set([...added, ...removed].map((row) => row.institution_id))) {
    const given = added.filter((row) => row.institution_id === institution_id).map((row) => row.role.name);
    const taken = removed
      .filter((row) => row.institution_id === institution_id)
      .flatMap((row) => all.find((role) => role.id === row.role_id)?.name ?? []);
    await noteSecurity(call, { kind: 'ROLES_OF_ACCOUNT', institution_id, details: { account_id, given, taken } });
  }
  if (added.length)
    await call.db
      .insert(accountRoles)
      .values(added.map((row) => ({ account_id, role_id: row.role.id, institution_id: row.institution_id })));
}
