import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accountsById } from '#domains/identity/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { list } from '#platform/server/records/lists.ts';
import type { rate, rateCalls } from '../../contract/rates.ts';
import { type Currency, inSoum, rateDays, ratesIn } from '../../currencies.ts';
import { sumOf, type Tiyin } from '../../money.ts';
import type { foreign } from '../../shapes.ts';
import { exchangeRates } from './tables.ts';

/** Rates as the office enters them, and what a sum in another currency is in soʻm on a day. */

const r = exchangeRates;
type Shown = z.infer<typeof rate>;

export const rateList = (call: Call, input: InputOf<typeof rateCalls.list>) =>
  list(call, input, {
    from: sql`${r}`,
    key: sql`${r.id}`,
    table: 'exchange_rates',
    where: [isNull(r.deleted_at), input.currency?.length ? inArray(r.currency, input.currency) : undefined],
    sorts: { day: sql`${r.day}` },
    defaultSort: 'day,desc',
    load: async (ids): Promise<Shown[]> => {
      const rows = await call.db.select().from(r).where(inArray(r.id, ids));
      const people = await accountsById(
        call,
        rows.flatMap((row) => row.entered_by ?? []),
      );
      return rows.map((row) => {
        const by = row.entered_by === null ? undefined : people.get(row.entered_by);
        return {
          id: row.id,
          created_at: row.created_at,
          currency: row.currency,
          day: row.day,
          rate: row.rate,
          per: row.per,
          source: row.source,
          entered_by: by ? `${by.lastname} ${by.firstname}` : null,
        };
      });
    },
  });

/** Errors: RATE_UNREADABLE with the lines; a rate of tomorrow is nobody's. */
export async function saveRates(call: Call, input: InputOf<typeof rateCalls.save>): Promise<{ saved: number }> {
  if (input.day > (await todayOf(call))) throw failField('day', 'date_future');
  const { rates, faults } = ratesIn(input.text);
  if (faults.length > 0 || rates.length === 0)
    throw failField('text', 'RATE_UNREADABLE', { lines: faults.join(', ') || '1' });
  const { day, source } = input;
  await call.db
    .insert(r)
    .values(rates.map((one) => ({ ...one, day, source, entered_by: call.account_id })))
    .onConflictDoUpdate({
      target: [r.institution_id, r.currency, r.day],
      targetWhere: isNull(r.deleted_at),
      set: {
        rate: sql`excluded.rate`,
        per: sql`excluded.per`,
        source: sql`excluded.source`,
        entered_by: sql`excluded.entered_by`,
      },
    });
  return { saved: rates.length };
}

export async function removeRate(call: Call, input: InputOf<typeof rateCalls.remove>): Promise<{ ok: true }> {
  const gone = await call.db
    .update(r)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(r.id, input.id), isNull(r.deleted_at)))
    .returning({ id: r.id });
  if (gone.length === 0) throw fail('NOT_FOUND');
  return { ok: true };
}

/** What a contract keeps of the currency in which its sum was agreed. */
export interface Fixed {
  currency: Currency;
  /** Hundredths of it. */
  currency_amount: number;
  rate: string;
  rate_per: number;
  rate_on: string;
  rate_source: string;
}

/** Of what is agreed in soʻm. */
export const inSoumAlone = {
  currency: null,
  currency_amount: null,
  rate: null,
  rate_per: null,
  rate_on: null,
  rate_source: null,
} as const;
export type Foreign = Fixed | typeof inSoumAlone;

/** A sum as it is agreed: hundredths of a currency, or of soʻm where there is none. */
export interface Agreed {
  currency: Currency | null;
  amount: number;
}

/** The same in soʻm, with all by which it was fixed. */
export interface Price {
  amount: Tiyin;
  foreign: Foreign;
}

/** A rate that holds today: the last one entered, of ten days at most. */
const holds = sql`${r.deleted_at} is null and ${r.day} between ${today} - ${rateDays}::int and ${today}`;

/** Whether one of this currency does. */
export const rateHolds = (currency: SQL): SQL =>
  sql`exists (select 1 from ${r} where ${r.currency} = ${currency} and ${holds})`;

/** The rates that hold today, of these currencies. */
export async function ratesToday(call: Call, wanted: readonly (Currency | null)[]) {
  const asked = [...new Set(wanted.filter((one) => one !== null))];
  if (asked.length === 0) return new Map<Currency, typeof r.$inferSelect>();
  const found = await call.db
    .selectDistinctOn([r.currency])
    .from(r)
    .where(and(inArray(r.currency, asked), holds))
    .orderBy(r.currency, desc(r.day));
  return new Map(found.map((one) => [one.currency, one]));
}

/** Sums by the rates that hold today, all of them or none. Errors: RATE_MISSING; RATE_SUM of one that is too large. */
export async function fixedToday(call: Call, sums: readonly Agreed[]): Promise<Price[]> {
  const rates = await ratesToday(
    call,
    sums.map(({ currency }) => currency),
  );
  const day = await todayOf(call);
  return sums.map(({ currency, amount }) => {
    if (currency === null) return { amount, foreign: inSoumAlone };
    const found = rates.get(currency);
    if (!found) throw failField('currency', 'RATE_MISSING', { currency, day });
    const soum = inSoum(amount, found.rate, found.per);
    if (soum === undefined || soum === 0) throw failField('currency_amount', 'RATE_SUM', { currency });
    return {
      amount: soum,
      foreign: {
        currency,
        currency_amount: amount,
        rate: found.rate,
        rate_per: found.per,
        rate_on: found.day,
        rate_source: found.source,
      },
    };
  });
}

/** The sum in the currency in which it was agreed, with its rate. */
export const foreignOf = (of: { [Field in keyof Fixed]: Fixed[Field] | null }): z.infer<typeof foreign> =>
  of.currency === null || of.currency_amount === null || of.rate === null || of.rate_on === null
    ? null
    : {
        currency: of.currency,
        amount: sumOf(of.currency_amount),
        rate: of.rate,
        per: of.rate_per ?? 1,
        day: of.rate_on,
        source: of.rate_source ?? '',
      };
