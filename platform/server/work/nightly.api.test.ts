import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';
import { defineServerDomain, type Kernel, type NightlyWork } from '../kernel.ts';
import { doNightly } from './nightly.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Two servers on one database, with one work each night that counts what it does. */
function servers(name: string, work: NightlyWork): [Kernel, Kernel] {
  const domain = defineServerDomain({ name: 'nights', contract: {}, router: {}, nightly: { [name]: work } });
  return [
    { ...api.kernel, domains: [domain] },
    { ...api.kernel, domains: [domain] },
  ];
}
const log = { error: () => undefined };
const own = (name: string, { done }: { done: string[] }) => done.includes(name);
const runs = async (name: string) =>
  (
    await api.database.owner.query(
      'select day::text, attempts, result, error, finished_at is not null as over from nightly_runs where name = $1 order by day',
      [name],
    )
  ).rows;

it('is done once a night by whichever server is first, and one that was down at the minute catches up', async () => {
  let times = 0;
  const [first, second] = servers('counting', async () => ({ times: ++times }));
  // A new work was not missed: it begins with the next night.
  expect(own('counting', await doNightly(first, log, new Date('2030-03-01T10:00:00Z')))).toBe(false);
  expect(await runs('counting')).toMatchObject([{ day: '2030-03-01', result: null, over: true }]);
  expect(own('counting', await doNightly(second, log, new Date('2030-03-01T21:59:00Z')))).toBe(false);

  const both = await Promise.all(
    [first, second].map((kernel) => doNightly(kernel, log, new Date('2030-03-01T22:00:00Z'))),
  );
  expect(both.filter((one) => own('counting', one))).toHaveLength(1);
  expect(own('counting', await doNightly(second, log, new Date('2030-03-02T21:59:59Z')))).toBe(false);
  expect(times).toBe(1);

  // Nobody was there for two nights; whoever comes back at noon does the last of them, once.
  for (const kernel of [second, first, second]) await doNightly(kernel, log, new Date('2030-03-04T07:00:00Z'));
  expect(times).toBe(2);
  expect(await runs('counting')).toMatchObject([
    { day: '2030-03-01', result: null },
    { day: '2030-03-02', attempts: 1, result: { times: 1 }, over: true },
    { day: '2030-03-04', attempts: 1, result: { times: 2 }, over: true },
  ]);
});

it('writes a fault down and leaves it to the next night', async () => {
  const [kernel] = servers('failing', async ({ database }) =>
    database.owner.query('insert into nightly_runs (name, day) values ($1, $2)', ['Karimov Ali', 'AA1234567']),
  );
  await doNightly(kernel, log, new Date('2030-03-01T10:00:00Z'));
  await doNightly(kernel, log, new Date('2030-03-02T10:00:00Z'));
  expect(own('failing', await doNightly(kernel, log, new Date('2030-03-02T11:00:00Z')))).toBe(false);
  expect((await runs('failing')).at(-1)).toEqual({
    day: '2030-03-02',
    attempts: 1,
    result: null,
    // What kind of fault and where, not the values that were written: these are people's.
    error: expect.stringMatching(/^(?!.*(?:Karimov|AA1234567)).*code 22007/s),
    over: true,
  });
});

it('takes up what a server left in the middle of it, but not for ever, and not while another is at it', async () => {
  let times = 0;
  const release = Promise.withResolvers<void>();
  const [first, second] = servers('dying', async () => {
    times++;
    await release.promise;
  });
  const at = new Date('2030-03-02T10:00:00Z');
  await doNightly(first, log, new Date('2030-03-01T10:00:00Z'));
  const working = doNightly(first, log, at);
  await expect.poll(() => times).toBe(1);
  expect(await doNightly(second, log, at)).toEqual({ done: [], open: 1 });
  release.resolve();
  expect(await working).toMatchObject({ done: ['dying'], open: 0 });

  const die = () => api.database.owner.query("update nightly_runs set finished_at = null where name = 'dying'");
  for (const expected of [2, 3, 3]) {
    await die();
    await doNightly(second, log, at);
    expect(times).toBe(expected);
  }
  expect(await doNightly(second, log, at)).toEqual({ done: [], open: 0 });
});

it('is no fault where the server is stopped in the middle of it: whoever looks next does it', async () => {
  const stopping = new AbortController();
  let times = 0;
  const [first, second] = servers('interrupted', async () => {
    if (++times > 1) return { times };
    stopping.abort();
    throw new Error('Connection terminated');
  });
  const at = new Date('2030-03-02T10:00:00Z');
  await doNightly(first, log, new Date('2030-03-01T10:00:00Z'));
  expect(await doNightly(first, log, at, stopping.signal)).toMatchObject({ done: [] });
  expect((await runs('interrupted')).at(-1)).toMatchObject({ attempts: 0, error: null, over: false });
  expect(own('interrupted', await doNightly(second, log, at))).toBe(true);
  expect((await runs('interrupted')).at(-1)).toMatchObject({
    attempts: 1,
    result: { times: 2 },
    error: null,
    over: true,
  });
});
