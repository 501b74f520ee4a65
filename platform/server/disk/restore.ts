import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, opendir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { appliedTo } from '../database/migrate.ts';
import { StartError } from '../run/lifecycle.ts';
import { connectOwner, copyContent, countOf, linkKey, type Manifest, reading, tablesOf } from './backup.ts';
import { DiskStorage } from './disk-storage.ts';
import { signingKeysFolder } from './signing-keys.ts';
import { type StorageSettings, storageOf } from './storage-of.ts';

/**
 * Brings a backup into an installation that is migrated but empty. Everything is compared with the manifest before it
 * counts: row counts and checksums of the tables as they stand then, and the contents of the files. The database
 * changes as a whole or not at all. Throws `StartError`.
 */
export async function restore(ownerUrl: string, settings: StorageSettings, source: string): Promise<Manifest> {
  const manifest = await readManifest(source);
  const client = await connectOwner(ownerUrl);
  try {
    await client.query('begin');
    await checkTarget(client, manifest);
    const names = Object.keys(manifest.tables).map((name) => `public.${pg.escapeIdentifier(name)}`);
    // No trigger may count, record or refuse again what the rows already say. Only superusers can switch off the checks of
    // references, so these are taken away and put back: putting them back checks all rows at once.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    const { rows: references } = await client.query<{ owner: string; name: string; definition: string }>(
      `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
         from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    for (const { owner, name } of references)
      await client.query(`alter table ${owner} drop constraint ${pg.escapeIdentifier(name)}`);
    const indexes = await indexesOf(client, manifest);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const name of Object.keys(manifest.tables)) await loadTable(client, manifest, name, source);
    await client.query("select set_config('maintenance_work_mem', '256MB', true)");
    for (const { definition } of indexes) await client.query(definition);
    for (const { owner, name, definition } of references)
      await client.query(`alter table ${owner} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    for (const [name, { last_value, is_called }] of Object.entries(manifest.sequences))
      await client.query('select setval(to_regclass($1), $2, $3)', [
        `public.${pg.escapeIdentifier(name)}`,
        last_value,
        is_called,
      ]);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const name of Object.keys(manifest.tables)) await checkTable(client, manifest, name);
    await loadFiles(client, settings, source);
    await client.query('commit');
    await client.query('vacuum (analyze)');
    return manifest;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readManifest(source: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(path.join(source, 'manifest.json'), 'utf8')) as Manifest;
    if (manifest.format === 1) return manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  throw new StartError(`${source} is no backup of Edulab (it has no manifest.json that can be read).`);
}

async function checkTarget(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select 1 from accounts) or exists (select 1 from institutions) as used',
  );
  if (rows[0]?.used)
    throw new StartError(
      'This installation holds data, which a backup must not overwrite. Choose a new folder with EDULAB_DATA, or an empty database.',
    );
  const schema = await appliedTo(client);
  const here = await tablesOf(client);
  const same = (a: readonly string[], b: readonly string[] = []) => a.join() === b.join();
  const fits =
    same(schema, manifest.schema) &&
    same([...here.keys()], Object.keys(manifest.tables)) &&
    [...here].every(([name, { columns }]) => same(columns, manifest.tables[name]?.columns));
  if (!fits)
    throw new StartError(
      'The backup was made by another version of Edulab. Restore it with that version, then start this one on it.',
    );
}

/** Tables of fewer rows are not worth the making of their indexes. */
const manyRows = 1_000;

/**
 * Those of large tables that no constraint stands on. Made of all rows at once, an index takes a fraction of the time that it
 * takes when rows come one by one.
 */
async function indexesOf(client: pg.ClientBase, manifest: Manifest): Promise<{ name: string; definition: string }[]> {
  const large = Object.entries(manifest.tables).flatMap(([name, { rows }]) => (rows > manyRows ? [name] : []));
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      where c.relname = any($1) and not exists (select 1 from pg_constraint x where x.conindid = i.indexrelid and x.contype in ('p', 'u', 'x'))`,
    [large],
  );
  return rows;
}

async function loadTable(client: pg.ClientBase, manifest: Manifest, name: string, source: string): Promise<void> {
  const columns = manifest.tables[name]!.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const file = path.join(source, 'tables', `${name}.copy.gz`);
  if (!existsSync(file)) throw new StartError(`The backup is not whole: ${file} is missing.`);
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      client.query(copyFrom(`copy public.${pg.escapeIdentifier(name)} (${columns}) from stdin`)),
    );
  } catch (error) {
    throw new StartError(`The backup is damaged: ${file} cannot be read (${(error as Error).message}).`);
  }
}

async function checkTable(client: pg.ClientBase, manifest: Manifest, name: string): Promise<void> {
  const wanted = manifest.tables[name]!;
  const hash = createHash('sha256');
  const rows = client.query(copyTo(reading(name, wanted)));
  for await (const piece of rows) hash.update(piece);
  const count = await countOf(client, rows);
  if (count !== wanted.rows || hash.digest('hex') !== wanted.sha256)
    throw new StartError(
      `The backup is damaged: the table ${name} is not what it was (${count} of ${wanted.rows} rows).`,
    );
}

async function loadFiles(client: pg.ClientBase, settings: StorageSettings, source: string): Promise<void> {
  const { dataDir } = settings;
  const from = new DiskStorage(source);
  const to = storageOf(settings);
  await mkdir(dataDir, { recursive: true });
  if (existsSync(path.join(source, linkKey))) {
    await copyFile(path.join(source, linkKey), path.join(dataDir, linkKey));
    await chmod(path.join(dataDir, linkKey), 0o600);
  }
  // Copied with their modes; what was signed here before is proved by the keys of before.
  const signing = path.join(source, signingKeysFolder);
  if (existsSync(signing)) await cp(signing, path.join(dataDir, signingKeysFolder), { recursive: true });
  if (existsSync(from.root))
    for await (const folder of await opendir(from.root)) {
      if (!/^[0-9a-f]{2}$/.test(folder.name)) continue;
      for await (const { name } of await opendir(path.join(from.root, folder.name))) await copyContent(from, to, name);
    }
  const { rows } = await client.query<{ hash: string }>('select distinct hash from files where deleted_at is null');
  for (const { hash } of rows)
    if (!(await to.has(hash))) throw new StartError(`The backup is not whole: the file ${hash} is missing.`);
}
