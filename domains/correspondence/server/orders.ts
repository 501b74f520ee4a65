import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { orderSave, orderStep, Repeat, report } from '../shapes.ts';
import { type OrderState, openOrderStates, orderWorkflow, runningStates } from '../workflow.ts';
import { letter, openLetter, ownStaffIds } from './letters.ts';
import { type Told, tellOf } from './notices.ts';
import { allOrdersOf, branchOf, executorsOf, type OrderRow } from './order-records.ts';
import { accountsOf, demandStaff } from './people.ts';
import { ownOrders } from './reach.ts';
import { giveAgain } from './recurring.ts';
import { controlChanges, executors, extensions, type LetterRow, orders } from './tables.ts';

/** What is ordered about a letter: a tree of orders, each with its executors, of whom one answers for it. */

type Save = z.infer<typeof orderSave>;

/** The order that is about to be changed, locked, with its letter; NOT_FOUND where the caller does not see the letter. */
export async function orderToChange(
  call: Call,
  of: { id: number; version?: number | undefined },
): Promise<{ order: OrderRow; row: LetterRow }> {
  // Whoever sees a letter through a branch of their own does not see the others.
  const reach = scopeOf(call, 'correspondence.read') === 'institution' ? undefined : branchesOf(call);
  const order = await loadForChange(call, orders, reach, of, ({ letter_id }) => openLetter(call, { id: letter_id }));
  return { order, row: await letter.find(call, order.letter_id) };
}

/** Orders in the caller's own branches: what they execute or gave, and what was ordered under it. */
const branchesOf = (call: Call) => sql`${orders.id} in (
  with recursive branch as (
    select o.id from ${orders} o where o.id in ${ownOrders(call)}
    union select u.id from ${orders} u join branch on u.parent_id = branch.id) select id from branch)`;

/** Whether one of the caller's records of staff executes one of these orders. */
export async function executesAny(call: Call, order_ids: Iterable<number>): Promise<boolean> {
  const own = await ownStaffIds(call);
  return (await executorsOf(call, [...order_ids])).some(({ staff_id }) => own.has(staff_id));
}

const accountsOfOrders = async (call: Call, order_ids: readonly number[], responsible = false): Promise<number[]> =>
  accountsOf(
    call,
    (await executorsOf(call, order_ids)).flatMap((one) => (!responsible || one.responsible ? one.staff_id : [])),
  );

export async function saveOrder(call: Call, input: Save) {
  const row = await letter.find(call, input.letter_id);
  if (!runningStates.includes(row.status)) throw fail('LETTER_NOT_REGISTERED');
  const people = withResponsible(input.executors);
  if (input.id === undefined) return give(call, row, input, people);
  return correct(call, row, { ...input, id: input.id }, people);
}

/** The first answers for it where nobody else was named. Errors: ONE_RESPONSIBLE. */
function withResponsible(people: Save['executors']): Save['executors'] {
  const named = people.filter(({ responsible }) => responsible).length;
  if (named > 1) throw failField('executors', 'ONE_RESPONSIBLE');
  return named === 1 ? people : people.map((one, place) => ({ ...one, responsible: place === 0 }));
}

/** Dates that fit: not before the letter, not after the order above, and there where it is controlled. */
function demandDates(row: LetterRow, parent: OrderRow | undefined, due_on: string | null, control: boolean): void {
  if (due_on && row.registered_on && due_on < row.registered_on)
    throw failField('due_on', 'ORDER_BEFORE_LETTER', { day: row.registered_on });
  if (parent?.due_on && due_on && due_on > parent.due_on)
    throw failField('due_on', 'ORDER_LATER_THAN_PARENT', { day: parent.due_on });
  if (control && !due_on) throw failField('due_on', 'CONTROL_DATE_NEEDED');
}

/** What is given again needs a date to count from, and a day on which that ends. */
function demandRepeat(
  of: { repeats?: Repeat | null | undefined; repeats_until?: string | null | undefined },
  due_on: string | null,
): void {
  if (!of.repeats) return;
  if (!due_on) throw failField('due_on', 'REPEAT_NEEDS_DATE');
  if (!of.repeats_until || of.repeats_until < due_on) throw failField('repeats_until', 'REPEAT_NEEDS_DATE');
}

