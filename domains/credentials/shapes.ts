import { z } from 'zod';
import {
  id,
  listQuery,
  localeSchema,
  manyOf,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
} from '#platform/contract/index.ts';

/** What documents say, as signed; browser-safe. */

export const documentKinds = [
  'TRANSCRIPT',
  'DIPLOMA',
  'SUPPLEMENT',
  'REFERENCE',
  'CONTRACT',
  'MINUTES',
  'EXAM_LIST',
  'EXAM_CARD',
  'CERTIFICATE',
  'VOUCHER',
  'INVOICE',
  'CREDIT_NOTE',
  'ENROLLMENT',
  'CALL_LETTER',
  'ORDER',
  'LETTER',
  'ACHIEVEMENTS',
] as const;
export const documentStates = ['VALID', 'REVOKED', 'SUPERSEDED'] as const;
/** Whether the file of a document is there: it is drawn after what it was issued with. */
export const paperStates = ['READY', 'WAITING', 'DELAYED'] as const;
export type PaperState = (typeof paperStates)[number];
export type DocumentKind = (typeof documentKinds)[number];
export type DocumentState = (typeof documentStates)[number];

/** What a document still waits for, where it says how somebody stands so far. */
export const provisionals = ['UNCONFIRMED', 'NOT_AWARDED'] as const;
export type Provisional = (typeof provisionals)[number];
/** Why a document holds no longer, as anybody may read it; the office adds reasons in words of its own. */
export const documentReasons = [
  'MARK_AMENDED',
  'CONFIRMED_ISSUED',
  'DUPLICATE_ISSUED',
  'AWARD_TAKEN_BACK',
  'LETTER_TAKEN_BACK',
  'STUDIES_CHANGED',
  'ISSUE_TAKEN_BACK',
  'ACHIEVEMENT_REVOKED',
  'INVOICE_CREDITED',
] as const;
export type DocumentReason = (typeof documentReasons)[number];

const row = z.union([z.array(z.string()), z.object({ group: z.string() }), z.object({ sum: z.array(z.string()) })]);
/** A part of a document: labelled values, a table, or running text. The paper and the public page show the same. */
export const section = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('facts'),
    title: z.string().optional(),
    rows: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.object({
    kind: z.literal('table'),
    title: z.string().optional(),
    columns: z.array(
      z.object({
        title: z.string(),
        align: z.enum(['left', 'right', 'center']).optional(),
        width: z.int().positive().optional().describe('points on paper; what has none shares the rest'),
      }),
    ),
    rows: z.array(row),
  }),
  z.object({ kind: z.literal('text'), title: z.string().optional(), text: z.string() }),
]);
export type Section = z.infer<typeof section>;

/** The signed text is this as JSON with sorted keys; it is kept and handed out as text, byte for byte. */
export const documentBody = z.object({
  format: z.literal('edulab-document-1'),
  kind: z.enum(documentKinds),
  number: z.string(),
  code: z.string(),
  language: localeSchema,
  issued_at: z.string(),
  issued_on: z.string().optional().describe('the day at the institution; papers of before say the instant alone'),
  institution: z.object({ id: z.number(), name: z.string() }),
  title: z.string(),
  subtitle: z.string(),
  provisional: z.enum(provisionals).optional(),
  sections: z.array(section),
  signatories: z.array(z.object({ role: z.string(), name: z.string() })),
  file_sha256: z.string().describe('of the PDF, hex'),
});
export type DocumentBody = z.infer<typeof documentBody>;

/** What the institution says of a document at a moment, signed as well. */
export const documentStatement = z.object({
  format: z.literal('edulab-statement-1'),
  code: z.string(),
  status: z.enum(documentStates),
  at: z.string(),
  since: z.string().nullable(),
  since_on: z.string().nullish().describe('the day at the institution'),
  reason: z.string().nullable().describe('in the language of the document'),
  reasons: z.record(z.string(), z.string()).nullish().describe('in each language, where it is no text of the office'),
  provisional: z.enum(provisionals).nullish(),
  superseded_by: z.object({ code: z.string(), number: z.string() }).nullable(),
});
export type DocumentStatement = z.infer<typeof documentStatement>;

const signed = { text: z.string(), key_id: z.string(), signature: z.string().describe('Ed25519, base64url') };
export const signedText = z.object(signed);
export const publicKey = z.object({
  id: z.string(),
  public_key: z.string().describe('32 bytes, base64url'),
  created_at: z.string(),
  active: z.boolean(),
});

