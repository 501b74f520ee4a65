import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { clock } from '#platform/contract/clock.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { dayIn, zoneOf } from '#platform/server/clock.ts';
import { canonicalJson, signText } from '#platform/server/disk/signing-keys.ts';
import { Storage } from '#platform/server/disk/storage.ts';
import {
  facts,
  grid,
  heading,
  letterheadOf,
  longDate,
  pdf,
  prose,
  signatures,
} from '#platform/server/documents/index.ts';
import { changeKept, type Kept } from '#platform/server/records/kept.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import {
  type DocumentBody,
  type DocumentKind,
  type DocumentReason,
  type DocumentState,
  type Provisional,
  provisionals,
  type Section,
} from '../shapes.ts';
import { reasonIn } from './reasons.ts';
import { documentNumbers, issuedDocuments } from './tables.ts';

/** How documents come to be: a number without gaps, a code that cannot be guessed, the paper, and a signature over all it says. */

export type IssuedDocument = typeof issuedDocuments.$inferSelect;

/** What the numbers of a kind begin with. */
const prefixes: Record<DocumentKind, string> = {
  TRANSCRIPT: 'TR',
  DIPLOMA: 'DP',
  SUPPLEMENT: 'DS',
  REFERENCE: 'MN',
  CONTRACT: 'SH',
  MINUTES: 'BN',
  EXAM_LIST: 'IR',
  EXAM_CARD: 'IV',
  CERTIFICATE: 'SR',
  VOUCHER: 'VC',
  INVOICE: 'HF',
  ENROLLMENT: 'QB',
  CALL_LETTER: 'CX',
  ORDER: 'BQ',
};

export interface DocumentDraft {
  kind: DocumentKind;
  language: Locale;
  title: string;
  subtitle?: string;
  /** Whose it is: a student, an account, or only a name (minutes, lists). */
  student_id?: number | null;
  account_id?: number | null;
  subject_name: string;
  sections: readonly Section[];
  /** Stands on the paper alone, such as other people's results: the page that checks documents is public. The signature covers the file. */
  paper?: readonly Section[];
  /** Who signs by hand. */
  signatories?: readonly { role: string; name: string }[];
  landscape?: boolean;
  /** What it still waits for; it says so first, and the one that waits for less takes its place. */
  provisional?: Provisional;
  /** Of when it is; now unless told. */
  issued_at?: Date;
}

export type Issuer = Pick<Call, 'client' | 'db' | 'institution_id' | 'account_id' | 'kernel'>;

/**
 * Issues a document in the caller's transaction and answers its row; the PDF is kept as it is. The caller has made sure
 * that the person may have it. Documents of this kind and student that were superseded without a successor get this one,
 * and so do provisional ones that waited for what this one has.
 */
export async function issueDocument(call: Issuer, draft: DocumentDraft): Promise<IssuedDocument> {
  const issued = draft.issued_at ?? clock.date();
  const issued_on = dayIn(await zoneOf(call), issued);
  const number = await nextNumber(call, draft.kind, Number(issued_on.slice(0, 4)));
  const code = newCode();
  const letterhead = await letterheadOf(call, draft.language);
  const file = await pdf({
    locale: draft.language,
    letterhead,
    title: draft.title,
    ...(draft.subtitle ? { subtitle: draft.subtitle } : {}),
    number,
    date: longDate(issued_on, draft.language),
    content: contentOf(draft),
    check: { url: `${call.kernel.settings.publicUrl}/check/${shownCode(code)}`, code: shownCode(code) },
    landscape: draft.landscape ?? false,
    made: issued,
  });
  const kept = await keep(call, file, `${number}.pdf`);
  const body: DocumentBody = {
    format: 'edulab-document-1',
    kind: draft.kind,
    number,
    code: shownCode(code),
    language: draft.language,
    issued_at: issued.toISOString(),
    issued_on,
    institution: { id: call.institution_id, name: letterhead.name },
    title: draft.title,
    subtitle: draft.subtitle ?? '',
    ...(draft.provisional ? { provisional: draft.provisional } : {}),
    sections: [...draft.sections],
    signatories: [...(draft.signatories ?? [])],
    file_sha256: kept.hash,
  };
  const signed = canonicalJson(body);
  const [row] = await call.db
    .insert(issuedDocuments)
    .values({
      kind: draft.kind,
      number,
      check_code: code,
      language: draft.language,
      title: draft.title,
      student_id: draft.student_id ?? null,
      account_id: draft.account_id ?? null,
      subject_name: draft.subject_name,
      issued_at: issued.toISOString(),
      issued_by: call.account_id || null,
      body: signed,
      ...signText(call.kernel.settings.dataDir, signed),
      file_id: kept.id,
      provisional: draft.provisional ?? null,
    })
    .returning();
  // Whatever waited for what this one has holds no longer.
  const waited = provisionals.slice(0, draft.provisional ? provisionals.indexOf(draft.provisional) : undefined);
  if (draft.student_id && waited.length)
    await supersede(
      call,
      and(
        eq(issuedDocuments.student_id, draft.student_id),
        eq(issuedDocuments.kind, draft.kind),
        inArray(issuedDocuments.provisional, waited),
      ),
      'CONFIRMED_ISSUED',
      reasonIn(draft.language, 'CONFIRMED_ISSUED'),
    );
  if (draft.student_id)
    await call.db
      .update(issuedDocuments)
      .set({ superseded_by: row!.id })
      .where(
        and(
          eq(issuedDocuments.student_id, draft.student_id),
          eq(issuedDocuments.kind, draft.kind),
          eq(issuedDocuments.status, 'SUPERSEDED'),
          isNull(issuedDocuments.superseded_by),
        ),
      );
  return row!;
}

