import { isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { titleOf } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { textOf } from '#platform/server/answers.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { currencies, rateText, type SaidRate } from '../../currencies.ts';
import { tellAccountants } from '../balance.ts';
import { dayPlus } from '../plans.ts';
import { exchangeRates } from './tables.ts';

/**
 * The adapter of the Central Bank, which tells the rates of a day to anybody as JSON. Asked each night where the operator names its
 * address (`RATES_URL`); whatever it does not tell, or not as described here, is no rate: accounting is told, and pastes it.
 */

const patienceMs = 15_000;
/** Some eighty currencies are 30 KB. */
const mostAnswer = 1_000_000;
/** So many days before or after today is a rate that was meant: holidays are long, and what is told is of the next working day. */
const nearDays = 10;

const told = z.array(
  z.object({
    Ccy: z.string(),
    Nominal: z.string().regex(/^[1-9]\d{0,4}$/),
    Rate: z.string().regex(rateText),
    Date: z.string().regex(/^\d\d\.\d\d\.\d{4}$/),
  }),
);
type Told = SaidRate & { day: string };

/** What an answer says of the currencies that are known here; undefined where it says something else, or nothing of one of them. */
export function ratesTold(text: string, today: string): Told[] | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const rows = told.safeParse(answer).data ?? [];
  const found = currencies.flatMap((currency) => {
    const row = rows.find(({ Ccy, Rate }) => Ccy === currency && Number(Rate) > 0);
    if (!row) return [];
    const day = row.Date.split('.').toReversed().join('-');
    const near = day >= dayPlus(today, -nearDays) && day <= dayPlus(today, nearDays);
    return near ? [{ currency, per: Number(row.Nominal), rate: row.Rate, day }] : [];
  });
  return found.length === currencies.length ? found : undefined;
}

type Answer = { rates: Told[] } | { fault: 'away' | 'unreadable' };

async function ask(url: string, today: string): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.status !== 200) return { fault: 'away' };
    const text = await textOf(answer, mostAnswer);
    const rates = text === undefined ? undefined : ratesTold(text, today);
    return rates ? { rates } : { fault: 'unreadable' };
  } catch {
    return { fault: 'away' };
  }
}

/** Each night; what the office entered for a day stands. Answers how many are new, or what was wrong. */
export async function fetchRates(kernel: Kernel): Promise<{ saved: number } | { fault: string } | null> {
  const url = kernel.settings.ratesUrl;
  if (url === null) return null;
  const today = clock.date().toISOString().slice(0, 10);
  const answer = await ask(url, today);
  let saved = 0;
  await everyInstitutionInTheNight(kernel, 'rates', async (call) => {
    if ('fault' in answer) {
      await tellAccountants(call, titleOf(`notice_rates_${answer.fault}`, {}), '/accounting/contract');
      return;
    }
    const made = await call.db
      .insert(exchangeRates)
      .values(answer.rates.map((rate) => ({ ...rate, source: new URL(url).hostname })))
      .onConflictDoNothing({
        target: [exchangeRates.institution_id, exchangeRates.currency, exchangeRates.day],
        where: sql`${isNull(exchangeRates.deleted_at)}`,
      })
      .returning({ id: exchangeRates.id });
    saved += made.length;
  });
  return 'fault' in answer ? answer : { saved };
}