/** What the QR code of a certificate says itself, so that it can be checked with the server gone. */
export const seenShape = z.object({
  n: z.string().describe('number'),
  c: z.string().describe('code'),
  t: z.string().describe('title'),
  s: z.string().describe('whose it is'),
  d: z.string().describe('day of issue'),
  i: z.string().describe('institution'),
});
export type Seen = z.infer<typeof seenShape>;

/** What the check page gets, and what it saves as a file to be checked without us. */
export const checked = z.object({
  format: z.literal('edulab-check-1'),
  document: signedText.describe('text is a document body'),
  statement: signedText.describe('text is a statement'),
  keys: z.array(publicKey),
});
export type Checked = z.infer<typeof checked>;

/** An institution among issuers, by the method `did:web`. */
export const didDocument = z.object({
  '@context': z.array(z.string()),
  id: z.string(),
  verificationMethod: z.array(
    z.object({ id: z.string(), type: z.literal('Multikey'), controller: z.string(), publicKeyMultibase: z.string() }),
  ),
  assertionMethod: z.array(z.string()),
});
export const statusQuery = z.object({
  id: queryId,
  list: queryId,
  purpose: z.enum(['revocation', 'suspension']),
});

export const issuedDocument = z.object({
  ...recordBase,
  kind: z.enum(documentKinds),
  number: z.string(),
  check_code: z.string(),
  language: localeSchema,
  title: z.string(),
  student_id: z.number().nullable(),
  subject_name: z.string(),
  issued_at: z.string(),
  issued_by: z.number().nullable(),
  status: z.enum(documentStates),
  status_at: z.string().nullable(),
  status_reason: z.string().nullable(),
  provisional: z.enum(provisionals).nullable(),
  superseded_by: z.number().nullable(),
  paper: z.enum(paperStates).describe('DELAYED: it could not be drawn yet and is tried again'),
});

export const documentList = z.object({
  ...listQuery,
  kind: manyOf(z.enum(documentKinds)),
  status: manyOf(z.enum(documentStates)),
  language: localeSchema.optional(),
  student_id: queryId.optional(),
  mine: queryBoolean.optional(),
});
export const revocation = z.object({
  id,
  version: id,
  reason: requiredText(500).describe('shown to whoever checks it'),
});

interface PlacedBox {
  x: number;
  y: number;
  w: number;
  h: number;
}
/** A part with its place in millimetres. Pictures are called by the hash under which they are kept. */
export type PlacedPart = PlacedBox &
  (
    | {
        kind: 'text';
        /** May hold the blanks of `paperBlanks`, known only when it is issued. */
        text: string;
        font: 'Serif' | 'Inter';
        size: number;
        bold: boolean;
        italic: boolean;
        align: 'left' | 'center' | 'right';
        color: string;
      }
    | { kind: 'letterhead' }
    | { kind: 'picture'; picture: string }
    | { kind: 'signature'; role: string; name: string; picture: string | null }
    | { kind: 'qr' }
    | { kind: 'line'; color: string; weight: number }
    | { kind: 'frame'; color: string; weight: number; double: boolean }
  );
export interface PaperLayout {
  size: 'A4' | 'A5';
  landscape: boolean;
  parts: readonly PlacedPart[];
}
/** What a layout may say that is settled by issuing it. */
export const paperBlanks = ['paper.number', 'paper.date', 'paper.code', 'paper.address'] as const;

/** What a paper says, from when it is decided until it is drawn. */
export interface PaperDraft {
  title: string;
  /** What the paper is headed with, where lists and the public page must not say it. */
  paper_title?: string;
  subtitle?: string;
  sections: readonly Section[];
  /** Stands on the paper alone, such as other people's results: the page that checks documents is public. The signature covers the file. */
  paper?: readonly Section[];
  /** Where it is paid: a code on the paper alone, with what stands beside it. */
  pay?: { url: string; text: string };
  /** Who signs by hand. */
  signatories?: readonly { role: string; name: string }[];
  landscape?: boolean;
  /** Everything has its place on one page, in place of the usual paper; `sections` say on the public page what stands there. */
  layout?: PaperLayout;
  /** Whose it is, where the QR code on the page says so itself. */
  subject?: string;
  /** What it still waits for; it says so first, and the one that waits for less takes its place. */
  provisional?: Provisional;
}
