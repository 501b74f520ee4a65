/**
 * `npm run files -- move` takes the contents of files that lie in the data folder over into the store that FILES_URL names,
 * and `npm run files -- check` reads every content once and says whether it is what it was. EDULAB_DATA and DATABASE_URL say
 * of what, as for `npm start`. Both may be broken off and begun again, and people may go on working.
 */

import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { DiskStorage } from '#platform/server/disk/disk-storage.ts';
import { S3Storage } from '#platform/server/disk/s3-storage.ts';
import type { Storage } from '#platform/server/disk/storage.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { settings as readSettings } from '#platform/server/run/settings.ts';
import { ownerOf } from './owner.ts';

interface Content {
  hash: string;
  size: number;
  /** Some file that is not deleted has it. */
  needed: boolean;
}

/** So many at a time, for most of the time is spent waiting for the store. */
const atOnce = 8;

await runProcess(async (life) => {
  const [command, ...more] = process.argv.slice(2);
  if (more.length > 0 || (command !== 'move' && command !== 'check'))
    throw new StartError('Usage: npm run files -- move | check');
  const settings = readSettings(process.env, []);
  const storage = storageOf(settings);
  const { pool } = await ownerOf(life);
  const { rows } = await pool.query<Content>(
    'select hash, max(size)::float8 as size, bool_or(deleted_at is null) as needed from files group by hash order by hash',
  );
  const faults =
    command === 'check'
      ? await each(rows, 'is what it was', (content) => check(storage, content))
      : await move(new DiskStorage(settings.dataDir), storage, rows);
  for (const fault of faults) console.error(fault);
  await life.stop();
  process.exit(faults.length > 0 ? 1 : 0);
}, 'Not done');

async function move(from: DiskStorage, to: Storage, contents: readonly Content[]): Promise<string[]> {
  if (!(to instanceof S3Storage)) throw new StartError('FILES_URL names no store to move the files to.');
  const there = await to.contents();
  const missing = contents.filter(({ hash, size }) => there.get(hash) !== size);
  console.log(`${contents.length - missing.length} of ${contents.length} contents are there already.`);
  return each(missing, 'moved', async ({ hash, size, needed }) => {
    if (!(await from.has(hash))) return needed ? `${hash} is missing in the data folder and in the store` : undefined;
    if ((await hashOf(from, hash)) !== hash) return `${hash} is damaged in the data folder, and was not moved`;
    await to.bring({ path: from.pathOf(hash), hash, size });
  });
}

async function check(storage: Storage, { hash, needed }: Content): Promise<string | undefined> {
  // What was deleted long ago may have been swept away.
  if (!(await storage.has(hash))) return needed ? `${hash} is missing` : undefined;
  return (await hashOf(storage, hash)) === hash ? undefined : `${hash} is damaged`;
}

async function hashOf(storage: Storage, hash: string): Promise<string> {
  const found = createHash('sha256');
  await pipeline(storage.read(hash), found);
  return found.digest('hex');
}

/** Does it for all of them and answers what was wrong. */
async function each(
  contents: readonly Content[],
  done: string,
  work: (content: Content) => Promise<string | undefined>,
): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...contents];
  let bytes = 0;
  const worker = async () => {
    for (let content = waiting.pop(); content; content = waiting.pop()) {
      const fault = await work(content).catch((error: Error) => `${content?.hash}: ${error.message}`);
      if (fault) faults.push(fault);
      else bytes += content.size;
      if (waiting.length % 1000 === 0 && waiting.length > 0) console.log(`${waiting.length} to go`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  console.log(`${contents.length - faults.length} of ${contents.length} ${done} (${(bytes / 2 ** 20).toFixed(1)} MB).`);
  return faults;
}
