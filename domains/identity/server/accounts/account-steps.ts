import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, roles } from '#platform/server/database/tables.ts';
import { noteSecurity, noteSecurityOfEach } from '#platform/server/run/security.ts';
import type { RequiredAction } from '../../contract.ts';

/**
 * What becomes of an account as its person goes on: roles that follow from a record, and what is asked of them before
 * anything else. For domains whose life cycles decide it: nothing is checked here against what the caller may give.
 */

/** Gives a role in the caller's institution. Answers whether it was held already. */
export const grantRole = async (call: Call, account_id: number, role: string): Promise<boolean> =>
  (await grantRoles(call, [account_id], role)).length === 0;

/** The same to many. Answers who held it not yet. */
export async function grantRoles(call: Call, account_ids: readonly number[], role: string): Promise<number[]> {
  if (account_ids.length === 0) return [];
  const [found] = await call.db
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.name, role), isNull(roles.deleted_at)));
  if (!found) throw failField('roles', 'UNKNOWN_REFERENCE');
  const given = await call.db
    .insert(accountRoles)
    .values(account_ids.map((account_id) => ({ account_id, role_id: found.id, institution_id: call.institution_id })))
    .onConflictDoNothing()
    .returning({ account_id: accountRoles.account_id });
  await noteSecurityOfEach(
    call,
    'ROLES_OF_ACCOUNT',
    given.map(({ account_id }) => ({ account_id, given: [role] })),
  );
  return given.map(({ account_id }) => account_id);
}

/** Takes a role in the caller's institution. Answers whether it was held. */
export async function takeRole(call: Call, account_id: number, role: string): Promise<boolean> {
  const taken = await call.db
    .delete(accountRoles)
    .where(
      and(
        eq(accountRoles.account_id, account_id),
        eq(accountRoles.institution_id, call.institution_id),
        sql`${accountRoles.role_id} in (select id from ${roles} where name = ${role})`,
      ),
    )
    .returning({ id: accountRoles.account_id });
  if (taken.length) await noteSecurity(call, { kind: 'ROLES_OF_ACCOUNT', details: { account_id, taken: [role] } });
  return taken.length > 0;
}

/** Gives people a role in place of those that it takes from them; who held none of these is let alone. */
export async function swapRoles(
  call: Call,
  swaps: readonly { account_id: number; take: readonly string[]; give: string }[],
): Promise<void> {
  if (swaps.length === 0) return;
  const { rows } = await call.client.query<{ account_id: number; taken: string[]; given: string[] }>(
    `with who as (select * from jsonb_to_recordset($1::jsonb) as t (account_id int, take text[], give text)),
     gone as (
       delete from account_roles ar using who w, roles r
        where ar.account_id = w.account_id and ar.institution_id = $2 and r.id = ar.role_id and r.name = any(w.take)
       returning ar.account_id, r.name, w.give),
     given as (
       insert into account_roles (account_id, role_id, institution_id)
       select distinct g.account_id, r.id, $2::int from gone g join roles r on r.name = g.give and r.deleted_at is null
       on conflict do nothing)
     select account_id, array_agg(name) as taken, array[min(give)] as given from gone group by 1 order by 1`,
    [JSON.stringify(swaps), call.institution_id],
  );
  await noteSecurityOfEach(call, 'ROLES_OF_ACCOUNT', rows);
}

/** Asks something of a person before they go on. */
export async function askFor(call: Call, account_id: number, action: RequiredAction): Promise<void> {
  await call.db
    .update(accounts)
    .set({ required_actions: sql`array_append(${accounts.required_actions}, ${action})` })
    .where(and(eq(accounts.id, account_id), sql`not ${action} = any(${accounts.required_actions})`));
}

export async function askNoMore(call: Call, account_id: number, action: RequiredAction): Promise<void> {
  await call.db
    .update(accounts)
    .set({ required_actions: sql`array_remove(${accounts.required_actions}, ${action})` })
    .where(and(eq(accounts.id, account_id), sql`${action} = any(${accounts.required_actions})`));
}
