import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  childrenOf,
  databasePid,
  type Edulab,
  embeddedUrl,
  filledFolder,
  kill,
  query,
  startEdulab,
  statusOf,
} from './edulab.ts';
import { Writes } from './writes.ts';

/** A few rounds with every test run, many on demand: FAULT_ROUNDS=200. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 4);
const kinds = ['the server', 'the database', 'one connection of the database', 'everything at once'] as const;

let dataDir: string;
let edulab: Edulab;
const writes = new Writes();

beforeAll(async () => {
  dataDir = filledFolder(mkdtempSync(join(tmpdir(), 'edulab-faults-')));
  edulab = await startEdulab({ dataDir });
  await writes.signIn(edulab.url);
});

afterAll(async () => {
  await edulab?.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

async function strike(kind: (typeof kinds)[number]): Promise<void> {
  const database = databasePid(dataDir);
  if (kind === 'the database') return kill(database);
  if (kind === 'one connection of the database') {
    const [row] = await query<{ pid: number }>(
      embeddedUrl(dataDir),
      "select pid from pg_stat_activity where backend_type = 'client backend' and usename = 'edulab_app' order by random() limit 1",
    );
    if (row) kill(row.pid);
    return;
  }
  if (kind === 'everything at once') for (const pid of childrenOf(edulab.pid, database)) kill(pid);
  await edulab.end('SIGKILL');
  edulab = await startEdulab({ dataDir });
  writes.url = edulab.url;
}

/** Waits half a minute at most, and no longer once Edulab has ended. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 30_000; !(await condition()); await sleep(10)) {
    if (performance.now() > deadline || edulab.process.exitCode !== null)
      throw new Error(`Edulab did not recover: ${edulab.output()}`);
  }
}

describe(`kill -9 under a stream of writes, ${rounds} rounds`, { timeout: 120_000 + rounds * 20_000 }, () => {
  it('loses nothing that was acknowledged and doubles nothing', async ({ annotate }) => {
    const began = performance.now();
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % kinds.length]!;
      const before = writes.acknowledged;
      writes.start();
      await sleep(50 + Math.random() * 700);
      await strike(kind);
      // Until work goes on: the first answer that arrives after the fault.
      const after = writes.acknowledged;
      await until(async () => (await statusOf(`${edulab.url}/ready`)) === 200);
      await until(() => writes.acknowledged > after);
      await sleep(Math.random() * 200);
      await writes.stop();
      const wrong = await writes.disagreements(embeddedUrl(dataDir), dataDir);
      expect(wrong, `round ${round}, ${kind}: ${edulab.output()}`).toEqual([]);
      expect(writes.acknowledged).toBeGreaterThan(before);
    }
    const seconds = (performance.now() - began) / 1000;
    await annotate(
      `${rounds} rounds in ${seconds.toFixed(0)} s: ${writes.acknowledged} writes acknowledged, ${writes.repeated} of them after a repetition; none lost, none twice.`,
    );
    expect(writes.repeated).toBeGreaterThan(0);
  });
});
