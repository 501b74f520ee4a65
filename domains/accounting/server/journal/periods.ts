import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accountsById } from '#domains/identity/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { periods } from '../../contract/journal.ts';
import { closedUntil } from './read.ts';
import { accountingPeriods, journalEntries } from './tables.ts';

/** Months of the books. What is closed takes no document any more: see guards.sql for what becomes of corrections. */

type Periods = z.infer<typeof periods>;

/** `2026-10-01` as 202610: by it the history knows the month. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 100 + Number(month.slice(5, 7));
const after = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10);
};

/** Waits for all who write into the books; nobody else begins until the call is over. */
export const holdBooks = (call: Call) =>
  call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.books, call.institution_id]);

/** The last day of the months that are closed; days may be closed beyond it. */
async function monthsClosedUntil(call: Call): Promise<string | null> {
  const { rows } = await call.db.execute<{ day: string | null }>(
    sql`select (max(${accountingPeriods.month}) + interval '1 month' - interval '1 day')::date::text as day from ${accountingPeriods}`,
  );
  return rows[0]?.day ?? null;
}

/** The month that follows what is closed, or that of the first entry; null where it is not over yet. */
async function nextMonth(call: Call, closed: string | null): Promise<string | null> {
  const first = closed
    ? after(closed, 1)
    : (
        await call.db.execute<{ month: string | null }>(
          sql`select date_trunc('month', min(${journalEntries.effective_on}))::date::text as month from ${journalEntries}`,
        )
      ).rows[0]?.month;
  return first && after(first, 1) <= (await todayOf(call)) ? first : null;
}

export async function periodsOf(call: Call): Promise<Periods> {
  const { rows } = await call.db.execute<{ month: string; closed_at: string; closed_by: number | null }>(
    sql`select ${accountingPeriods.month}::text as month, ${accountingPeriods.closed_at} as closed_at, ${accountingPeriods.closed_by} as closed_by
          from ${accountingPeriods} order by ${accountingPeriods.month} desc limit 60`,
  );
  const people = await accountsById(
    call,
    rows.flatMap((row) => row.closed_by ?? []),
  );
  const manage = may(call, 'period.close');
  return {
    closed_until: await closedUntil(call),
    next: await nextMonth(call, await monthsClosedUntil(call)),
    months: rows.map((row, at) => {
      const by = row.closed_by === null ? undefined : people.get(row.closed_by);
      return {
        month: row.month,
        closed_at: new Date(row.closed_at).toISOString(),
        closed_by: by ? `${by.lastname} ${by.firstname}` : null,
        reopens: manage && at === 0,
      };
    }),
  };
}

/** Money is not dated into a month that is closed; the database refuses it as well. */
export async function demandOpen(call: Call, day: string): Promise<void> {
  const closed = await closedUntil(call);
  if (closed !== null && day <= closed) throw failField('paid_on', 'PERIOD_CLOSED', { until: closed });
}

/** Errors: PERIOD_ORDER where another month is the next one, PERIOD_NOT_OVER. */
export async function closePeriod(call: Call, input: { month: string }): Promise<Periods> {
  await holdBooks(call);
  const next = await nextMonth(call, await monthsClosedUntil(call));
  if (input.month !== next)
    throw fail(after(input.month, 1) > (await todayOf(call)) ? 'PERIOD_NOT_OVER' : 'PERIOD_ORDER', { month: next });
  await call.db.insert(accountingPeriods).values({ month: input.month, closed_by: call.account_id });
  await recordTransition(call, 'accounting_period', [{ id: numberOf(input.month), from: 'OPEN' }], 'CLOSED', {});
  return periodsOf(call);
}

export async function reopenPeriod(call: Call, input: { month: string; reason: string }): Promise<Periods> {
  await holdBooks(call);
  const { rows } = await call.db.execute<{ month: string }>(
    sql`select ${accountingPeriods.month}::text as month from ${accountingPeriods} order by ${accountingPeriods.month} desc limit 1`,
  );
  if (rows[0]?.month !== input.month) throw fail('PERIOD_ORDER', { month: rows[0]?.month ?? null });
  await call.db.delete(accountingPeriods).where(sql`${accountingPeriods.month} = ${input.month}`);
  await recordTransition(call, 'accounting_period', [{ id: numberOf(input.month), from: 'CLOSED' }], 'OPEN', {
    reason: input.reason,
  });
  return periodsOf(call);
}
