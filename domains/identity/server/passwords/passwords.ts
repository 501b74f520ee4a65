import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { and, eq, isNull } from 'drizzle-orm';
import { type PasswordOwner, type PasswordPolicy, passwordFaults, shortestPassword } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { settings } from '#platform/server/database/tables.ts';
import { together } from '#platform/server/workers/worker.ts';
import { isCommonPassword } from './common-passwords.ts';
import { type Asker, PasswordLine } from './password-line.ts';

/** Argon2id at the floor that OWASP names: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2 /* Argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One for each processor at a time, all workers together: more of them only take each other's cache, and 19 MiB each. The pages of the entrance
// give up after five seconds; who would have to wait for most of that is told to come back.
const line = new PasswordLine(Math.ceil(availableParallelism() / together), 4_000);
const ourselves: Asker = { address: '', account: '' };

/** Whose turn it is that a call waits for; `account` is whom a stranger says they are. */
export function askerOf({ request, account_id }: Call, account = String(account_id)): Asker {
  // Work in the background has no request.
  return (request as Call['request'] | undefined)
    ? { address: request.ip, account, gone: () => request.raw.socket.destroyed }
    : ourselves;
}

export const hashPassword = (password: string, asker = ourselves): Promise<string> =>
  line.run(asker, () => hash(password.normalize('NFC'), cost));

// Made once: an unknown name costs the same work as a wrong password.
const dummy = hashPassword(randomBytes(18).toString('base64url'));

/** Whether the password fits. Without a stored hash the same work is done and the answer is no. Errors: SIGN_IN_BUSY. */
export async function passwordFits(
  stored: string | null | undefined,
  password: string,
  asker: Asker,
): Promise<boolean> {
  const known = stored ?? (await dummy);
  const fits = await line.run(asker, () => verify(known, password.normalize('NFC')).catch(() => false));
  return fits && Boolean(stored);
}

const isPolicy = (value: unknown): value is PasswordPolicy => typeof value === 'object' && value !== null;

/** What the institution of the call asks of passwords: its setting `password_policy`, and never less than the installation does. */
export async function passwordPolicy(call: Call): Promise<PasswordPolicy> {
  const [row] = await call.db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.name, 'password_policy'), isNull(settings.deleted_at)))
    .limit(1);
  const own = isPolicy(row?.value) ? row.value : {};
  return { ...own, minimum: Math.max(call.kernel.settings.passwordLeast, shortestPassword(own)) };
}

/**
 * Refuses a password that is no good for this person in the institution of the call, at `path`: 422 PASSWORD_POLICY,
 * PASSWORD_PERSONAL or PASSWORD_COMMON. Every password that is set passes here.
 */
export async function demandGoodPassword(
  call: Call,
  path: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const policy = await passwordPolicy(call);
  const faults = passwordFaults(password, policy, owner);
  if (faults.some((fault) => fault !== 'personal'))
    throw failField(path, 'PASSWORD_POLICY', {
      min: shortestPassword(policy),
      digit: String(Boolean(policy.digit)),
      letters: String(Boolean(policy.upper_and_lower)),
      sign: String(Boolean(policy.sign)),
    });
  if (faults.length) throw failField(path, 'PASSWORD_PERSONAL');
  if (isCommonPassword(password)) throw failField(path, 'PASSWORD_COMMON');
}

/** So many characters of an alphabet, each as likely as the others. */
function draw(alphabet: string, length: number): string {
  // Bytes above the largest multiple of the alphabet's length would favour its first letters.
  const fair = 256 - (256 % alphabet.length);
  let made = '';
  while (made.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < fair && made.length < length) made += alphabet[byte % alphabet.length];
  return made;
}

/** A first password that is easy to read out (no letters or digits that look alike) and fits what the institution asks for. */
export async function makePassword(call: Call, owner: PasswordOwner = {}): Promise<string> {
  const policy = await passwordPolicy(call);
  const capitals = policy.upper_and_lower ? 'ABCDEFGHJKMNPQRSTUVWXYZ' : '';
  const alphabet = `abcdefghjkmnpqrstuvwxyz23456789${capitals}${policy.sign ? '-+=*' : ''}`;
  for (;;) {
    const made = draw(alphabet, Math.max(10, shortestPassword(policy)));
    if (passwordFaults(made, policy, owner).length === 0 && !isCommonPassword(made)) return made;
  }
}
