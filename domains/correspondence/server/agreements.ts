import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { tellOf } from './notices.ts';
import { accountsOf } from './people.ts';
import { agreements, type LetterRow, letters } from './tables.ts';

/**
 * Who agrees to an outgoing letter. What is foreseen has no revision yet; sent to agreement it gets that of the letter.
 * A letter that comes back is a new revision, and all who were asked are foreseen again.
 */

type Word = typeof agreements.$inferSelect;

export const agreementsOf = (call: Pick<Call, 'db'>, letter_ids: readonly number[]): Promise<Word[]> =>
  letter_ids.length
    ? call.db
        .select()
        .from(agreements)
        .where(and(inArray(agreements.letter_id, [...letter_ids]), isNull(agreements.deleted_at)))
        .orderBy(asc(agreements.letter_id), sql`coalesce(${agreements.revision}, 32767)`, asc(agreements.position))
    : Promise.resolve([]);

const foreseen = (row: Pick<LetterRow, 'id'>) =>
  and(eq(agreements.letter_id, row.id), isNull(agreements.revision), isNull(agreements.deleted_at));

/** Says anew who will be asked, in which order. */
export async function planAgreement(call: Call, row: LetterRow, staff_ids: readonly number[]): Promise<void> {
  await call.db.update(agreements).set({ deleted_at: sql`edulab_now()` }).where(foreseen(row));
  if (staff_ids.length)
    await call.db
      .insert(agreements)
      .values(staff_ids.map((staff_id, position) => ({ letter_id: row.id, staff_id, position })));
}

/** Asks everybody who is foreseen; `keep`: whoever agreed to an earlier revision is taken at that word. Answers whether nobody is left to ask. */
export async function askForAgreement(call: Call, row: LetterRow, keep: boolean): Promise<boolean> {
  const all = await agreementsOf(call, [row.id]);
  const planned = all.filter(({ revision }) => revision === null);
  const said = new Map(all.flatMap((one) => (one.status === 'AGREED' ? [[one.staff_id, one] as const] : [])));
  const kept = planned.filter(({ staff_id }) => keep && said.has(staff_id));
  if (kept.length)
    await call.db
      .update(agreements)
      .set({ deleted_at: sql`edulab_now()` })
      .where(
        inArray(
          agreements.id,
          kept.map(({ id }) => id),
        ),
      );
  const standing = new Set(kept.map(({ staff_id }) => said.get(staff_id)!.id));
  const over = all.filter(({ id, status }) => status === 'AGREED' && !standing.has(id));
  if (over.length)
    await call.db
      .update(agreements)
      .set({ status: 'VOID' })
      .where(
        inArray(
          agreements.id,
          over.map(({ id }) => id),
        ),
      );
  await call.db.update(agreements).set({ revision: row.revision }).where(foreseen(row));
  await askNext(call, row);
  return planned.length === kept.length;
}

/** Tells those whose word is wanted now. */
export async function askNext(call: Call, row: LetterRow): Promise<void> {
  const pending = (await agreementsOf(call, [row.id])).filter(({ status }) => status === 'PENDING');
  const now = row.in_turn ? pending.slice(0, 1) : pending;
  await tellOf(
    call,
    await accountsOf(
      call,
      now.map(({ staff_id }) => staff_id),
    ),
    row,
    'agree',
  );
}

/** A letter that was sent to agreement is a draft again: a new revision, for which the same people are foreseen. */
export async function backToDraft(call: Call, row: LetterRow): Promise<void> {
  const all = await agreementsOf(call, [row.id]);
  const open = all.filter(({ status }) => status === 'PENDING').map(({ id }) => id);
  if (open.length) await call.db.update(agreements).set({ status: 'VOID' }).where(inArray(agreements.id, open));
  await planAgreement(call, row, [
    ...new Set([...all].sort((a, b) => a.position - b.position).map(({ staff_id }) => staff_id)),
  ]);
  await call.db
    .update(letters)
    .set({ status: 'DRAFT', revision: row.revision + 1 })
    .where(eq(letters.id, row.id));
}
