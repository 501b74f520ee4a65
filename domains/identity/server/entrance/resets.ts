import { and, eq, isNull } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { asActor } from '#platform/server/database/database.ts';
import { accounts } from '#platform/server/database/tables.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { backgroundCall } from '#platform/server/work/jobs.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import { asLocale, institutionFor } from '../accounts/user-info.ts';
import { mailNewPassword } from './mails.ts';

/**
 * Mails to set a new password. The call that asks for one writes a row, the same for known and unknown names; whose it
 * is matters only afterwards, in the background, so the time of the answer tells nothing and a stop loses nothing.
 */
export const resetsErrand = 'identity.resets';

/** Longer than the answer takes, and never the same: what the server does next tells nothing of the name either. */
const secondsUntilDue = (): number => 0.2 + Math.random() * 0.8;
/** Nobody waits any more for what was asked before a long stop. */
const keptHours = 24;
const longestPauseMs = 60_000;

export async function askForReset(call: Call, account_id: number | undefined): Promise<void> {
  await call.client.query(
    'insert into reset_requests (account_id, due_at) values ($1, edulab_now() + make_interval(secs => $2))',
    [account_id ?? null, secondsUntilDue()],
  );
  await workWaits(call.client, resetsErrand);
}

/** Writes the mails that are due. Answers in how many milliseconds the next is; throws where one could not be written. */
export async function mailResets(kernel: Kernel): Promise<number> {
  const { owner } = kernel.database;
  await owner.query('delete from reset_requests where due_at < edulab_now() - make_interval(hours => $1)', [keptHours]);
  const { rows: due } = await owner.query<{ id: number }>(
    'select id from reset_requests where due_at <= edulab_now() order by due_at',
  );
  const faults: unknown[] = [];
  // One that fails waits for the next time, and keeps none behind it waiting.
  for (const { id } of due) await mailReset(kernel, id).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  const { rows } = await owner.query<{ ms: number | null }>(
    'select (extract(epoch from min(due_at) - edulab_now()) * 1000)::float as ms from reset_requests',
  );
  return Math.min(Math.max(rows[0]?.ms ?? longestPauseMs, 10), longestPauseMs);
}

/** One transaction for the mail and the end of its request: it is written once, by whichever server comes first. */
async function mailReset(kernel: Kernel, id: number): Promise<void> {
  const nobody = { institution_id: 0, account_id: null, call: `job ${resetsErrand}` };
  await asActor(kernel.database.app, nobody, async (db, client) => {
    const {
      rows: [request],
    } = await client.query<{ account_id: number | null }>(
      'delete from reset_requests where id = $1 returning account_id',
      [id],
    );
    if (!request?.account_id) return;
    const [account] = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, request.account_id), isNull(accounts.deleted_at)));
    if (!account?.active || !account.email) return;
    const locale = asLocale(account.locale);
    const call = backgroundCall(kernel, client, { ...nobody, locale, abilities: new Map() });
    const house = await institutionFor(call, account.id, account.selected_institution);
    if (house === undefined) return;
    // The mail belongs to the institution, but nobody is signed in by asking for it.
    await client.query("select set_config('edulab.institution', $1, true)", [String(house)]);
    await mailNewPassword(Object.assign(call, { institution_id: house }), account, 'reset', 60);
  });
}
