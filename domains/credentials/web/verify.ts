import type { Checked } from '../shapes.ts';

/** Checking signatures in the browser itself: whoever serves this page need not be believed, only the keys. */

export type Verdict = 'genuine' | 'altered' | 'unknown_key' | 'unsupported';
export type Keys = Checked['keys'];

export const bytes = (text: string) =>
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

export async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
