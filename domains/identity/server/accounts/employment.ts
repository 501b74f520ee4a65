import { and, eq, inArray } from 'drizzle-orm';
import { employees } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, roles } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { revokeSessions } from '../entrance/sessions.ts';
import { demandAnotherSuperAdmin, powerIn } from '../roles/powers.ts';

/**
 * Takes the account of somebody who no longer works here: its sessions end and it is closed. Who studies here or has a
 * role in another institution keeps the account and loses the roles of an employee here. Errors: OWN_ACCOUNT,
 * ACCOUNT_TOO_STRONG (a super administrator, by another), LAST_SUPER_ADMIN.
 */
export async function endEmployment(call: Call, account_id: number): Promise<void> {
  if (account_id === call.account_id) throw fail('OWN_ACCOUNT');
  const here = call.institution_id;
  const held = await call.db
    .select({ role_id: roles.id, name: roles.name, built_in: roles.built_in, house: accountRoles.institution_id })
    .from(accountRoles)
    .innerJoin(roles, eq(roles.id, accountRoles.role_id))
    .where(eq(accountRoles.account_id, account_id));
  // Roles of an institution's own making are for those who work in it.
  const ends = held.filter(
    (role) => role.house === here && (!role.built_in || (employees as readonly string[]).includes(role.name)),
  );
  if (ends.some((role) => role.name === 'SUPER_ADMIN')) {
    if (!(await powerIn(call, here)).all) throw fail('ACCOUNT_TOO_STRONG', { account_id });
    await demandAnotherSuperAdmin(call, account_id, [here]);
  }
  const left = held.filter((role) => !ends.includes(role));
  if (left.length === 0) {
    await call.db.update(accounts).set({ active: false }).where(eq(accounts.id, account_id));
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id, active: false } });
  } else {
    await noteSecurity(call, {
      kind: 'ROLES_OF_ACCOUNT',
      details: { account_id, taken: ends.map((role) => role.name) },
    });
    const gone = [0, ...ends.map((role) => role.role_id)];
    await call.db
      .delete(accountRoles)
      .where(
        and(
          eq(accountRoles.account_id, account_id),
          eq(accountRoles.institution_id, here),
          inArray(accountRoles.role_id, gone),
        ),
      );
    if (!left.some((role) => role.house === here))
      await call.db
        .update(accounts)
        .set({ selected_institution: left[0]!.house })
        .where(and(eq(accounts.id, account_id), eq(accounts.selected_institution, here)));
  }
  await revokeSessions(call, account_id);
}