async function give(call: Call, row: LetterRow, input: Save, people: Save['executors']) {
  let parent: OrderRow | undefined;
  if (input.parent_id) {
    ({ order: parent } = await orderToChange(call, { id: input.parent_id }));
    if (parent.letter_id !== row.id) throw failField('parent_id', 'UNKNOWN_REFERENCE');
    if (parent.status !== 'OPEN') throw fail('ORDER_CLOSED');
  }
  const anywhere = scopeOf(call, 'correspondence.resolve') === 'institution';
  if (!anywhere && !(parent && (await executesAny(call, [parent.id])))) throw fail('NOT_YOUR_ORDER');
  const staff_ids = people.map(({ staff_id }) => staff_id);
  await demandStaff(call, 'executors', staff_ids);
  // What is ordered under an order is due with it at the latest.
  const due_on = input.due_on ?? parent?.due_on ?? null;
  demandDates(row, parent, due_on, input.control ?? false);
  demandRepeat(input, due_on);
  if (due_on && due_on < (await todayOf(call)))
    throw failField('due_on', 'ORDER_BEFORE_LETTER', { day: await todayOf(call) });
  const [made] = await call.db
    .insert(orders)
    .values({
      letter_id: row.id,
      parent_id: parent?.id ?? null,
      text: input.text,
      author_id: call.account_id,
      due_on,
      first_due_on: due_on,
      urgent: input.urgent ?? false,
      control: input.control ?? false,
      repeats: input.repeats ?? null,
      repeats_until: input.repeats ? (input.repeats_until ?? null) : null,
      repeats_from: input.repeats ? due_on : null,
    })
    .returning({ id: orders.id });
  await call.db.insert(executors).values(people.map((one) => ({ order_id: made!.id, ...one })));
  await recordTransition(call, orderWorkflow.entity, [{ id: made!.id, from: null }], 'OPEN', {});
  await tellOf(call, await accountsOf(call, staff_ids), row, 'order');
  return openLetter(call, { id: row.id });
}

/** Its author corrects it. What is on control is taken from it first; a date that moves is kept as an extension. */
async function correct(call: Call, row: LetterRow, input: Save & { id: number }, people: Save['executors']) {
  const { order } = await orderToChange(call, input);
  if (order.letter_id !== row.id) throw failField('letter_id', 'UNKNOWN_REFERENCE');
  if (order.author_id !== call.account_id && scopeOf(call, 'correspondence.resolve') !== 'institution')
    throw fail('NOT_YOUR_ORDER');
  if (order.status === 'REPORTED') throw fail('ORDER_REPORTED');
  if (order.status !== 'OPEN') throw fail('ORDER_CLOSED');
  const before = await executorsOf(call, [order.id]);
  const staff_ids = people.map(({ staff_id }) => staff_id);
  const asSet = (list: readonly { staff_id: number; responsible: boolean }[]) =>
    list
      .map(({ staff_id, responsible }) => `${staff_id}${responsible ? '*' : ''}`)
      .sort()
      .join();
  const others = asSet(people) !== asSet(before);
  const due_on = input.due_on === undefined ? order.due_on : input.due_on;
  const control = input.control ?? order.control;
  if (order.control) {
    if (control && (others || input.text !== order.text || due_on !== order.due_on)) throw fail('CONTROL_FIRST');
    if (!control) {
      if (!may(call, 'correspondence.control')) throw fail('NOT_YOUR_ORDER');
      if (await executesAny(call, branchOf(await allOrdersOf(call, row.id), order.id))) throw fail('OWN_EXECUTION');
    }
  }
  const all = await allOrdersOf(call, row.id);
  demandDates(
    row,
    all.find(({ id }) => id === order.parent_id),
    due_on,
    control,
  );
  const repeating = {
    repeats: input.repeats === undefined ? order.repeats : input.repeats,
    repeats_until: input.repeats_until === undefined ? order.repeats_until : input.repeats_until,
  };
  demandRepeat(repeating, due_on);
  const later = all.filter(
    ({ parent_id, status, due_on: day }) =>
      parent_id === order.id && openOrderStates.includes(status) && due_on !== null && day !== null && day > due_on,
  );
  if (later[0]) throw failField('due_on', 'ORDER_LATER_THAN_PARENT', { day: later[0].due_on });
  if (others) {
    await demandStaff(call, 'executors', staff_ids);
    const gone = before.filter((one) => !people.some(({ staff_id }) => staff_id === one.staff_id));
    const kept = before.filter((one) => !gone.includes(one));
    // Nobody answers for it between the two statements, so that two never do.
    await call.db
      .update(executors)
      .set({ responsible: false })
      .where(
        inArray(
          executors.id,
          before.map(({ id }) => id),
        ),
      );
    if (gone.length)
      await call.db
        .update(executors)
        .set({ deleted_at: sql`edulab_now()` })
        .where(
          inArray(
            executors.id,
            gone.map(({ id }) => id),
          ),
        );
    const fresh = people.filter(({ staff_id }) => !kept.some((one) => one.staff_id === staff_id));
    if (fresh.length)
      await call.db
        .insert(executors)
        .values(fresh.map(({ staff_id }) => ({ order_id: order.id, staff_id, responsible: false })));
    const first = people.find(({ responsible }) => responsible)!.staff_id;
    await call.db
      .update(executors)
      .set({ responsible: true })
      .where(and(eq(executors.order_id, order.id), eq(executors.staff_id, first), isNull(executors.deleted_at)));
    await tellOf(
      call,
      await accountsOf(
        call,
        fresh.map(({ staff_id }) => staff_id),
      ),
      row,
      'order',
    );
  }
  if (order.due_on && due_on && due_on !== order.due_on)
    await call.db.insert(extensions).values({
      order_id: order.id,
      asked_by: call.account_id,
      from_due: order.due_on,
      until: due_on,
      reason: '',
      status: 'GRANTED',
      decided_by: call.account_id,
      decided_on: await todayOf(call),
    });
  if (control !== order.control)
    await call.db
      .insert(controlChanges)
      .values({ order_id: order.id, was: order.control, changed_on: await todayOf(call), account_id: call.account_id });
  await call.db
    .update(orders)
    .set({
      text: input.text,
      due_on,
      first_due_on: order.first_due_on ?? due_on,
      urgent: input.urgent ?? order.urgent,
      control,
      ...repeating,
      repeats_from: repeating.repeats ? (order.repeats ? order.repeats_from : due_on) : null,
    })
    .where(eq(orders.id, order.id));
  return openLetter(call, { id: row.id });
}

