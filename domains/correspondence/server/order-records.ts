import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { OrderAnswer } from '../shapes.ts';
import { accountNames, membersOf } from './people.ts';
import { ownStaff } from './reach.ts';
import { executors, extensions, type LetterRow, orders } from './tables.ts';

/** Orders of a letter as a tree, and what of it a caller sees. */

export type OrderRow = typeof orders.$inferSelect;
export type Executor = typeof executors.$inferSelect;

export const executorsOf = (call: Pick<Call, 'db'>, order_ids: readonly number[]): Promise<Executor[]> =>
  order_ids.length
    ? call.db
        .select()
        .from(executors)
        .where(and(inArray(executors.order_id, [...order_ids]), isNull(executors.deleted_at)))
        .orderBy(sql`${executors.responsible} desc`, asc(executors.id))
    : Promise.resolve([]);

/** All orders of a letter, the oldest first. */
export const allOrdersOf = (call: Pick<Call, 'db'>, letter_id: number): Promise<OrderRow[]> =>
  call.db
    .select()
    .from(orders)
    .where(and(eq(orders.letter_id, letter_id), isNull(orders.deleted_at)))
    .orderBy(asc(orders.id));

/** The order and all that was ordered under it. */
export function branchOf(all: readonly OrderRow[], id: number): Set<number> {
  const found = new Set([id]);
  // Those under an order are younger than it.
  for (const one of all) if (one.parent_id !== null && found.has(one.parent_id)) found.add(one.id);
  return found;
}

/** Who sees the whole tree: readers of everything, and whoever wrote an outgoing letter. Others see their own branches, and from where they come. */
function seenOf(call: Call, letter: LetterRow, all: readonly OrderRow[], mine: ReadonlySet<number>): Set<number> {
  if (scopeOf(call, 'correspondence.read') === 'institution' || letter.author_id === call.account_id)
    return new Set(all.map(({ id }) => id));
  const seen = new Set<number>();
  const parents = new Map(all.map(({ id, parent_id }) => [id, parent_id]));
  for (const one of all) {
    if (!mine.has(one.id) && one.author_id !== call.account_id) continue;
    for (const under of branchOf(all, one.id)) seen.add(under);
    for (let above = one.parent_id; above !== null && above !== undefined; above = parents.get(above) ?? null)
      seen.add(above);
  }
  return seen;
}

export async function ordersOf(call: Call, letter: LetterRow): Promise<OrderAnswer[]> {
  const all = await allOrdersOf(call, letter.id);
  if (all.length === 0) return [];
  const ids = all.map(({ id }) => id);
  const people = await executorsOf(call, ids);
  const { rows } = await call.db.execute<{ id: number }>(ownStaff(call));
  const own = new Set(rows.map(({ id }) => id));
  const mine = new Set(people.flatMap(({ order_id, staff_id }) => (own.has(staff_id) ? order_id : [])));
  const seen = seenOf(call, letter, all, mine);
  const asked = await call.db
    .select()
    .from(extensions)
    .where(and(inArray(extensions.order_id, ids), isNull(extensions.deleted_at)))
    .orderBy(asc(extensions.id));
  const names = await membersOf(
    call,
    people.map(({ staff_id }) => staff_id),
  );
  const authors = await accountNames(call, [
    ...all.map(({ author_id }) => author_id),
    ...asked.map(({ asked_by }) => asked_by),
  ]);
  const today = await todayOf(call);
  const anywhere = scopeOf(call, 'correspondence.resolve') === 'institution';
  const controls = may(call, 'correspondence.control');
  return all.flatMap((one) => {
    if (!seen.has(one.id)) return [];
    const gave = one.author_id === call.account_id;
    const executes = mine.has(one.id);
    const below = [...branchOf(all, one.id)].some((id) => mine.has(id));
    const responsible = people.some(
      ({ order_id, staff_id, responsible: first }) => order_id === one.id && first && own.has(staff_id),
    );
    const open = one.status === 'OPEN';
    const running = open || one.status === 'REPORTED';
    return [
      {
        id: one.id,
        version: one.version,
        parent_id: one.parent_id,
        text: one.text,
        author: authors.get(one.author_id) ?? '',
        given_on: one.given_on,
        due_on: one.due_on,
        first_due_on: one.first_due_on,
        urgent: one.urgent,
        control: one.control,
        repeats: one.repeats,
        repeats_until: one.repeats_until,
        status: one.status,
        overdue: running && one.due_on !== null && one.due_on < today,
        closed_at: one.closed_at,
        executors: people.flatMap(({ order_id, staff_id, responsible: first, report, reported_at }) =>
          order_id === one.id
            ? [
                {
                  id: staff_id,
                  name: names.get(staff_id)?.name ?? '',
                  position: names.get(staff_id)?.position ?? null,
                  responsible: first,
                  report,
                  reported_at,
                },
              ]
            : [],
        ),
        extensions: asked.flatMap((ask) =>
          ask.order_id === one.id
            ? [
                {
                  id: ask.id,
                  from: ask.from_due,
                  until: ask.until,
                  reason: ask.reason,
                  status: ask.status,
                  asked_by: authors.get(ask.asked_by) ?? '',
                  note: ask.note,
                  can_decide: ask.status === 'ASKED' && !executes && (gave || (one.parent_id === null && controls)),
                },
              ]
            : [],
        ),
        can: {
          edit: open && (gave || anywhere),
          report: open && executes,
          delegate: open && (executes || anywhere) && may(call, 'correspondence.resolve'),
          accept: one.status === 'REPORTED' && controls && !below,
          cancel: running && (gave || anywhere),
          extend:
            open &&
            executes &&
            responsible &&
            one.due_on !== null &&
            one.due_on >= today &&
            !asked.some(({ order_id, status }) => order_id === one.id && status === 'ASKED'),
        },
      },
    ];
  });
}
