import { randomBytes, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { secrets } from '#platform/server/database/tables.ts';

/** What a one-time secret is for. Those with a code are typed from a mail or an SMS, the others stand in a link. */
export type SecretKind =
  | 'password_change'
  | 'password_reset'
  | 'email_link'
  | 'email_code'
  | 'sms_code'
  | 'contract_code';

const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
/** A code is short, so it dies with the fifth wrong try. */
const triesOfCode = 5;

const makeCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');
const codeHash = (kind: SecretKind, subject: string, code: string) => hashToken(`${kind} ${subject} ${code}`);

async function keep(call: Call, kind: SecretKind, subject: string, hash: string, minutes: number): Promise<void> {
  // The newest is the only one that counts.
  await call.db
    .update(secrets)
    .set({ used_at: sql`edulab_now()` })
    .where(and(eq(secrets.kind, kind), eq(secrets.subject, subject), isNull(secrets.used_at)));
  await call.db.insert(secrets).values({ kind, subject, hash, expires_at: inMinutes(minutes) });
}

/** A new long secret (43 characters) for `subject`, valid for some minutes; earlier ones of the kind end. */
export async function issueSecret(call: Call, kind: SecretKind, subject: string, minutes: number): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await keep(call, kind, subject, hashToken(value), minutes);
  return value;
}

/** A new six-digit code for `subject`, who is known by their session; earlier ones end. */
export async function issueCode(call: Call, kind: SecretKind, subject: string, minutes: number): Promise<string> {
  const code = makeCode();
  await keep(call, kind, subject, codeHash(kind, subject, code), minutes);
  return code;
}

/**
 * The same for a subject that anybody may name, such as a phone. `asker` is told to whoever asked: who shows it again has
 * tries of their own, and neither what others guess nor a code that others ask for ends this one.
 */
export async function issueCodeTo(
  call: Call,
  kind: SecretKind,
  subject: string,
  minutes: number,
): Promise<{ code: string; asker: string }> {
  const code = makeCode();
  const asker = randomBytes(16).toString('base64url');
  await call.db.insert(secrets).values({
    kind,
    subject,
    hash: codeHash(kind, subject, code),
    asker_hash: hashToken(asker),
    expires_at: inMinutes(minutes),
  });
  return { code, asker };
}

/** Uses a long secret up and answers whose it was; undefined where it is unknown, used or too old. */
export async function redeemSecret(call: Call, kind: SecretKind, value: string): Promise<string | undefined> {
  const [row] = await call.db
    .update(secrets)
    .set({ used_at: sql`edulab_now()` })
    .where(
      and(
        eq(secrets.kind, kind),
        eq(secrets.hash, hashToken(value)),
        isNull(secrets.used_at),
        gt(secrets.expires_at, sql`edulab_now()`),
      ),
    )
    .returning({ subject: secrets.subject });
  return row?.subject;
}

/**
 * Whether this is a code of `subject`. A try counts even though the call may be refused afterwards, so the transaction is
 * committed here; with `use` a right code is used up. `asker` is what `issueCodeTo` told whoever asked for it: each code
 * bears five tries of theirs and five of all others.
 */
export async function codeFits(
  call: Call,
  kind: SecretKind,
  subject: string,
  code: string,
  { use = true, asker }: { use?: boolean; asker?: string | undefined } = {},
): Promise<boolean> {
  const own = sql`(${secrets.asker_hash} is null or ${secrets.asker_hash} = ${hashToken(asker ?? '')})`;
  const rows = await call.db
    .update(secrets)
    .set({
      attempts: sql`${secrets.attempts} + (${own})::int`,
      attempts_of_others: sql`${secrets.attempts_of_others} + (not ${own})::int`,
    })
    .where(
      and(
        eq(secrets.kind, kind),
        eq(secrets.subject, subject),
        isNull(secrets.used_at),
        gt(secrets.expires_at, sql`edulab_now()`),
        sql`case when ${own} then ${secrets.attempts} else ${secrets.attempts_of_others} end < ${triesOfCode}`,
      ),
    )
    .returning({ id: secrets.id, hash: secrets.hash });
  await call.client.query('commit and chain');
  const row = rows.find(({ hash }) => hash === codeHash(kind, subject, code));
  if (!row) return false;
  if (use) {
    const used = await call.db
      .update(secrets)
      .set({ used_at: sql`edulab_now()` })
      .where(and(eq(secrets.id, row.id), isNull(secrets.used_at)))
      .returning({ id: secrets.id });
    return used.length === 1;
  }
  // A right one is no guess.
  await call.db
    .update(secrets)
    .set({
      attempts: sql`${secrets.attempts} - (${own})::int`,
      attempts_of_others: sql`${secrets.attempts_of_others} - (not ${own})::int`,
    })
    .where(eq(secrets.id, row.id));
  return true;
}

/** Ends whatever secrets of these kinds a subject still has. */
export async function endSecrets(call: Call, subject: string, kinds: SecretKind[]): Promise<void> {
  for (const kind of kinds)
    await call.db
      .update(secrets)
      .set({ used_at: sql`edulab_now()` })
      .where(and(eq(secrets.kind, kind), eq(secrets.subject, subject), isNull(secrets.used_at)));
}
