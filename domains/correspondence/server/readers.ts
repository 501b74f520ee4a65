import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { acquaint } from '../shapes.ts';
import { numberedStates } from '../workflow.ts';
import { letter, openLetter, ownStaffIds } from './letters.ts';
import { tellOf } from './notices.ts';
import { accountsOf, demandStaff } from './people.ts';
import { ownOrders, ownStaff } from './reach.ts';
import { acquaintances, agreements, executors, letters, orders } from './tables.ts';

/** Who is to take note of a letter; and what waits for somebody. */

/** Asks people to take note; whoever was asked before is not asked again. */
export async function askReaders(call: Call, input: z.infer<typeof acquaint>) {
  const row = await letter.find(call, input.id);
  if (!numberedStates.includes(row.status)) throw fail('LETTER_NOT_REGISTERED');
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

/** The caller has read it; done twice it stays the first time. */
export async function takeNote(call: Call, input: { id: number }) {
  const row = await letter.find(call, input.id);
  const own = [...(await ownStaffIds(call))];
  const asked = own.length
    ? await call.db
        .select({ id: acquaintances.id, read_at: acquaintances.read_at })
        .from(acquaintances)
        .where(
          and(
            eq(acquaintances.letter_id, row.id),
            inArray(acquaintances.staff_id, own),
            isNull(acquaintances.deleted_at),
          ),
        )
    : [];
  if (asked.length === 0) throw fail('NOT_ASKED');
  const unread = asked.flatMap(({ id, read_at }) => (read_at === null ? id : []));
  if (unread.length)
    await call.db.update(acquaintances).set({ read_at: sql`edulab_clock()` }).where(inArray(acquaintances.id, unread));
  return openLetter(call, { id: row.id });
}

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
