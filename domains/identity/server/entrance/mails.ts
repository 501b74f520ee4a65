import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { accounts } from '#platform/server/database/tables.ts';
import { sendMail, sendSms } from '#platform/server/work/outbox.ts';
import { asLocale } from '../accounts/user-info.ts';
import { issueSecret } from './secrets.ts';

type Account = typeof accounts.$inferSelect;

/** A mail in the language of the person who gets it, not of whoever caused it. */
export async function mailTo(
  call: Call,
  account: Pick<Account, 'email' | 'locale' | 'firstname' | 'username'>,
  kind: string,
  secret?: { values: Record<string, string>; minutes: number },
): Promise<void> {
  if (!account.email) return;
  const locale = asLocale(account.locale);
  const words = { name: account.firstname, username: account.username, site: call.kernel.settings.publicUrl };
  await sendMail(call, {
    to: account.email,
    language: locale,
    as_it_is: [account.username],
    subject: message(locale, `mail_${kind}_subject`, words),
    ...(secret
      ? { text: (values) => message(locale, `mail_${kind}`, { ...words, ...values }), secret }
      : { text: message(locale, `mail_${kind}`, words) }),
  });
}

/** A mail with a link, good for so many minutes, to choose a password; `kind` names its text. */
export async function mailNewPassword(
  call: Call,
  account: Account,
  kind: 'reset' | 'invite',
  minutes: number,
): Promise<void> {
  const token = await issueSecret(call, 'password_reset', String(account.id), minutes);
  const link = `${call.kernel.settings.publicUrl}/reset-password?token=${token}`;
  await mailTo(call, account, kind, { values: { link }, minutes });
}

/** What somebody signs in with, or is reached by when they cannot. */
export type SignInData = 'password' | 'email' | 'phone' | 'username';

/**
 * Tells a person that what they sign in with is another now: at the address and the phone that they had before, and on
 * the devices that are still signed in. Whoever took an account cannot keep that from its owner.
 */
export async function tellOwner(call: Call, before: Account, what: SignInData): Promise<void> {
  const locale = asLocale(before.locale);
  await mailTo(call, before, `${what}_changed`);
  // Where there is no address, and where it is the phone itself that goes.
  if (before.phone && (what === 'phone' || !before.email))
    await sendSms(call, { to: before.phone, language: locale, text: message(locale, `sms_${what}_changed`) });
  await notify(call, [before.id], { type: 'sign_in_data', title: titleOf(`notice_${what}_changed`), link: '/profile' });
}
