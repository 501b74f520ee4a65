import { and, eq, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { formRequestSteps } from './tables.ts';

/** The clock of a step: working days, and it stands still while the student is asked. */

const step = (request_id: number, position: number) =>
  and(eq(formRequestSteps.request_id, request_id), eq(formRequestSteps.position, position));
type Caller = Pick<Call, 'db'>;
/** Working days to pay where a step names none. */
export const payDays = 10;
/** A payment is waited for from the student: the office is late with nothing. */
const officeDue = (row: { due_on: string | null; action: string } | undefined) =>
  row && row.action !== 'PAYMENT' ? row.due_on : null;

/** Answers until when the office is to do it; none where it has no clock. */
export async function startStep(call: Caller, request_id: number, position: number): Promise<string | null> {
  const [row] = await call.db
    .update(formRequestSteps)
    .set({
      started_at: sql`edulab_now()`,
      due_on: sql`case when ${formRequestSteps.days} > 0 then edulab_working_day((select edulab_today()), ${formRequestSteps.days})
        when ${formRequestSteps.action} = 'PAYMENT' then edulab_working_day((select edulab_today()), ${payDays}) end`,
    })
    .where(step(request_id, position))
    .returning({ due_on: formRequestSteps.due_on, action: formRequestSteps.action });
  return officeDue(row);
}

export async function stopStep(call: Caller, request_id: number, position: number): Promise<void> {
  await call.db
    .update(formRequestSteps)
    .set({
      stopped_at: sql`edulab_now()`,
      left_days: sql`edulab_working_days((select edulab_today()), ${formRequestSteps.due_on})`,
    })
    .where(step(request_id, position));
}

/** What was left is left: who was late stays so. */
export async function resumeStep(call: Caller, request_id: number, position: number): Promise<string | null> {
  const [row] = await call.db
    .update(formRequestSteps)
    .set({
      due_on: sql`case when ${formRequestSteps.left_days} > 0 then edulab_working_day((select edulab_today()), ${formRequestSteps.left_days}) when ${formRequestSteps.left_days} = 0 then (select edulab_today()) else ${formRequestSteps.due_on} end`,
      waited: sql`${formRequestSteps.waited} + coalesce(extract(epoch from edulab_now() - ${formRequestSteps.stopped_at}) / 60, 0)::integer`,
      stopped_at: null,
      left_days: null,
    })
    .where(step(request_id, position))
    .returning({ due_on: formRequestSteps.due_on, action: formRequestSteps.action });
  return officeDue(row);
}
