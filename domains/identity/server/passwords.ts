import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { and, eq, isNull } from 'drizzle-orm';
import type { Call } from '#platform/server/context.ts';
import { failField } from '#platform/server/errors.ts';
import { settings } from '#platform/server/tables.ts';
import { minimumPassword } from '../contract.ts';

/** Argon2id at the floor that OWASP names: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2 /* Argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One for each processor at a time: more of them only take each other's cache, and 19 MiB each.
let free = availableParallelism();
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFC'), cost));

// Made once: an unknown name costs the same work as a wrong password.
const dummy = hashPassword(randomBytes(18).toString('base64url'));

/** Whether the password fits. Without a stored hash the same work is done and the answer is no. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await dummy);
  const fits = await inTurn(() => verify(known, password.normalize('NFC'))).catch(() => false);
  return fits && Boolean(stored);
}

/** What an institution asks of passwords beyond the minimum; the setting `password_policy`. */
interface PasswordPolicy {
  minimum?: number;
  digit?: boolean;
  upper_and_lower?: boolean;
  sign?: boolean;
}

/** Refuses a password that the institution of the call finds too weak, with 422 PASSWORD_POLICY at `path`. */
export async function demandPolicy(call: Call, path: string, password: string): Promise<void> {
  const [row] = await call.db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.name, 'password_policy'), isNull(settings.deleted_at)))
    .limit(1);
  const policy = (row?.value ?? {}) as PasswordPolicy;
  const minimum = Math.max(minimumPassword, Number(policy.minimum) || 0);
  const weak =
    [...password].length < minimum ||
    (policy.digit && !/\p{N}/u.test(password)) ||
    (policy.upper_and_lower && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password))) ||
    (policy.sign && !/[^\p{L}\p{N}\s]/u.test(password));
  if (weak)
    throw failField(path, 'PASSWORD_POLICY', {
      min: minimum,
      digit: String(Boolean(policy.digit)),
      letters: String(Boolean(policy.upper_and_lower)),
      sign: String(Boolean(policy.sign)),
    });
}

/** A first password that is easy to read out: no letters or digits that look alike. */
export function makePassword(length = 10): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  // 248 is the largest multiple of 31 below 256; bytes above it would favour the first letters.
  let made = '';
  while (made.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && made.length < length) made += letters[byte % letters.length];
  return made;
}
