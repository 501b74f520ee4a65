import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf, cpuSeconds, databasePid, isAlive, spawnEdulab, startEdulab, statusOf } from './edulab.ts';

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
      const family = [databasePid(dataDir), ...childrenOf(edulab.pid, databasePid(dataDir))];
      expect(await edulab.end(signal)).toBe(0);
      expect(family.filter(isAlive), edulab.output()).toEqual([]);
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
