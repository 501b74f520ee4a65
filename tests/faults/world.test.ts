import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { type Received, startSmtp, stopSmtp } from '../support/smtp.ts';
import { type Edulab, embeddedUrl, filledFolder, query, startEdulab, statusOf } from './edulab.ts';
import { Writes } from './writes.ts';

/** What Edulab stands on is slow, full, silent or broken off, under a stream of writes; nothing is lost and nothing comes twice. */

/** A little with every run, half a minute of each on demand: FAULT_ROUNDS=1. */
const whileMs = process.env['FAULT_ROUNDS'] ? 30_000 : 3_000;
const api = '/edulab/lms/api/v1';

/** A while, and on a slow machine up to five times as long until there was enough to tell something by. */
async function aWhile(isEnough: () => boolean, step: () => Promise<unknown> = () => sleep(100)): Promise<void> {
  const began = performance.now();
  for (let lasted = 0; lasted < whileMs || (lasted < 5 * whileMs && !isEnough()); lasted = performance.now() - began)
    await step();
}

let folder: string;
let edulab: Edulab | undefined;
const ends: (() => unknown)[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edulab-world-'));
});
afterEach(async () => {
  await edulab?.end('SIGTERM');
  edulab = undefined;
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Milliseconds: of ten commits the one that took least. */
async function quickestCommit(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const took: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    await client.query('begin');
    await client.query("update accounts set updated_at = edulab_now() where username = 'dean'");
    const began = performance.now();
    await client.query('commit');
    took.push(performance.now() - began);
  }
  await client.end();
  return Math.min(...took);
}

it('a disk that takes 20 ms for each commit makes saves slow and nothing else', async () => {
  const dataDir = filledFolder(join(folder, 'slow'));
  edulab = await startEdulab({ dataDir });
  const url = embeddedUrl(dataDir);
  await query(url, 'alter system set commit_delay = 20000');
  await query(url, 'alter system set commit_siblings = 0');
  await query(url, 'select pg_reload_conf()');
  await expect.poll(() => quickestCommit(url), { timeout: 60_000 }).toBeGreaterThan(20);
  const writes = new Writes();
  await writes.signIn(edulab.url);
  writes.start();
  await aWhile(() => writes.acknowledged > 20);
  const waited: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const began = performance.now();
    expect(await statusOf(`${edulab.url}${api}/installation`)).toBe(200);
    waited.push(performance.now() - began);
  }
  await writes.stop();
  expect(await writes.disagreements(url, dataDir)).toEqual([]);
  expect(writes.acknowledged).toBeGreaterThan(20);
  expect(waited.toSorted((a, b) => a - b)[10]).toBeLessThan(500);
});

it('a connection that is cut every 64 KB loses no save and doubles none', async () => {
  const dataDir = filledFolder(join(folder, 'cut'));
  edulab = await startEdulab({ dataDir });
  const { port } = new URL(edulab.url);
  let cuts = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    let left = 64 * 1024;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    far.on('data', (piece: Buffer) => {
      near.write(piece.subarray(0, left));
      left -= piece.length;
      if (left > 0) return;
      cuts++;
      cut();
    });
    near.pipe(far);
    for (const side of [near, far]) side.on('error', cut).on('close', cut);
  });
  const through = await listening(proxy);
  ends.push(() => new Promise((resolve) => proxy.close(resolve)));
  const writes = new Writes();
  await writes.signIn(`http://127.0.0.1:${through}`);
  writes.start();
  await aWhile(
    () => cuts > 1,
    () => writes.read('/state/?size=100'),
  );
  // An answer of more than 64 KB never comes through.
  await expect(
    fetch(`http://127.0.0.1:${through}${api}/openapi.json`).then((answer) => answer.text()),
  ).rejects.toThrow();
  await writes.stop();
  expect(await writes.disagreements(embeddedUrl(dataDir), dataDir)).toEqual([]);
  expect(cuts).toBeGreaterThan(1);
  expect(await statusOf(`${edulab.url}/ready`)).toBe(200);
});

