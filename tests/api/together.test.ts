import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { domains } from '#domains/server.ts';
import { type Access, call } from '#platform/contract/index.ts';
import { serve } from '#platform/server/call/context.ts';
import { door, pass } from '#platform/server/call/door.ts';
import { fail } from '#platform/server/call/errors.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { togetherBounds } from '#platform/server/call/together.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** What is asked together is answered as it is alone: the same, to the same people, with the same kept of it. */

/** Calls that do what calls of domains do seldom. */
const self: Access = { self: 'a test' };
const probe = (name: string, access: Access = self) =>
  call({ method: 'GET', path: `/probe/${name}`, summary: name, access, output: z.unknown() });
const contract = {
  who: probe('who'),
  open: probe('open', { public: 'a test' }),
  broken: probe('broken'),
  sets: probe('sets'),
  lost: probe('lost'),
  slow: probe('slow'),
  shown: probe('shown'),
  file: probe('file'),
  apart: probe('apart'),
  door: probe('door'),
};
const settings = `select pg_backend_pid() as pid, current_setting('edulab.institution', true) as institution,
  current_setting('edulab.account', true) as account, current_setting('transaction_read_only') as reads, 
  (select xact_start::text from pg_stat_activity where pid = pg_backend_pid()) as began`;
const counted = door('tests.together', 3, 60);
let slowness = 0;
let slowAsked = 0;
const on = serve(contract);
const router = on.router({
  who: on.who.handler(async ({ context }) => ({
    ...(await context.client.query(settings)).rows[0],
    told: [context.account_id, context.institution_id, context.locale, context.education_form, context.path],
  })),
  open: on.open.handler(async ({ context }) => ({ who: context.account_id, of: context.institution_id })),
  broken: on.broken.handler(({ context }) => context.client.query('select 1 / 0')),
  sets: on.sets.handler(async ({ context }) => {
    await context.client.query("select set_config('edulab.institution', '2', true)");
    await context.client.query('set local statement_timeout = 1234');
    return (await context.client.query(settings)).rows[0];
  }),
  lost: on.lost.handler(({ context }) => context.client.query('select pg_terminate_backend(pg_backend_pid())')),
  slow: on.slow.handler(async ({ context }) => {
    slowAsked += 1;
    await context.client.query('select pg_sleep($1)', [slowness]);
    return 'slept';
  }),
  shown: on.shown.handler(({ context }) => {
    context.evidence.add(7);
    return 'shown';
  }),
  file: on.file.handler(({ context }) => {
    context.stream = { headers: { 'content-type': 'text/plain' }, body: Readable.from(['a file']) };
    return undefined;
  }),
  apart: on.apart.handler(({ context }) => context.apart(async () => 'done apart')),
  door: on.door.handler(async ({ context }) => {
    await pass(context, counted);
    throw fail('NOT_FOUND');
  }),
});

let api: Api;
let student: Caller;
beforeAll(async () => {
  api = await startApi({ students: 60, also: [defineServerDomain({ name: 'probe', contract, router })] });
  student = await api.as('bachelor_student');
});
afterAll(() => api.close());

interface Line {
  index: number;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  body: any;
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
async function together(who: Caller, calls: readonly string[], headers?: Record<string, string>): Promise<Line[]> {
  const { status, body } = await who.post<string>('/together', { calls }, headers);
  expect(status).toBe(200);
  return linesOf(body).sort((a, b) => a.index - b.index);
}
const statuses = (lines: readonly Line[]) => lines.map(({ status }) => status);

const gets = () => callsOf(domains).filter(({ meta }) => meta.method === 'GET');
/** Numbers that a demo university has, or not: both are answers. */
const addressOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, '1');

describe.each(['super_admin', 'bachelor_student', 'teacher', 'registrar_head', 'guest_user', ''])('as %s', (name) => {
  it('every GET is answered as it is alone, or is to be asked alone', async () => {
    const who = name ? await api.as(name) : api.anonymous;
    const calls = gets();
    const different: string[] = [];
    let answered = 0;
    for (let from = 0; from < calls.length; from += togetherBounds.calls) {
      const part = calls.slice(from, from + togetherBounds.calls);
      const lines = await together(
        who,
        part.map(({ meta }) => addressOf(meta.path)),
      );
      expect(lines.map(({ index }) => index)).toEqual(part.map((_, index) => index));
      for (const [index, { meta }] of part.entries()) {
        const { status, body } = lines[index]!;
        if (status === 421) {
          expect(body.code).toBe('ASK_ALONE');
          continue;
        }
        if (meta.logged || meta.heavy || meta.proof || meta.secret) different.push(`${meta.path} was not left alone`);
        answered += 1;
        // Work in the background goes on beside this, so what differs is asked anew.
        let said: unknown[] = [status, body ?? null];
        for (let times = 0; times < 3; times++) {
          const alone = await who.get(addressOf(meta.path));
          const saidAlone = [alone.status, alone.body ?? null];
          if (JSON.stringify(said) === JSON.stringify(saidAlone)) break;
          if (times === 2)
            different.push([meta.path, said, saidAlone].map((one) => JSON.stringify(one).slice(0, 300)).join('\n'));
          const [again] = await together(who, [addressOf(meta.path)]);
          said = [again?.status, again?.body ?? null];
        }
      }
    }
    expect(different).toEqual([]);
    expect(answered).toBeGreaterThan(150);
  });
});

