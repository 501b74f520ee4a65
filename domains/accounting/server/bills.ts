import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { Tiyin } from '../money.ts';
import { noFine } from '../shapes.ts';
import { tellAccountants } from './balance.ts';
import { type ContractRow, contractSearch, nextContractNumbers } from './issue.ts';
import { contracts } from './tables.ts';

/**
 * Bills: what another domain charges one person for, such as a place in a short course. A bill is a contract of the type COURSE
 * without an agreement, binding from the start, since whoever ordered agreed to the price before. It has a number, is paid at the
 * counter, by bank or online like any contract, and its domain is told by `billSettled`. All of this runs in the caller's
 * transaction and asks for no right.
 */

export interface Bill {
  /** None of a company's, which has no account. */
  account_id: number | null;
  name: string;
  phone: string | null;
  amount: Tiyin;
  due_on: string;
  /** By what else it is found: the number of a company. */
  also?: string;
}

interface Issued {
  contract_id: number;
  number: string;
}

/** Errors: BILL_NO_YEAR where there is no academic year that it could count to. */
export async function issueBill(call: Call, bill: Bill): Promise<Issued> {
  const made = await tryIssueBill(call, bill);
  if (!made) throw fail('BILL_NO_YEAR');
  return made;
}

/** The same for what follows from something else and refuses nothing: none where there is no year. */
export async function tryIssueBill(call: Call, bill: Bill): Promise<Issued | null> {
  const { rows: years } = await call.client.query<{ id: number }>(
    `select id from academic_years where deleted_at is null
      order by case when $1::date < starts_on then starts_on - $1::date when $1::date > ends_on then $1::date - ends_on else 0 end, id limit 1`,
    [bill.due_on],
  );
  if (!years[0]) return null;
  const [number] = await nextContractNumbers(call, 1);
  const [made] = await call.db
    .insert(contracts)
    .values({
      number: number!,
      type: 'COURSE',
      account_id: bill.account_id,
      payer_name: bill.name,
      payer: bill.phone ? { phone: bill.phone } : {},
      level: null,
      academic_year_id: years[0].id,
      amount: bill.amount,
      plan: [{ due_on: bill.due_on, amount: bill.amount }],
      deadline: bill.due_on,
      fine: noFine,
      minimum_share: 100,
      status: 'ACCEPTED',
      issued_on: await todayOf(call),
      search: contractSearch(number!, bill.name, bill.also),
    })
    .returning({ id: contracts.id });
  await recordTransition(call, 'contract', [{ id: made!.id, from: null }], 'ACCEPTED', {});
  return { contract_id: made!.id, number: number! };
}

/** Locks bills, so that no money comes meanwhile: before anything that payments lock behind them. */
export async function lockBills(call: Pick<Call, 'db'>, ids: readonly number[]): Promise<Map<number, ContractRow>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select()
    .from(contracts)
    .where(and(inArray(contracts.id, [...ids]), eq(contracts.type, 'COURSE'), isNull(contracts.deleted_at)))
    .orderBy(contracts.id)
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** What was paid for each of these and not given back. */
async function paidFor(call: Pick<Call, 'client'>, ids: readonly number[]): Promise<Map<number, Tiyin>> {
  const { rows } = await call.client.query<{ id: number; paid: Tiyin }>(
    'select contract_id as id, sum(amount)::bigint as paid from payments where contract_id = any($1::int[]) and deleted_at is null group by 1',
    [ids],
  );
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}

/**
 * Ends bills: of what was paid `keep` stays earned, and what came above it waits to be given back, of which accounting is told.
 * As many statements however many there are. Answers how much waits.
 */
