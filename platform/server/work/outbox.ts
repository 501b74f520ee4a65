import { htmlInCyrillic, textInCyrillicBut } from '#platform/contract/cyrillic.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import { isOfDemo, keepDemoCode } from './demo-codes.ts';
import { htmlDocument, isHtml } from './mail.ts';
import { smsDriver } from './sms.ts';

/** What sending needs to know of the running call or job. */
export type Sender = Pick<Call, 'kernel' | 'client' | 'institution_id' | 'account_id'>;

/** What opens something (a code, a link), by the blanks that it fills, and for how many minutes it does so. */
interface Secret {
  values: Record<string, string>;
  minutes: number;
}
/** With a secret the text is made twice: once for the reader, once with dots, which is all that the outbox ever holds. */
type Words =
  | { text: string; secret?: undefined }
  | { text: (values: Record<string, string>) => string; secret: Secret };

interface Addressed {
  to: string;
  /** What it is written in; null where somebody typed it. Uzbek goes in Cyrillic to whoever reads it so. */
  language: Locale | null;
  /** Parts of the text that are no words, such as the name somebody signs in with: they stand as they are in any script. */
  as_it_is?: readonly string[];
}

export type Mail = Addressed & { subject: string } & (
    | (Words & { html?: undefined })
    | { html: string; text?: undefined; secret?: undefined }
  );
/** `at`: not before this instant. */
export type Sms = Addressed & { at?: string } & Words;

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
export const sendMail = async (call: Sender, mail: Mail): Promise<number> =>
  (await put(call, [mailPost(call, mail)]))[0]!;

/** Puts an SMS into the outbox, likewise. `to` has 12 to 15 digits. */
export const sendSms = async (call: Sender, sms: Sms): Promise<number> => (await put(call, [smsPost(sms)]))[0]!;

/** Many mails and SMS at once: as many statements as for one. */
export async function sendAll(call: Sender, { mails, sms }: { mails?: Mail[]; sms?: Sms[] }): Promise<void> {
  await put(call, [...(mails ?? []).map((mail) => mailPost(call, mail)), ...(sms ?? []).map(smsPost)]);
}

const addressOf = ({ to, language, as_it_is }: Addressed): Addressed => ({
  to,
  language,
  ...(as_it_is ? { as_it_is } : {}),
});
const mailPost = (call: Sender, mail: Mail): Post => ({
  channel: 'mail',
  ...addressOf(mail),
  subject: mail.subject,
  leaves: call.kernel.settings.smtpUrl !== null,
  words: mail.html === undefined ? mail : { text: htmlDocument(mail.html, mail.language ?? 'uz') },
});
const smsPost = (sms: Sms): Post => ({
  channel: 'sms',
  ...addressOf(sms),
  at: sms.at,
  subject: '',
  leaves: smsDriver() !== null,
  words: sms,
});

interface Post extends Addressed {
  channel: 'mail' | 'sms';
  subject: string;
  at?: string | undefined;
  /** There is somebody to carry it. */
  leaves: boolean;
  words: Words;
}

/** What a message says to its reader, and to whoever reads the outbox. */
function said(words: Words): { whole: string; shown: string } {
  if (!words.secret) return { whole: words.text, shown: words.text };
  const { values } = words.secret;
  const hidden = Object.fromEntries(Object.keys(values).map((name) => [name, dots]));
  return { whole: words.text(values), shown: words.text(hidden) };
}

/** Those of these addresses and phones whose owners read Uzbek in Cyrillic. */
async function cyrillicReaders({ client }: Sender, posts: readonly Post[]): Promise<Set<string>> {
  const to = posts.flatMap((post) => (post.language === 'uz' ? [post.to.toLowerCase()] : []));
  if (to.length === 0) return new Set();
  const { rows } = await client.query<{ to: string }>(
    `select unnest(array[lower(email), phone]) as "to" from accounts
      where cyrillic and locale = 'uz' and deleted_at is null and (lower(email) = any($1) or phone = any($1))`,
    [to],
  );
  return new Set(rows.map((row) => row.to));
}

function inCyrillic({ as_it_is = [], subject, words, ...post }: Post): Post {
  const { secret } = words;
  const write = (text: string, values: Record<string, string> = {}) => {
    const kept = [...as_it_is, ...Object.values(values)];
    return isHtml(text) ? htmlInCyrillic(text, kept) : textInCyrillicBut(kept, text);
  };
  return {
    ...post,
    subject: write(subject),
    words: secret ? { text: (values) => write(words.text(values), values), secret } : { text: write(words.text) },
  };
}

async function put(call: Sender, given: readonly Post[]): Promise<number[]> {
  if (given.length === 0) return [];
  const readers = await cyrillicReaders(call, given);
  const posts = given.map((post) =>
    post.language === 'uz' && readers.has(post.to.toLowerCase()) ? inCyrillic(post) : post,
  );
  const sent = posts.map((post) => ({ ...post, ...said(post.words) }));
  // A public call without the institution header runs unbound; the message belongs to the institution it speaks for.
  await call.client.query("select set_config('edulab.institution', $1, true) where edulab_institution() is null", [
    String(call.institution_id),
  ]);
  const { rows } = await call.client.query<{ id: number }>(
    `insert into outbox (institution_id, channel, recipient, subject, body, secret, state, account_id)
     select $1, p.channel, p.recipient, p.subject, p.body, p.secret, p.state, $2
       from rows from (jsonb_to_recordset($3::jsonb) as (channel text, recipient text, subject text, body text, secret boolean, state text)) with ordinality p
      order by p.ordinality returning id`,
    [
      call.institution_id,
      call.account_id || null,
      JSON.stringify(
        sent.map(({ channel, to, subject, shown, words, leaves }) => ({
          channel,
          recipient: to,
          subject,
          body: shown,
          secret: words.secret !== undefined,
          state: leaves ? 'queued' : 'kept',
        })),
      ),
    ],
  );
  if (rows.length < sent.length) throw new Error('the outbox answered nothing');
  const leaving = sent.flatMap(({ leaves, words: { secret }, whole, at }, index) =>
    leaves
      ? [{ id: rows[index]!.id, at: at ?? null, body: secret ? whole : null, minutes: secret?.minutes ?? null }]
      : [],
  );
  if (leaving.length > 0) {
    await call.client.query(
      `insert into outbox_deliveries (outbox_id, next_at, body, expires_at)
       select l.id, greatest(edulab_now(), l.at), l.body, edulab_now() + make_interval(mins => l.minutes)
         from jsonb_to_recordset($1::jsonb) as l (id int, at timestamptz, body text, minutes int)`,
      [JSON.stringify(leaving)],
    );
    await workWaits(call.client, 'outbox');
  }
  for (const { leaves, words, to, whole } of sent)
    if (!leaves && words.secret && call.kernel.settings.demo && (await isOfDemo(call.client, to)))
      keepDemoCode(call.kernel.settings.dataDir, { to, text: whole, minutes: words.secret.minutes });
  return rows.map(({ id }) => id);
}
