import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import type { BankLedger, SuspenseTarget } from '../accounts.ts';
import type { Tiyin } from '../money.ts';
import { takingMoney, tellExcess } from './balance.ts';
import { settle } from './issue.ts';
import { contracts, payments, suspenseItems, suspenseUses } from './tables.ts';

/**
 * Money that a bank tells of before anybody knows what it is for. It stands in suspense from the first minute, so the books
 * agree with the bank; what it was is booked out of suspense, and comes back there when that was wrong. For whoever reads
 * statements; asks for no right, in the caller's transaction.
 */

export interface SuspenseItem {
  account: BankLedger;
  /** Below zero where it left the bank account. */
  amount: Tiyin;
  moved_on: string;
  party: string;
}

/** Books movements of bank accounts into suspense; answers their items in the same order. Errors: PERIOD_CLOSED. */
export const toSuspense = (call: Call, items: readonly SuspenseItem[]): Promise<number[]> =>
  insertAll(call.client, 'suspense_items', items);

/** Takes back what was told by mistake. What was made of it comes back first: `backToSuspense`. */
export async function takeBackSuspense(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await call.db
    .update(suspenseItems)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(inArray(suspenseItems.id, [...ids]), isNull(suspenseItems.deleted_at)));
}

export interface SuspensePart {
  item_id: number;
  contract_id: number;
  amount: Tiyin;
  paid_on: string;
  payer: string;
  report_number: string | null;
  bank_name: string | null;
  reference: string;
  note: string | null;
}

/**
 * Makes payments of money in suspense, on the day it came; answers them in the same order. What is above a contract is
 * taken, as of every bank. Errors: UNKNOWN_REFERENCE, CONTRACT_NOT_READY, SUSPENSE_USED.
 */
export async function fromSuspense(call: Call, parts: readonly SuspensePart[]): Promise<number[]> {
  if (parts.length === 0) return [];
  const ids = [...new Set(parts.map((part) => part.contract_id))];
  const rows = await call.db
    .select()
    .from(contracts)
    .where(and(inArray(contracts.id, ids), isNull(contracts.deleted_at)))
    .orderBy(contracts.id)
    .for('no key update');
  const found = new Map(rows.map((row) => [row.id, row]));
  const taking = await takingMoney(call, rows);
  for (const { contract_id } of parts) {
    const row = found.get(contract_id);
    if (!row) throw failField('contract_id', 'UNKNOWN_REFERENCE');
    if (!taking.has(contract_id))
      throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
  }
  const made = await insertAll(
    call.client,
    'payments',
    parts.map(({ item_id, reference, ...part }) => {
      const row = found.get(part.contract_id);
      return {
        ...part,
        kind: 'PAYMENT',
        payment_type: 'BANK',
        source: 'STATEMENT',
        student_id: row?.student_id ?? null,
        external_ref: reference,
        suspense_item_id: item_id,
        search: [part.payer, row?.number, part.report_number, reference].filter(Boolean).join(' ').toLowerCase(),
      };
    }),
  );
  await settle(call, ids);
  await tellExcess(
    call,
    ids.map((contract_id) => ({ contract_id })),
  );
  return made;
}

/** Books money in suspense to an account of the books, with the reason. Errors: SUSPENSE_USED. */
export async function settleSuspense(
  call: Call,
  uses: readonly { item_id: number; account: SuspenseTarget; amount: Tiyin; reason: string }[],
): Promise<void> {
  if (uses.length) await call.db.insert(suspenseUses).values([...uses]);
}

/**
 * Puts money back into suspense, whatever was made of it; the payments stay in the history. Errors: REFUND_TOO_LARGE where
 * some of a payment was given back or used elsewhere meanwhile.
 */
export async function backToSuspense(call: Call, item_ids: readonly number[], reason: string): Promise<void> {
  if (item_ids.length === 0) return;
  const ids = [...item_ids];
  const { rows } = await call.client.query(
    `select 1 from payments p join payments r on r.refund_of = p.id and r.deleted_at is null
      where p.suspense_item_id = any($1) and p.deleted_at is null limit 1`,
    [ids],
  );
  if (rows.length) throw fail('REFUND_TOO_LARGE');
  const gone = { deleted_at: sql`edulab_now()`, deletion_reason: reason };
  const back = await call.db
    .update(payments)
    .set(gone)
    .where(and(inArray(payments.suspense_item_id, ids), isNull(payments.deleted_at)))
    .returning({ contract_id: payments.contract_id });
  await call.db
    .update(suspenseUses)
    .set(gone)
    .where(and(inArray(suspenseUses.item_id, ids), isNull(suspenseUses.deleted_at)));
  await settle(
    call,
    back.map((row) => row.contract_id),
  );
}

interface Movement {
  account: string;
  opening: Tiyin;
  came: Tiyin;
  left: Tiyin;
  closing: Tiyin;
  entries: number;
}

/** In whole tiyin, by account of the books: what was on it before these days, came, left, and stands there afterwards. */
export const movementsOf = (
  call: Call,
  accounts: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<Movement[]> =>
  keptUntilChanged(call, {
    key: `movements ${accounts.join(' ')} ${from} ${until}`,
    tables: ['journal_entries'],
    make: async () => {
      const { rows } = await call.client.query<Movement>(
        `select a.account, coalesce(sum(s.amount) filter (where s.day < $2), 0)::bigint as opening,
            coalesce(sum(s.amount) filter (where s.day >= $2 and s.amount > 0), 0)::bigint as came,
            coalesce(-sum(s.amount) filter (where s.day >= $2 and s.amount < 0), 0)::bigint as "left",
            coalesce(sum(s.amount), 0)::bigint as closing, (count(s.amount) filter (where s.day >= $2))::int as entries
       from unnest($1::text[]) with ordinality a(account, at)
       left join lateral (select effective_on as day, amount from journal_entries where debit = a.account and effective_on <= $3
                          union all select effective_on, -amount from journal_entries where credit = a.account and effective_on <= $3) s on true
      group by a.account, a.at order by a.at`,
        [accounts, from, until],
      );
      return rows;
    },
  });

/** By what money came and left on these days, as the books count it: payments by their type, all else of a bank as such. */
export async function channelsOf(
  call: Pick<Call, 'client'>,
  { from, until }: { from: string; until: string },
): Promise<{ channel: string; came: Tiyin; left: Tiyin; count: number }[]> {
  const { rows } = await call.client.query<{ channel: string; came: Tiyin; left: Tiyin; count: number }>(
    `select channel, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as came, coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as "left", count(*)::int as count
       from (select case when e.source = 'payments' then p.payment_type when e.source = 'suspense_items' then 'STATEMENT' else 'SETTLED' end as channel, s.amount
               from journal_entries e left join payments p on e.source = 'payments' and p.id = e.source_id
               cross join lateral (select case when e.debit = any($3) then e.amount else 0 end - case when e.credit = any($3) then e.amount else 0 end as amount) s
              where e.effective_on between $1 and $2 and s.amount <> 0) moved
      group by channel order by channel`,
    [from, until, ['5010', '5110', '5530', '5710']],
  );
  return rows;
}
