import { inLocale } from '#domains/identity/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import { numberOf } from './claims.ts';

/**
 * What students are told of their claims: that there is something to read or to do. What happened to them, and what was
 * decided, stands on the page alone, so that nobody who sees a screen or a list of mails learns it.
 */

export type Teller = Pick<Call, 'db' | 'client' | 'institution_id' | 'account_id' | 'kernel' | 'locale'>;
/** Also the beginnings of the texts: `notice_ec_<what>`, `ec_mail_subject`, `ec_mail_<what>`. */
export type Told = 'news' | 'evidence' | 'update';

export async function tellStudent(
  call: Teller,
  claim: { id: number; student_id: number },
  what: Told,
  values: Record<string, unknown> = {},
): Promise<void> {
  const {
    rows: [person],
  } = await call.client.query<{ account_id: number; email: string | null; locale: string; name: string }>(
    `select s.account_id, coalesce(a.email, s.email) as email, a.locale, s.firstname as name
       from students s join accounts a on a.id = s.account_id and a.deleted_at is null where s.id = $1`,
    [claim.student_id],
  );
  if (!person) return;
  const said = { ...values, number: numberOf(claim.id), name: person.name };
  await notify(call, [person.account_id], {
    type: 'circumstance',
    title: titleOf(`notice_ec_${what}`, said),
    link: `/ec/${claim.id}`,
  });
  if (!person.email) return;
  const language: Locale = locales.find((one) => one === person.locale) ?? 'uz';
  await sendMail(call, {
    to: person.email,
    language,
    subject: message(language, 'ec_mail_subject', said),
    text: `${message(language, `ec_mail_${what}`, said)}\n${call.kernel.settings.publicUrl}/ec/${claim.id}`,
  });
}

/** Words of the institution in the language of a student. */
export async function inStudentsLanguage(call: Pick<Call, 'client'>, student_id: number, text: Title): Promise<string> {
  const {
    rows: [person],
  } = await call.client.query<{ locale: string }>(
    'select a.locale from students s join accounts a on a.id = s.account_id where s.id = $1',
    [student_id],
  );
  return inLocale(text, locales.find((one) => one === person?.locale) ?? 'uz');
}