/** An executor says what was done. The word of the responsible one ends it, or hands it to control. */
export async function reportOn(call: Call, input: z.infer<typeof report>) {
  const { order, row } = await orderToChange(call, { id: input.order_id });
  const own = await ownStaffIds(call);
  const mine = (await executorsOf(call, [order.id])).filter(({ staff_id }) => own.has(staff_id));
  if (!mine[0]) throw fail('NOT_YOUR_ORDER');
  if (order.status !== 'OPEN') throw fail('ORDER_CLOSED');
  if (input.ends && !mine.some(({ responsible }) => responsible)) throw fail('NOT_RESPONSIBLE');
  await call.db
    .update(executors)
    .set({ report: input.text, reported_at: sql`edulab_clock()`, reported_by: call.account_id })
    .where(
      inArray(
        executors.id,
        mine.map(({ id }) => id),
      ),
    );
  if (input.ends) {
    await demandNothingControlled(call, order);
    await enter(call, order, order.control ? 'REPORTED' : 'DONE', {});
    await tellOf(call, [order.author_id], row, order.control ? 'reported' : 'closed');
  }
  return openLetter(call, { id: row.id });
}

/** Errors: SUBORDERS_OPEN, with how many are still on control under it. */
async function demandNothingControlled(call: Call, order: OrderRow): Promise<void> {
  const all = await allOrdersOf(call, order.letter_id);
  const below = branchOf(all, order.id);
  const controlled = all.filter(
    ({ id, control, status }) => id !== order.id && below.has(id) && control && openOrderStates.includes(status),
  );
  if (controlled.length) throw fail('SUBORDERS_OPEN', { count: controlled.length });
}

async function enter(call: Call, order: OrderRow, status: OrderState, note: { reason?: string | undefined }) {
  const closed = status === 'DONE' || status === 'CANCELLED';
  await call.db
    .update(orders)
    .set({ status, ...(closed ? { closed_at: sql`edulab_clock()` } : {}) })
    .where(eq(orders.id, order.id));
  await recordTransition(call, orderWorkflow.entity, [{ id: order.id, from: order.status }], status, note);
  if (status === 'DONE') await giveAgain(call, order);
  // What nobody waits for any longer is not decided either.
  if (closed)
    await call.db
      .update(extensions)
      .set({ status: 'REFUSED', decided_by: call.account_id, decided_on: sql`(select edulab_today())` })
      .where(and(eq(extensions.order_id, order.id), eq(extensions.status, 'ASKED'), isNull(extensions.deleted_at)));
}

/** Control takes it off or gives it back; its author cancels it, and all that was ordered under it. */
export async function stepOfOrder(call: Call, input: z.infer<typeof orderStep>) {
  const { order, row } = await orderToChange(call, input);
  const step = checkTransition(call, orderWorkflow, order.status, input.status, input);
  const tell = async (what: Told) => tellOf(call, await accountsOfOrders(call, [order.id], true), row, what);
  if (step.guard === 'responsible') throw fail('NOT_YOUR_ORDER');
  if (step.guard === 'controller') {
    const all = await allOrdersOf(call, row.id);
    if (await executesAny(call, branchOf(all, order.id))) throw fail('OWN_EXECUTION');
    if (input.status === 'DONE' && !(input.past_suborders && input.reason)) await demandNothingControlled(call, order);
    await enter(call, order, input.status, input);
    await tell(input.status === 'DONE' ? 'closed' : 'returned');
  } else {
    if (order.author_id !== call.account_id && scopeOf(call, 'correspondence.resolve') !== 'institution')
      throw fail('NOT_YOUR_ORDER');
    const all = await allOrdersOf(call, row.id);
    const below = branchOf(all, order.id);
    const running = all.filter(({ id, status }) => below.has(id) && openOrderStates.includes(status));
    await call.db
      .update(orders)
      .set({ status: 'CANCELLED', closed_at: sql`edulab_clock()` })
      .where(
        inArray(
          orders.id,
          running.map(({ id }) => id),
        ),
      );
    await recordTransition(
      call,
      orderWorkflow.entity,
      running.map(({ id, status }) => ({ id, from: status })),
      'CANCELLED',
      input,
    );
    await tellOf(
      call,
      await accountsOfOrders(
        call,
        running.map(({ id }) => id),
      ),
      row,
      'cancelled',
    );
  }
  return openLetter(call, { id: row.id });
}
