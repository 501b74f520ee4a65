import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { onTopKinds, type vatCalls, vatKinds, type vatRate } from '../../contract/vat.ts';
import { type Tiyin, vatOnTop } from '../../money.ts';
import { vatRates } from './tables.ts';

/**
 * Value added tax. Whatever is owed has its tax in it: contracts and debits keep the percent that held as they came, and the
 * books say how much of each is the state's. Where it comes on top, the fee of an agreement or the price of a course is what is charged without.
 */

type Asker = Pick<Call, 'db' | 'institution_id'>;

/** A public call is bound to nobody, so the institution is asked for. */
export async function vatOf(call: Asker): Promise<z.infer<typeof vatRate>[]> {
  const rows = await call.db.select().from(vatRates).where(eq(vatRates.institution_id, call.institution_id));
  return vatKinds.map((of) => {
    const found = rows.find((row) => row.of === of);
    return { of, percent: found?.percent ?? 0, on_top: found?.on_top ?? false };
  });
}

/** Errors: VAT_ON_TOP of what has no agreement. */
export async function saveVat(call: Call, input: InputOf<typeof vatCalls.save>): Promise<z.infer<typeof vatRate>[]> {
  if (input.on_top && !onTopKinds.includes(input.of)) throw failField('on_top', 'VAT_ON_TOP');
  await call.db
    .insert(vatRates)
    .values(input)
    .onConflictDoUpdate({ target: [vatRates.institution_id, vatRates.of], set: input });
  return vatOf(call);
}

/** What has such a price, with it as it is charged: with the tax that comes on top, and how many percent of tax are then in it. */
export async function charged<R>(
  call: Asker,
  of: 'TUITION' | 'COURSE',
  rows: readonly R[],
  priceOf: (row: R) => Tiyin,
): Promise<{ row: R; price: Tiyin; vat_percent: number }[]> {
  const { percent = 0, on_top = false } = (await vatOf(call)).find((rate) => rate.of === of) ?? {};
  return rows.map((row) => {
    const price = priceOf(row);
    return { row, price: on_top ? price + vatOnTop(price, percent) : price, vat_percent: percent };
  });
}

/** Agreements with their fees as contracts say them. */
export const withVat = async <R extends { amount: Tiyin }>(call: Asker, agreements: readonly R[]): Promise<R[]> =>
  (await charged(call, 'TUITION', agreements, ({ amount }) => amount)).map(({ row, price }) => ({
    ...row,
    amount: price,
  }));
