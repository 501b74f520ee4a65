import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { signature } from './signing.ts';

/**
 * Seals what the database may hold but nobody who reads all of it may understand: the key is made from a secret beside
 * the files and from what is sealed, its name, so that whoever forgets the name has destroyed the key. Everything sealed is of
 * one size, or of a multiple of it, as lengths tell who wrote: a block should hold the longest there is.
 */

const keyOf = (dataDir: string, name: string) =>
  createHash('sha256')
    .update(signature(dataDir, `sealed ${name}`))
    .digest();

export function seal(dataDir: string, name: string, value: unknown, block = 24 * 1024): Buffer {
  const text = Buffer.from(JSON.stringify(value), 'utf8');
  const size = Math.ceil((text.length + 4) / block) * block;
  const padded = Buffer.alloc(size);
  padded.writeUInt32BE(text.length);
  text.copy(padded, 4);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataDir, name), nonce);
  return Buffer.concat([nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed under this name; throws where it was touched, or sealed under another. */
export function unseal(dataDir: string, name: string, sealed: Buffer): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataDir, name), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(4, 4 + padded.readUInt32BE()).toString('utf8'));
}

/** In an order that says nothing about the one before. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: randomBytes(8).readBigUInt64BE() }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ item }) => item);
}
