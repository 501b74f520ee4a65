import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it came over the wire, and what a reader of it sees. */
export interface Received {
  to: string;
  /** Headers and body as they were sent. */
  text: string;
}

/** A mail server that takes all mail but for `nobody@…`, on a port of its own unless one is told. */
export function startSmtp(received: Received[], port = 0): Promise<SMTPServer> {
  return new Promise((resolve) => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (address, _session, done) => {
        const refused = address.address.startsWith('nobody');
        done(refused ? Object.assign(new Error('refused'), { responseCode: 550 }) : undefined);
      },
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (piece) => (text += piece));
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo[0]!.address, text });
          done();
        });
      },
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
export const portOf = (server: SMTPServer): number => (server.server.address() as AddressInfo).port;
export const stopSmtp = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()));

const quoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** Subject and text of a mail that is plain text, as a mail program shows them. */
export function readMail({ text }: Received): { subject: string; body: string } {
  const end = text.search(/\r?\n\r?\n/);
  const head = text.slice(0, end).replaceAll(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const words = header('Subject')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : quoted(word.replaceAll('_', ' ')).toString('latin1'),
    );
  // A letter may be cut in two words: their bytes are joined before they are read.
  const subject = /=\?utf-8\?/i.test(head) ? Buffer.from(words, 'latin1').toString('utf8') : words;
  const sent = text.slice(end).trim();
  const way = header('Content-Transfer-Encoding').toLowerCase();
  const body =
    way === 'base64'
      ? Buffer.from(sent, 'base64').toString('utf8')
      : way === 'quoted-printable'
        ? quoted(sent).toString('utf8')
        : sent;
  return { subject, body: body.trim() };
}
