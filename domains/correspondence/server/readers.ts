import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Signable, sign } from '#domains/signatures/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { acquaint, takingNote } from '../shapes.ts';
import { numberedStates } from '../workflow.ts';
import { letter, openLetter, ownStaffIds } from './letters.ts';
import { tellOf } from './notices.ts';
import { accountsOf, demandStaff } from './people.ts';
import { ownOrders, ownStaff, visible } from './reach.ts';
import { acquaintances, agreements, executors, letters, orders } from './tables.ts';

/** Who is to take note of a letter; and what waits for somebody. */

/** Asks people to take note; whoever was asked before is not asked again. */
export async function askReaders(call: Call, input: z.infer<typeof acquaint>) {
  const row = await letter.find(call, input.id);
  if (!numberedStates.includes(row.status) || row.status === 'DESTROYED') throw fail('LETTER_NOT_REGISTERED');
  if (!may(call, 'correspondence.register') && scopeOf(call, 'correspondence.resolve') !== 'institution') {
    const { rows } = await call.db.execute(
      sql`select 1 from ${orders} o where o.letter_id = ${row.id} and o.id in ${ownOrders(call)} limit 1`,
    );
    if (rows.length === 0) throw fail('NOT_YOUR_LETTER');
  }
  await demandStaff(call, 'staff_ids', input.staff_ids);
  const made = await call.db
    .insert(acquaintances)
    .values(input.staff_ids.map((staff_id) => ({ letter_id: row.id, staff_id })))
    .onConflictDoNothing()
    .returning({ staff_id: acquaintances.staff_id });
  await tellOf(
    call,
    await accountsOf(
      call,
      made.map(({ staff_id }) => staff_id),
    ),
    row,
    'read',
  );
  return openLetter(call, { id: row.id });
}

/** Of whom the caller's word is still wanted: themselves first, then whom they stand in for. */
async function unreadOf(call: Call, letter_id: number, { hold = false } = {}) {
  const query = call.db
    .select({ id: acquaintances.id, staff_id: acquaintances.staff_id, read_at: acquaintances.read_at })
    .from(acquaintances)
    .innerJoin(staff, eq(staff.id, acquaintances.staff_id))
    .where(
      and(
        eq(acquaintances.letter_id, letter_id),
        inArray(acquaintances.staff_id, [0, ...(await ownStaffIds(call))]),
        isNull(acquaintances.deleted_at),
      ),
    )
    .orderBy(sql`${staff.account_id} is distinct from ${call.account_id}`, acquaintances.id);
  const asked = await (hold ? query.for('update', { of: acquaintances }) : query);
  return { asked, unread: asked.filter(({ read_at }) => read_at === null) };
}

/**
 * The caller has read it, and signs that over the letter as it is; done twice, or twice at once, it stays the first time. A letter without a
 * file is confirmed without a signature.
 */
export async function takeNote(call: Call, input: z.infer<typeof takingNote>) {
  const row = await letter.find(call, input.id);
  const { asked, unread } = await unreadOf(call, row.id, { hold: true });
  if (asked.length === 0) throw fail('NOT_ASKED');
  const [file_id] = row.file_ids;
  // A key signs once, so of several one at a time.
  for (const { id, staff_id } of input.electronic_id === undefined ? unread : unread.slice(0, 1)) {
    const signed =
      file_id === undefined
        ? null
        : await sign(call, {
            entity: signableNote.name,
            entity_id: row.id,
            file_id,
            staff_id,
            meaning: 'READ',
            electronic_id: input.electronic_id,
          });
    await call.db
      .update(acquaintances)
      .set({ read_at: signed?.signed_at ?? sql`edulab_clock()`, signature_id: signed?.id ?? null })
      .where(eq(acquaintances.id, id));
  }
  return openLetter(call, { id: row.id });
}

/** The letter of which the caller is to say that they have read it. */
export const signableNote: Signable = {
  name: 'letter_acquaintance',
  file: async (call, id) => {
    const [row] = await call.db
      .select({ file_ids: letters.file_ids })
      .from(letters)
      .where(and(eq(letters.id, id), isNull(letters.deleted_at), visible(call)));
    return row && (await unreadOf(call, id)).unread.length ? (row.file_ids[0] ?? null) : null;
  },
};

/** How much waits for the caller, for the home page. */
export async function waitingFor(call: Call) {
  const own = ownStaff(call);
  const { rows } = await call.db.execute<{
    orders: number;
    late: number;
    words: number;
    signatures: number;
    notes: number;
  }>(sql`
    with mine as (
      select o.due_on from ${orders} o join ${executors} x on x.order_id = o.id and x.deleted_at is null
       where o.deleted_at is null and o.status = 'OPEN' and x.staff_id in ${own})
    select (select count(*)::int from mine) as orders,
           (select count(*)::int from mine where due_on < (select edulab_today())) as late,
           (select count(*)::int from ${agreements} a join ${letters} l on l.id = a.letter_id
             where a.deleted_at is null and a.status = 'PENDING' and a.revision is not null and l.status = 'AGREEING' and l.deleted_at is null
               and a.staff_id in ${own}
               and (not l.in_turn or not exists (select 1 from ${agreements} b where b.letter_id = l.id and b.deleted_at is null and b.status = 'PENDING'
                                                    and b.revision = a.revision and b.position < a.position))) as words,
           (select count(*)::int from ${letters} l where l.deleted_at is null and l.status = 'AGREED' and l.signer_id in ${own}) as signatures,
           (select count(*)::int from ${acquaintances} n where n.deleted_at is null and n.read_at is null and n.staff_id in ${own}) as notes`);
  return rows[0]!;
}
