import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Call, demandProof } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { enterAs, institutionFor, readUserInfo } from '../accounts/user-info.ts';
import { askerOf, demandGoodPassword, hashPassword, passwordFits } from '../passwords/passwords.ts';
import { countAttempt } from './limits.ts';
import { mailNewPassword, mailTo, tellOwner } from './mails.ts';
import { demandPassword } from './proof.ts';
import { askForReset } from './resets.ts';
import { codeFits, endSecrets, issueCode, issueSecret, redeemSecret } from './secrets.ts';
import { renewSession, revokeSessions } from './sessions.ts';
import { findAccount } from './sign-in.ts';

type Account = typeof accounts.$inferSelect;
const ok = { ok: true as const };

async function accountForChange(call: Call, id: number): Promise<Account> {
  const [account] = await call.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deleted_at)))
    .for('update')
    .limit(1);
  if (!account) throw fail('NOT_FOUND');
  return account;
}

/** Sends the link and the code that confirm an account's address, and remembers that they are awaited. */
export async function sendVerification(call: Call, account: Account): Promise<void> {
  if (!account.email) return;
  const minutes = 48 * 60;
  const token = await issueSecret(call, 'email_link', `${account.id} ${account.email}`, minutes);
  const link = `${call.kernel.settings.publicUrl}/verify-email?token=${token}`;
  const code = await issueCode(call, 'email_code', String(account.id), 30);
  await mailTo(call, account, 'verify', { values: { link, code }, minutes });
}

export async function sendVerificationAgain(call: Call): Promise<typeof ok> {
  const [before] = await call.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, call.account_id))
    .limit(1);
  if (!before?.email) throw fail('NO_EMAIL');
  const { account_id, institution_id } = call;
  await countAttempt(call, [{ key: `verification mail ${account_id}`, free: 4 }]);
  await enterAs(call, account_id, institution_id);
  await sendVerification(call, await accountForChange(call, account_id));
  return ok;
}

/** Confirms an address by the token of the link (whoever opens it) or, signed in, by the six digits of the mail. */
export async function verifyEmail(call: Call, token: string): Promise<typeof ok> {
  const session = { account: call.account_id, institution: call.institution_id };
  if (/^\d{6}$/.test(token)) {
    if (!session.account) throw fail('CODE_REFUSED');
    if (!(await codeFits(call, 'email_code', String(session.account), token))) throw fail('CODE_REFUSED');
    await confirmEmail(call, session.account);
    return ok;
  }
  if (token.length < 32) throw fail('LINK_REFUSED');
  const [id, email] = (await redeemSecret(call, 'email_link', token))?.split(' ') ?? [];
  if (!id || !email) throw fail('LINK_REFUSED');
  await confirmEmail(call, Number(id), email);
  return ok;
}

async function confirmEmail(call: Call, account_id: number, email?: string): Promise<void> {
  await enterAs(call, account_id, (await institutionFor(call, account_id, call.institution_id)) ?? call.institution_id);
  const account = await accountForChange(call, account_id);
  // The address may have been changed after the mail was sent.
  if (email !== undefined && account.email !== email) throw fail('LINK_REFUSED');
  await call.db
    .update(accounts)
    .set({
      email_verified_at: sql`edulab_now()`,
      required_actions: account.required_actions.filter((action) => action !== 'VERIFY_EMAIL'),
    })
    .where(eq(accounts.id, account_id));
  await endSecrets(call, String(account_id), ['email_code']);
}

/**
 * Has the mail sent to set a new password. Says the same whether there is such an account, and asks the same of the
 * database: what differs is done afterwards (`mailResets`).
 */
export async function requestReset(
  call: Call,
  input: { email?: string | undefined; username?: string | undefined },
): Promise<typeof ok> {
  const typed = (input.email || input.username || '').trim();
  if (!typed) throw fail('BAD_REQUEST', { fields: [{ path: 'email', code: 'form_required' }] });
  const account = await findAccount(call, typed);
  await countAttempt(call, [
    { key: `reset mail ${account?.id ?? typed.toLowerCase().slice(0, 100)}`, free: 4 },
    { key: `reset mail from ${call.request.ip}`, free: 60 },
  ]);
  await askForReset(call, account?.id);
  return ok;
}

/** Sends somebody whose account was made for them the link to choose a first password. */
export async function sendInvitation(call: Call, account: Account): Promise<void> {
  await mailNewPassword(call, account, 'invite', 7 * 24 * 60);
}

export async function resetPassword(call: Call, input: { token: string; new_password: string }): Promise<typeof ok> {
  const subject = input.token.length >= 32 ? await redeemSecret(call, 'password_reset', input.token) : undefined;
  if (subject === undefined) throw fail('LINK_REFUSED');
  const account_id = Number(subject);
  await enterAs(call, account_id, (await institutionFor(call, account_id)) ?? call.institution_id);
  const account = await accountForChange(call, account_id);
  if (!account.active) throw fail('LINK_REFUSED');
  await setPassword(call, account, input.new_password, null);
  // The link came to this address, and ends when the address changes: whoever has it reads the mail of the account.
  await confirmEmail(call, account_id);
  return ok;
}

/** Writes a password that its owner chose: what asked for it is done, all other sessions and open secrets end, and the owner is told. */
async function setPassword(call: Call, account: Account, password: string, keepSession: number | null): Promise<void> {
  await demandGoodPassword(call, 'new_password', password, account);
  await call.db
    .update(accounts)
    .set({
      password_hash: await hashPassword(password, askerOf(call)),
      required_actions: account.required_actions.filter((action) => action !== 'UPDATE_PASSWORD'),
    })
    .where(eq(accounts.id, account.id));
  await revokeSessions(call, account.id, keepSession);
  await endSecrets(call, String(account.id), ['password_change', 'password_reset']);
  await noteSecurity(call, { kind: 'PASSWORD', account_id: account.id });
  await tellOwner(call, account, 'password');
}

/**
 * The caller sets a new password. `auth` is the present password or the one-time value of the sign-in; without it only
 * who must change the password may, and only where it was given lately. Answers who they are now, and the new token of
 * their session.
 */
export async function changePassword(
  call: Call,
  input: { username?: string | undefined; new_password: string; auth?: string | undefined },
) {
  const { account_id, session_id } = call;
  const named = input.username ? await findAccount(call, input.username) : undefined;
  if (input.username && named?.id !== account_id) throw failField('username', 'AUTH_REFUSED');
  if (!input.auth) {
    const { required_actions } = await accountForChange(call, account_id);
    if (!required_actions.includes('UPDATE_PASSWORD')) throw failField('auth', 'form_required');
    demandProof(call);
  } else if (input.auth.length !== 43 || !(await redeemedBy(call, account_id, input.auth)))
    await demandPassword(call, input.auth, 'auth');
  const account = await accountForChange(call, account_id);
  if (await passwordFits(account.password_hash, input.new_password, askerOf(call)))
    throw failField('new_password', 'PASSWORD_SAME');
  await setPassword(call, account, input.new_password, session_id);
  return { ok: true as const, token: await renewSession(call), user_info: await readUserInfo(call) };
}

const redeemedBy = async (call: Call, account_id: number, value: string): Promise<boolean> =>
  (await redeemSecret(call, 'password_change', value)) === String(account_id);
