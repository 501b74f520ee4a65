import { z } from 'zod';
import { id, text } from '#platform/contract/index.ts';

/** What signatures say; browser-safe. */

/** ACCOUNT: whoever signed gave their password anew. EIMZO: with the key of the national electronic signature. */
export const methods = ['ACCOUNT', 'EIMZO'] as const;
export type Method = (typeof methods)[number];

/** SIGNED: what the file says is the signer's word. READ: they have taken note of it, and say no more. */
export const meanings = ['SIGNED', 'READ'] as const;
export type Meaning = (typeof meanings)[number];

const certificateFacts = z.object({
  serial: z.string(),
  name: z.string().describe('common name of who holds it'),
  organisation: z.string().nullable(),
  issuer: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
});
export type CertificateFacts = z.infer<typeof certificateFacts>;

/** The text that our own key signs, as canonical JSON. It tells nothing of what the file says, not even its name. */
export const signatureBody = z.object({
  format: z.literal('edulab-signature-1'),
  code: z.string(),
  institution: z.object({ uz: z.string(), ru: z.string(), en: z.string() }),
  file: z.object({ sha256: z.string(), size: z.number() }),
  signer: z.object({
    name: z.string(),
    position: z.object({ uz: z.string(), ru: z.string(), en: z.string() }).nullable(),
    instead_of: z.string().nullable().describe('who was to sign, where a deputy did'),
  }),
  method: z.enum(methods),
  meaning: z.enum(meanings).default('SIGNED').describe('left out of the text where it is SIGNED'),
  signed_at: z.string(),
  certificate: certificateFacts.nullable(),
  timestamped_at: z.string().nullable().describe('by the national time stamp server'),
});
export type SignatureBody = z.infer<typeof signatureBody>;

export const publicKey = z.object({
  id: z.string(),
  public_key: z.string(),
  created_at: z.string(),
  active: z.boolean(),
});
export const signedText = z.object({ text: z.string(), key_id: z.string(), signature: z.string() });
/** What a stranger is answered: each signature as it was made, and the keys with which ours are checked. */
export const checkedSignatures = z.object({ signatures: z.array(signedText), keys: z.array(publicKey) });
export type CheckedSignatures = z.infer<typeof checkedSignatures>;

/** A signature as the record that was signed shows it. */
export const signatureShown = z.object({
  code: z.string(),
  method: z.enum(methods),
  name: z.string(),
  position: z.string().nullable(),
  instead_of: z.string().nullable(),
  signed_at: z.string(),
  hash: z.string().describe('SHA-256 of the file'),
  serial: z.string().nullable().describe('of the certificate'),
});
export type SignatureShown = z.infer<typeof signatureShown>;

export const settingsSave = z.object({
  eimzo: z.boolean().describe('whether people may sign with the national electronic signature'),
  demanded: z.boolean().describe('whether files are signed with it alone'),
  domain_keys: text(600).describe('with which the program on the signer’s computer lets this address in'),
});
export const settingsRecord = settingsSave.extend({
  reachable: z.boolean().describe('the operator has set the address of a verification server'),
});
export const means = z.object({
  eimzo: z.boolean(),
  demanded: z.boolean(),
  domain_keys: z.string(),
});

/** A container of signatures in base64, as the program on the signer’s computer makes it. */
export const pkcs7 = z
  .string()
  .min(40)
  .max(400_000)
  .regex(/^[A-Za-z\d+/]+={0,2}$/);
export const electronic = z.object({
  entity: z.string().max(60).describe('what is signed, as its domain calls it'),
  entity_id: id,
  pkcs7: pkcs7.describe('detached, over the very bytes of the file'),
});
export const electronicRecord = z.object({
  id: z.number(),
  certificate: certificateFacts,
  timestamped_at: z.string().nullable(),
});
export const holder = z.object({ certificate: certificateFacts });
export const challenge = z.object({ challenge: z.string(), ttl: z.number().describe('seconds') });
