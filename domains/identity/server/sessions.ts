import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { hashToken } from '#platform/server/http.ts';
import { sessions } from '#platform/server/tables.ts';

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

/** Opens a session for 12 hours, or 30 days when remembered, and answers its token, which is kept nowhere. */
export async function openSession(call: Call, account_id: number, remember: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [row] = await call.db
    .insert(sessions)
    .values({
      account_id,
      token_hash: hashToken(token),
      expires_at: hours(remember ? 720 : 12),
      user_agent: (call.request.headers['user-agent'] ?? '').slice(0, 300),
      address: call.request.ip,
    })
    .returning({ id: sessions.id });
  call.session_id = row?.id ?? null;
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

export async function endSession(call: Call, id: number): Promise<{ ok: true }> {
  const ended = await call.db
    .update(sessions)
    .set({ revoked_at: sql`now()` as never })
    .where(and(eq(sessions.id, id), eq(sessions.account_id, call.account_id), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  if (!ended.length) throw fail('NOT_FOUND');
  return { ok: true };
}

export async function signOut(call: Call): Promise<{ ok: true }> {
  return endSession(call, call.session_id ?? 0);
}

export async function listSessions(call: Call) {
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
      and(eq(sessions.account_id, call.account_id), isNull(sessions.revoked_at), gt(sessions.expires_at, sql`now()`)),
    )
    .orderBy(desc(sessions.id))
    .limit(200);
  return rows.map((row) => ({ ...row, current: row.id === call.session_id }));
}
