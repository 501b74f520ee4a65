import { eq, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { accounts, sessions } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { enterAs } from '../accounts/user-info.ts';
import { askerOf, passwordFits } from '../passwords/passwords.ts';
import { countAttempt, refuseWhileWaiting } from './limits.ts';

/**
 * Refuses with 422 AUTH_REFUSED at `path` unless this is the caller's present password. Wrong ones count for the session
 * first, so that whoever stole one does not hold up its owner, and for the account where many sessions guess.
 */
export async function demandPassword(call: Call, password: string, path: string): Promise<void> {
  const { account_id, institution_id, session_id } = call;
  const guesses = [
    { key: `password of session ${session_id}`, free: 5 },
    { key: `password of ${account_id}`, free: 30 },
  ];
  await refuseWhileWaiting(call, guesses);
  const [own] = await call.db
    .select({ password_hash: accounts.password_hash })
    .from(accounts)
    .where(eq(accounts.id, account_id));
  const fits = await call.apart(() => passwordFits(own?.password_hash, password, askerOf(call)));
  await enterAs(call, account_id, institution_id);
  if (fits) return;
  await noteSecurity(call, { kind: 'PROOF', outcome: 'REFUSED' });
  await countAttempt(call, guesses);
  throw failField(path, 'AUTH_REFUSED');
}

/** The caller gives the password again: for ten minutes this session may do what is sensitive. */
export async function prove(call: Call, input: { password: string }): Promise<{ ok: true }> {
  await demandPassword(call, input.password, 'password');
  await proveSession(call);
  return { ok: true };
}

/** Whoever holds this session has just shown, by password or by a key, that they are its owner. */
export async function proveSession(call: Call): Promise<void> {
  await call.db
    .update(sessions)
    .set({ proved_at: sql`edulab_now()` })
    .where(eq(sessions.id, call.session_id ?? 0));
  await noteSecurity(call, { kind: 'PROOF' });
}
