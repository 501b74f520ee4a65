import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { extensionAsk, extensionDecision } from '../shapes.ts';
import { openLetter, ownStaffIds } from './letters.ts';
import { tellOf } from './notices.ts';
import { allOrdersOf, executorsOf, type OrderRow } from './order-records.ts';
import { executesAny, orderToChange } from './orders.ts';
import { extensions, orders } from './tables.ts';

/** More time for an order: asked by who answers for it before its date, decided by whoever gave it, of the first orders by control as well. */

async function demandWithin(call: Call, order: OrderRow, until: string): Promise<void> {
  const above = (await allOrdersOf(call, order.letter_id)).find(({ id }) => id === order.parent_id);
  if (above?.due_on && until > above.due_on) throw failField('until', 'ORDER_LATER_THAN_PARENT', { day: above.due_on });
}

export async function askExtension(call: Call, input: z.infer<typeof extensionAsk>) {
  const { order, row } = await orderToChange(call, { id: input.order_id });
  const own = await ownStaffIds(call);
  const answers = (await executorsOf(call, [order.id])).some(
    ({ staff_id, responsible }) => responsible && own.has(staff_id),
  );
  if (!answers) throw fail('NOT_YOUR_ORDER');
  if (order.status !== 'OPEN') throw fail('ORDER_CLOSED');
  if (!order.due_on || order.due_on < (await todayOf(call))) throw fail('EXTENSION_TOO_LATE');
  if (input.until <= order.due_on) throw failField('until', 'EXTENSION_NOT_LONGER', { day: order.due_on });
  await demandWithin(call, order, input.until);
  const [waiting] = await call.db
    .select({ id: extensions.id })
    .from(extensions)
    .where(and(eq(extensions.order_id, order.id), eq(extensions.status, 'ASKED'), isNull(extensions.deleted_at)));
  if (waiting) throw fail('EXTENSION_WAITING');
  await call.db.insert(extensions).values({
    order_id: order.id,
    asked_by: call.account_id,
    from_due: order.due_on,
    until: input.until,
    reason: input.reason,
  });
  await tellOf(call, [order.author_id], row, 'extension');
  return openLetter(call, { id: row.id });
}

export async function decideExtension(call: Call, input: z.infer<typeof extensionDecision>) {
  const [ask] = await call.db
    .select()
    .from(extensions)
    .where(and(eq(extensions.id, input.id), isNull(extensions.deleted_at)));
  if (!ask) throw fail('NOT_FOUND');
  const { order, row } = await orderToChange(call, { id: ask.order_id });
  const decides =
    order.author_id === call.account_id || (order.parent_id === null && may(call, 'correspondence.control'));
  if (!decides) throw fail('NOT_YOUR_ORDER');
  if (await executesAny(call, [order.id])) throw fail('OWN_EXECUTION');
  // Locked with its order: whoever decided meanwhile is seen now.
  const [now] = await call.db.select().from(extensions).where(eq(extensions.id, ask.id));
  if (now?.status !== 'ASKED') throw fail('EXTENSION_DECIDED');
  if (order.status !== 'OPEN') throw fail('ORDER_CLOSED');
  if (input.grant) {
    await demandWithin(call, order, ask.until);
    await call.db.update(orders).set({ due_on: ask.until }).where(eq(orders.id, order.id));
  }
  await call.db
    .update(extensions)
    .set({
      status: input.grant ? 'GRANTED' : 'REFUSED',
      note: input.note || null,
      decided_by: call.account_id,
      decided_on: await todayOf(call),
    })
    .where(eq(extensions.id, ask.id));
  await tellOf(call, [ask.asked_by], row, input.grant ? 'extended' : 'not_extended', { day: paperDate(ask.until) });
  return openLetter(call, { id: row.id });
}
