import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstitutions, createRoleAccounts } from '#demo/accounts.ts';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { type Api, type Caller, startApi } from '../support/api.ts';
import { registerAll } from '../support/database.ts';
import { type Pair, startPair } from '../support/standby.ts';

/** What only reads is answered by a copy that follows, which has all that was committed when it was asked. */

let pair: Pair;
let api: Api;
let me: Caller;
let country: number;
beforeAll(async () => {
  pair = await startPair();
  registerAll();
  const database = await openDatabase(pair.primary);
  await createInstitutions(database.owner);
  for (const domain of domains) await domain.seed?.(database.owner);
  await createRoleAccounts(database.owner);
  await database.close();
  api = await startApi({
    on: pair.primary,
    environment: { DATABASE_URL: pair.primary, DATABASE_REPLICA_URL: pair.standby },
  });
  me = await api.as('super_admin');
  const title = { uz: 'Oʻzbekiston', ru: 'Узбекистан', en: 'Uzbekistan' };
  country = (await me.post('/country', { title, code: 'ZZ' })).body.id;
});
afterAll(async () => {
  await api?.close();
  await pair?.close();
});

/** How many transactions of the application each has ended; what it counts it tells a second late. */
const counted = async (url: string) => {
  const [row] = await pair.ask<{ n: number }>(
    url,
    "select xact_commit::int as n from pg_stat_database where datname = 'edulab'",
  );
  return row!.n;
};
const groupExport = '/group/export';
const stranger = '/stats/public?of=1';

test('exports, questions of the past and public pages are read there, under the same rules of rows', async () => {
  const before = await counted(pair.standby);
  for (let n = 0; n < 30; n++) {
    expect((await me.get(groupExport)).status).toBe(200);
    expect((await me.get('/state?as_of=2026-01-01')).status).not.toBe(503);
    expect((await api.anonymous.get(stranger)).status).toBe(200);
  }
  await expect.poll(async () => (await counted(pair.standby)) - before).toBeGreaterThan(60);
  const other = await api.as('super_admin', 2);
  expect((await other.get(groupExport)).status).toBe(200);
});

test('whatever was saved is in the next answer, however often one asks', async () => {
  for (let n = 0; n < 40; n++) {
    const title = { uz: `Viloyat ${n}`, ru: `Область ${n}`, en: `Region ${n}` };
    const saved = await me.post('/state', { title, country_id: country });
    expect(saved.status).toBe(200);
    const { at } = (
      await pair.ask<{ at: string }>(
        pair.primary,
        `select to_char(edulab_clock() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      )
    )[0]!;
    const found = await me.get(`/state?size=200&sort=id,desc&as_of=${encodeURIComponent(at)}`);
    expect([found.status, JSON.stringify(found.body).includes(`Region ${n}`)]).toEqual([200, true]);
  }
});

test('what the log keeps of such a call is written on the primary', async () => {
  const events = async () =>
    (
      await pair.ask<{ n: number }>(
        pair.primary,
        "select count(*)::int as n from security_events where kind = 'PERSONAL_EXPORT'",
      )
    )[0]!.n;
  const before = await events();
  expect((await me.get(groupExport)).status).toBe(200);
  expect(await events()).toBe(before + 1);
});

test('a session that ended, or a right that was taken, opens nothing there either', async () => {
  const leaver = await api.as('registrar_head');
  expect((await leaver.get(groupExport)).status).toBe(200);
  expect((await leaver.post('/user/sign-out')).status).toBe(200);
  expect((await leaver.get(groupExport)).status).toBe(401);
});

test('every call that declares it answers as it does without a replica', async () => {
  const declared = callsOf(domains).filter(({ meta }) => meta.replica);
  expect(declared.length).toBeGreaterThan(20);
  for (const { meta } of declared)
    expect([meta.path, meta.reads, meta.proof, meta.secret]).toEqual([meta.path, true, undefined, undefined]);
  const { replica } = api.database;
  for (const { meta } of declared.filter(({ meta }) => meta.method === 'GET' && !meta.path.includes('{'))) {
    const there = await me.get(meta.path);
    api.kernel.database.replica = undefined;
    const here = await me.get(meta.path);
    api.kernel.database.replica = replica;
    expect([meta.path, there.status]).toEqual([meta.path, here.status]);
  }
});

test('late, the replica is left alone, and the primary answers; gone, as well', async () => {
  await pair.ask(pair.standby, 'select pg_wal_replay_pause()');
  const saved = await me.post('/state', { title: { uz: 'Kech', ru: 'Поздно', en: 'Late' }, country_id: country });
  expect(saved.status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await me.get(groupExport)).status).toBe(200);
  await pair.ask(pair.standby, 'select pg_wal_replay_resume()');
  await pair.killStandby();
  for (let n = 0; n < 5; n++) {
    expect((await me.get(groupExport)).status).toBe(200);
    expect((await api.anonymous.get(stranger)).status).toBe(200);
  }
});
