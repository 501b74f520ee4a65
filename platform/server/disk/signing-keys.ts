import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { clock } from '#platform/contract/clock.ts';

/**
 * The keys with which the installation signs what it must stand by: documents that people are handed, and heads of the
 * ledger of marks. Ed25519, in `<data>/signing-keys/`, outside the database, so that whoever can change rows cannot sign
 * them. A key is called by the hash of its public part. The newest signs; those before it lose their private part and
 * go on proving what they signed.
 */
export interface PublicSigningKey {
  /** First 16 hex digits of the SHA-256 of the 32 bytes of `public_key`. */
  id: string;
  /** The raw key, base64url. */
  public_key: string;
  created_at: string;
  /** Whether it signs now. */
  active: boolean;
}

export interface Signed {
  key_id: string;
  /** 64 bytes, base64url. */
  signature: string;
}

export const signingKeysFolder = 'signing-keys';

interface Held {
  seen: number;
  active: { id: string; key: KeyObject } | null;
  keys: Map<string, { public_key: string; created_at: string; key: KeyObject }>;
}
const held = new Map<string, Held>();

const publicName = (id: string) => `${id}.public.json`;
const privateName = (id: string) => `${id}.private.pem`;
const idOf = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex').slice(0, 16);
const rawOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');
const keyOf = (raw: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });

/** What lies in the folder; read again when it changed, so that a rotation reaches servers that run. */
function read(dataDir: string): Held {
  const folder = path.join(dataDir, signingKeysFolder);
  const seen = existsSync(folder) ? statSync(folder).mtimeMs : 0;
  const known = held.get(dataDir);
  if (known && known.seen === seen) return known;
  const keys: Held['keys'] = new Map();
  for (const name of seen ? readdirSync(folder) : []) {
    if (!/^[0-9a-f]{16}\.public\.json$/.test(name)) continue;
    const { public_key, created_at } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const id = name.slice(0, 16);
    // The name is the fingerprint: a file that was exchanged is no key of that name.
    if (idOf(Buffer.from(public_key, 'base64url')) === id)
      keys.set(id, { public_key, created_at, key: keyOf(public_key) });
  }
  const [newest] = [...keys]
    .filter(([id]) => existsSync(path.join(folder, privateName(id))))
    .sort(([a, x], [b, y]) => y.created_at.localeCompare(x.created_at) || a.localeCompare(b));
  const found = {
    seen,
    keys,
    active: newest
      ? { id: newest[0], key: createPrivateKey(readFileSync(path.join(folder, privateName(newest[0])))) }
      : null,
  };
  held.set(dataDir, found);
  return found;
}

/** Makes a new key that signs from now on, and takes the private parts of the others away. Answers its id. */
export function rotateSigningKey(dataDir: string): string {
  const folder = path.join(dataDir, signingKeysFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = rawOf(publicKey);
  const id = idOf(raw);
  const before = [...read(dataDir).keys.keys()];
  const write = (name: string, content: string) => {
    const draft = path.join(folder, `.${name}.${process.pid}`);
    writeFileSync(draft, content, { mode: 0o600 });
    renameSync(draft, path.join(folder, name));
  };
  write(privateName(id), privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  write(publicName(id), JSON.stringify({ id, public_key: raw.toString('base64url'), created_at: clock.iso() }));
  for (const old of before) rmSync(path.join(folder, privateName(old)), { force: true });
  held.delete(dataDir);
  return id;
}

/** Makes the first key where there is none, so that from a server that has started it can be taken to others. */
export function makeSigningKey(dataDir: string): void {
  if (!read(dataDir).active) rotateSigningKey(dataDir);
}

/** How bytes are signed with the newest key, whose name it is; makes the first one where there is none. */
export function signBytes(dataDir: string): { key_id: string; sign: (bytes: Uint8Array) => Buffer } {
  makeSigningKey(dataDir);
  const { id, key } = read(dataDir).active!;
  return { key_id: id, sign: (bytes) => sign(null, bytes, key) };
}

/** Signs the text's UTF-8 bytes with the newest key. */
export function signText(dataDir: string, text: string): Signed {
  const newest = signBytes(dataDir);
  return { key_id: newest.key_id, signature: newest.sign(Buffer.from(text)).toString('base64url') };
}

/** Whether one of our keys, old or new, signed exactly this text. */
export function verifyText(dataDir: string, text: string, { key_id, signature }: Signed): boolean {
  const known = read(dataDir).keys.get(key_id);
  return Boolean(known && verify(null, Buffer.from(text), known.key, Buffer.from(signature, 'base64url')));
}

/** All keys that ever signed here, newest first; for publication. */
export function publicSigningKeys(dataDir: string): PublicSigningKey[] {
  const { keys, active } = read(dataDir);
  return [...keys]
    .map(([id, { public_key, created_at }]) => ({ id, public_key, created_at, active: id === active?.id }))
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** JSON with sorted keys and no spaces: equal values are equal texts. For plain data of texts, whole numbers and lists. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
