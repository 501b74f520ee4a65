import { sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { demandStaff, membersOf } from './people.ts';
import { deputies } from './tables.ts';

/** Who acts for whom while somebody is away: in all that is asked of them in the correspondence, within these days. */

const nameOf = (id: unknown) => sql`(select s.search from ${staff} s where s.id = ${id})`;
const own = (call: Call) =>
  sql`(select t.id from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null and t.status <> 'LEFT')`;

/** Whoever keeps letters arranges it for anybody, everybody else for themselves. A deputy passes nothing on. */
async function demandFor(call: Call, staff_id: number): Promise<void> {
  if (may(call, 'correspondence.register')) return;
  const { rows } = await call.db.execute(sql`select 1 where ${staff_id}::int in ${own(call)}`);
  if (rows.length === 0) throw fail('NOT_YOUR_DEPUTY');
}

export const deputy = resource(contract.deputy, {
  table: deputies,
  search: (typed) => keyHolds(sql`${nameOf(deputies.staff_id)} || ' ' || ${nameOf(deputies.deputy_id)}`, typed),
  sorts: { since: sql`${deputies.since}`, id: sql`${deputies.id}` },
  defaultSort: 'since,desc',
  optionTitle: () => sql`${deputies.since}::text`,
  visible: (call) =>
    may(call, 'correspondence.oversee')
      ? undefined
      : sql`(${deputies.staff_id} in ${own(call)} or ${deputies.deputy_id} in ${own(call)})`,
  present: async (call, rows) => {
    const today = await todayOf(call);
    const people = await membersOf(
      call,
      rows.flatMap(({ staff_id, deputy_id }) => [staff_id, deputy_id]),
    );
    const { rows: mine } = await call.db.execute<{ id: number }>(own(call));
    const keeps = ({ staff_id }: { staff_id: number }) =>
      may(call, 'correspondence.register') || mine.some(({ id }) => id === staff_id);
    return rows.map((row) => ({
      ...plain(row),
      staff: people.get(row.staff_id)?.name ?? '',
      deputy: people.get(row.deputy_id)?.name ?? '',
      now: row.since <= today && today <= row.until,
      can: { edit: keeps(row), delete: keeps(row) },
    }));
  },
  prepare: async (call, input, current, next) => {
    if (current) await demandFor(call, current.staff_id);
    await demandFor(call, next.staff_id);
    if (next.staff_id === next.deputy_id) throw failField('deputy_id', 'DEPUTY_SELF');
    if (next.until < next.since) throw failField('until', 'DATES_REVERSED');
    await demandStaff(call, 'deputy_id', [next.deputy_id]);
    return input;
  },
  beforeDelete: (call, row) => demandFor(call, row.staff_id),
});
