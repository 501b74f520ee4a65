import { randomBytes, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/context.ts';
import { hashToken } from '#platform/server/http.ts';
import { secrets } from '#platform/server/tables.ts';

/** What a one-time secret is for. Those with a code are typed from a mail or an SMS, the others stand in a link. */
export type SecretKind =
  | 'password_change'
  | 'password_reset'
  | 'email_link'
  | 'email_code'
  | 'sms_code'
  | 'contract_code';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** A code is short, so it dies with the fifth wrong try. */
const triesOfCode = 5;

const codeHash = (kind: SecretKind, subject: string, code: string) => hashToken(`${kind} ${subject} ${code}`);

async function keep(call: Call, kind: SecretKind, subject: string, hash: string, minutes: number): Promise<void> {
  // The newest is the only one that counts.
  await call.db
    .update(secrets)
    .set({ used_at: sql`now()` as never })
    .where(and(eq(secrets.kind, kind), eq(secrets.subject, subject), isNull(secrets.used_at)));
  await call.db.insert(secrets).values({ kind, subject, hash, expires_at: inMinutes(minutes) });
}

/** A new long secret (43 characters) for `subject`, valid for some minutes; earlier ones of the kind end. */
export async function issueSecret(call: Call, kind: SecretKind, subject: string, minutes: number): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await keep(call, kind, subject, hashToken(value), minutes);
  return value;
}

/** A new six-digit code for `subject`. */
export async function issueCode(call: Call, kind: SecretKind, subject: string, minutes: number): Promise<string> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await keep(call, kind, subject, codeHash(kind, subject, code), minutes);
  return code;
}

/** Uses a long secret up and answers whose it was; undefined where it is unknown, used or too old. */
export async function redeemSecret(call: Call, kind: SecretKind, value: string): Promise<string | undefined> {
  const [row] = await call.db
    .update(secrets)
    .set({ used_at: sql`now()` as never })
    .where(
      and(
        eq(secrets.kind, kind),
        eq(secrets.hash, hashToken(value)),
        isNull(secrets.used_at),
        gt(secrets.expires_at, sql`now()`),
      ),
    )
    .returning({ subject: secrets.subject });
  return row?.subject;
}

/**
 * Whether this is the code of `subject`. A try counts even though the call may be refused afterwards, so the
 * transaction is committed here; with `use` a right code is used up.
 */
export async function codeFits(
  call: Call,
  kind: SecretKind,
  subject: string,
  code: string,
  use = true,
): Promise<boolean> {
  const living = and(
    eq(secrets.kind, kind),
    eq(secrets.subject, subject),
    isNull(secrets.used_at),
    gt(secrets.expires_at, sql`now()`),
    sql`${secrets.attempts} < ${triesOfCode}`,
  );
  const [row] = await call.db
    .update(secrets)
    .set({ attempts: sql`${secrets.attempts} + 1` })
    .where(living)
    .returning({ id: secrets.id, hash: secrets.hash });
  await call.client.query('commit and chain');
  if (!row || row.hash !== codeHash(kind, subject, code)) return false;
  if (use) {
    const used = await call.db
      .update(secrets)
      .set({ used_at: sql`now()` as never })
      .where(and(eq(secrets.id, row.id), isNull(secrets.used_at)))
      .returning({ id: secrets.id });
    return used.length === 1;
  }
  await call.db
    .update(secrets)
    .set({ attempts: sql`${secrets.attempts} - 1` })
    .where(eq(secrets.id, row.id));
  return true;
}

/** Ends whatever secrets of these kinds a subject still has. */
export async function endSecrets(call: Call, subject: string, kinds: SecretKind[]): Promise<void> {
  for (const kind of kinds)
    await call.db
      .update(secrets)
      .set({ used_at: sql`now()` as never })
      .where(and(eq(secrets.kind, kind), eq(secrets.subject, subject), isNull(secrets.used_at)));
}
