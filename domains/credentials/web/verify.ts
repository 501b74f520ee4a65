import {
  type Checked,
  checked,
  type DocumentBody,
  type DocumentStatement,
  documentBody,
  documentStatement,
} from '../shapes.ts';

/** Checking signatures in the browser itself: whoever serves this page need not be believed, only the keys. */

export type Verdict = 'genuine' | 'altered' | 'unknown_key' | 'unsupported';
export type Keys = Checked['keys'];

export interface Examined {
  verdict: Verdict;
  /** What the document says; null where the signature does not fit, since then it says nothing. */
  body: DocumentBody | null;
  /** What the institution stated, when; null where that signature does not fit. */
  statement: DocumentStatement | null;
}

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** Whether one of these keys signed exactly this text. */
export async function verify(signed: Checked['document'], keys: Keys): Promise<Verdict> {
  const known = keys.find((key) => key.id === signed.key_id);
  if (!known) return 'unknown_key';
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', bytes(known.public_key), 'Ed25519', false, ['verify']);
  } catch {
    // Also where the page came over plain HTTP: browsers then have no cryptography.
    return 'unsupported';
  }
  try {
    const fits = await crypto.subtle.verify(
      'Ed25519',
      key,
      bytes(signed.signature),
      new TextEncoder().encode(signed.text),
    );
    return fits ? 'genuine' : 'altered';
  } catch {
    return 'altered';
  }
}

function parsed<T>(schema: { safeParse(value: unknown): { success: boolean; data?: T } }, text: string): T | null {
  try {
    const found = schema.safeParse(JSON.parse(text));
    return found.success ? (found.data ?? null) : null;
  } catch {
    return null;
  }
}

/** Both signatures of an answer or of a saved file. Only `keys` count, never those that the file brings along. */
export async function examine(saved: Checked, keys: Keys): Promise<Examined> {
  const verdict = await verify(saved.document, keys);
  const read = parsed(documentBody, saved.document.text);
  const body = verdict === 'genuine' || verdict === 'unsupported' ? read : null;
  const stated = parsed(documentStatement, saved.statement.text);
  const said = await verify(saved.statement, keys);
  const fits = (said === 'genuine' || said === 'unsupported') && stated?.code === body?.code;
  return { verdict, body, statement: fits ? stated : null };
}

/** A file that was saved from the check page; null for anything else. */
export async function readSaved(file: File): Promise<Checked | null> {
  return parsed(checked, await file.text());
}

export async function sha256(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const shelf = 'edulab.signing-keys';

/** Keys seen on earlier visits, for when the server is away. */
export function rememberedKeys(): Keys {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? '[]') as Keys;
  } catch {
    return [];
  }
}

export function rememberKeys(keys: Keys): void {
  try {
    localStorage.setItem(shelf, JSON.stringify(keys));
  } catch {
    // A browser that keeps nothing checks while the page is open.
  }
}
