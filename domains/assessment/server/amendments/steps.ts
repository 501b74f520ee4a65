import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { supersedeDocuments } from '#domains/credentials/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { emit } from '#platform/server/work/events.ts';
import type { amendmentPublish, amendmentStep } from '../../shapes-records.ts';
import { amendmentWorkflow } from '../../workflow-amendment.ts';
import { reachedModules } from '../modules.ts';
import { lockPlan } from '../plan/tree.ts';
import { effectOf, markToAmend } from './effect.ts';
import { type Amendment, amendmentRecords, amendmentsInReach, peopleOf } from './records.ts';
import { refusalOf } from './refusal.ts';
import { amendments } from './tables.ts';

/** The steps of an amendment, each in one transaction with everything that follows from it. */

type Step = z.infer<typeof amendmentStep>;

const lockAmendment = (call: Call, read: { id: number; version?: number }): Promise<Amendment> =>
  loadForChange(call, amendments, amendmentsInReach(call), read, ({ id }) => amendmentRecords.get(call, { id }));

/** Errors: STALE, TRANSITION_NOT_ALLOWED, REASON_REQUIRED, SAME_PERSON, NOT_REQUESTER, OWN_MARK, NOT_YOUR_ASSESSMENT, MARK_MOVED. */
export async function stepAmendment(call: Call, input: Step) {
  const row = await lockAmendment(call, input);
  await takeStep(call, row, input.status, input.reason);
  return amendmentRecords.get(call, { id: row.id });
}

async function takeStep(call: Call, row: Amendment, to: Step['status'], reason: string | undefined): Promise<void> {
  const step = checkTransition(call, amendmentWorkflow, row.status, to, { reason });
  if (!(await reachedModules(call, step.permission, [row.course_module_id])).has(row.course_module_id))
    throw fail('NOT_YOUR_ASSESSMENT');
  const { rows } = await call.client.query<{ marked_by: number | null }>('select marked_by from marks where id = $1', [
    row.mark_id,
  ]);
  const refused = refusalOf(call, row, step, rows[0]?.marked_by ?? null);
  if (refused) throw fail(refused);
  const me = call.account_id;
  const decided = [...row.decided_by, me];
  // The first of two decisions leaves it where it is.
  const after = to === 'APPROVED' && decided.length < row.approvals ? 'CHECKED' : to;
  const changes: Partial<Amendment> = { status: after, ...(reason ? { decision: reason } : {}) };
  if (to === 'REQUESTED') {
    const mark = await markToAmend(call, { mark_id: row.mark_id });
    const effect = await effectOf(call, mark, { value: row.new_value, special: row.new_special });
    Object.assign(changes, { effect, approvals: effect.approvals, checked_by: null, decided_by: [] });
  }
  if (to === 'CHECKED') changes.checked_by = me;
  if (to === 'APPROVED') changes.decided_by = decided;
  if (to === 'APPLIED') {
    await amendMark(call, row);
    Object.assign(changes, { applied_by: me, applied_at: clock.iso() });
  }
  await call.db.update(amendments).set(changes).where(eq(amendments.id, row.id));
  await recordTransition(call, 'amendment', [{ id: row.id, from: row.status }], after, { reason });
  await notifyParties(call, row, after);
}

/** The mark, its event in the ledger, totals, transcripts: all or nothing. Errors: MARK_MOVED. */
async function amendMark(call: Call, row: Amendment): Promise<void> {
  await lockPlan(call, row.course_module_id);
  const { rows } = await call.client.query<{ value: number | null; special: string | null; status: string }>(
    'select value::float8 as value, special, status from marks where id = $1 for update',
    [row.mark_id],
  );
  const mark = rows[0];
  if (!mark || mark.value !== row.old_value || mark.special !== row.old_special) throw fail('MARK_MOVED');
  await call.client.query(
    "select set_config('edulab.amendment', $1, true), set_config('edulab.mark_event', 'AMENDED', true), set_config('edulab.reason', $2, true)",
    [String(row.id), `${row.number}: ${row.text}`],
  );
  await call.client.query('update marks set value = $2, special = $3 where id = $1', [
    row.mark_id,
    row.new_value,
    row.new_special,
  ]);
  await call.client.query(
    "select set_config('edulab.amendment', '', true), set_config('edulab.mark_event', '', true), set_config('edulab.reason', '', true)",
  );
  await supersedeDocuments(call, { kind: 'TRANSCRIPT', student_ids: [row.student_id] }, 'MARK_AMENDED', row.number);
}

/** Whoever asked hears of what became of it, and a student when it is published. */
async function notifyParties(call: Call, row: Amendment, status: string): Promise<void> {
  await emit(call, { type: 'amendment', to: { permission: 'amendment.read' }, data: { id: row.id, status } });
  const link = `/mark-amendment?open=${row.id}`;
  const news = ['RETURNED', 'REJECTED', 'APPLIED'].includes(status);
  if (news && row.requested_by !== call.account_id)
    await notify(call, [row.requested_by], {
      type: 'amendment',
      title: titleOf(`amendment_${status.toLowerCase()}`, { number: row.number }),
      link,
    });
  if (status !== 'PUBLISHED') return;
  const { rows } = await call.client.query<{ account_id: number | null }>(
    'select account_id from students where id = $1',
    [row.student_id],
  );
  if (rows[0]?.account_id)
    await notify(call, [rows[0].account_id], {
      type: 'amendment',
      title: titleOf('amendment_published', { number: row.number }),
      link,
    });
}

/** Shows applied amendments to their students, or takes that back for a reason; all of them or none. */
export async function publishAmendments(call: Call, input: z.infer<typeof amendmentPublish>) {
  const ids = [...new Set([...(input.ids ?? []), ...(input.id ? [input.id] : [])])].sort((a, b) => a - b);
  if (ids.length === 0) throw failField('ids', 'form_required');
  const to = (input.published ?? true) ? 'PUBLISHED' : 'UNPUBLISHED';
  for (const id of ids) await takeStep(call, await lockAmendment(call, { id }), to, input.reason);
  const rows = await call.db.select({ id: amendments.id }).from(amendments).where(inArray(amendments.id, ids));
  return { status: to as 'PUBLISHED' | 'UNPUBLISHED', ids: rows.map(({ id }) => id) };
}

/** Every step with who took it when and why, oldest first. */
export async function amendmentSteps(call: Call, input: { id: number }) {
  await amendmentRecords.get(call, input);
  const rows = await call.db
    .select()
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, 'amendment'), eq(statusHistory.entity_id, input.id)))
    .orderBy(sql`${statusHistory.id}`);
  const people = await peopleOf(
    call,
    rows.map((row) => row.account_id),
  );
  // Students are told what happened, not by whom.
  const inside = scopeOf(call, 'amendment.read') !== 'own';
  return rows.map((row) => ({
    at: row.at,
    from: row.from_status,
    to: row.to_status,
    by: (inside && row.account_id && people.get(row.account_id)?.name) || null,
    reason: row.reason,
    forced: row.forced,
  }));
}
