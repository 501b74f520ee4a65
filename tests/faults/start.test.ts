import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  childrenOf,
  cpuSeconds,
  databasePid,
  embeddedUrl,
  isAlive,
  query,
  spawnEdulab,
  startEdulab,
  statusOf,
} from './edulab.ts';

let folder: string;
let dataDir: string;
const other = createServer();
let takenPort: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edulab-start-'));
  dataDir = join(folder, 'data');
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  takenPort = (other.address() as { port: number }).port;
});

afterAll(() => {
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts what cannot start; answers the exit code and what was said. */
async function refusal(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { child, output } = spawnEdulab({ dataDir, env });
  await once(child, 'close');
  return { code: child.exitCode, said: output() };
}

describe('start and stop', () => {
  it('a signal stops it in order and leaves no process; the next start is quick', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const edulab = await startEdulab({ dataDir });
      // Work instead of time: the tests of others may run beside. The bar for time is measured by `npm run bench`.
      if (signal === 'SIGINT') expect(cpuSeconds(edulab.pid)).toBeLessThan(5);
      const database = databasePid(dataDir);
      const family = [database, ...childrenOf(edulab.pid, database)];
      expect(await edulab.end(signal)).toBe(0);
      expect(isAlive(database), edulab.output()).toBe(false);
      // One that draws hears from its closed channel that it is over, which takes a moment.
      await expect.poll(() => family.filter(isAlive), { timeout: 5_000, message: edulab.output() }).toEqual([]);
      expect(edulab.output()).toMatch(
        new RegExp(`\\nEdulab: stopped by ${signal}: ended server, connections, database in \\d+\\.\\d s\\.\\n$`),
      );
    }
  });

  it('told to stop while it starts, it stops and leaves no process', async () => {
    for (const pause of [50, 400, 800]) {
      const { child, output } = spawnEdulab({ dataDir });
      const exit = once(child, 'close');
      await sleep(pause);
      const family = childrenOf(child.pid!);
      child.kill('SIGTERM');
      await exit;
      // Before the first line of it ran, the signal itself ends it.
      expect(child.exitCode ?? child.signalCode).toBeOneOf([0, 'SIGTERM']);
      expect(output()).not.toMatch(/Error|at .*\.ts/);
      await expect.poll(() => family.filter(isAlive), { timeout: 5_000 }).toEqual([]);
    }
  });

  it('says that its database ended under it, and that it runs again', async () => {
    const edulab = await startEdulab({ dataDir });
    process.kill(databasePid(dataDir), 'SIGKILL');
    await expect.poll(() => edulab.output(), { timeout: 60_000 }).toContain('Edulab: PostgreSQL runs again.');
    expect(edulab.output()).toContain('Edulab: PostgreSQL ended unexpectedly (SIGKILL); starting it again.');
    expect(await edulab.end('SIGTERM')).toBe(0);
  });

  it('on a copy of a data folder in use it never touches the database of the original', async () => {
    const first = await startEdulab({ dataDir });
    const copy = join(folder, 'copy');
    execFileSync('cp', ['-a', dataDir, copy]);
    const before = databasePid(dataDir);
    // What says "somebody runs here" was copied as well.
    expect(databasePid(copy)).toBe(before);
    const second = await startEdulab({ dataDir: copy });
    expect(databasePid(copy)).not.toBe(before);
    await query(embeddedUrl(copy), "update accounts set firstname = 'Copy' where username = 'dean'");
    const [original] = await query(embeddedUrl(dataDir), "select firstname from accounts where username = 'dean'");
    expect(original).not.toEqual({ firstname: 'Copy' });
    expect(await second.end('SIGTERM')).toBe(0);
    expect([databasePid(dataDir), isAlive(before)]).toEqual([before, true]);
    expect(await statusOf(`${first.url}/ready`)).toBe(200);
    expect(first.output()).not.toContain('PostgreSQL ended');
    expect(await first.end('SIGTERM')).toBe(0);
  });

  it('told to replace its workers where it has none, says so and goes on', async () => {
    const edulab = await startEdulab({ dataDir });
    process.kill(edulab.pid, 'SIGUSR2');
    await expect.poll(() => edulab.output(), { timeout: 60_000 }).toContain('nothing was replaced');
    expect(await statusOf(`${edulab.url}/ready`)).toBe(200);
    expect(await edulab.end('SIGTERM')).toBe(0);
  });

  it('an empty installation waits for its first institution', async () => {
    const edulab = await startEdulab({ dataDir: join(folder, 'empty'), args: ['--no-demo'] });
    expect(edulab.output()).toContain('The first page creates the first institution');
    expect(await statusOf(`${edulab.url}/ready`)).toBe(200);
    expect(await edulab.end('SIGTERM')).toBe(0);
  });
});

describe('what cannot start says why in one line', () => {
  it.each<[string, () => Record<string, string>, RegExp]>([
    ['port in use', () => ({ PORT: String(takenPort) }), /^Edulab cannot start: Port \d+ is already in use\. .*\n$/],
    [
      'data folder that cannot be written',
      () => {
        writeFileSync(join(folder, 'file'), '');
        return { EDULAB_DATA: join(folder, 'file', 'data') };
      },
      /^Edulab cannot start: The data folder \S+ cannot be written \(ENOTDIR\)\. .*\n$/,
    ],
    [
      'database that cannot be reached',
      () => ({ DATABASE_URL: 'postgres://edulab:secret@127.0.0.1:1/edulab' }),
      /^Edulab cannot start: DATABASE_URL: the database edulab at 127\.0\.0\.1:1 cannot be reached: (?!.*secret).*\n$/,
    ],
    ['setting that makes no sense', () => ({ PORT: 'http' }), /^Edulab cannot start: PORT must be .*\n$/],
  ])('%s', async (_, environment, line) => {
    const { code, said } = await refusal(environment());
    expect(said).toMatch(line);
    expect(code).toBe(1);
  });
});
