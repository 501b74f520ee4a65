import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { holdBooks } from './periods.ts';
import { closedUntil } from './read.ts';
import { accountingDays } from './tables.ts';

/** Days of the books, for whoever draws up the paper about them. What is closed takes no money any more: see guards.sql. */

export { demandOpen } from './periods.ts';
export { closedUntil };

/** `2026-11-05` as 20261105: by it the history knows the day. */
const numberOf = (day: string): number => Number(day.replaceAll('-', ''));

/** Who closed a day, if it was closed by itself. */
export async function closedOn(call: Call, day: string): Promise<{ closed_by: number | null } | undefined> {
  const [row] = await call.db
    .select({ closed_by: accountingDays.closed_by })
    .from(accountingDays)
    .where(sql`${accountingDays.day} = ${day}`);
  return row;
}

/** Closes a day with all before it; from then on the books of these stand still. Errors: DAY_NOT_OVER, DAY_ORDER. */
export async function closeDay(call: Call, day: string): Promise<void> {
  await holdBooks(call);
  if (day >= (await todayOf(call))) throw fail('DAY_NOT_OVER');
  const until = await closedUntil(call);
  if (until !== null && day <= until) throw fail('DAY_ORDER', { day: until });
  await call.db.insert(accountingDays).values({ day, closed_by: call.account_id });
  await recordTransition(call, 'accounting_day', [{ id: numberOf(day), from: 'OPEN' }], 'CLOSED', {});
}

/** Opens the last closed day again. Errors: DAY_ORDER where a later one or its month is closed, DAY_OWN for who closed it. */
export async function reopenDay(call: Call, { day, reason }: { day: string; reason: string }): Promise<void> {
  await holdBooks(call);
  const closed = await closedOn(call, day);
  if (!closed || (await closedUntil(call)) !== day) throw fail('DAY_ORDER', { day: await closedUntil(call) });
  if (closed.closed_by === call.account_id) throw fail('DAY_OWN');
  await call.db.delete(accountingDays).where(sql`${accountingDays.day} = ${day}`);
  await recordTransition(call, 'accounting_day', [{ id: numberOf(day), from: 'CLOSED' }], 'OPEN', { reason });
}
