import { eq } from 'drizzle-orm';
import { chargeRequest } from '#domains/accounting/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { RequestState } from '../workflow.ts';
import { formRequestSteps, formRequests, formTypes } from './tables.ts';

export { requestPaid } from '#domains/accounting/server/index.ts';

/** Of these nothing is owed: they were never sent, or came to nothing. */
const free: readonly RequestState[] = ['DRAFT', 'REJECTED', 'WITHDRAWN'];

/**
 * Brings what is owed for a request in line with where it stands: charged once its chain came to the payment, gone where the
 * request came to nothing. From then on the debit says until when it is paid; `later`: its step went on after waiting for the
 * student, and with it the day. Accounting tells the student, and whoever is to give money back.
 */
export async function keepFee(call: Call, request_id: number, later?: boolean): Promise<void> {
  const [found] = await call.db
    .select({ row: formRequests, what: formTypes.title })
    .from(formRequests)
    .innerJoin(formTypes, eq(formTypes.id, formRequests.type_id))
    .where(eq(formRequests.id, request_id));
  if (!found || Number(found.row.fee) === 0) return;
  const { row, what } = found;
  const steps = await call.db.select().from(formRequestSteps).where(eq(formRequestSteps.request_id, request_id));
  const payment = steps.find(({ action, started_at }) => action === 'PAYMENT' && started_at !== null);
  await chargeRequest(call, {
    request_id,
    student_id: row.student_id,
    number: row.number,
    what,
    fee: payment && !free.includes(row.status) ? row.fee : null,
    due_on: payment?.due_on ?? '',
    later,
  });
}
