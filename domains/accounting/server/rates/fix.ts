import { inArray } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { changeRows } from '#platform/server/records/kept.ts';
import type { ContractRow } from '../issue.ts';
import { replanned } from '../plans.ts';
import { contractAgreements, contracts } from '../tables.ts';
import { type Agreed, fixedToday } from './rates.ts';

/** What of a contract is in another currency: the rest of an addendum, of which a part was earned before, and else all of it. */
export const abroadOf = (row: ContractRow): Agreed | undefined =>
  row.currency === null || row.currency_amount === null
    ? undefined
    : { currency: row.currency, amount: row.currency_amount };

/**
 * As drafts go out, what they have in another currency is fixed in soʻm by the rate of that day: of all of them or of none. Answers them
 * as they are then. Errors: RATE_MISSING, RATE_SUM.
 */
export async function fixAnew(call: Call, rows: readonly ContractRow[]): Promise<ContractRow[]> {
  const abroad = rows.flatMap((row) => {
    const agreed = row.status === 'DRAFT' ? abroadOf(row) : undefined;
    return agreed ? [{ row, agreed }] : [];
  });
  if (abroad.length === 0) return [...rows];
  const prices = await fixedToday(
    call,
    abroad.map(({ agreed }) => agreed),
  );
  const agreements = await call.db
    .select({ id: contractAgreements.id, instalments: contractAgreements.instalments })
    .from(contractAgreements)
    .where(inArray(contractAgreements.id, [...new Set(abroad.flatMap(({ row }) => row.agreement_id ?? []))]));
  const shares = new Map(agreements.map(({ id, instalments }) => [id, instalments]));
  await changeRows(
    call.client,
    'contracts',
    abroad.map(({ row }, at) => {
      const { amount: price, foreign } = prices[at]!;
      const amount = row.earned_before + price;
      return { id: row.id, ...foreign, amount, plan: replanned(row, shares.get(row.agreement_id ?? 0), amount) };
    }),
  );
  const fixed = await call.db
    .select()
    .from(contracts)
    .where(
      inArray(
        contracts.id,
        abroad.map(({ row }) => row.id),
      ),
    );
  const now = new Map(fixed.map((row) => [row.id, row]));
  return rows.map((row) => now.get(row.id) ?? row);
}
