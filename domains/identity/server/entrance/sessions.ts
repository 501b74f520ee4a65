import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { ShownLocale } from '#platform/contract/index.ts';
import { abilitiesOf } from '#platform/server/call/access.ts';
import type { Call } from '#platform/server/call/context.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { fail } from '#platform/server/call/errors.ts';
import { sessions } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { keptOf } from '../accounts/user-info.ts';
import type { Limit } from './limits.ts';

const keysOf = (limits: Limit[] = []) => limits.map(({ key }) => key);
const hours = (count: number) => new Date(clock.now() + count * 3_600_000).toISOString();

/**
 * Opens a session for 12 hours, or 30 days when remembered, and answers its token, which is kept nowhere; undefined for
 * somebody without any role. The person enters the first of the wished institutions where they hold a role, else the
 * first of theirs: the running transaction is bound to it, and the account remembers it with the time and, where one is
 * given, the language and its script. Also undefined while one of the limits of `unless` is waiting; else those of `forget` are forgotten.
 * One statement, because signing in is what everybody does at nine.
 */
export async function openSession(
  call: Call,
  account_id: number,
  remember: boolean,
  chosen: {
    wishes: readonly [number | null, number | null];
    locale?: ShownLocale | undefined;
    unless?: Limit[];
    forget?: Limit[];
  },
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const kept = keptOf(chosen.locale);
  const { rows } = await call.client.query<{ id: number; institution_id: number; version: number }>(
    `with chosen as materialized (
       select institution_id from account_roles where account_id = $1
          and not exists (select 1 from attempt_counters where key = any($10) and blocked_until > edulab_clock())
        order by institution_id = $6 desc nulls last, institution_id = $7 desc nulls last, institution_id limit 1),
     bound as materialized (
       select institution_id, set_config('edulab.institution', institution_id::text, true),
              set_config('edulab.account', $1::integer::text, true), set_config('edulab.call', $8, true) from chosen),
     forgotten as (
       delete from attempt_counters where key = any($11) and exists (select 1 from bound)),
     entered as (
       update accounts set last_sign_in_at = edulab_now(), selected_institution = bound.institution_id, locale = coalesce($9, locale),
              cyrillic = coalesce($12, cyrillic)
         from bound where id = $1)
     insert into sessions (account_id, token_hash, expires_at, user_agent, address)
     select $1, $2, $3, $4, $5 from bound
     returning id, (select institution_id from bound), (select last_value from access_changes) as version`,
    [
      account_id,
      hashToken(token),
      hours(remember ? 720 : 12),
      (call.request.headers['user-agent'] ?? '').slice(0, 300),
      call.request.ip,
      ...chosen.wishes,
      `${call.meta.method} ${call.meta.path}`,
      kept.locale ?? null,
      keysOf(chosen.unless),
      keysOf(chosen.forget),
      kept.cyrillic ?? null,
    ],
  );
  const [opened] = rows;
  if (!opened) return undefined;
  call.session_id = opened.id;
  call.account_id = account_id;
  call.institution_id = opened.institution_id;
  call.abilities = await abilitiesOf(call.client, account_id, opened.institution_id, opened.version);
  return token;
}

/**
 * The caller's session goes on under another token, which is kept nowhere: who copied the old one has nothing in hand.
 * Its password was given just now.
 */
export async function renewSession(call: Call): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await call.db
    .update(sessions)
    .set({ token_hash: hashToken(token), proved_at: sql`edulab_now()` })
    .where(eq(sessions.id, call.session_id ?? 0));
  return token;
}

/** Ends sessions of an account, all or all but one; answers how many were open. */
export async function revokeSessions(call: Call, account_id: number, except?: number | null): Promise<number> {
  const ended = await call.db
    .update(sessions)
    .set({ revoked_at: sql`edulab_now()` })
    .where(
      and(
        eq(sessions.account_id, account_id),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, sql`edulab_now()`),
        except ? ne(sessions.id, except) : undefined,
      ),
    )
    .returning({ id: sessions.id });
  if (ended.length) await noteSecurity(call, { kind: 'SESSIONS_ENDED', details: { account_id, ended: ended.length } });
  return ended.length;
}

/** Ends one session of an account, the caller's own where none is named. */
export async function endSession(call: Call, id: number, account_id = call.account_id): Promise<{ ok: true }> {
  const ended = await call.db
    .update(sessions)
    .set({ revoked_at: sql`edulab_now()` })
    .where(and(eq(sessions.id, id), eq(sessions.account_id, account_id), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  if (!ended.length) throw fail('NOT_FOUND');
  await noteSecurity(
    call,
    id === call.session_id
      ? { kind: 'SIGN_OUT' }
      : { kind: 'SESSIONS_ENDED', details: { account_id, session_id: id, ended: 1 } },
  );
  return { ok: true };
}

export async function signOut(call: Call): Promise<{ ok: true }> {
  return endSession(call, call.session_id ?? 0);
}

/** Open sessions of an account, the newest first. */
export async function listSessions(call: Call, account_id = call.account_id) {
  const rows = await call.db
    .select({
      id: sessions.id,
      created_at: sessions.created_at,
      expires_at: sessions.expires_at,
      user_agent: sessions.user_agent,
      address: sessions.address,
    })
    .from(sessions)
    .where(
      and(eq(sessions.account_id, account_id), isNull(sessions.revoked_at), gt(sessions.expires_at, sql`edulab_now()`)),
    )
    .orderBy(desc(sessions.id))
    .limit(200);
  return rows.map((row) => ({ ...row, current: row.id === call.session_id }));
}
