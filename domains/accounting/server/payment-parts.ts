import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { sumOf } from '../money.ts';
import type { debitKinds } from '../shapes.ts';
import type { paymentParts } from '../shapes-money.ts';
import { debitTitle } from './online-debits.ts';
import { paymentList } from './payments.ts';
import { contracts, payments, studentDebits } from './tables.ts';

/** To what a payment went: each debit and how much of it, by the one allocation that also says what is paid of a debit. */
export async function partsOf(call: Call, { id }: { id: string | number }): Promise<z.infer<typeof paymentParts>> {
  const row = await paymentList.find(call, id);
  for (const table of ['student_debits', 'student_debit_details', 'contracts']) call.asOf?.tables.add(table);
  // A refund went to nobody's debt: it takes from what its payment covered.
  const { rows: rests } = await call.client.query<{ rest: number }>(
    `select (p.amount + coalesce((select sum(r.amount) from payments r where r.refund_of = p.id and r.deleted_at is null), 0))::bigint as rest
       from payments p where p.id = $1 and p.refund_of is null`,
    [row.id],
  );
  const rest = rests[0]?.rest ?? 0;
  const { rows } = await call.db.execute<{
    debit_id: number | null;
    part: number;
    kind: (typeof debitKinds)[number] | null;
    title: string | null;
    due_on: string | null;
    total: number;
    contract_id: number | null;
    number: string | null;
  }>(sql`
    select w.debit_id, w.part, d.kind, ${debitTitle(call.locale, sql`d`)} as title, d.due_on::text as due_on,
           coalesce(d.total, c.amount) as total, c.id as contract_id, c.number
      from edulab_payment_parts(array[${row.id}::int]) w
      join ${payments} p on p.id = w.payment_id
      left join ${studentDebits} d on d.id = w.debit_id
      left join ${contracts} c on c.id = p.contract_id
     order by d.due_on, d.id`);
  const parts = rows.map((one) => ({ ...one, part: Number(one.part), total: Number(one.total) }));
  return {
    rest: sumOf(rest),
    parts: parts.map(({ part, total, contract_id, number, ...one }) => ({
      ...one,
      contract: contract_id === null ? null : { id: contract_id, title: number ?? '' },
      total: sumOf(total),
      amount: sumOf(part),
    })),
    credit: sumOf(rest - parts.reduce((sum, { part }) => sum + part, 0)),
  };
}
