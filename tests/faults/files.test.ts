import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore, storeKeys } from '../support/object-store.ts';
import { type Edulab, filledFolder, root, startEdulab } from './edulab.ts';

/** The files of an installation move into a store that speaks S3, while one of its answers in ten is a 500. */

const base = mkdtempSync(join(tmpdir(), 'edulab-files-'));
const dataDir = join(base, 'data');
let store: ObjectStore;
let edulab: Edulab | undefined;
beforeAll(async () => {
  store = await startObjectStore();
  filledFolder(dataDir);
}, 180_000);
afterAll(async () => {
  await edulab?.end('SIGKILL');
  await store?.close();
  rmSync(base, { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  ...storeKeys,
  DATABASE_URL: '',
  EDULAB_DATA: dataDir,
  FILES_URL: store.url('moved'),
  NODE_NO_WARNINGS: '1',
});
const program = [join(root, 'scripts/run.mjs'), join(root, 'scripts/files.ts')];
function files(command: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...program, command], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  return once(child, 'exit').then(([code]) => ({ code: code as number | null, said }));
}
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ name, parentPath }) => /^[0-9a-f]{64}$/.test(name) && !parentPath.includes('derived'),
  );

test('moved: killed on the way, begun again, damaged ones named, everything served from there', async () => {
  Object.assign(store.faults, { failing: 10, delayMs: 30 });
  const all = contents(join(dataDir, 'files'));
  expect(all.length).toBeGreaterThan(20);
  const child = spawn(process.execPath, [...program, 'move'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data'); // it has looked at what is there
  await sleep(300);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const spoilt = join(all[3]!.parentPath, all[3]!.name);
  const { size } = statSync(spoilt);
  appendFileSync(spoilt, 'x');
  const again = await files('move');
  // It may have been on its way before it was spoilt.
  if (again.code !== 0) expect(again).toEqual({ code: 1, said: expect.stringContaining(`${all[3]!.name} is damaged`) });
  truncateSync(spoilt, size);
  const done = await files('move');
  expect([done.code, done.said]).toEqual([0, expect.stringMatching(/(\d+) of \1 moved/)]);
  expect((await files('move')).said).toMatch(/(\d+) of \1 contents are there already/);
  expect((await files('check')).said).toMatch(/(\d+) of \1 is what it was/);

  renameSync(join(dataDir, 'files'), join(base, 'files-of-before'));
  edulab = await startEdulab({ dataDir, env: { ...storeKeys, FILES_URL: store.url('moved') } });
  const api = `${edulab.url}/edulab/lms/api/v1`;
  const signedIn = await fetch(`${api}/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', institution: '1' },
    body: JSON.stringify({ username: 'library_moderator', password: 'edulab-demo', locale: 'en', type: 'ID' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const list = await fetch(`${api}/e_library/?size=50`, {
    headers: { authorization: `Bearer ${token}`, institution: '1' },
  });
  const links = [...(await list.text()).matchAll(/"original_url":"([^"]+)"/g)].map((found) => found[1]!);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links.slice(0, 10)) {
    const got = await fetch(edulab.url + link);
    expect([got.status, (await got.arrayBuffer()).byteLength]).toEqual([
      200,
      Number(got.headers.get('content-length')),
    ]);
  }
}, 240_000);
