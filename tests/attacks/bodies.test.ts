import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { bodyBounds, demandPlain } from '#platform/server/call/bodies.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** Bodies that cost the server more than they cost whoever sends them. */

let api: Api;
let root: Caller;
let port: number;
const usual = { ...bodyBounds };
beforeAll(async () => {
  Object.assign(bodyBounds, { headers: 1_000, stalled: 600 });
  api = await startApi();
  Object.assign(bodyBounds, { headers: usual.headers });
  root = await api.as('super_admin');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await api.close();
  Object.assign(bodyBounds, usual);
});

const json = { 'content-type': 'application/json' };
const padded = (bytes: number) => JSON.stringify({ username: 'x', password: 'y', more: 'a'.repeat(bytes) });

describe('somebody without a session', () => {
  it('sends 64 KB at most, also in pieces of unknown number, and with a token that nobody has', async () => {
    const send = (body: string, headers = {}) => api.anonymous.post('/signin', body, { ...json, ...headers });
    expect((await send(padded(60_000))).body.code).toBe('SIGN_IN_REFUSED');
    const long = await send(padded(70_000));
    expect([long.status, long.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const guessed = await send(padded(70_000), { authorization: `Bearer ${'x'.repeat(43)}` });
    expect([guessed.status, guessed.body.code]).toEqual([401, 'UNAUTHORIZED']);
    const pieces = async function* () {
      for (let i = 0; i < 200; i++) yield Buffer.from(' '.repeat(1024));
    };
    const chunked = await fetch(`http://127.0.0.1:${port}${apiBase}/signin`, {
      method: 'POST',
      headers: json,
      body: pieces() as never,
      duplex: 'half',
    } as RequestInit);
    expect([chunked.status, ((await chunked.json()) as { code: string }).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    // Who is signed in may send what an office needs, and no more.
    expect((await root.post('/user/action/log', padded(1_000_000), json)).status).not.toBe(413);
    expect((await root.post('/user/action/log', padded(5_300_000), json)).status).toBe(413);
  });

  it('stops nobody by brackets', async () => {
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.anonymous.post('/signin', '['.repeat(64_000), json)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['400 BODY_TOO_COMPLEX']),
    );
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});

describe('JSON', () => {
  it('of thousands of levels is refused before it is parsed', async () => {
    const deep = (levels: number) =>
      `{"action":"a","page":"/a","details":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    const refused = await root.post('/user/action/log', deep(6_000), json);
    expect([refused.status, refused.body.code]).toEqual([400, 'BODY_TOO_COMPLEX']);
    expect((await root.post('/user/action/log', deep(20), json)).status).toBe(200);
    const started = performance.now();
    for (let i = 0; i < 5; i++)
      expect((await root.post('/user/action/log', '['.repeat(5_000_000), json)).status).toBe(400);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect((await root.post('/user/action/log', `[${'0,'.repeat(1_000_000)}0]`, json)).body.code).toBe(
      'BODY_TOO_COMPLEX',
    );
  });

  it('is counted by what it is, not by what stands in its texts', () => {
    const text = JSON.stringify({ a: '[{,:"\\'.repeat(300_000), b: '\\' });
    expect(() => demandPlain(Buffer.from(text))).not.toThrow();
    expect(() => demandPlain(Buffer.from(`"\\"${'['.repeat(100)}"`))).not.toThrow();
    expect(() => demandPlain(Buffer.from(`"\\\\"${'['.repeat(100)}`))).toThrow('BODY_TOO_COMPLEX');
  });

  it('of any depth in the query is no fault of the server', async () => {
    const blanks = '[a]'.repeat(3_000);
    for (const path of [
      `/student/?a${blanks}=1`,
      `/user/info_history/?details${blanks}=1`,
      `/account/?page${blanks}=1`,
    ])
      expect((await root.get(path)).status).toBeLessThan(500);
    expect((await root.post(`/user/action/log?details${blanks}=1`, {})).status).toBeLessThan(500);
  });
});

/** Sends a beginning and then nothing, or little; answers what came back and after how long. */
const drip = (head: string, every?: { ms: number; text: string }) =>
  new Promise<{ answer: string; ms: number }>((resolve) => {
    const started = performance.now();
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    const timer = every && setInterval(() => socket.writable && socket.write(every.text), every.ms);
    socket.on('data', (piece) => (answer += piece));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, ms: performance.now() - started });
    });
  });

