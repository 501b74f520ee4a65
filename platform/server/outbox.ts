import type { Call } from './context.ts';
import { htmlDocument } from './mail.ts';
import { smsDriver } from './sms.ts';

/** What sending needs to know of the running call or job. */
export type Sender = Pick<Call, 'kernel' | 'client' | 'institution_id' | 'account_id' | 'locale'>;

interface Secrecy {
  /** The text opens something (a code, a link): once sent it is no longer readable in the outbox. */
  secret?: boolean;
}

export type Mail = { to: string; subject: string } & (
  | { text: string; html?: undefined }
  | { html: string; text?: string }
) &
  Secrecy;

/** Channel on which a process learns that something waits; the payload says what: `outbox` or `jobs`. */
export const workChannel = 'edulab_work';

/**
 * Puts a mail into the outbox, in the caller's transaction: it leaves if and only if that is committed. Answers the
 * outbox row's id. Without a mail server it stays there as `kept`. HTML gets its plain twin by itself.
 */
export const sendMail = (call: Sender, mail: Mail): Promise<number> =>
  put(
    call,
    'mail',
    call.kernel.settings.smtpUrl !== null,
    mail.to,
    mail.subject,
    mail.html === undefined ? mail.text : htmlDocument(mail.html, call.locale),
    mail.secret ?? false,
  );

/** Puts an SMS into the outbox, likewise. `to` has 12 to 15 digits. */
export const sendSms = (call: Sender, sms: { to: string; text: string } & Secrecy): Promise<number> =>
  put(call, 'sms', smsDriver() !== null, sms.to, '', sms.text, sms.secret ?? false);

async function put(
  call: Sender,
  channel: 'mail' | 'sms',
  leaves: boolean,
  to: string,
  subject: string,
  body: string,
  secret: boolean,
): Promise<number> {
  // A public call without the institution header runs unbound; the message belongs to the institution it speaks for.
  await call.client.query("select set_config('edulab.institution', $1, true) where edulab_institution() is null", [
    String(call.institution_id),
  ]);
  const {
    rows: [row],
  } = await call.client.query<{ id: number }>(
    'insert into outbox (institution_id, channel, recipient, subject, body, state, account_id) values ($1, $2, $3, $4, $5, $6, $7) returning id',
    [call.institution_id, channel, to, subject, body, leaves ? 'queued' : 'kept', call.account_id || null],
  );
  if (!row) throw new Error('the outbox answered nothing');
  if (leaves) {
    await call.client.query('insert into outbox_deliveries (outbox_id, next_at, secret) values ($1, now(), $2)', [
      row.id,
      secret,
    ]);
    await call.client.query('select pg_notify($1, $2)', [workChannel, 'outbox']);
  }
  return row.id;
}