describe('one transaction', () => {
  it('reads for all of them, as the same person, of the same institution, in the same language', async () => {
    const headers = { language: 'ru', education_form: '3' };
    const lines = await together(student, ['/probe/who', '/probe/who?x=1', '/probe/who/'], headers);
    const [first, second, third] = lines.map(({ body }) => body);
    expect(second).toEqual({ ...first, began: second.began });
    expect(first.told).toEqual([expect.any(Number), 1, 'ru', 3, '/probe/who']);
    expect([first.reads, first.account, first.institution]).toEqual(['on', String(first.told[0]), '1']);
    expect([second.began, third.began]).toEqual(
      api.kernel.settings.plain ? [expect.any(String), expect.any(String)] : [first.began, first.began],
    );
  });

  it('is not spoiled by a call that fails, sets something or loses the connection', async () => {
    const calls = [
      '/probe/who',
      '/probe/broken',
      '/probe/who',
      '/probe/sets',
      '/probe/who',
      '/probe/lost',
      '/probe/who',
    ];
    const lines = await together(student, calls);
    expect(statuses(lines)).toEqual([200, 500, 200, 200, 200, 503, 200]);
    expect(lines[1]!.body).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', data: { error_id: expect.any(String) } });
    expect(lines[3]!.body.institution).toBe('2');
    for (const index of [2, 4, 6]) expect(lines[index]!.body.institution).toBe('1');
    expect(lines[5]!.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', data: { seconds: expect.any(Number) } });
    expect((await together(student, calls.slice(0, 1)))[0]!.status).toBe(200);
  });

  it('keeps a slow one from holding back the quick ones, and is not held for long', { timeout: 20_000 }, async () => {
    slowness = togetherBounds.open / 1000 + 1.5;
    const calls = ['/probe/who', '/probe/slow', '/probe/who', '/probe/open'];
    const began = performance.now();
    const answer = await api.app.inject({
      method: 'POST',
      url: `${apiBase}/together`,
      payload: { calls },
      headers: { authorization: `Bearer ${student.token}`, 'accept-encoding': 'identity' },
      payloadAsStream: true,
    });
    const seen: [index: number, status: number, ms: number][] = [];
    for await (const piece of answer.stream())
      for (const { index, status } of linesOf(String(piece))) seen.push([index, status, performance.now() - began]);
    expect(seen.map(([index, status]) => [index, status])).toEqual([
      [0, 200],
      [2, 421],
      [3, 421],
      [1, 200],
    ]);
    const [first, left, , slow] = seen.map(([, , ms]) => ms);
    expect(first).toBeLessThan(togetherBounds.open / 2);
    expect(left).toBeLessThan(slowness * 1000);
    expect(slow).toBeGreaterThan(slowness * 1000 - 100);
  });

  it('does no more for a page that was left', async () => {
    slowness = 0.4;
    slowAsked = 0;
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const stop = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}${apiBase}/together`, {
      method: 'POST',
      headers: { authorization: `Bearer ${student.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ calls: Array(6).fill('/probe/slow') }),
      signal: stop.signal,
    });
    await asked;
    stop.abort();
    await sleep(1500);
    expect(slowAsked).toBeLessThan(3);
    const { totalCount, idleCount } = api.database.requests;
    expect(totalCount - idleCount).toBe(0);
  });

  it('that cannot be had is told to all at once, and not asked for by each', async () => {
    const { requests } = api.database;
    const taken = await Promise.all(Array.from({ length: 5 }, () => requests.connect()));
    requests.options.connectionTimeoutMillis = 400;
    const began = performance.now();
    const answer = await student.post('/together', { calls: Array(30).fill('/probe/who') });
    expect(performance.now() - began).toBeLessThan(1_500);
    requests.options.connectionTimeoutMillis = 10_000;
    for (const client of taken) client.release();
    expect([answer.status, answer.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(statuses(await together(student, ['/probe/who']))).toEqual([200]);
  });
});

