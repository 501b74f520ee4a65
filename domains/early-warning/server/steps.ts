import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { peopleOptions, staff, whoActs } from '#domains/staff/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { caseWorkflow } from '../workflow.ts';
import { openCase, visible, type Whole } from './cases.ts';
import { riskActions, riskCases } from './tables.ts';

/** What is done for a student at risk: written down, handed over, closed. */

const shownCase =
  (call: Call) =>
  ({ id }: { id: number }) =>
    openCase(call, { id });

/** Errors: RISK_CLOSED, RISK_AHEAD, RISK_NEXT_EARLIER, RISK_ACTION_OF_OTHER. */
export async function act(call: Call, input: InputOf<typeof contract.risk.act>): Promise<Whole> {
  const [row] = await call.db
    .select()
    .from(riskCases)
    .where(and(eq(riskCases.id, input.case_id), visible(call, 'risk.act')))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  if (row.status !== 'OPEN') throw fail('RISK_CLOSED');
  const before =
    input.id === undefined
      ? undefined
      : await loadForChange(
          call,
          riskActions,
          eq(riskActions.case_id, row.id),
          { id: input.id, version: input.version },
          () => openCase(call, { id: row.id }),
        );
  if (before && before.author_id !== call.account_id) throw fail('RISK_ACTION_OF_OTHER');
  const { kind, done_on, text, outcome = before?.outcome ?? null, next_on = before?.next_on ?? null } = input;
  if (done_on > (await todayOf(call))) throw failField('done_on', 'RISK_AHEAD');
  if (next_on && next_on < done_on) throw failField('next_on', 'RISK_NEXT_EARLIER');
  const values = { kind, done_on, text, outcome, next_on };
  if (before) await call.db.update(riskActions).set(values).where(eq(riskActions.id, before.id));
  else await call.db.insert(riskActions).values({ ...values, case_id: row.id, author_id: call.account_id || null });
  await call.db.execute(sql`
    update ${riskCases} c set actions = x.count, first_action_on = x.first, last_action_on = x.last, next_on = x.next from (
      select count(*)::int as count, min(a.done_on) as first, max(a.done_on) as last,
             (array_agg(a.next_on order by a.done_on desc, a.id desc))[1] as next
        from ${riskActions} a where a.case_id = ${row.id} and a.deleted_at is null) x where c.id = ${row.id}`);
  return openCase(call, { id: row.id });
}

/** Errors: NOT_FOUND where one is out of reach, RISK_CLOSED, RISK_NOBODY_TO_ACT. All or none. */
export async function assign(
  call: Call,
  { ids, staff_id }: InputOf<typeof contract.risk.assign>,
): Promise<{ ok: true }> {
  const wanted = [...new Set(ids)];
  if (staff_id !== null) await demandActor(call, staff_id, 'staff_id');
  const rows = await call.db
    .select({ id: riskCases.id, status: riskCases.status })
    .from(riskCases)
    .where(and(inArray(riskCases.id, wanted), visible(call, 'risk.assign')))
    .orderBy(asc(riskCases.id))
    .for('update');
  if (rows.length < wanted.length) throw fail('NOT_FOUND');
  if (rows.some(({ status }) => status !== 'OPEN')) throw fail('RISK_CLOSED');
  await call.db
    .update(riskCases)
    .set({ mentor_id: staff_id })
    .where(and(inArray(riskCases.id, wanted), sql`${riskCases.mentor_id} is distinct from ${staff_id}::int`));
  return { ok: true };
}

/** Whoever is handed a student must be able to open the case. */
export async function demandActor(call: Call, id: number, field: string): Promise<void> {
  const { rows } = await call.db.execute(sql`select 1 where ${id}::int in ${whoActs('risk.act')}`);
  if (rows.length === 0) throw failField(field, 'RISK_NOBODY_TO_ACT');
}
export const actors = (call: Call, input: InputOf<typeof contract.risk.actors>) =>
  peopleOptions(call, input, sql`${staff.id} in ${whoActs('risk.act')}`);

export async function changeStatus(call: Call, input: InputOf<typeof contract.risk.change_status>): Promise<Whole> {
  const row = await loadForChange(call, riskCases, visible(call, 'risk.act'), input, shownCase(call));
  const reason = input.status === 'CLOSED' ? input.reason : input.note;
  checkTransition(call, caseWorkflow, row.status, input.status, { reason });
  if (input.status === 'OPEN') {
    const { rows } = await call.db.execute(
      sql`select 1 from ${riskCases} c where c.student_id = ${row.student_id} and c.id > ${row.id} and c.deleted_at is null`,
    );
    if (rows.length) throw fail('RISK_OPEN_ALREADY');
  }
  const closes = input.status === 'CLOSED';
  await call.db
    .update(riskCases)
    .set({
      status: input.status,
      closed_on: closes ? await todayOf(call) : null,
      close_reason: closes ? (input.reason ?? null) : null,
      close_note: input.note || null,
      closed_by: closes ? call.account_id || null : null,
      ...(closes ? { next_on: null } : {}),
    })
    .where(eq(riskCases.id, row.id));
  await recordTransition(call, caseWorkflow.entity, [{ id: row.id, from: row.status }], input.status, {
    reason: [reason, closes ? input.note : ''].filter(Boolean).join(': '),
  });
  return openCase(call, { id: row.id });
}
