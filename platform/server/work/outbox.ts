import type { Call } from '../call/context.ts';
import { isOfDemo, keepDemoCode } from './demo-codes.ts';
import { htmlDocument } from './mail.ts';
import { smsDriver } from './sms.ts';

/** What sending needs to know of the running call or job. */
export type Sender = Pick<Call, 'kernel' | 'client' | 'institution_id' | 'account_id' | 'locale'>;

/** What opens something (a code, a link), by the blanks that it fills, and for how many minutes it does so. */
interface Secret {
  values: Record<string, string>;
  minutes: number;
}
/** With a secret the text is made twice: once for the reader, once with dots, which is all that the outbox ever holds. */
type Words =
  | { text: string; secret?: undefined }
  | { text: (values: Record<string, string>) => string; secret: Secret };

export type Mail = { to: string; subject: string } & (
  | (Words & { html?: undefined })
  | { html: string; text?: undefined; secret?: undefined }
);
export type Sms = { to: string } & Words;

/** Stands for what must not be read. */
const dots = '••••••';

/** Channel on which a process learns that something waits; the payload says what: `outbox`, `jobs`, or the name of an errand. */
export const workChannel = 'edulab_work';

/** Says so when the transaction is committed. */
export const workWaits = (client: Pick<Call['client'], 'query'>, what: string): Promise<unknown> =>
  client.query('select pg_notify($1, $2)', [workChannel, what]);

/**
 * Puts a mail into the outbox, in the caller's transaction: it leaves if and only if that is committed. Answers the
 * outbox row's id. Without a mail server it stays there as `kept`. HTML gets its plain twin by itself.
 */
export const sendMail = (call: Sender, mail: Mail): Promise<number> =>
  put(
    call,
    { channel: 'mail', to: mail.to, subject: mail.subject, leaves: call.kernel.settings.smtpUrl !== null },
    mail.html === undefined ? mail : { text: htmlDocument(mail.html, call.locale) },
  );

/** Puts an SMS into the outbox, likewise. `to` has 12 to 15 digits. */
export const sendSms = (call: Sender, sms: Sms): Promise<number> =>
  put(call, { channel: 'sms', to: sms.to, subject: '', leaves: smsDriver() !== null }, sms);

interface Envelope {
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  /** There is somebody to carry it. */
  leaves: boolean;
}

/** What a message says to its reader, and to whoever reads the outbox. */
function said(words: Words): { whole: string; shown: string } {
  if (!words.secret) return { whole: words.text, shown: words.text };
  const { values } = words.secret;
  const hidden = Object.fromEntries(Object.keys(values).map((name) => [name, dots]));
  return { whole: words.text(values), shown: words.text(hidden) };
}

async function put(call: Sender, { channel, to, subject, leaves }: Envelope, words: Words): Promise<number> {
  const { whole, shown } = said(words);
  const { secret } = words;
  // A public call without the institution header runs unbound; the message belongs to the institution it speaks for.
  await call.client.query("select set_config('edulab.institution', $1, true) where edulab_institution() is null", [
    String(call.institution_id),
  ]);
  const {
    rows: [row],
  } = await call.client.query<{ id: number }>(
    'insert into outbox (institution_id, channel, recipient, subject, body, secret, state, account_id) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id',
    [
      call.institution_id,
      channel,
      to,
      subject,
      shown,
      secret !== undefined,
      leaves ? 'queued' : 'kept',
      call.account_id || null,
    ],
  );
  if (!row) throw new Error('the outbox answered nothing');
  if (leaves) {
    await call.client.query(
      'insert into outbox_deliveries (outbox_id, next_at, body, expires_at) values ($1, edulab_now(), $2, edulab_now() + make_interval(mins => $3))',
      [row.id, secret ? whole : null, secret?.minutes ?? null],
    );
    await workWaits(call.client, 'outbox');
  } else if (secret && call.kernel.settings.demo && (await isOfDemo(call.client, to))) {
    keepDemoCode(call.kernel.settings.dataDir, { to, text: whole, minutes: secret.minutes });
  }
  return row.id;
}
