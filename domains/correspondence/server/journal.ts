import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { localZone, todayOf } from '#platform/server/clock.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import type { disciplineQuery, JournalState, journalQuery } from '../shapes.ts';
import type { Direction } from '../workflow.ts';
import { ownOrders, ownStaff, visible } from './reach.ts';
import { controlChanges, executors, extensions, letters, orders } from './tables.ts';

/**
 * The control journal: how orders stood at the end of a day. What was extended later still had its old date then, and what
 * was closed later was open; so a report of the past does not change.
 */

/** The date that was in force on a day: that from which the next granted extension led away, or that of now. */
const dueAt = (day: SQL): SQL =>
  sql`coalesce((select e.from_due from ${extensions} e where e.order_id = ${orders.id} and e.deleted_at is null and e.status = 'GRANTED'
        and e.decided_on > ${day} order by e.decided_on, e.id limit 1), ${orders.due_on})`;
/** Whether it was on control then: what it was before the next change, or is now. */
const controlAt = (day: SQL): SQL =>
  sql`coalesce((select c.was from ${controlChanges} c where c.order_id = ${orders.id} and c.changed_on > ${day} order by c.changed_on, c.id limit 1), ${orders.control})`;
const closedOn = sql`(${orders.closed_at} at time zone ${localZone})::date`;

/** How an order stood at the end of a day. An open one is late from the day after its date. */
const stateAt = (day: SQL): SQL => sql`case
  when ${closedOn} <= ${day} and ${orders.status} = 'CANCELLED' then 'CANCELLED'
  when ${closedOn} <= ${day} then case when ${dueAt(day)} < ${closedOn} then 'AFTER' else 'IN_TIME' end
  when ${dueAt(day)} < ${day} then 'LATE' else 'OPEN' end`;

interface Line extends Record<string, unknown> {
  id: number;
  letter_id: number;
  direction: Direction;
  number: string | null;
  heading: string;
  text: string;
  executor: string;
  due_on: string | null;
  given_on: string;
  closed_on: string | null;
  control: boolean;
  state: JournalState;
}

export async function journalOf(call: Call, input: z.infer<typeof journalQuery>) {
  const today = await todayOf(call);
  if (input.on && input.on > today) throw failField('on', 'LETTER_DAY', { from: '', until: today });
  const day = sql`${input.on ?? today}::date`;
  const all = scopeOf(call, 'correspondence.read') === 'institution';
  const executes = sql`exists (select 1 from ${executors} x where x.order_id = ${orders.id} and x.deleted_at is null and x.staff_id in ${ownStaff(call)})`;
  const letter = sql`${orders.letter_id} in (select ${letters.id} from ${letters} where ${letters.deleted_at} is null and ${visible(call)}`;
  return list(call, input, {
    from: sql`${orders}`,
    key: sql`${orders.id}`,
    table: 'letter_orders',
    asks: ['letter_extensions', 'letter_control_changes'],
    where: [
      sql`${orders.deleted_at} is null`,
      sql`${orders.given_on} <= ${day}`,
      input.search
        ? sql`${letter} and (${keyHolds(sql`${letters.search}`, input.search) ?? sql`true`}))`
        : sql`${letter})`,
      all ? undefined : sql`${orders.id} in ${ownOrders(call)}`,
      input.mine === undefined ? undefined : sql`${executes} = ${input.mine}`,
      input.control === undefined ? undefined : sql`${controlAt(day)} = ${input.control}`,
      input.state ? sql`${stateAt(day)} = ${input.state}` : undefined,
    ],
    sorts: {
      // What is open first, by its date.
      urgency: [sql`(${orders.closed_at} is not null)`, sql`${orders.due_on}`],
      due_on: sql`${orders.due_on}`,
      given_on: sql`${orders.given_on}`,
      id: sql`${orders.id}`,
    },
    defaultSort: 'urgency',
    load: async (ids) => {
      const { rows } = await call.db.execute<Line>(sql`
        select ${orders.id}, ${orders.letter_id}, l.direction, l.number, l.heading, ${orders.text}, ${dueAt(day)}::text as due_on,
               ${orders.given_on}::text as given_on, case when ${closedOn} <= ${day} then ${closedOn}::text end as closed_on,
               ${controlAt(day)} as control, ${stateAt(day)} as state,
               coalesce((select concat_ws(' ', s.lastname, s.firstname) from ${executors} x join ${staff} s on s.id = x.staff_id
                  where x.order_id = ${orders.id} and x.responsible and x.deleted_at is null), '') as executor
          from ${orders} join ${letters} l on l.id = ${orders.letter_id} where ${orders.id} = any(${sql.param(ids)}::int[])`);
      return rows;
    },
  });
}

/** Who executed how much in time, of what was given in a time: the responsible executor answers for an order. */
export async function disciplineOf(call: Call, input: z.infer<typeof disciplineQuery>) {
  const today = await todayOf(call);
  const until = input.until ?? today;
  const from = input.from ?? `${until.slice(0, 4)}-01-01`;
  if (from > until) throw failField('until', 'LETTER_DAY', { from, until: today });
  const [last] = [until, today].sort();
  const day = sql`${last}::date`;
  const { rows } = await call.db.execute<{
    staff_id: number;
    name: string;
    given: number;
    in_time: number;
    after: number;
    late: number;
    open: number;
  }>(sql`
    with lines as (
      select x.staff_id, ${stateAt(day)} as state from ${orders} join ${executors} x on x.order_id = ${orders.id} and x.responsible and x.deleted_at is null
       where ${orders.deleted_at} is null and ${orders.due_on} is not null and ${orders.given_on} between ${from}::date and ${until}::date)
    select l.staff_id, concat_ws(' ', s.lastname, s.firstname) as name, count(*)::int as given,
           (count(*) filter (where state = 'IN_TIME'))::int as in_time, (count(*) filter (where state = 'AFTER'))::int as after,
           (count(*) filter (where state = 'LATE'))::int as late, (count(*) filter (where state = 'OPEN'))::int as open
      from lines l join ${staff} s on s.id = l.staff_id where state <> 'CANCELLED' group by l.staff_id, s.id order by given desc, name, l.staff_id`);
  const sum = (name: 'given' | 'in_time' | 'after' | 'late' | 'open') => rows.reduce((all, row) => all + row[name], 0);
  return {
    from,
    until,
    total: { given: sum('given'), in_time: sum('in_time'), after: sum('after'), late: sum('late'), open: sum('open') },
    people: rows,
  };
}
