import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BankFault, playCentralBank } from '#tests/support/central-bank.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { fetchRates } from './central-bank.ts';

/** The Central Bank is asked each night: what it tells is kept once, what it does not tell is told to accounting. */

let scene: MoneyScene;
let bank: Awaited<ReturnType<typeof playCentralBank>>;
beforeAll(async () => {
  scene = await moneyScene();
  bank = await playCentralBank(() => scene.today);
});
afterAll(async () => {
  await scene?.api.close();
  await bank?.close();
});

const night = (ratesUrl: string | null) => {
  const { kernel } = scene.api;
  return fetchRates({ ...kernel, settings: { ...kernel.settings, ratesUrl } });
};
const kept = async () =>
  (await scene.accountant.get('/accounting/exchange_rate/?size=100')).body.content.map(
    ({ currency, day, rate, source }: Record<string, string>) => [currency, day, rate, source],
  );

it('asks nobody where the operator names no address', async () => {
  expect(await night(null)).toBeNull();
  expect(await kept()).toEqual([]);
});

it('keeps what the bank tells of the currencies that are known here, once, and not over what the office entered', async () => {
  await scene.accountant.post('/accounting/exchange_rate/', { day: scene.today, source: 'gazeta', text: 'USD 12000' });
  // In each institution, but for what one of them entered.
  const [{ count }] = await scene.sql('select count(*)::int as count from institutions');
  expect(await night(bank.url)).toEqual({ saved: count * 6 - 1 });
  expect(await night(bank.url)).toEqual({ saved: 0 });
  const rates = await kept();
  expect(rates).toHaveLength(6);
  expect(rates).toContainEqual(['USD', scene.today, '12000', 'gazeta']);
  expect(rates).toContainEqual(['EUR', scene.today, '14011.65', '127.0.0.1']);
});

it.each<[BankFault, string]>([
  ['away', 'away'],
  ['broken', 'away'],
  ['garbled', 'unreadable'],
  ['half', 'unreadable'],
  ['old', 'unreadable'],
  ['endless', 'unreadable'],
])('where it is %s nothing is kept and accounting is told', async (fault, why) => {
  await scene.sql('delete from notices');
  bank.breakIt(fault);
  const before = await kept();
  expect(await night(bank.url)).toEqual({ fault: why });
  bank.breakIt(undefined);
  expect(await kept()).toEqual(before);
  const notices = await scene.sql(
    "select n.title ->> 'en' as title from notices n join accounts a on a.id = n.account_id where a.username = 'accounting_head'",
  );
  expect(notices).toHaveLength(1);
  expect(notices[0].title).toContain('rates');
});
