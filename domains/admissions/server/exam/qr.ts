import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Call } from '#platform/server/call/context.ts';
import { signature } from '#platform/server/disk/signing.ts';

/** Codes of cards for the entrance: ten letters that can be typed, and a signature, so that nobody makes one. */

/** Without I, L, O and U, which are misread. 50 bits. */
const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const newQrCode = (): string => [...randomBytes(10)].map((byte) => codeLetters[byte & 31]).join('');

const signatureOf = (call: Pick<Call, 'kernel' | 'institution_id'>, code: string): string =>
  signature(call.kernel.settings.dataDir, `application-qr ${call.institution_id} ${code}`).slice(0, 22);

/** What the QR code says: `CODE.SIGNATURE`. */
export const qrText = (call: Pick<Call, 'kernel' | 'institution_id'>, code: string): string =>
  `${code}.${signatureOf(call, code)}`;

/** The code of what was scanned or typed; undefined where the signature is not ours or it is no code at all. */
export function readQr(call: Pick<Call, 'kernel' | 'institution_id'>, text: string): string | undefined {
  const [typed = '', given] = text.trim().split('.');
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (code.length !== 10) return undefined;
  if (given === undefined) return code;
  const [expected, found] = [Buffer.from(signatureOf(call, code)), Buffer.from(given)];
  return expected.length === found.length && timingSafeEqual(expected, found) ? code : undefined;
}
