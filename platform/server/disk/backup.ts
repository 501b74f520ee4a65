import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, open, rename, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clock } from '#platform/contract/clock.ts';
import { appliedTo } from '../database/migrate.ts';
import { StartError } from '../run/lifecycle.ts';
import { DiskStorage } from './disk-storage.ts';
import { signingKeysFolder } from './signing-keys.ts';
import type { Storage } from './storage.ts';
import { type StorageSettings, storageOf } from './storage-of.ts';

/**
 * A backup is a folder: `manifest.json`, one `tables/<name>.copy.gz` for each table (PostgreSQL's COPY text), and the
 * contents of the files under their hashes. All tables are read in one snapshot, so people may work meanwhile.
 */
export interface Manifest {
  format: 1;
  made_at: string;
  /** The migrations that the database had, by hash. */
  schema: string[];
  tables: Record<string, Contents>;
  sequences: Record<string, { last_value: number; is_called: boolean }>;
  files: { count: number; bytes: number };
}

export interface Contents {
  columns: string[];
  /** The order in which the rows were read, so that what was restored can be compared. */
  order: string[];
  rows: number;
  /** Of the text before it was compressed. */
  sha256: string;
}

/** Signs the links to files that stand in stored texts; without it these would lead nowhere. */
export const linkKey = 'file-links.key';

const quoted = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** The statement that reads a table so that equal rows give equal text. */
export const reading = (table: string, { columns, order }: Pick<Contents, 'columns' | 'order'>): string =>
  `copy (select ${quoted(columns)} from public.${pg.escapeIdentifier(table)}${order.length ? ` order by ${quoted(order)}` : ''}) to stdout`;

/** The tables with their columns (computed ones left out), and their primary keys as the order. */
export async function tablesOf(client: pg.ClientBase): Promise<Map<string, Pick<Contents, 'columns' | 'order'>>> {
  const { rows } = await client.query<{ name: string; columns: string[]; order: string[] }>(
    `select c.relname as name,
            array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
            array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, n)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary order by k.n) as "order"
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  );
  return new Map(rows.map(({ name, columns, order }) => [name, { columns, order }]));
}

/** Connects as the owner, with the settings under which equal values give equal text. */
export async function connectOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c search_path=public',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Writes a backup of database and files to `target`, which must not exist yet; it appears under its name only when it
 * is whole. Throws `StartError` where there is nothing to back up or a file is not what it was.
 */
export async function backUp(ownerUrl: string, settings: StorageSettings, target: string): Promise<Manifest> {
  if (existsSync(target)) throw new StartError(`${target} exists already; a backup goes to a new folder.`);
  const half = `${target}.part`;
  await mkdir(path.join(half, 'tables'), { recursive: true, mode: 0o700 });
  const client = await connectOwner(ownerUrl);
  try {
    await client.query('begin isolation level repeatable read read only');
    const schema = await appliedTo(client);
    if (schema.length === 0) throw new StartError('There is no Edulab in this database.');
    const tables: Manifest['tables'] = {};
    for (const [name, shape] of await tablesOf(client))
      tables[name] = await saveTable(client, name, shape, path.join(half, 'tables', `${name}.copy.gz`));
    const sequences: Manifest['sequences'] = {};
    // Sequences stand outside the snapshot: read last, they are never behind the rows.
    const { rows: names } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
    );
    for (const { name } of names) {
      const { rows } = await client.query(`select last_value, is_called from public.${pg.escapeIdentifier(name)}`);
      sequences[name] = rows[0];
    }
    const { rows: contents } = await client.query<{ hash: string; size: number; needed: boolean }>(
      'select hash, max(size)::float8 as size, bool_or(deleted_at is null) as needed from files group by hash order by hash',
    );
    await client.query('commit');
    const files = await saveFiles(contents, settings, half);
    const manifest: Manifest = { format: 1, made_at: clock.iso(), schema, tables, sequences, files };
    await writeFile(path.join(half, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await rename(half, target);
    const parent = await open(path.dirname(target), 'r');
    await parent.sync().finally(() => parent.close());
    return manifest;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * How many rows a COPY gave. Its stream ends with the last of them, before PostgreSQL has told their number; whatever is
 * asked next is answered after that.
 */
export async function countOf(client: pg.ClientBase, rows: { rowCount: number }): Promise<number> {
  await client.query('select');
  return rows.rowCount;
}

async function saveTable(
  client: pg.ClientBase,
  name: string,
  shape: Pick<Contents, 'columns' | 'order'>,
  file: string,
): Promise<Contents> {
  const hash = createHash('sha256');
  const rows = client.query(copyTo(reading(name, shape)));
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
  };
  await pipeline(rows, hashed, createGzip({ level: 3 }), createWriteStream(file, { mode: 0o600, flush: true }));
  return { ...shape, rows: await countOf(client, rows), sha256: hash.digest('hex') };
}

async function saveFiles(
  contents: { hash: string; size: number; needed: boolean }[],
  settings: StorageSettings,
  target: string,
): Promise<Manifest['files']> {
  const { dataDir } = settings;
  const from = storageOf(settings);
  const to = new DiskStorage(target);
  const sum = { count: 0, bytes: 0 };
  const key = path.join(dataDir, linkKey);
  if (existsSync(key)) await copyFile(key, path.join(target, linkKey));
  const signing = path.join(dataDir, signingKeysFolder);
  if (existsSync(signing)) await cp(signing, path.join(target, signingKeysFolder), { recursive: true });
  for (const { hash, size, needed } of contents) {
    // What was deleted long ago may have been swept away.
    if (!needed && !(await from.has(hash))) continue;
    await copyContent(from, to, hash);
    sum.count++;
    sum.bytes += size;
  }
  return sum;
}

/** Copies one content and checks on the way that it is what its name says. */
export async function copyContent(from: Storage, to: Storage, hash: string): Promise<void> {
  if (!(await from.has(hash))) throw new StartError(`The file ${hash} is missing.`);
  const staged = await to.stage(from.read(hash));
  if (staged.hash !== hash) {
    await to.discard(staged);
    throw new StartError(`The file ${hash} is damaged: its content is another than it was.`);
  }
  await to.keep(staged);
}
