import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { signText } from '#platform/server/disk/signing-keys.ts';
import type { Storage } from '#platform/server/disk/storage.ts';
import type { DocumentBody } from '../shapes.ts';
import type { issuedDocuments } from './tables.ts';

/** What a paper carries along, so that it can be checked with us gone: in its file, and in what a camera reads off it. */

type Proven = Pick<typeof issuedDocuments.$inferSelect, 'body' | 'key_id' | 'signature'>;

/**
 * The file of a paper with what was signed behind its end, as a comment: readers of PDF pass over it, and find the table of
 * the file where they look for it. Whoever takes it off has the very file that was signed.
 */
export async function fileWithProof(
  storage: Storage,
  { hash, size }: { hash: string; size: number },
  row: Proven,
): Promise<{ size: number; body: () => Readable }> {
  const said = JSON.stringify({ text: row.body, key_id: row.key_id, signature: row.signature });
  const proof = Buffer.from(
    `\n%edulab-proof ${Buffer.from(said).toString('base64')}\nstartxref\n${await tableOf(storage, hash, size)}\n%%EOF\n`,
  );
  return {
    size: size + proof.length,
    body: () =>
      Readable.from(
        (async function* () {
          yield* storage.read(hash);
          yield proof;
        })(),
      ),
  };
}

/** Where the table of a PDF begins, as its end says. */
async function tableOf(storage: Storage, hash: string, size: number): Promise<string> {
  const tail = await buffer(storage.read(hash, { start: Math.max(0, size - 128), end: size - 1 }));
  return /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.toString('latin1'))?.[1] ?? '0';
}

/** The least that a paper says of itself, signed, short enough for a QR code: it stands behind the # of the address. */
export function seenOf(
  dataDir: string,
  { number, code, title, issued_on, institution }: Omit<DocumentBody, 'file_sha256'>,
  subject: string,
): string {
  const text = JSON.stringify({ n: number, c: code, t: title, s: subject, d: issued_on ?? '', i: institution.name });
  const { key_id, signature } = signText(dataDir, text);
  return `v1.${key_id}.${Buffer.from(text).toString('base64url')}.${signature}`;
}