describe('whoever sends slowly', () => {
  const head = (headers: string) =>
    `POST ${apiBase}/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

  it('or not at all is not waited for: headers, bodies, forms, pieces', async () => {
    const token = `Authorization: Bearer ${root.token}`;
    const form = 'multipart/form-data; boundary=x\r\nContent-Length: 900000';
    const slow = await Promise.all([
      drip(`POST ${apiBase}/signin HTTP/1.1\r\nHost: localhost\r\nX-`, { ms: 200, text: 'a' }),
      drip(`${head('Content-Length: 60000')}{`),
      drip(`${head('Content-Length: 60000')}{`, { ms: 100, text: ' ' }),
      drip(`${head('Transfer-Encoding: chunked')}1\r\n{\r\n`, { ms: 100, text: '1\r\n \r\n' }),
      drip(`${head(`Content-Length: 200000\r\n${token}`)}{`, { ms: 100, text: ' ' }),
      drip(
        `POST ${apiBase}/upload HTTP/1.1\r\nHost: localhost\r\n${token}\r\nContent-Type: ${form}\r\n\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\na`,
        { ms: 100, text: 'a' },
      ),
    ]);
    expect(slow.map(({ answer }) => answer.split('\r\n', 1)[0])).toEqual(Array(6).fill('HTTP/1.1 408 Request Timeout'));
    expect(Math.max(...slow.map(({ ms }) => ms))).toBeLessThan(10_000);
  });

  it('leaves no connection to the database behind, and neither does who goes away in the middle', async () => {
    const begun = `POST ${apiBase}/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${root.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n`;
    await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(begun));
        await new Promise((resolve) => setTimeout(resolve, 100 * i));
        socket.destroy();
      }),
    );
    const busy = () => {
      const { requests, app } = api.database;
      return [requests, app].map((pool) => pool.totalCount - pool.idleCount + pool.waitingCount);
    };
    await expect.poll(busy).toEqual([0, 0]);
    expect((await root.get('/upload/limits')).status).toBe(200);
  });

  it('but comes on is waited for', async () => {
    const body = padded(40_000);
    let at = 0;
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(head(`Content-Length: ${body.length}\r\nConnection: close`)),
      );
      const timer = setInterval(() => {
        socket.write(body.slice(at, at + 5_000));
        at += 5_000;
        if (at >= body.length) clearInterval(timer);
      }, 300);
      socket.on('data', (piece) => (text += piece));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('SIGN_IN_REFUSED');
  });
});

describe('a broken form', () => {
  const part = (name: string, file?: string, content = 'x') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`;
  const type = 'multipart/form-data; boundary=x';
  const broken: [string, string, string][] = [
    ['without a boundary', 'multipart/form-data', `${part('files', 'a.csv')}--x--\r\n`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `${part('files', 'a.csv')}--x--\r\n`],
    ['with another boundary', 'multipart/form-data; boundary=y', `${part('files', 'a.csv')}--x--\r\n`],
    ['cut in the headers', type, '--x\r\nContent-Disposition: form-da'],
    ['cut in the file', type, part('files', 'a.csv').slice(0, -2)],
    ['cut before the end', type, part('files', 'a.csv')],
    ['with headers that are none', type, '--x\r\n\u0000\u0001: \u0002\r\nContent-Disposition\r\n\r\nx\r\n--x--\r\n'],
    ['without a disposition', type, '--x\r\nContent-Type: text/csv\r\n\r\nx\r\n--x--\r\n'],
    [
      'with JSON that is none',
      type,
      `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n[[[\r\n--x--\r\n`,
    ],
    ['with a name of the prototype', type, `${part('__proto__', 'a.csv')}${part('constructor')}--x--\r\n`],
    ['with too many fields', type, `${part('a').repeat(60)}--x--\r\n`],
    ['without a file', type, `${part('a')}--x--\r\n`],
    ['with nothing', type, ''],
    ['of two files', type, `${part('files', 'a.csv')}${part('file', 'b.csv')}--x--\r\n`],
  ];
  const taking = [
    '/upload',
    '/application/dtm_file',
    '/assessment/import-marks',
    '/account/profile_pic',
    '/student/update_photo',
    '/user/guest/appointment/score/import',
  ];

  it('is refused with words by every call, whether it takes files or not', async () => {
    const faults: string[] = [];
    const refused = new Set<string>();
    for (const { meta } of callsOf(domains)) {
      if (meta.method === 'GET' || /sign-?out|sessions/.test(meta.path)) continue;
      const takes = taking.some((path) => meta.path.endsWith(path));
      if (takes) refused.add(meta.path);
      for (const [what, kind, body] of takes ? broken : broken.slice(0, 1)) {
        const path = meta.path.replaceAll(/\{[^}]+\}/g, '999999');
        const send = { POST: root.post, PUT: root.put, DELETE: root.delete }[meta.method];
        const answer = await send(path, Buffer.from(body), { 'content-type': kind });
        if (answer.status >= 500) faults.push(`${meta.method} ${path} ${what}: ${answer.status}`);
        if (takes && what !== 'of two files' && (answer.status < 400 || !answer.body.message || !answer.body.code))
          faults.push(`${meta.method} ${path} ${what}: ${answer.status} ${answer.body.code}`);
      }
    }
    expect(faults).toEqual([]);
    expect([...taking].filter((path) => ![...refused].some((one) => one.endsWith(path)))).toEqual([]);
    const cut = await root.post('/upload', Buffer.from(part('files', 'a.csv').slice(0, -2)), { 'content-type': type });
    expect([cut.status, cut.body.code]).toEqual([400, 'BROKEN_FORM']);
    expect(cut.body.message).toMatch(/cut off/);
  }, 120_000);
});
