import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Manifest } from '#platform/server/disk/backup.ts';
import { type Edulab, embeddedUrl, filledFolder, query, root, startEdulab } from './edulab.ts';
import { Writes } from './writes.ts';

let folder: string;
const at = (name: string) => join(folder, name);
let edulab: Edulab | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edulab-backup-'));
});

afterAll(async () => {
  await edulab?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of `scripts/` to its end, as npm does. */
function script(name: string, dataDir: string, target: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), join(root, 'scripts', name), target], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', EDULAB_DATA: dataDir, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

it('a backup made under writes is restored elsewhere, whole and alive', async () => {
  edulab = await startEdulab({ dataDir: filledFolder(at('first')) });
  const writes = new Writes();
  await writes.signIn(edulab.url);
  writes.start(4);
  await sleep(1_500);
  const created = [...writes.created];
  const uploads = [...writes.uploads];
  const made = await script('backup.ts', at('first'), at('backup'));
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/^Backup in .* tables with \d+ rows, \d+ files/) });
  await writes.stop();
  expect(await writes.disagreements(embeddedUrl(at('first')), at('first'))).toEqual([]);
  const indexes = "select indexdef from pg_indexes where schemaname = 'public' order by 1";
  const indexed = await query(embeddedUrl(at('first')), indexes);
  expect(await edulab.end('SIGTERM')).toBe(0);

  const back = await script('restore.ts', at('second'), at('backup'));
  expect(back).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Restored the state of .* all as in the backup/),
  });
  const manifest = JSON.parse(readFileSync(at('backup/manifest.json'), 'utf8')) as Manifest;
  expect(manifest.tables['states']?.rows).toBeGreaterThan(created.length);

  edulab = await startEdulab({ dataDir: at('second') });
  const later = new Writes();
  await later.signIn(edulab.url);
  later.created.push(...created);
  later.uploads.push(...uploads);
  later.start(4);
  await sleep(700);
  await later.stop();
  expect(later.acknowledged).toBeGreaterThan(0);
  // What was promised before the backup is there, and what is written now gets new numbers, versions and a history.
  expect(await later.disagreements(embeddedUrl(at('second')), at('second'))).toEqual([]);
  const off =
    "select tgname from pg_trigger where tgenabled <> 'O' union all select conname from pg_constraint where not convalidated";
  expect(await query(embeddedUrl(at('second')), off)).toEqual([]);
  const [references] = await query<{ n: number }>(
    embeddedUrl(at('second')),
    "select count(*)::int as n from pg_constraint where contype = 'f'",
  );
  expect(references?.n).toBeGreaterThan(20);

  expect(await query(embeddedUrl(at('second')), indexes)).toEqual(indexed);

  await edulab.end('SIGTERM');
  const refused = await script('restore.ts', at('second'), at('backup'));
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Nothing restored: This installation holds data/),
  });
});

it('a damaged backup is refused and changes nothing', async () => {
  const table = at('backup/tables/states.copy.gz');
  const whole = readFileSync(table);
  truncateSync(table, whole.length - 20);
  expect(await script('restore.ts', at('third'), at('backup'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('The backup is damaged'),
  });
  writeFileSync(table, whole);
  const files = at('backup/files');
  const [some] = readdirSync(files).filter((name) => name.length === 2 && statSync(join(files, name)).isDirectory());
  const content = join(files, some!, readdirSync(join(files, some!))[0]!);
  const right = readFileSync(content);
  writeFileSync(content, 'something else');
  expect(await script('restore.ts', at('third'), at('backup'))).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Nothing restored: The file .* is damaged/),
  });
  writeFileSync(content, right);
  expect(await script('restore.ts', at('third'), at('backup'))).toMatchObject({ code: 0 });
});
