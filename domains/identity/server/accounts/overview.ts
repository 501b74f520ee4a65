import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { overviewOf } from '#platform/server/records/overviews.ts';
import { ofHouse } from './account-records.ts';

/** What an administrator wants to know of the accounts of this institution in the morning. */
export async function overview(call: Call) {
  const { rows } = await call.db.execute<Record<'held_up', number>>(sql`
    select count(*)::int as held_up from ${accounts} where deleted_at is null and active and ${ofHouse(call)}
       and id = any(array(select split_part(key, ' ', 2)::int from attempt_counters
                           where key ~ '^sign-in [0-9]{1,9}( |$)' and blocked_until > edulab_clock()))`);
  const counted = await overviewOf(call, {
    name: 'accounts',
    permission: 'account.read',
    tables: ['accounts', 'account_roles'],
    // Signing in is no change of an account.
    drifts: 'unseen',
    count: counts,
  });
  return { ...counted, held_up: rows[0]?.held_up ?? 0 };
}

/** One pass over them. */
async function counts(call: Call) {
  const { rows } = await call.db.execute<Record<'active' | 'closed' | 'signed_in_today' | 'unverified', number>>(sql`
    select count(*) filter (where active)::int as active,
           count(*) filter (where not active)::int as closed,
           count(*) filter (where last_sign_in_at >= (select edulab_today())::timestamp at time zone (select edulab_zone()))::int as signed_in_today,
           count(*) filter (where active and 'VERIFY_EMAIL' = any(required_actions))::int as unverified
      from ${accounts} where deleted_at is null and ${ofHouse(call)}`);
  return rows[0] as (typeof rows)[number];
}
