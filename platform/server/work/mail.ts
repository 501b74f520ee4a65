import sanitizeHtml from 'sanitize-html';
import type { Settings } from '../run/settings.ts';

/** One message on its way out. `to` is an address or a phone; `id` is that of its outbox row. */
export interface Message {
  id: number;
  to: string;
  subject: string;
  body: string;
}

/** A way out of the house. `send` throws where it did not work; `Permanent` where trying again is of no use. */
export interface Driver {
  send(message: Message): Promise<void>;
  close?(): void;
}

/** The other side refused for good: no such mailbox, a number that does not exist. */
export class Permanent extends Error {
  override name = 'Permanent';
}

const htmlStart = '<!doctype html>';
/** Bodies of HTML mails are whole documents, and are known by how they begin. */
export const isHtml = (body: string): boolean => body.startsWith(htmlStart);
export const htmlDocument = (html: string, locale: string): string =>
  isHtml(html)
    ? html
    : `${htmlStart}<html lang="${locale}"><head><meta charset="utf-8"></head><body>${html}</body></html>`;

/** What a reader without HTML sees. */
export const plainText = (html: string): string =>
  sanitizeHtml(html.replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\b[^<>]*>/gi, '\n$&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    // Line by line: a pattern for blanks before a line's end would try each of many blanks anew.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The mail server of the operator, or null where there is none. */
export function mailDriver(settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl'>): Driver | null {
  if (!settings.smtpUrl) return null;
  const url = new URL(settings.smtpUrl);
  const secure = url.protocol === 'smtps:';
  const options = {
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    pool: true as const,
    maxConnections: 3,
    // Together far below the time after which another process takes the message over.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  };
  // Only who sends mail reads what it takes.
  const transport = import('nodemailer').then(({ createTransport }) => {
    const made = createTransport(options);
    // The pool's own connections fail apart from a message as well; the message that needed one is told.
    made.on('error', () => undefined);
    return made;
  });
  const host = new URL(settings.publicUrl).hostname;
  return {
    async send({ id, to, subject, body }) {
      try {
        await (await transport).sendMail({
          from: settings.mailFrom,
          to: { name: '', address: to },
          subject,
          // The same at every attempt: where an answer was lost, the reader's program shows the mail once.
          messageId: `<edulab-${id}@${host}>`,
          ...(isHtml(body) ? { html: body, text: plainText(body) } : { text: body }),
        });
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        if (code === 'EENVELOPE' && (responseCode === undefined || responseCode >= 500))
          throw new Permanent((error as Error).message);
        throw error;
      }
    },
    close: () => void transport.then((made) => made.close()),
  };
}
