import { and, eq } from 'drizzle-orm';
import { fail } from '#platform/server/call/errors.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { drawPaper, type IssuedDocument, notDrawn, papersErrand, signPaper } from './issue.ts';
import { documentDrafts, issuedDocuments } from './tables.ts';
import { keepTwin } from './twin/twin.ts';

/**
 * Papers that are drawn after the decision that wrote them is committed: drawing takes a second, and on a busy machine so
 * long that it is given up; no decision waits for that or fails by it, and no other letter waits for its number meanwhile.
 * The number, the code and everything that the paper says are settled with the decision.
 */

/** Seconds until a paper that could not be drawn is tried again; the last of them from then on. */
const pauses = [5, 30, 120, 600];
const longestPauseMs = 60_000;

export type Waiting = Pick<IssuedDocument, 'id' | 'institution_id'>;
/** So many are drawn before it is looked again which one waits longest. */
const atOnce = 10;

/** Draws what waits; answers when to look again. One that fails keeps none behind it waiting. */
export async function drawWaiting(kernel: Kernel): Promise<number> {
  const { owner } = kernel.database;
  const { rows: due } = await owner.query<Waiting>(
    `update document_drafts d set attempts = d.attempts + 1, next_at = edulab_now() + make_interval(secs => ($1::int[])[least(d.attempts + 1, cardinality($1::int[]))])
      where d.document_id in (select w.document_id from document_drafts w where w.next_at <= edulab_now() order by w.next_at limit $2)
      returning d.document_id as id, d.institution_id`,
    [pauses, atOnce],
  );
  const faults: unknown[] = [];
  for (const { id, institution_id } of due)
    await draw(kernel, institution_id, id).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  const { rows } = await owner.query<{ ms: number | null }>(
    'select (extract(epoch from min(next_at) - edulab_now()) * 1000)::float as ms from document_drafts',
  );
  return Math.min(Math.max(rows[0]?.ms ?? longestPauseMs, 100), longestPauseMs);
}

/** Draws one, unless somebody was quicker. No transaction is open while it is drawn. */
async function draw(kernel: Kernel, institution_id: number, id: number): Promise<void> {
  const actor = { institution_id, account_id: null, call: `job ${papersErrand}` };
  const paper = await asActor(kernel.database.app, actor, async (db, client) => {
    const [found] = await db
      .select({ row: issuedDocuments, draft: documentDrafts.draft })
      .from(documentDrafts)
      .innerJoin(issuedDocuments, eq(issuedDocuments.id, documentDrafts.document_id))
      .where(eq(documentDrafts.document_id, id));
    return (
      found && {
        ...(await drawPaper({ db, client, kernel, institution_id }, found.row, found.draft)),
        issued_by: found.row.issued_by,
        // What certificates say is asked for by machines as well.
        subject: found.row.kind === 'CERTIFICATE' ? found.row.subject_name : null,
      }
    );
  });
  if (!paper) return;
  const file = await paper.draw();
  // It was drawn for whoever wrote it, and the history says so.
  await asActor(kernel.database.app, { ...actor, account_id: paper.issued_by }, async (db, client) => {
    const taken = await db
      .delete(documentDrafts)
      .where(eq(documentDrafts.document_id, id))
      .returning({ id: documentDrafts.document_id });
    if (taken.length === 0) return;
    const call = { db, client, kernel, institution_id, account_id: 0 };
    const signed = await signPaper(call, paper, file);
    await db
      .update(issuedDocuments)
      .set(signed)
      .where(and(eq(issuedDocuments.id, id), notDrawn));
    if (paper.subject !== null) await keepTwin(call, id, signed.body, paper.subject);
  });
}

/** The paper is wanted now: it is drawn for whoever wants it. Errors: DOCUMENT_BEING_MADE where the machine is too busy. */
export async function drawNow(kernel: Kernel, { institution_id, id }: Waiting): Promise<void> {
  await draw(kernel, institution_id, id).catch(() => {
    throw fail('DOCUMENT_BEING_MADE');
  });
}
