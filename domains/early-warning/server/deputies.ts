import { inArray, sql } from 'drizzle-orm';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { ownStaff } from './reach.ts';
import { demandActor } from './steps.ts';
import { riskDeputies } from './tables.ts';

/** Who stands in for whom, from day to day. A mentor names their own, a dean those of the own faculty. */

const nameOf = (id: typeof riskDeputies.staff_id | typeof riskDeputies.deputy_id) =>
  sql<string>`(select concat_ws(' ', s.lastname, s.firstname) from ${staff} s where s.id = ${id})`;
/** What people are found by, in whatever spelling. */
const keyOf = (id: typeof riskDeputies.staff_id | typeof riskDeputies.deputy_id) =>
  sql`(select s.search from ${staff} s where s.id = ${id})`;
const ofBranch = (call: Call) =>
  sql`${riskDeputies.staff_id} in (select s.id from ${staff} s where s.department_id in ${branchDepartments(call)})`;

function visible(call: Call) {
  const own = sql`${riskDeputies.staff_id} in ${ownStaff(call)} or ${riskDeputies.deputy_id} in ${ownStaff(call)}`;
  switch (scopeOf(call, 'risk.act')) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`(${ofBranch(call)} or ${own})`;
    default:
      return sql`(${own})`;
  }
}

/** Whoever names a deputy gives away what they see themselves, no more. */
async function demandMayName(call: Call, staff_id: number): Promise<void> {
  const scope = scopeOf(call, 'risk.act');
  if (scope === 'institution') return;
  const { rows } = await call.db.execute(
    sql`select 1 from ${staff} s where s.id = ${staff_id} and s.deleted_at is null
      and (s.id in ${ownStaff(call)} ${scope === 'branch' ? sql`or s.department_id in ${branchDepartments(call)}` : sql``})`,
  );
  if (rows.length === 0) throw fail('NOT_FOUND');
}

export const deputies = resource(contract.risk_deputy, {
  table: riskDeputies,
  search: (typed) => keyHolds(sql`${keyOf(riskDeputies.staff_id)} || ' ' || ${keyOf(riskDeputies.deputy_id)}`, typed),
  sorts: { since: sql`${riskDeputies.since}`, id: sql`${riskDeputies.id}` },
  defaultSort: 'since,desc',
  optionTitle: () => nameOf(riskDeputies.deputy_id),
  visible,
  filters: () => [],
  present: async (call, rows) => {
    const names = new Map(
      (
        await call.db
          .select({ id: staff.id, title: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname})` })
          .from(staff)
          .where(inArray(staff.id, [0, ...rows.flatMap(({ staff_id, deputy_id }) => [staff_id, deputy_id])]))
      ).map((one) => [one.id, one]),
    );
    return rows.map(({ id, version, created_at, updated_at, staff_id, deputy_id, since, until }) => ({
      id,
      version,
      created_at,
      updated_at,
      staff_id,
      staff: names.get(staff_id) ?? null,
      deputy_id,
      deputy: names.get(deputy_id) ?? null,
      since,
      until,
    }));
  },
  prepare: async (call, input, current) => {
    const [self] = (await call.db.execute<{ id: number }>(ownStaff(call))).rows;
    const staff_id = input.staff_id ?? current?.staff_id ?? self?.id;
    if (staff_id === undefined) throw failField('staff_id', 'RISK_NOBODY_TO_ACT');
    if (current) await demandMayName(call, current.staff_id);
    await demandMayName(call, staff_id);
    await demandActor(call, staff_id, 'staff_id');
    const deputy_id = input.deputy_id ?? current?.deputy_id;
    if (deputy_id !== undefined) {
      if (deputy_id === staff_id) throw failField('deputy_id', 'RISK_NOBODY_TO_ACT');
      await demandActor(call, deputy_id, 'deputy_id');
    }
    const [since, until] = [input.since ?? current?.since, input.until ?? current?.until];
    if (since && until && since > until) throw failField('until', 'DATES_REVERSED');
    return { ...input, staff_id };
  },
  beforeDelete: async (call, row) => demandMayName(call, row.staff_id),
});
