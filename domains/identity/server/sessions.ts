import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { hashToken } from '#platform/server/http.ts';
import { sessions } from '#platform/server/tables.ts';

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

/**
 * Opens a session for 12 hours, or 30 days when remembered, and answers its token, which is kept nowhere. The account
 * remembers when that was, the institution that was entered and, where one is given, the language.
 */
export async function openSession(
  call: Call,
  account_id: number,
  remember: boolean,
  chosen: { selected_institution: number; locale?: string | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await call.client.query<{ id: number }>(
    `with entered as (update accounts set last_sign_in_at = now(), selected_institution = $6, locale = coalesce($7, locale) where id = $1)
     insert into sessions (account_id, token_hash, expires_at, user_agent, address) values ($1, $2, $3, $4, $5) returning id`,
    [
      account_id,
      hashToken(token),
      hours(remember ? 720 : 12),
      (call.request.headers['user-agent'] ?? '').slice(0, 300),
      call.request.ip,
      chosen.selected_institution,
      chosen.locale ?? null,
    ],
  );
  call.session_id = rows[0]?.id ?? null;
  return token;
}

/** Ends sessions of an account, all or all but one; answers how many were open. */
export async function revokeSessions(call: Call, account_id: number, except?: number | null): Promise<number> {
  const ended = await call.db
    .update(sessions)
    .set({ revoked_at: sql`now()` as never })
    .where(
      and(
        eq(sessions.account_id, account_id),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, sql`now()`),
        except ? ne(sessions.id, except) : undefined,
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** Ends one session of an account, the caller's own where none is named. */
export async function endSession(call: Call, id: number, account_id = call.account_id): Promise<{ ok: true }> {
  const ended = await call.db
    .update(sessions)
    .set({ revoked_at: sql`now()` as never })
    .where(and(eq(sessions.id, id), eq(sessions.account_id, account_id), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  if (!ended.length) throw fail('NOT_FOUND');
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
    .where(and(eq(sessions.account_id, account_id), isNull(sessions.revoked_at), gt(sessions.expires_at, sql`now()`)))
    .orderBy(desc(sessions.id))
    .limit(200);
  return rows.map((row) => ({ ...row, current: row.id === call.session_id }));
}
