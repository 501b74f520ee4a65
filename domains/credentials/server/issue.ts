import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { keepMade } from '#domains/files/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { dayIn, zoneOf } from '#platform/server/clock.ts';
import { canonicalJson, signText } from '#platform/server/disk/signing-keys.ts';
import {
  facts,
  grid,
  heading,
  letterheadOf,
  longDate,
  pdf,
  prose,
  scanned,
  scriptFor,
  sheetPdf,
  signatures,
} from '#platform/server/documents/index.ts';
import { changeKept, type Kept } from '#platform/server/records/kept.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import {
  type DocumentBody,
  type DocumentKind,
  type DocumentReason,
  type DocumentState,
  type PaperDraft,
  provisionals,
} from '../shapes.ts';
import { sheetOf } from './layout.ts';
import { newCode, numbersFor, shownCode } from './numbers.ts';
import { seenOf } from './proof.ts';
import { type Reader, readerOf } from './reader.ts';
import { reasonIn } from './reasons.ts';
import { documentDrafts, issuedDocuments } from './tables.ts';

/** How documents come to be: a number without gaps, a code that cannot be guessed, the paper, and a signature over all it says. */

export type IssuedDocument = typeof issuedDocuments.$inferSelect;

/** Said to whoever draws papers when one waits. */
export const papersErrand = 'papers';

export interface DocumentDraft extends PaperDraft {
  kind: DocumentKind;
  language: Locale;
  /** Whose it is: a student, an account, or only a name (minutes, lists). */
  student_id?: number | null;
  account_id?: number | null;
  subject_name: string;
  /** Of a series that its owner keeps without gaps; the next of the kind unless told. */
  number?: string;
  /** Of when it is; now unless told. */
  issued_at?: Date;
  /** Drawn after the commit; whoever opens it before has it drawn then. */
  later?: boolean;
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
  const [number = ''] = await numbersFor(call, draft.kind, Number(issued_on.slice(0, 4)), [draft]);
  const code = newCode();
  const paper = draft.later
    ? undefined
    : await drawPaper(
        call,
        {
          kind: draft.kind,
          number,
          check_code: code,
          language: draft.language,
          issued_at: issued.toISOString(),
          institution_id: call.institution_id,
          account_id: draft.account_id ?? null,
          student_id: draft.student_id ?? null,
          issued_by: call.account_id || null,
        },
        draft,
      );
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
      ...(paper
        ? await signPaper(call, paper, await paper.draw())
        : { body: '', key_id: '', signature: '', file_id: 0 }),
      provisional: draft.provisional ?? null,
    })
    .returning();
  if (draft.later) {
    await keepDrafts(call, [{ document_id: row!.id, draft: saidBy(draft) }]);
  }
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

/** What is left to be drawn once the rest stands in the document's row. */
function saidBy(draft: DocumentDraft): PaperDraft {
  const { kind, language, student_id, account_id, subject_name, number, issued_at, later, ...said } = draft;
  return { ...said, ...(said.layout ? { subject: subject_name } : {}) };
}

/** Of many at once each is due a moment after the one before, so that a letter that comes meanwhile is drawn among them. */
const momentMs = 150;

async function keepDrafts(call: Issuer, drafts: { document_id: number; draft: PaperDraft }[]): Promise<void> {
  await call.db.insert(documentDrafts).values(
    drafts.map((one, at) => ({
      ...one,
      next_at: sql`edulab_now() + make_interval(secs => ${(at * momentMs) / 1000})`,
    })),
  );
  await workWaits(call.client, papersErrand);
}

/**
 * Issues many documents of one kind in the caller's transaction, with as many statements as for one; answers their rows in
 * the same order. They are drawn after the commit, one by one. Their numbers follow one another, and whoever issues others
 * of the kind waits until this transaction ends, so they are taken last. Takes the place of no others.
 */
export async function issueDocuments(
  call: Issuer,
  kind: DocumentKind,
  drafts: readonly Omit<DocumentDraft, 'kind' | 'later' | 'issued_at' | 'provisional'>[],
): Promise<IssuedDocument[]> {
  if (drafts.length === 0) return [];
  const issued = clock.date();
  const year = Number(dayIn(await zoneOf(call), issued).slice(0, 4));
  const numbers = await numbersFor(call, kind, year, drafts);
  const rows = await call.db
    .insert(issuedDocuments)
    .values(
      drafts.map((draft, at) => ({
        kind,
        number: numbers[at] ?? '',
        check_code: newCode(),
        language: draft.language,
        title: draft.title,
        student_id: draft.student_id ?? null,
        account_id: draft.account_id ?? null,
        subject_name: draft.subject_name,
        issued_at: issued.toISOString(),
        issued_by: call.account_id || null,
        body: '',
        key_id: '',
        signature: '',
        file_id: 0,
      })),
    )
    .returning();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const inOrder = numbers.map((number) => byNumber.get(number)!);
  await keepDrafts(
    call,
    inOrder.map(({ id }, at) => ({ document_id: id, draft: saidBy({ ...drafts[at]!, kind }) })),
  );
  return inOrder;
}