/**
 * Marks the valid documents of a kind of these students as superseded, in the caller's transaction: what they say is not
 * what holds any more. Answers how many there were.
 */
export async function supersedeDocuments(
  call: Call,
  of: { kind: DocumentKind; student_ids: readonly number[]; language?: Locale },
  reason: DocumentReason,
  note?: string,
): Promise<number> {
  if (of.student_ids.length === 0) return 0;
  return supersede(
    call,
    and(
      inArray(issuedDocuments.student_id, [...of.student_ids]),
      eq(issuedDocuments.kind, of.kind),
      of.language ? eq(issuedDocuments.language, of.language) : undefined,
    ),
    reason,
    note ?? reasonIn(call.locale, reason),
  );
}

/** Nothing ends before it began, whichever clock was asked. */
export const afterIssue = sql`greatest(${issuedDocuments.issued_at}, edulab_clock())`;

/** `note` is for the office's own history. */
async function supersede(call: Issuer, of: SQL | undefined, reason: DocumentReason, note: string): Promise<number> {
  const rows = await call.db
    .update(issuedDocuments)
    .set({ status: 'SUPERSEDED' satisfies DocumentState, status_at: afterIssue, status_reason: reason })
    .where(and(eq(issuedDocuments.status, 'VALID'), of))
    .returning({ id: issuedDocuments.id });
  await recordTransition(
    call,
    'issued_document',
    rows.map(({ id }) => ({ id, from: 'VALID' })),
    'SUPERSEDED',
    { reason: note },
  );
  return rows.length;
}

/** The same, kept so that it can be taken back: the documents hold again when what made them wrong is undone. */
export async function outdateDocuments(
  call: Call,
  of: { kind: DocumentKind; student_ids: readonly number[] },
  reason: string,
): Promise<Kept[]> {
  const rows = await call.db
    .select({ id: issuedDocuments.id })
    .from(issuedDocuments)
    .where(
      and(
        inArray(issuedDocuments.student_id, [...of.student_ids]),
        eq(issuedDocuments.kind, of.kind),
        eq(issuedDocuments.status, 'VALID'),
      ),
    )
    .orderBy(issuedDocuments.id);
  const status = 'SUPERSEDED' satisfies DocumentState;
  const status_at = clock.date().toISOString();
  const kept = await changeKept(
    call.client,
    'issued_documents',
    rows.map(({ id }) => ({ id, status, status_at, status_reason: reason })),
  );
  await recordTransition(
    call,
    'issued_document',
    rows.map(({ id }) => ({ id, from: 'VALID' })),
    status,
    { reason: reasonIn(call.locale, reason) },
  );
  return kept;
}

/** Writes into their history that documents hold again, which `undoKept` put back. */
export const noteDocumentsValid = (call: Call, ids: readonly number[], reason: string): Promise<void> =>
  recordTransition(
    call,
    'issued_document',
    ids.map((id) => ({ id, from: 'SUPERSEDED' satisfies DocumentState })),
    'VALID' satisfies DocumentState,
    { reason },
  );

export function contentOf({
  sections,
  paper = [],
  signatories,
}: Pick<DocumentDraft, 'sections' | 'paper' | 'signatories'>): Content[] {
  const parts = [...sections, ...paper].flatMap((part): Content[] => {
    const shown: Content[] = [
      ...(part.title ? [heading(part.title)] : []),
      part.kind === 'facts'
        ? // Many short facts in two columns push those who sign to another page.
          facts(part.rows, part.rows.length > 6 ? 3 : 2)
        : part.kind === 'table'
          ? grid(part.columns, part.rows)
          : prose(part.text),
    ];
    // A few lines are not torn apart; more of them would leave half of the page before empty.
    const short = part.kind === 'facts' || (part.kind === 'table' && part.rows.length <= 6);
    return part.title && short ? [{ unbreakable: true, stack: shown }] : shown;
  });
  if (!signatories?.length) return parts;
  // Names on a page of their own would sign nothing: the last words go with them, unless they are a table.
  const last = [...sections, ...paper].at(-1);
  const words = last && last.kind !== 'table' && !last.title ? parts.splice(-1) : [];
  return [...parts, { unbreakable: true, stack: [...words, signatures(signatories)] }];
}

async function nextNumber(call: Issuer, kind: DocumentKind, year: number): Promise<string> {
  const [row] = await call.db
    .insert(documentNumbers)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentNumbers.institution_id, documentNumbers.kind, documentNumbers.year],
      set: { last: sql`${documentNumbers.last} + 1` },
    })
    .returning({ last: documentNumbers.last });
  return `${prefixes[kind]}-${year}-${String(row!.last).padStart(6, '0')}`;
}

/** Without I, L, O and U, which are misread. 60 bits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = (): string => [...randomBytes(12)].map((byte) => letters[byte & 31]).join('');
/** In groups of four, as it stands on paper. */
export const shownCode = (code: string): string => code.match(/.{4}/g)!.join('-');
/** As somebody typed it: small letters, other hyphens, letters that look like digits. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

async function keep(call: Issuer, content: Buffer, name: string): Promise<{ id: number; hash: string }> {
  const storage = new Storage(call.kernel.settings.dataDir);
  const staged = await storage.stage(Readable.from([content]));
  await storage.keep(staged);
  const { rows } = await call.client.query<{ id: number }>(
    `insert into files (institution_id, account_id, original_name, extension, media_type, size, hash)
     values ($1, $2, $3, 'pdf', 'application/pdf', $4, $5) returning id`,
    [call.institution_id, call.account_id || null, name, staged.size, staged.hash],
  );
  return { id: rows[0]!.id, hash: staged.hash };
}
