import { z } from 'zod';
import { call, defineErrors, text } from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';
export { signatureShown } from './shapes.ts';

/** Signatures over files: with the account or the national electronic signature, and what strangers may check of them. */

export const errors = defineErrors({
  SIGNATURE_OFF: 422,
  SIGNATURE_NEEDED: 422,
  SIGNATURE_NOT_WANTED: 422,
  SIGNATURE_NO_PINFL: 422,
  SIGNATURE_OTHER_PERSON: 403,
  SIGNATURE_OTHER_FILE: 422,
  SIGNATURE_FILE_LARGE: 422,
  SIGNATURE_BROKEN: 422,
  SIGNATURE_CERTIFICATE: 422,
  SIGNATURE_CERTIFICATE_DATES: 422,
  SIGNATURE_TIME: 422,
  SIGNATURE_CHALLENGE: 422,
  SIGNATURE_STAMP: 422,
  SIGNATURE_UNKNOWN: 503,
  SIGNATURE_AWAY: 503,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    signatures: typeof errors;
  }
}

const signer = { self: 'everybody signs what is asked of them; what may be signed is said by whose it is' };
const stranger = {
  public:
    'whoever holds a signed file may ask who signed it: neither code nor hash can be guessed, and the answer does not say what the file says',
};
const faults = [
  'SIGNATURE_OFF',
  'SIGNATURE_NO_PINFL',
  'SIGNATURE_OTHER_PERSON',
  'SIGNATURE_BROKEN',
  'SIGNATURE_CERTIFICATE',
  'SIGNATURE_CERTIFICATE_DATES',
  'SIGNATURE_TIME',
  'SIGNATURE_CHALLENGE',
  'SIGNATURE_STAMP',
  'SIGNATURE_UNKNOWN',
  'SIGNATURE_AWAY',
] as const;

export const contract = {
  means: call({
    method: 'GET',
    path: '/signature/means',
    summary: 'With what files can be signed here',
    access: signer,
    output: shapes.means,
  }),
  challenge: call({
    method: 'POST',
    path: '/signature/eimzo/challenge',
    summary: 'A random text that the holder of a key is to sign within two minutes',
    access: signer,
    output: shapes.challenge,
    errors: ['SIGNATURE_OFF', 'SIGNATURE_AWAY'],
    reads: true,
  }),
  identify: call({
    method: 'POST',
    path: '/signature/eimzo/proof',
    summary: 'Prove with the signed text whose session this is: counts as the password for ten minutes',
    access: signer,
    input: z.object({ pkcs7: shapes.pkcs7.describe('with the text attached') }),
    output: shapes.holder,
    errors: faults,
    reads: true,
    heavy: 'import',
  }),
  electronic: call({
    method: 'POST',
    path: '/signature/eimzo/',
    summary: 'Hand in a signature over the file that waits for the caller’s: stamped with the time, verified, kept',
    access: signer,
    input: shapes.electronic,
    output: shapes.electronicRecord,
    errors: [...faults, 'SIGNATURE_NOT_WANTED', 'SIGNATURE_FILE_LARGE'],
    heavy: 'import',
  }),
  check: {
    code: call({
      method: 'GET',
      path: '/signature/check/{code}',
      summary: 'A signature by its code: who, when, as what, with what, over which file',
      access: stranger,
      input: z.object({ code: text(40) }),
      output: shapes.checkedSignatures,
    }),
    file: call({
      method: 'GET',
      path: '/signature/hash/{sha256}',
      summary: 'Signatures over the file with this hash; the file itself stays with whoever asks',
      access: stranger,
      input: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
      output: shapes.checkedSignatures,
    }),
  },
  settings: call({
    method: 'GET',
    path: '/signature/settings',
    summary: 'How files are signed in this institution',
    access: { permission: 'signature.settings' },
    output: shapes.settingsRecord,
  }),
  save_settings: call({
    method: 'POST',
    path: '/signature/settings',
    summary: 'Say how files are signed in this institution',
    access: { permission: 'signature.settings' },
    proof: true,
    input: shapes.settingsSave,
    output: shapes.settingsRecord,
    errors: ['SIGNATURE_OFF'],
  }),
};