/** Not drawn and signed yet. */
export const notDrawn = eq(issuedDocuments.file_id, 0);

/** What the paper of a document says of itself and has beside its content: settled before it is drawn, which takes long. */
export async function drawPaper(
  call: Pick<Call, 'client' | 'db' | 'kernel' | 'institution_id'>,
  row: Pick<
    IssuedDocument,
    'kind' | 'number' | 'check_code' | 'language' | 'issued_at' | 'institution_id' | keyof Reader
  >,
  draft: PaperDraft,
) {
  const issued = new Date(row.issued_at);
  const issued_on = dayIn(await zoneOf(call), issued);
  const letterhead = await letterheadOf(call, row.language);
  const code = shownCode(row.check_code);
  const body: Omit<DocumentBody, 'file_sha256'> = {
    format: 'edulab-document-1',
    kind: row.kind,
    number: row.number,
    code,
    language: row.language,
    issued_at: issued.toISOString(),
    issued_on,
    institution: { id: row.institution_id, name: letterhead.name },
    title: draft.title,
    subtitle: draft.subtitle ?? '',
    ...(draft.provisional ? { provisional: draft.provisional } : {}),
    sections: [...draft.sections],
    signatories: [...(draft.signatories ?? [])],
  };
  const address = `${call.kernel.settings.publicUrl}/check/${code}`;
  const locale = await scriptFor(call, row.language, await readerOf(call, row));
  const { layout } = draft;
  const draw = async () => {
    if (layout)
      return sheetPdf(
        await sheetOf(call, layout, {
          locale,
          title: `${draft.title} ${row.number}`,
          made: issued,
          letterhead,
          said: {
            'paper.number': row.number,
            'paper.date': longDate(issued_on, row.language),
            'paper.code': code,
            'paper.address': address,
          },
          seen: draft.subject ? `${address}#${seenOf(call.kernel.settings.dataDir, body, draft.subject)}` : address,
        }),
      );
    return pdf({
      locale,
      letterhead,
      title: draft.paper_title ?? draft.title,
      ...(draft.subtitle ? { subtitle: draft.subtitle } : {}),
      number: row.number,
      date: longDate(issued_on, row.language),
      content: contentOf(draft),
      check: { url: address, code },
      landscape: draft.landscape ?? false,
      made: issued,
    });
  };
  return { body, draw };
}

/** Keeps the drawn file, and signs what it says together with its hash. */
export async function signPaper(
  call: Issuer,
  { body }: Pick<Awaited<ReturnType<typeof drawPaper>>, 'body'>,
  file: Buffer,
) {
  const kept = await keepMade(call, file, `${body.number}.pdf`);
  const signed = canonicalJson({ ...body, file_sha256: kept.hash });
  return { body: signed, ...signText(call.kernel.settings.dataDir, signed), file_id: kept.id };
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
export const notBeforeIssue = sql`greatest(${issuedDocuments.issued_at}, edulab_clock())`;

/** `note` is for the office's own history. */
async function supersede(call: Issuer, of: SQL | undefined, reason: DocumentReason, note: string): Promise<number> {
  const rows = await call.db
    .update(issuedDocuments)
    .set({ status: 'SUPERSEDED' satisfies DocumentState, status_at: notBeforeIssue, status_reason: reason })
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
  reason: DocumentReason,
  note: string,
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
    { reason: note },
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
  pay,
  signatories,
}: Pick<DocumentDraft, 'sections' | 'paper' | 'pay' | 'signatories'>): Content[] {
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
  if (pay) parts.push(scanned(pay));
  if (!signatories?.length) return parts;
  // Names on a page of their own would sign nothing: the last words go with them, unless they are a table.
  const last = [...sections, ...paper].at(-1);
  const words = last && last.kind !== 'table' && !last.title ? parts.splice(-1) : [];
  return [...parts, { unbreakable: true, stack: [...words, signatures(signatories)] }];
}
