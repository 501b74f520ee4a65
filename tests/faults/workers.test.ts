import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, type Edulab, embeddedUrl, filledFolder, isAlive, kill, query, startEdulab } from './edulab.ts';

/** Several processes on one port: `WORKERS=2 npm start`. */

const dataDir = filledFolder(mkdtempSync(join(tmpdir(), 'edulab-workers-')));
let edulab: Edulab;
// As long as `startEdulab` waits on a busy machine.
beforeAll(async () => {
  edulab = await startEdulab({ dataDir, env: { WORKERS: '2' } });
}, 130_000);
afterAll(async () => {
  await edulab?.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** The leader's children are its workers, and PostgreSQL with what watches over it. */
const workers = () =>
  childrenOf(edulab.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.ts'));

interface Answer {
  status: number;
  text: string;
}
/** Asks over a connection of its own unless an agent holds some; a connection of its own goes to the next worker. */
function ask(path: string, options: { agent?: Agent; token?: string; body?: unknown } = {}): Promise<Answer> {
  const { agent = false, token, body } = options;

  return new Promise((resolve, reject) => {
    const sent = request(`${edulab.url}${path}`, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: {
        institution: '1',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error(`no answer to ${path}`)));
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer
        .on('error', reject)

        .on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}
const api = '/edulab/lms/api/v1';
const signIn = async (username = 'registrar_head') => {
  const { status, text } = await ask(`${api}/signin`, {
    body: { username, password: 'edulab-demo', locale: 'en', type: 'ID' },
  });
  expect([status, text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return (JSON.parse(text) as { token: string }).token;
};
/** The same question over so many connections. */
const statuses = async (path: string, token: string) => [
  ...new Set((await Promise.all(Array.from({ length: 8 }, () => ask(path, { token })))).map(({ status }) => status)),
];
/** How many requests the workers have answered, all together. A busy machine may need more than the five seconds they have. */
async function requests(): Promise<number> {
  for (const until = performance.now() + 30_000; ; ) {
    const { status, text } = await ask('/metrics');
    if (status === 200)
      return [...text.matchAll(/^edulab_http_request_seconds_count\{[^}]*\} (\d+)/gm)].reduce(
        (sum, found) => sum + Number(found[1]),
        0,
      );
    if (performance.now() > until) throw new Error(`no metrics: ${text}`);
  }
}

test('both serve, what one is told the other knows at once, and the metrics are those of both', async () => {
  expect(edulab.output()).toContain('with 2 workers');
  expect(workers()).toHaveLength(2);
  const before = await requests();
  const token = await signIn();
  expect(await statuses(`${api}/student?size=5`, token)).toEqual([200]);
  expect((await requests()) - before).toBeGreaterThanOrEqual(9);
  expect((await ask(`${api}/user/sign-out`, { token, body: {} })).status).toBe(200);
  expect(await statuses(`${api}/student?size=5`, token)).toEqual([401]);
});

test('a right that is taken is gone in both at once, and so it comes back', async () => {
  const token = await signIn();
  const database = embeddedUrl(dataDir);
  expect(await statuses(`${api}/student?size=5`, token)).toEqual([200]);
  const taken = await query<{ role_id: number; scope: string; permission: string }>(
    database,
    `delete from role_permissions where permission = 'student.read' and role_id = (select id from roles where name = 'REGISTRAR_HEAD')
     returning role_id, permission, scope`,
  );
  expect(taken).toHaveLength(1);
  expect(await statuses(`${api}/student?size=5`, token)).toEqual([403]);
  const { role_id, permission, scope } = taken[0]!;
  await query(database, 'insert into role_permissions (role_id, permission, scope) values ($1, $2, $3)', [
    role_id,
    permission,
    scope,
  ]);
  expect(await statuses(`${api}/student?size=5`, token)).toEqual([200]);
});

test('a total that one remembers is old in both when a row comes', async () => {
  const token = await signIn('super_admin');
  const totals = async () => [
    ...new Set(
      (await Promise.all(Array.from({ length: 8 }, () => ask(`${api}/country?size=1`, { token })))).map(
        ({ text }) => (JSON.parse(text) as { total_elements: number }).total_elements,
      ),
    ),
  ];
  const before = await totals();
  expect(before).toHaveLength(1);
  const made = await ask(`${api}/country/`, { token, body: { title: { uz: 'Yangi', ru: '', en: '' }, code: 'ZZ' } });
  expect([made.status, made.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  expect(await totals()).toEqual([before[0]! + 1]);
});

/** Live events over a connection of its own; what has come so far, and whether it is over. */
function listen(token: string): Promise<{ text: () => string; over: () => boolean }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${edulab.url}${api}/events`, {
      agent: false,
      headers: { institution: '1', authorization: `Bearer ${token}` },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      let over = false;
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        resolve({ text: () => text, over: () => over });
      });
      answer.on('error', () => (over = true)).on('end', () => (over = true));
    });
    sent.end();
  });
}
/** How many connections each worker holds. */
const held = () =>
  workers().map((pid) => {
    const port = Number(new URL(edulab.url).port).toString(16).toUpperCase().padStart(4, '0');
    const here = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
        return local?.endsWith(`:${port}`) && state === '01' && inode ? [`socket:[${inode}]`] : [];
      });
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return '';
      }
    });
    return here.filter((one) => open.includes(one)).length;
  });

test('live events reach every browser, whichever worker holds it', async () => {
  const token = await signIn();
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let count = 0; count < 4; count++) streams.push(await listen(token));
  expect(held().every((count) => count > 0)).toBe(true);
  await query(embeddedUrl(dataDir), "select pg_notify('edulab_events', $1)", [
    JSON.stringify({ type: 'told', to: { permission: 'student.read' }, data: { n: 7 }, institution_id: 1 }),
  ]);
  await expect
    .poll(() => streams.map((stream) => stream.text().includes('event: told\ndata: {"n":7}')))
    .toEqual([true, true, true, true]);
  expect((await ask(`${api}/user/sign-out`, { token, body: {} })).status).toBe(200);
  await expect.poll(() => streams.map((stream) => stream.over())).toEqual([true, true, true, true]);
});

test('what an address may try is counted for both together', async () => {
  const said = [];
  for (let count = 0; count < 64; count++) said.push((await ask(`${api}/issued-document/check/AAAABBBBCCCC`)).status);
  expect(said).toEqual([...Array.from({ length: 60 }, () => 404), ...Array.from({ length: 4 }, () => 429)]);
});

test('a worker that is killed is replaced, and the other serves meanwhile', async () => {
  const token = await signIn();
  const [first] = workers();
  kill(first!);
  // A connection that was handed over in the very moment of the end is lost with the worker.
  await expect.poll(() => edulab.output(), { timeout: 60_000 }).toContain('another one takes its place');
  expect(await statuses(`${api}/student?size=5`, token)).toEqual([200]);
  await expect.poll(() => workers().length, { timeout: 60_000 }).toBe(2);
  expect(await requests()).toBeGreaterThan(0);
});

test('all are replaced one after the other, and no request is refused meanwhile', async () => {
  const token = await signIn();
  const old = workers();
  const agent = new Agent({ keepAlive: true });
  const said = new Map<string, number>();
  let over = false;
  const people = Array.from({ length: 6 }, async () => {
    while (!over) {
      const what = await ask(`${api}/student?size=5`, { agent, token }).then(
        ({ status }) => String(status),
        (fault: NodeJS.ErrnoException) => fault.code ?? fault.message,
      );
      said.set(what, (said.get(what) ?? 0) + 1);
      await sleep(20 * Math.random());
    }
  });
  kill(edulab.pid, 'SIGUSR2');
  await expect.poll(() => edulab.output(), { timeout: 60_000 }).toContain('all workers were replaced');
  over = true;
  await Promise.all(people);
  agent.destroy();
  expect([...said.keys()]).toEqual(['200']);
  expect(workers()).toHaveLength(2);
  expect(workers().filter((pid) => old.includes(pid))).toEqual([]);
});

test.each([0, 1])('one that ends while workers are replaced has one successor: %i', async (which) => {
  const said = () => edulab.output().split('all workers were replaced').length;
  const before = said();
  const one = workers()[which];
  kill(edulab.pid, 'SIGUSR2');
  await expect.poll(() => workers().length, { timeout: 60_000 }).toBe(3);
  kill(one!);
  await expect.poll(said, { timeout: 60_000 }).toBe(before + 1);
  // Whoever would have been started anew for it is there by now.
  await sleep(3_000);
  expect(workers()).toHaveLength(2);
  expect(await statuses(`${api}/student?size=5`, await signIn())).toEqual([200]);
});

test('told to stop, all of it stops', async () => {
  const all = childrenOf(edulab.pid);
  expect(await edulab.end('SIGTERM')).toBe(0);
  await expect.poll(() => all.filter(isAlive), { timeout: 60_000 }).toEqual([]);
});