it('a mail server that takes the call and says nothing holds nobody up; its mails go out when it speaks again', async () => {
  const dataDir = filledFolder(join(folder, 'mail'));
  const held: Socket[] = [];
  const silent = createServer((socket) => held.push(socket.on('error', () => undefined)));
  const port = await listening(silent);
  const start = () => startEdulab({ dataDir, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  edulab = await start();
  const writes = new Writes();
  await writes.signIn(edulab.url);
  const words = { uz: 'Xabar', ru: 'Письмо', en: 'Letter' };
  const template = await writes.say<{ id: number }>('/email_template/', { title: words, subject: words, body: words });
  const emails = Array.from({ length: 5 }, (_, at) => `waits-${at}@example.uz`);
  await writes.say('/email_template/send-message', { id: template.id, emails });
  writes.start();
  await expect.poll(() => held.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await aWhile(() => writes.acknowledged > 20);
  await writes.stop();
  expect(await writes.disagreements(embeddedUrl(dataDir), dataDir)).toEqual([]);
  expect(writes.acknowledged).toBeGreaterThan(20);
  // It does not wait for the mail server either when it is told to stop.
  const began = performance.now();
  expect(await edulab.end('SIGTERM')).toBe(0);
  expect(performance.now() - began).toBeLessThan(20_000);
  for (const socket of held) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  const received: Received[] = [];
  const speaking = await startSmtp(received, port);
  ends.push(() => stopSmtp(speaking));
  // Each comes again after a pause of a minute and more, for which nobody waits here.
  const database = await startDatabase({ dataDir });
  await query(database.ownerUrl, 'update outbox_deliveries set next_at = edulab_now()');
  await database.stop();
  edulab = await start();
  await expect.poll(() => received.map(({ to }) => to).sort(), { timeout: 120_000 }).toEqual(emails);
});

it('a disk that is full refuses saves clearly, and takes them again when there is room', async ({ skip }) => {
  const small = roomOf();
  if (small === undefined) return skip('only an administrator may make a disk of its own');
  ends.push(() => {
    execFileSync('umount', ['-l', small]);
    rmSync(small, { recursive: true, force: true });
  });
  const dataDir = filledFolder(join(small, 'data'));
  edulab = await startEdulab({ dataDir });
  const writes = new Writes();
  await writes.signIn(edulab.url);
  writes.start();
  await sleep(500);
  const ballast = join(small, 'ballast');
  for (const until = performance.now() + whileMs; performance.now() < until; await sleep(100)) {
    execFileSync('sh', ['-c', `cat /dev/zero >> ${ballast} 2>/dev/null; true`]);
    expect(await statusOf(`${edulab.url}/health`)).toBe(200);
  }
  const before = writes.acknowledged;
  rmSync(ballast);
  await expect.poll(() => statusOf(`${edulab!.url}/ready`), { timeout: 60_000 }).toBe(200);
  await expect
    .poll(() => writes.acknowledged, { timeout: 60_000 })
    .toBeGreaterThan(before + 20)
    .catch((cause: unknown) => {
      const said = [...writes.faults, ...writes.refused.keys(), edulab!.output()].join('\n');
      throw new Error(`saves did not go on: ${said}`, { cause });
    });
  await writes.stop();
  expect([...writes.refused.keys()]).not.toEqual([]);
  expect(await writes.disagreements(embeddedUrl(dataDir), dataDir), edulab.output()).toEqual([]);
});

it('a clock that jumps an hour ahead and two back, away from that of its database, signs nobody out and loses nothing', {
  timeout: 240_000,
}, async ({ skip }) => {
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
  if (!library) return skip('the package faketime is not installed');
  const dataDir = filledFolder(join(folder, 'clock'));
  const hands = join(folder, 'hands');
  writeFileSync(hands, '+0');
  edulab = await startEdulab({
    dataDir,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: hands,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  });
  const url = embeddedUrl(dataDir);
  const writes = new Writes();
  await writes.signIn(edulab.url);
  writes.start();
  for (const seconds of [3_600, -3_600, 0]) {
    writeFileSync(hands, `${seconds < 0 ? '' : '+'}${seconds}`);
    await expect
      .poll(async () => dateOf(edulab!.url).then((at) => Math.abs(at - Date.now() - seconds * 1000)), {
        timeout: 60_000,
      })
      .toBeLessThan(60_000);
    const before = writes.acknowledged;
    await aWhile(() => writes.acknowledged > before + 20 || writes.faults.length > 0);
    expect(writes.acknowledged, [...writes.faults, ...writes.refused.keys()].join('\n')).toBeGreaterThan(before + 20);
    expect(await statusOf(`${edulab.url}/ready`)).toBe(200);
    const again = new Writes();
    await again.signIn(edulab.url);
  }
  await writes.stop();
  expect(await writes.disagreements(url, dataDir), edulab.output()).toEqual([]);
});

/** What time it is to the server, in milliseconds since 1970. */
const dateOf = async (origin: string): Promise<number> =>
  Date.parse((await fetch(`${origin}/health`)).headers.get('date')!);

/** A folder that is a disk of 600 MB, or nothing where this user may not make one. */
function roomOf(): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'edulab-room-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=755', 'tmpfs', place], { stdio: 'ignore' });
    return place;
  } catch {
    rmSync(place, { recursive: true, force: true });
    return undefined;
  }
}
