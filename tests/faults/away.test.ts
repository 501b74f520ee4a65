import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, startDatabase } from '#platform/server/embedded/postgres.ts';
import { type Edulab, filledFolder, startEdulab, statusOf } from './edulab.ts';
import { Writes } from './writes.ts';

const awayMs = process.env['FAULT_ROUNDS'] ? 30_000 : 3_000;

let folder: string;
let operators: Database;
let edulab: Edulab;
const writes = new Writes();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edulab-away-'));
  // A PostgreSQL that Edulab does not look after, as with DATABASE_URL in earnest.
  operators = await startDatabase({ dataDir: filledFolder(join(folder, 'operator')) });
  edulab = await startEdulab({
    dataDir: filledFolder(join(folder, 'data')),
    env: { DATABASE_URL: operators.ownerUrl },
  });
  await writes.signIn(edulab.url);
});

afterAll(async () => {
  await edulab?.end('SIGTERM');
  await operators?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('says clearly that the database is away, lives on, and works again by itself', async () => {
  writes.start();
  await sleep(300);
  await operators.stop();

  const call = (language: string) =>
    fetch(`${edulab.url}/edulab/lms/api/v1/country/?size=1`, {
      headers: { language, authorization: 'Bearer 0123456789abcdef' },
    });
  const texts = new Set<string>();
  for (const until = performance.now() + awayMs; performance.now() < until; await sleep(200)) {
    for (const language of ['uz', 'ru', 'en']) {
      const began = performance.now();
      const answer = await call(language);
      const body = (await answer.json()) as { code: string; message: string };
      expect([answer.status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(performance.now() - began).toBeLessThan(2_000);
      texts.add(body.message);
    }
    expect(await statusOf(`${edulab.url}/health`)).toBe(200);
    expect(await statusOf(`${edulab.url}/ready`)).toBe(503);
  }
  expect(texts.size).toBe(3);

  const before = writes.acknowledged;
  operators = await startDatabase({ dataDir: join(folder, 'operator') });
  await expect.poll(() => statusOf(`${edulab.url}/ready`), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => writes.acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + 20);
  await writes.stop();
  expect(await writes.disagreements(operators.ownerUrl, join(folder, 'data'))).toEqual([]);
  expect(edulab.output()).toContain('the database or the disk cannot be used');
});
