import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Api, type Caller, startApi } from '#tests/support/api.ts';
import { latest } from './gate.ts';

let api: Api;
let caller: Caller;
/**
 * So long each call holds its connection, of which there are four: forty a second are served. Ten a second come in, so that they
 * are served as well where a busy machine takes three times as long for each.
 */
const holds = 100;
beforeAll(async () => {
  api = await startApi({ poolSize: 4, patience: 1 });
  caller = await api.as('registrar_head');
  // What is asked for the first time takes long.
  for (const path of ['/user/me/info', '/user/sessions', '/group?size=10'])
    for (let times = 0; times < 3; times++) await Promise.all([caller.get(path), caller.get(path)]);
  const { requests } = api.database;
  const connect = requests.connect.bind(requests);
  Object.assign(requests, {
    connect: async () => {
      const client = await connect();
      await sleep(holds);
      return client;
    },
  });
});
afterAll(() => api?.close());

interface Met extends Answer {
  ms: number;
}
async function timed(ask: () => Promise<Answer>): Promise<Met> {
  const began = performance.now();
  return { ...(await ask()), ms: performance.now() - began };
}
const many = (count: number, ask: () => Promise<Answer>) => Array.from({ length: count }, () => timed(ask));
const isServed = ({ status }: Answer) => status === 200;
const shareOf = (met: Met[]) => met.filter(isServed).length / met.length;

test('of four times as much as it can serve, who comes in or saves is served, and lists are told when to come again', async () => {
  const me: Promise<Met>[] = [];
  const saves: Promise<Met>[] = [];
  const reads: Promise<Met>[] = [];
  const lists: Promise<Met>[] = [];
  for (const end = performance.now() + 3_000; performance.now() < end; await sleep(50)) {
    if (lists.length % 10 === 0) me.push(...many(1, () => caller.get('/user/me/info')));
    if (lists.length % 50 === 0)
      saves.push(...many(1, () => api.anonymous.post('/signin', { username: 'registrar_head', password: 'wrong' })));
    reads.push(...many(2, () => caller.get('/user/sessions')));
    lists.push(...many(5, () => caller.get('/group?size=10')));
  }
  const came = await Promise.all(me);
  const signedIn = await Promise.all(saves);
  const [read, listed] = [await Promise.all(reads), await Promise.all(lists)];
  expect(came.filter((one) => !isServed(one)).map(({ ms }) => ms)).toEqual([]);
  expect(signedIn.map(({ status }) => status).filter((status) => status === 503)).toEqual([]);
  expect(shareOf(read)).toBeGreaterThan(shareOf(listed));
  expect(Math.max(...[...came, ...read, ...listed].filter(isServed).map(({ ms }) => ms))).toBeLessThan(2_000);
  const refused = [...read, ...listed].filter((one) => !isServed(one));
  expect(refused.length).toBeGreaterThan(100);
  for (const { status, headers, body } of refused) {
    expect([status, Object(body).code]).toEqual([503, 'SERVER_BUSY']);
    const seconds = Number(headers['retry-after']);
    expect(Object(body).data.seconds).toBe(seconds);
    expect(seconds >= 1 && seconds <= latest && Number.isInteger(seconds)).toBe(true);
  }
  const times = refused.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)]!;
  expect(at(0.5)).toBeLessThan(100);
  // On a machine that does nothing else these are milliseconds as well.
  expect(at(0.95)).toBeLessThan(500);
});

test('afterwards everything is as before', async () => {
  for (let times = 0; times < 5; times++) expect((await caller.get('/group?size=10')).status).toBe(200);
  expect([api.database.gate.waiting, api.database.gate.working]).toEqual([0, 0]);
  const { payload } = await api.app.inject('/metrics');
  expect(payload).toMatch(/edulab_calls_refused_total\{class="list"\} [1-9]/);
  expect(payload).toMatch(/edulab_calls_waiting 0/);
  expect(payload).toMatch(/edulab_call_wait_seconds_count\{class="save"\} [1-9]/);
});

test('whoever is turned away is told in their language, and nothing of what they sent is read', async () => {
  const flood = many(60, () => caller.get('/user/sessions'));
  await sleep(20);
  const broken = await api.app.inject({
    method: 'GET',
    url: '/edulab/lms/api/v1/group?page=broken',
    headers: { language: 'ru' },
  });
  expect(broken.statusCode).toBe(503);
  expect(broken.json().message).toMatch(/^Сейчас работает очень много людей/);
  await Promise.all(flood);
});