export async function closeBills(
  call: Call,
  bills: readonly { contract_id: number; keep: Tiyin }[],
  reason: string,
): Promise<Tiyin> {
  const rows = await lockBills(
    call,
    bills.map((bill) => bill.contract_id),
  );
  const paid = await paidFor(call, [...rows.keys()]);
  const ends = bills.flatMap(({ contract_id, keep }) => {
    const row = rows.get(contract_id);
    const came = paid.get(contract_id) ?? 0;
    return row && row.status !== 'TERMINATED' ? [{ row, came, keep: Math.min(keep, row.amount, came) }] : [];
  });
  const over = ends.filter(({ keep }) => keep === 0).map(({ row }) => row);
  if (over.length > 0) {
    await call.db
      .update(contracts)
      .set({ status: 'TERMINATED', status_at: sql`edulab_now()` })
      .where(
        inArray(
          contracts.id,
          over.map((row) => row.id),
        ),
      );
    await recordTransition(
      call,
      'contract',
      over.map((row) => ({ id: row.id, from: row.status })),
      'TERMINATED',
      { reason },
    );
  }
  await setAmounts(
    call,
    ends.flatMap(({ row, keep }) => (keep > 0 ? [{ id: row.id, amount: keep }] : [])),
  );
  const waits = ends.filter(({ came, keep }) => came > keep);
  const back = waits.reduce((sum, { came, keep }) => sum + came - keep, 0);
  if (waits.length > 0)
    await tellAccountants(
      call,
      titleOf('notice_refund_due', {
        number: waits
          .map(({ row }) => row.number)
          .slice(0, 5)
          .join(', '),
      }),
      '/accounting/contract?refund=true',
    );
  return back;
}

/** One of several places of a bill is given up: it is for so much less, and what was paid above that waits to be given back. */
export async function lessenBill(
  call: Call,
  { contract_id, by }: { contract_id: number; by: Tiyin },
  reason: string,
): Promise<{ owed: Tiyin; paid: Tiyin }> {
  const row = (await lockBills(call, [contract_id])).get(contract_id);
  const paid = (await paidFor(call, [contract_id])).get(contract_id) ?? 0;
  if (!row || row.status === 'TERMINATED') return { owed: 0, paid };
  const owed = Math.max(0, row.amount - by);
  if (owed === 0) await closeBills(call, [{ contract_id, keep: 0 }], reason);
  else {
    await setAmounts(call, [{ id: contract_id, amount: owed }]);
    if (paid > owed)
      await tellAccountants(
        call,
        titleOf('notice_refund_due', { number: row.number }),
        '/accounting/contract?refund=true',
      );
  }
  return { owed, paid };
}

async function setAmounts(call: Call, bills: readonly { id: number; amount: Tiyin }[]): Promise<void> {
  if (bills.length === 0) return;
  await call.client.query(
    `update contracts c set amount = b.amount, plan = jsonb_build_array(jsonb_build_object('due_on', c.deadline, 'amount', b.amount))
       from jsonb_to_recordset($1::jsonb) as b (id int, amount bigint) where c.id = b.id`,
    [JSON.stringify(bills)],
  );
}

/** Undoes `closeBills`: what is owed is `amount` again. Errors: BILL_REFUNDED where money was given back or used meanwhile. */
export async function reopenBills(call: Call, bills: readonly { contract_id: number; amount: Tiyin }[]): Promise<void> {
  const rows = await lockBills(
    call,
    bills.map((bill) => bill.contract_id),
  );
  const { rows: gone } = await call.client.query<{ contract_id: number }>(
    "select contract_id from payments where contract_id = any($1::int[]) and kind = 'REFUND' and deleted_at is null limit 1",
    [[...rows.keys()]],
  );
  if (gone[0]) throw fail('BILL_REFUNDED', { number: rows.get(gone[0].contract_id)?.number ?? '' });
  const ended = [...rows.values()].filter((row) => row.status === 'TERMINATED').map((row) => row.id);
  if (ended.length > 0) {
    await call.db
      .update(contracts)
      .set({ status: 'ACCEPTED', status_at: sql`edulab_now()` })
      .where(inArray(contracts.id, ended));
    await recordTransition(
      call,
      'contract',
      ended.map((id) => ({ id, from: 'TERMINATED' })),
      'ACCEPTED',
      {},
    );
  }
  await setAmounts(
    call,
    bills.map(({ contract_id, amount }) => ({ id: contract_id, amount })),
  );
}
