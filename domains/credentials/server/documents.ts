import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListAnswer } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { tell } from '#platform/server/hooks.ts';
import { closeness, keyHolds, textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { columnsSql } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { DocumentKind, DocumentReason, documentList, issuedDocument, PaperState, revocation } from '../shapes.ts';
import { documentWorkflow } from '../workflow.ts';
import { sendTwin } from './check.ts';
import { drawNow } from './drawing.ts';
import { documentsRevoked } from './hooks.ts';
import { type IssuedDocument, notBeforeIssue } from './issue.ts';
import { shownCode } from './numbers.ts';
import { fileWithProof } from './proof.ts';
import { reasonIn } from './reasons.ts';
import { documentDrafts, documentTwins, issuedDocuments } from './tables.ts';

/** Finding documents again, and taking them back. */

type Shown = z.infer<typeof issuedDocument>;

/** Also those of the records that somebody had before, wherever their account was then. */
const own = (call: Call): SQL =>
  sql`(${issuedDocuments.account_id} = ${call.account_id} or ${issuedDocuments.student_id} = any(array(select edulab_own_records(${call.account_id}))))`;

/** Letters are between their reader and the office that wrote them, which opens them from its own record. */
const reach = (call: Call): SQL =>
  scopeOf(call, 'issued_document.read') === 'institution'
    ? sql`(${issuedDocuments.kind} <> 'LETTER' or ${own(call)})`
    : own(call);

/** So many tries without a paper are no wait any more: somebody should know. */
const PATIENCE = 3;

/** How often the papers among these that are not drawn were tried. */
async function triesOf(call: Call, rows: readonly IssuedDocument[]): Promise<Map<number, number>> {
  const ids = rows.filter((row) => row.file_id === 0).map((row) => row.id);
  if (ids.length === 0) return new Map();
  const drafts = await call.db
    .select({ id: documentDrafts.document_id, attempts: documentDrafts.attempts })
    .from(documentDrafts)
    .where(inArray(documentDrafts.document_id, ids));
  return new Map(drafts.map((draft) => [draft.id, draft.attempts]));
}

const paperOf = (row: IssuedDocument, tries: ReadonlyMap<number, number>): PaperState =>
  row.file_id !== 0 ? 'READY' : (tries.get(row.id) ?? 0) < PATIENCE ? 'WAITING' : 'DELAYED';

const shownOne = async (call: Call, row: IssuedDocument): Promise<Shown> =>
  shown(call, row, await triesOf(call, [row]));

function shown(call: Call, row: IssuedDocument, tries: ReadonlyMap<number, number>): Shown {
  return {
    id: row.id,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    kind: row.kind,
    number: row.number,
    check_code: shownCode(row.check_code),
    language: row.language,
    title: row.title,
    student_id: row.student_id,
    subject_name: row.subject_name,
    issued_at: row.issued_at,
    issued_by: row.issued_by,
    status: row.status,
    status_at: row.status_at,
    status_reason: row.status_reason && reasonIn(call.locale, row.status_reason),
    provisional: row.provisional,
    superseded_by: row.superseded_by,
    paper: paperOf(row, tries),
    can: { revoke: row.status !== 'REVOKED' && may(call, 'issued_document.revoke') },
  };
}

const oneOf = (column: SQL, values: readonly string[] | undefined): SQL | undefined =>
  values?.length ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;

export function documents(call: Call, input: z.infer<typeof documentList>): Promise<ListAnswer<Shown>> {
  return list(call, input, {
    from: sql`${issuedDocuments}`,
    key: sql`${issuedDocuments.id}`,
    table: 'issued_documents',
    where: [
      reach(call),
      input.mine ? sql`${issuedDocuments.account_id} = ${call.account_id}` : undefined,
      oneOf(sql`${issuedDocuments.kind}`, input.kind),
      oneOf(sql`${issuedDocuments.status}`, input.status),
      input.language ? sql`${issuedDocuments.language} = ${input.language}` : undefined,
      input.student_id ? sql`${issuedDocuments.student_id} = ${input.student_id}` : undefined,
      or(
        keyHolds(sql`${issuedDocuments.search_key}`, input.search),
        textHolds([sql`${issuedDocuments.number}`], input.search),
      ),
    ],
    sorts: {
      issued_at: sql`${issuedDocuments.issued_at}`,
      subject_name: sql`${issuedDocuments.subject_name}`,
      number: sql`${issuedDocuments.number}`,
    },
    defaultSort: 'issued_at,desc',
    closeness: closeness(sql`${issuedDocuments.search_key}`, input.search),
    columns: columnsSql(issuedDocuments, ['body', 'signature']),
    load: async (_ids, rows) => {
      const found = rows as IssuedDocument[];
      const tries = await triesOf(call, found);
      return found.map((row) => shown(call, row, tries));
    },
  });
}

async function find(call: Call, id: number): Promise<IssuedDocument> {
  const [row] = await call.db
    .select()
    .from(issuedDocuments)
    .where(and(eq(issuedDocuments.id, id), reach(call)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export const getDocument = async (call: Call, input: { id: number }): Promise<Shown> =>
  shownOne(call, await find(call, input.id));

/** Sends the PDF. Errors: DOCUMENT_FILE_MISSING where the disk has lost it. */
export const documentFile = async (call: Call, input: { id: number }): Promise<{ ok: true }> =>
  sendDocument(call, await find(call, input.id));

/** The same for machines. Errors: NOT_FOUND of a document without such a twin, DOCUMENT_BEING_MADE. */
export async function documentCredential(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const row = await find(call, id);
  if (row.file_id === 0) await drawNow(call.kernel, row);
  const [twin] = await call.db
    .select({ credential: documentTwins.credential })
    .from(documentTwins)
    .where(eq(documentTwins.document_id, row.id));
  if (!twin) throw fail('NOT_FOUND');
  return sendTwin(call, { number: row.number, credential: twin.credential });
}

/** A document that the caller has found the person entitled to. */
export async function issuedDocumentOf(call: Call, id: number): Promise<IssuedDocument> {
  const [row] = await call.db.select().from(issuedDocuments).where(eq(issuedDocuments.id, id));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** Sends the paper of such a document. */
export const sendIssued = async (call: Call, id: number): Promise<{ ok: true }> =>
  sendDocument(call, await issuedDocumentOf(call, id));

async function sendDocument(call: Call, found: IssuedDocument): Promise<{ ok: true }> {
  const row = await drawn(call, found);
  const { rows } = await call.client.query<{ hash: string; size: number }>(
    'select hash, size from files where id = $1',
    [row.file_id],
  );
  const storage = storageOf(call.kernel.settings);
  const file = rows[0];
  if (!file || !(await storage.has(file.hash))) throw fail('DOCUMENT_FILE_MISSING');
  const proven = await fileWithProof(storage, file, row);
  call.stream = {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(proven.size),
      'content-disposition': `inline; filename="${row.number}.pdf"`,
      'cache-control': 'private, no-store',
    },
    body: proven.body(),
  };
  return { ok: true };
}

/** With its paper, which is drawn now where nobody has drawn it yet. Errors: DOCUMENT_BEING_MADE. */
async function drawn(call: Call, row: IssuedDocument): Promise<IssuedDocument> {
  if (row.file_id !== 0) return row;
  await drawNow(call.kernel, row);
  return issuedDocumentOf(call, row.id);
}

/** The same of a document that the caller has found the person entitled to. */
export const drawnDocumentOf = async (call: Call, id: number): Promise<IssuedDocument> =>
  drawn(call, await issuedDocumentOf(call, id));

/**
 * Revokes a document because of what another domain took back; asks for no right, and says nothing where it held no more.
 * `reason`: a code of `documentReasons`, or what somebody wrote; `note` is for the office's own history.
 */
export async function revokeDocument(call: Call, id: number, reason: string, note?: string): Promise<void> {
  const [row] = await call.db.select().from(issuedDocuments).where(eq(issuedDocuments.id, id)).for('update');
  if (!row || row.status === 'REVOKED') return;
  await call.db
    .update(issuedDocuments)
    .set({ status: 'REVOKED', status_at: notBeforeIssue, status_reason: reason })
    .where(eq(issuedDocuments.id, row.id));
  await recordTransition(call, documentWorkflow.entity, [{ id: row.id, from: row.status }], 'REVOKED', {
    reason: note ?? reasonIn(call.locale, reason),
  });
  await tell(call, documentsRevoked, { ids: [row.id] });
}

/** The same of these documents, unless one of them holds no more; then none is touched. Answers whether all of them did. */
export async function revokeTogether(
  call: Call,
  ids: readonly number[],
  reason: string,
  note?: string,
): Promise<boolean> {
  const rows = await call.db
    .select({ id: issuedDocuments.id, status: issuedDocuments.status })
    .from(issuedDocuments)
    .where(inArray(issuedDocuments.id, [...ids]))
    .orderBy(issuedDocuments.id)
    .for('update');
  if (rows.length !== ids.length || rows.some(({ status }) => status !== 'VALID')) return false;
  await call.db
    .update(issuedDocuments)
    .set({ status: 'REVOKED', status_at: notBeforeIssue, status_reason: reason })
    .where(inArray(issuedDocuments.id, [...ids]));
  await recordTransition(
    call,
    documentWorkflow.entity,
    rows.map(({ id, status }) => ({ id, from: status })),
    'REVOKED',
    { reason: note ?? reasonIn(call.locale, reason) },
  );
  await tell(call, documentsRevoked, { ids: [...ids] });
  return true;
}

/** Puts a document in the place of another of the same person: the page of the older says which holds now. Asks for no right. */
export async function replaceDocument(call: Call, id: number, next: IssuedDocument, note: string): Promise<void> {
  const rows = await call.db
    .update(issuedDocuments)
    .set({
      status: 'SUPERSEDED',
      status_at: notBeforeIssue,
      status_reason: 'DUPLICATE_ISSUED' satisfies DocumentReason,
      superseded_by: next.id,
    })
    .where(and(eq(issuedDocuments.id, id), eq(issuedDocuments.status, 'VALID')))
    .returning({ id: issuedDocuments.id });
  await recordTransition(
    call,
    documentWorkflow.entity,
    rows.map((row) => ({ id: row.id, from: 'VALID' })),
    'SUPERSEDED',
    { reason: note },
  );
}

/** The same of all documents of these kinds that these students have: a graduation that was none has no diploma. */
export async function revokeDocuments(
  call: Call,
  of: { kinds: readonly DocumentKind[]; student_ids: readonly number[] },
  reason: DocumentReason,
): Promise<void> {
  if (of.student_ids.length === 0) return;
  const rows = await call.db
    .update(issuedDocuments)
    .set({ status: 'REVOKED', status_at: notBeforeIssue, status_reason: reason })
    .where(
      and(
        inArray(issuedDocuments.student_id, [...of.student_ids]),
        inArray(issuedDocuments.kind, [...of.kinds]),
        eq(issuedDocuments.status, 'VALID'),
      ),
    )
    .returning({ id: issuedDocuments.id });
  await recordTransition(
    call,
    documentWorkflow.entity,
    rows.map(({ id }) => ({ id, from: 'VALID' })),
    'REVOKED',
    { reason: reasonIn(call.locale, reason) },
  );
  await tell(call, documentsRevoked, { ids: rows.map(({ id }) => id) });
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED. */
export async function revoke(call: Call, input: z.infer<typeof revocation>): Promise<Shown> {
  const row = await loadForChange(call, issuedDocuments, reach(call), input, (now) => shownOne(call, now));
  checkTransition(call, documentWorkflow, row.status, 'REVOKED', input);
  const [after] = await call.db
    .update(issuedDocuments)
    .set({ status: 'REVOKED', status_at: notBeforeIssue, status_reason: input.reason })
    .where(eq(issuedDocuments.id, row.id))
    .returning();
  await recordTransition(call, documentWorkflow.entity, [{ id: row.id, from: row.status }], 'REVOKED', input);
  await tell(call, documentsRevoked, { ids: [row.id] });
  return shownOne(call, after!);
}