describe('what stays as it is alone', () => {
  const events = async (kind: string) =>
    (
      await api.database.owner.query<{ details: unknown; what: string }>(
        'select details, what from security_events where kind = $1 order by id',
        [kind],
      )
    ).rows;

  it('is asked alone: files, what is kept in the log, what waits its turn, the past', async () => {
    const admin = await api.as('super_admin');
    const heavy = gets().find(({ meta }) => meta.heavy && !meta.path.includes('{'))!;
    const logged = gets().find(({ meta }) => meta.logged && !meta.heavy && !meta.path.includes('{'))!;
    const before = (await events(logged.meta.logged!)).length;
    const calls = ['/probe/file', '/probe/apart', heavy.meta.path, logged.meta.path, '/state?as_of=2026-01-01'];
    const lines = await together(admin, [...calls, '/together', '/events', '/nowhere', '/probe/who']);
    expect(statuses(lines)).toEqual([...Array(8).fill(421), 200]);
    expect(lines[0]!.body).toEqual({ status: 421, code: 'ASK_ALONE', message: expect.any(String) });
    expect((await events(logged.meta.logged!)).length).toBe(before);
    expect((await admin.get('/probe/file')).body).toBe('a file');
    expect((await admin.get('/probe/apart')).body).toBe('done apart');
  });

  it('papers that prove something are shown, and stand in the log before they are', async () => {
    const before = await events('SENSITIVE_READ');
    const lines = await together(student, ['/probe/who', '/probe/shown', '/probe/who']);
    expect(statuses(lines)).toEqual([200, 200, 200]);
    expect((await events('SENSITIVE_READ')).slice(before.length)).toEqual([
      { what: 'GET /probe/shown', details: { path: '/probe/shown', files: [7] } },
    ]);
    expect(lines[2]!.body.institution).toBe('1');
  });

  it('each counts at the door of its address, in the metrics and where refusals are told', async () => {
    const lines = await together(api.anonymous, ['/probe/door']);
    expect(statuses(lines)).toEqual([401]);
    expect(statuses(await together(student, Array(5).fill('/probe/door')))).toEqual([404, 404, 404, 429, 429]);
    const count = async () =>
      Number(
        /edulab_http_request_seconds_count\{method="GET",status="404"\} (\d+)/.exec(
          (await api.app.inject('/metrics')).body,
        )?.[1] ?? 0,
      );
    const before = await count();
    await together(student, ['/state/999999999', '/state/999999998', '/nowhere']);
    expect((await count()) - before).toBe(2);
  });

  it('a stranger, a token that opens nothing, and an institution of others open what they open alone', async () => {
    const calls = ['/probe/open', '/probe/who', '/country'];
    expect(statuses(await together(api.anonymous, calls))).toEqual([200, 401, 401]);
    const bad = { authorization: 'Bearer nobody-was-ever-given-this-token' };
    expect(statuses(await together(api.anonymous, calls, bad))).toEqual([200, 401, 401]);
    const other = await together(student, ['/probe/open', '/probe/who'], { institution: '2' });
    expect(statuses(other)).toEqual([200, 403]);
    expect(other[1]!.body.code).toBe('INSTITUTION_NOT_ALLOWED');
    expect(other[0]!.body).toEqual((await student.get('/probe/open', { institution: '2' })).body);
  });

  it('a session that ends opens nothing more', async () => {
    const leaver = await api.as('teacher');
    expect(statuses(await together(leaver, ['/probe/who']))).toEqual([200]);
    await leaver.post('/user/sign-out');
    expect(statuses(await together(leaver, ['/probe/who', '/probe/open']))).toEqual([401, 200]);
  });

  it('a password that must be changed first is asked for by each', async () => {
    const { owner } = api.database;
    const hr = await api.as('hr_head');
    await owner.query("update accounts set required_actions = '{UPDATE_PASSWORD}' where username = 'hr_head'");
    const [list, open] = await together(hr, ['/staff', '/probe/open']);
    await owner.query("update accounts set required_actions = '{}' where username = 'hr_head'");
    expect([list!.status, list!.body.data.required_action, open!.status]).toEqual([403, 'UPDATE_PASSWORD', 200]);
  });
});

describe('its bounds', () => {
  it.each([
    ['nothing', {}],
    ['none', { calls: [] }],
    ['too many', { calls: Array(41).fill('/probe/who') }],
    ['too long', { calls: [`/${'x'.repeat(1000)}`] }],
    ['no address', { calls: ['probe/who'] }],
    ['another method', { calls: [{ method: 'DELETE', path: '/state/1' }] }],
    ['a list', ['/probe/who']],
  ])('%s is refused whole', async (_, body) => {
    const answer = await student.post('/together', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.data.fields.length).toBeGreaterThan(0);
  });

  it('what it is asked with otherwise is no call, and addresses lead nowhere else', async () => {
    expect((await student.get('/together')).status).toBe(404);
    const odd = ['/../../../../metrics', '//localhost/metrics', '/%2e%2e/%2e%2e/ready', '/\\..\\ready', '/?calls=1'];
    expect(new Set(statuses(await together(student, odd)))).toEqual(new Set([421]));
  });

  it('a long answer is compressed, whole or in pieces', async () => {
    slowness = 0.1;
    for (const calls of [
      ['/openings/none', '/types/country', '/institution/?size=50', '/probe/who'],
      ['/probe/who', '/probe/slow', '/institution/?size=50'],
    ])
      for (const encoding of ['br', 'gzip']) {
        const answer = await api.app.inject({
          method: 'POST',
          url: `${apiBase}/together`,
          payload: { calls: Array(8).fill(calls).flat() },
          headers: { authorization: `Bearer ${student.token}`, 'accept-encoding': encoding },
        });
        expect(answer.headers['content-encoding']).toBe(encoding);
        const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
        const text = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(answer.rawPayload).toString();
        expect(linesOf(text).length).toBe(8 * calls.length);
      }
  });
});
