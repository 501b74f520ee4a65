import { eq, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { Repeat } from '../shapes.ts';
import { orderWorkflow } from '../workflow.ts';
import { tellOf } from './notices.ts';
import { executorsOf, type OrderRow } from './order-records.ts';
import { accountsOf } from './people.ts';
import { deputies, executors, letters, orders } from './tables.ts';

/** Orders that repeat: once one is done, the next is given as it was, by whoever gave it. */

const step: Record<Repeat, string> = { WEEK: '7 days', MONTH: '1 month', QUARTER: '3 months', YEAR: '1 year' };

/** More repetitions than any row has. */
const most = 2000;

/**
 * The next date that is neither over nor that of the one before, counted from the first of the row: what is due on the
 * 31st is due on the last day of a shorter month, and on the 31st again after it.
 */
async function nextDate(call: Call, order: OrderRow & { repeats: Repeat; first_due_on: string }): Promise<string> {
  const { rows } = await call.db.execute<{ day: string }>(sql`
    select min(d.day)::text as day
      from generate_series(1, ${most}) n cross join lateral (select (${order.repeats_from ?? order.first_due_on}::date + n * ${step[order.repeats]}::interval)::date as day) d
     where d.day > ${order.first_due_on}::date and d.day >= (select edulab_today())`);
  return rows[0]!.day;
}

interface Heir {
  staff_id: number;
  responsible: boolean;
}

/** Who executes it next: whoever still works here, of the others their deputies of today; and who left without one. */
async function heirsOf(call: Call, order: OrderRow): Promise<{ heirs: Heir[]; gone: string[] }> {
  const before = await executorsOf(call, [order.id]);
  const works = (of: 's' | 't') =>
    sql.raw(`(${of}.deleted_at is null and ${of}.status <> 'LEFT' and ${of}.account_id is not null)`);
  const { rows } = await call.db.execute<{ id: number; name: string; heir: number | null }>(sql`
    select s.id, concat_ws(' ', s.lastname, s.firstname) as name, case when ${works('s')} then s.id else
             (select t.id from ${deputies} d join ${staff} t on t.id = d.deputy_id and ${works('t')}
               where d.staff_id = s.id and d.deleted_at is null and (select edulab_today()) between d.since and d.until
               order by d.since desc, d.id desc limit 1) end as heir
      from ${staff} s where s.id = any(${sql.param(before.map(({ staff_id }) => staff_id))}::int[])`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const heirs: Heir[] = [];
  const gone: string[] = [];
  for (const { staff_id, responsible } of before) {
    const { heir, name } = found.get(staff_id) ?? { heir: null, name: '' };
    if (heir !== staff_id) gone.push(name);
    if (heir === null) continue;
    const twice = heirs.find((one) => one.staff_id === heir);
    if (twice) twice.responsible ||= responsible;
    else heirs.push({ staff_id: heir, responsible });
  }
  // Somebody answers for it: where whoever did is gone, the next.
  if (heirs[0] && !heirs.some(({ responsible }) => responsible)) heirs[0].responsible = true;
  return { heirs, gone };
}

/** Gives a done order again where it repeats. Whoever gave it is told of executors who left, and where it can be given no more. */
export async function giveAgain(call: Call, order: OrderRow): Promise<void> {
  const { repeats, first_due_on } = order;
  if (!repeats || !order.repeats_until || !first_due_on) return;
  const due_on = await nextDate(call, { ...order, repeats, first_due_on });
  if (due_on > order.repeats_until) return;
  const [letter] = await call.db.select().from(letters).where(eq(letters.id, order.letter_id));
  if (!letter) return;
  const tellAuthor = (what: 'handed_over' | 'nobody_left' | 'not_repeated', values: Record<string, unknown>) =>
    tellOf(call, [order.author_id], letter, what, values);
  if (order.parent_id !== null) {
    const [parent] = await call.db.select().from(orders).where(eq(orders.id, order.parent_id));
    if (parent?.status !== 'OPEN' || (parent.due_on !== null && due_on > parent.due_on))
      return tellAuthor('not_repeated', { day: paperDate(due_on) });
  }
  const { heirs, gone } = await heirsOf(call, order);
  if (heirs.length === 0) return tellAuthor('nobody_left', { names: gone.join(', ') });
  const [made] = await call.db
    .insert(orders)
    .values({
      letter_id: order.letter_id,
      parent_id: order.parent_id,
      text: order.text,
      author_id: order.author_id,
      due_on,
      first_due_on: due_on,
      urgent: order.urgent,
      control: order.control,
      repeats,
      repeats_until: order.repeats_until,
      repeats_from: order.repeats_from ?? first_due_on,
    })
    .returning({ id: orders.id });
  await call.db.insert(executors).values(heirs.map((one) => ({ order_id: made!.id, ...one })));
  await recordTransition(call, orderWorkflow.entity, [{ id: made!.id, from: null }], 'OPEN', {});
  const accounts = await accountsOf(
    call,
    heirs.map(({ staff_id }) => staff_id),
  );
  await tellOf(call, accounts, letter, 'order');
  if (gone.length) await tellAuthor('handed_over', { names: gone.join(', ') });
}
