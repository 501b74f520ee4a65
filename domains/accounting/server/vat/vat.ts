import type { z } from 'zod';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { type vatCalls, vatKinds, type vatRate } from '../../contract/vat.ts';
import { type Tiyin, vatOnTop } from '../../money.ts';
import { vatRates } from './tables.ts';

/**
 * Value added tax. Whatever is owed has its tax in it: contracts and debits keep the percent that held as they came, and the
 * books say how much of each is the state's. Where tuition has it on top, the fee of an agreement is what is charged without.
 */

export async function vatOf(call: Pick<Call, 'db'>): Promise<z.infer<typeof vatRate>[]> {
  const rows = await call.db.select().from(vatRates);
  return vatKinds.map((of) => {
    const found = rows.find((row) => row.of === of);
    return { of, percent: found?.percent ?? 0, on_top: found?.on_top ?? false };
  });
}

/** Errors: VAT_ON_TOP of what has no agreement. */
export async function saveVat(call: Call, input: InputOf<typeof vatCalls.save>): Promise<z.infer<typeof vatRate>[]> {
  if (input.on_top && input.of !== 'TUITION') throw failField('on_top', 'VAT_ON_TOP');
  await call.db
    .insert(vatRates)
    .values(input)
    .onConflictDoUpdate({ target: [vatRates.institution_id, vatRates.of], set: input });
  return vatOf(call);
}

/** Agreements with their fees as contracts say them: with the tax that comes on top. */
export async function withVat<R extends { amount: Tiyin }>(
  call: Pick<Call, 'db'>,
  agreements: readonly R[],
): Promise<R[]> {
  const tuition = (await vatOf(call)).find(({ of }) => of === 'TUITION');
  return agreements.map((one) =>
    tuition?.on_top ? { ...one, amount: one.amount + vatOnTop(one.amount, tuition.percent) } : one,
  );
}
