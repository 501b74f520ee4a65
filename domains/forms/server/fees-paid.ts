import { and, eq, isNull, sql } from 'drizzle-orm';
import { requestFees, studentDebits } from '#domains/accounting/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { longDate } from '#platform/server/documents/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { everyInstitutionInTheNight, inTheNight } from '#platform/server/work/jobs.ts';
import { inHandStates, requestWorkflow } from '../workflow.ts';
import { keepFee } from './fees.ts';
import { stepsOf } from './requests.ts';
import { take, tellStudent } from './steps.ts';
import { formRequestSteps, formRequests } from './tables.ts';

export { requestPaid } from './fees.ts';

/** What becomes of requests that wait for a payment: one that is paid goes on by itself, one that nobody pays is closed. */

const pauseMs = 300_000;

const atPayment = sql`${formRequests.deleted_at} is null and ${formRequests.status} in ('SUBMITTED', 'IN_REVIEW')
  and ${formRequestSteps.action} = 'PAYMENT' and ${formRequestSteps.started_at} is not null and ${formRequestSteps.done_at} is null`;

/** Runs when a fee was covered, by whatever money, and now and then. Each request in a transaction of its own. */
export async function goOnWithPaid(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<{ id: number; institution_id: number }>(
    `select q.id, q.institution_id from form_request_steps t join form_requests q on q.id = t.request_id and q.step = t.position
       left join student_debits d on d.request_id = q.id and d.deleted_at is null
      where t.action = 'PAYMENT' and t.started_at is not null and t.done_at is null and q.deleted_at is null
        and q.status in ('SUBMITTED', 'IN_REVIEW') and coalesce(d.paid >= d.total, q.fee = 0) order by q.id limit 500`,
  );
  const faults: unknown[] = [];
  for (const { id, institution_id } of rows)
    await inTheNight(kernel, institution_id, 'requests', (call) => goOn(call, id)).catch((fault: unknown) =>
      faults.push(fault),
    );
  if (faults.length > 0) throw faults[0];
  return pauseMs;
}

/** Looks again under the lock: it may have been withdrawn, or the money given back, a moment ago. */
async function goOn(call: Call, id: number): Promise<void> {
  const [row] = await call.db
    .select()
    .from(formRequests)
    .where(and(eq(formRequests.id, id), isNull(formRequests.deleted_at)))
    .for('update');
  const steps = await stepsOf(call, [id]);
  const current = steps.find(({ position }) => position === row?.step);
  const fee = (await requestFees(call, [id])).get(id);
  if (!row || !inHandStates.includes(row.status) || current?.action !== 'PAYMENT' || current.done_at) return;
  if (fee ? fee.paid < fee.total : Number(row.fee) > 0) return;
  await take(call, { row, steps, unpaid: 0, reached: true, orphaned: false }, { status: 'APPROVED' });
}

/** Each night: what was not paid by its day, which is that of the debit, is closed, so that a fee that somebody thought better of is no debt. */
export async function closeUnpaid(kernel: Kernel): Promise<{ closed: number }> {
  let closed = 0;
  await everyInstitutionInTheNight(kernel, 'requests', async (call) => {
    const today = await todayOf(call);
    const rows = await call.db
      .select({ row: formRequests, due_on: studentDebits.due_on })
      .from(formRequestSteps)
      .innerJoin(
        formRequests,
        and(eq(formRequests.id, formRequestSteps.request_id), eq(formRequests.step, formRequestSteps.position)),
      )
      .innerJoin(studentDebits, and(eq(studentDebits.request_id, formRequests.id), isNull(studentDebits.deleted_at)))
      .where(
        sql`${atPayment} and ${studentDebits.due_on} < ${today}::date and ${studentDebits.paid} < ${studentDebits.total}`,
      )
      .orderBy(formRequests.id)
      .for('update', { of: formRequests });
    for (const { row, due_on } of rows) {
      const reason = message(row.language, 'fee_not_paid', { day: longDate(due_on, row.language) });
      await call.db
        .update(formRequests)
        .set({ status: 'REJECTED', status_at: sql`edulab_now()`, due_on: null, reason })
        .where(eq(formRequests.id, row.id));
      await recordTransition(call, requestWorkflow.entity, [{ id: row.id, from: row.status }], 'REJECTED', { reason });
      await keepFee(call, row.id);
      await tellStudent(call, row, 'REJECTED');
    }
    closed += rows.length;
  });
  return { closed };
}
