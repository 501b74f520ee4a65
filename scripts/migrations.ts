/**
 * `npm run migrations -- <name>`: writes what brings a database from the migrations so far to the table definitions of now
 * into a file of its own, `platform/server/database/migrations/<date and time>-<name>.sql`. Read it before you commit it: rows that
 * stand already need what only you know, such as what a new column holds for them. Asks where a thing may be a renamed one.
 *
 * Nothing is remembered between migrations but the files themselves: two databases are made here, one by the migrations,
 * one by the definitions, and compared. So changes that are made side by side never meet in a file.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type DrizzleSnapshotJSON, generateMigration } from 'drizzle-kit/api';
import pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { migrate, migrationsFolder } from '#platform/server/database/migrate.ts';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { definedSchema, statementsOf } from './schema.ts';

const root = resolve(import.meta.dirname, '..');

type Part = { [key: string]: unknown };
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema of a database in the words of the definitions. Read back, an expression is written as PostgreSQL writes it;
 * so what reads alike in both databases (`before`, `after`) counts as it is defined, and only what differs as it was read.
 */
function inOurWords(defined: Part, before: Part, after: Part): Part {
  const same: Part = {};
  for (const key of new Set([...Object.keys(defined), ...Object.keys(before)])) {
    const [ours, was, is] = [defined[key], before[key], after[key]];
    if (isDeepStrictEqual(was, is)) {
      if (key in defined) same[key] = ours;
    } else if (isPart(ours) && isPart(was) && isPart(is)) same[key] = inOurWords(ours, was, is);
    else if (was !== undefined) same[key] = was;
  }
  return same;
}

/** How drizzle-kit reads a database; its programme can, what it offers to other programmes cannot. */
function readBack(url: string, scratch: string): DrizzleSnapshotJSON {
  const out = mkdtempSync(join(scratch, 'read-'));
  const config = join(out, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      dialect: 'postgresql',
      out: relative(root, out),
      dbCredentials: { url },
      schemaFilter: ['public'],
    }),
  );
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'pull', '--config', relative(root, config)],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  // Of an index of several columns it reads the operator classes in any order.
  return JSON.parse(readFileSync(join(out, 'meta/0000_snapshot.json'), 'utf8'), (key, value) =>
    key === 'opclass' ? undefined : value,
  ) as DrizzleSnapshotJSON;
}

const [name = '', ...more] = process.argv.slice(2);
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || more.length) {
  console.error('Usage: npm run migrations -- what-changes');
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), 'edulab-migrations-'));
const server = await startDatabase({ dataDir: join(scratch, 'data'), throwaway: true });
try {
  const defined = await definedSchema();
  const database = async (database: string, make: (client: pg.Client) => Promise<unknown>) => {
    const admin = new pg.Client(server.ownerUrl);
    await admin.connect();
    await admin.query(`create database ${database}`);
    await admin.end();
    const url = Object.assign(new URL(server.ownerUrl), { pathname: `/${database}` }).href;
    const client = new pg.Client(url);
    await client.connect();
    await client.query(readFileSync(join(root, 'platform/server/database/before-tables.sql'), 'utf8'));
    await make(client);
    await client.end();
    return readBack(url, scratch);
  };
  const before = await database('migrated', (client) => migrate(client));
  const after = await database('defined', async (client) => client.query((await statementsOf(defined)).join('\n')));
  // A snapshot is read and rewritten by its keys, which the types of Drizzle name table by table.
  const parts = (schema: DrizzleSnapshotJSON) => schema as unknown as Part;
  const now = inOurWords(parts(defined), parts(before), parts(after));
  const statements = await generateMigration({ ...now, id: before.id, prevId: before.prevId } as never, defined);
  if (statements.length) {
    const file = fileURLToPath(
      new URL(`${clock.iso().slice(0, 16).replaceAll(/[T:]/g, '-')}-${name}.sql`, migrationsFolder),
    );
    writeFileSync(file, `${statements.join('\n')}\n`);
    console.log(`${relative(root, file)}\n\n${statements.join('\n')}`);
  } else console.log('The migrations make all that is defined: there is nothing to add.');
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
