import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { hundredths, type Tiyin } from '../money.ts';
import { settle } from './issue.ts';
import { contracts, studentDebitDetails, studentDebits } from './tables.ts';

/**
 * So many percent off every instalment of the contract by which somebody studies now, each as a detail with its reason. What was paid
 * already stays paid: what is then above one instalment covers those behind it, or waits to be given back. Errors: FORBIDDEN, DISCOUNT_NOTHING.
 */
export async function discountContract(
  call: Call,
  { student_id, percent, reason }: { student_id: number; percent: number; reason: string },
): Promise<{ due_on: string; before: Tiyin; after: Tiyin }[]> {
  demand(call, 'debit.manage');
  const [contract] = await call.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.student_id, student_id),
        inArray(contracts.status, ['ACTIVE', 'FULFILLED']),
        isNull(contracts.deleted_at),
      ),
    )
    .orderBy(desc(contracts.deadline), desc(contracts.id))
    .limit(1)
    .for('no key update');
  const debits = contract
    ? await call.db
        .select()
        .from(studentDebits)
        .where(
          and(
            eq(studentDebits.contract_id, contract.id),
            eq(studentDebits.kind, 'TUITION'),
            isNull(studentDebits.deleted_at),
          ),
        )
        .orderBy(studentDebits.due_on, studentDebits.id)
    : [];
  const parts = debits.flatMap((debit) => {
    // Rounded down: nobody is let off a tiyin more than was granted.
    const off = Number((BigInt(debit.total) * BigInt(hundredths(percent))) / 10_000n);
    return off > 0 ? [{ debit, off }] : [];
  });
  if (!contract || parts.length === 0) throw fail('DISCOUNT_NOTHING');
  await call.db
    .insert(studentDebitDetails)
    .values(parts.map(({ debit, off }) => ({ debit_id: debit.id, amount: -off, reason, made_by: call.account_id })));
  await settle(call, [contract.id]);
  return parts.map(({ debit, off }) => ({ due_on: debit.due_on, before: debit.total, after: debit.total - off }));
}
