import { abilitiesOf } from '../call/access.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';

/** What the caller may in an institution: there, not in the one that the session is in. */
export async function abilitiesIn(call: Call, institution_id: number, account_id = call.account_id) {
  if (account_id === call.account_id && institution_id === call.institution_id) return call.abilities;
  const { rows } = await call.client.query<{ version: number }>('select last_value as version from access_changes');
  return abilitiesOf(call.client, account_id, institution_id, rows[0]?.version ?? 0);
}

/**
 * What belongs to no institution is used by all, so who changes it must hold the call's permission in each of these
 * (in every living one unless told). Refuses with 403 SHARED_RECORD.
 */
export async function demandShared(call: Call, institution_ids?: readonly number[]): Promise<void> {
  const { access } = call.meta;
  if (!('permission' in access)) return;
  const houses =
    institution_ids ??
    (await call.client.query<{ id: number }>('select id from institutions where deleted_at is null')).rows.map(
      (row) => row.id,
    );
  for (const house of houses) {
    const mine = await abilitiesIn(call, house);
    if (![access.permission].flat().some((permission) => mine.has(permission))) throw fail('SHARED_RECORD');
  }
}
