import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createInstitutions, createRoleAccounts } from '#demo/accounts.ts';
import { domains } from '#domains/server.ts';
import { clock } from '#platform/contract/clock.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { registerDomains } from '#platform/server/run/main.ts';

let registered = false;
/** What the domains declare, known to this process; more than once is as good as once. */
export function registerAll(): void {
  if (!registered) registerDomains(domains);
  registered = true;
}

/**
 * Makes the database that tests start from: schema, roles, two institutions, one account for each role. The API tests
 * do this once and each file works on a copy. With `students` it is the whole demo university with so many of them.
 */
export async function prepareTestDatabase({ students }: { students?: number } = {}): Promise<{
  ownerUrl: string;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'edulab-test-'));
  const server = await startDatabase({ dataDir });
  registerAll();
  const database = await openDatabase(server.ownerUrl);
  if (students === undefined) await createInstitutions(database.owner);
  for (const domain of domains) await domain.seed?.(database.owner);
  if (students === undefined) await createRoleAccounts(database.owner);
  else {
    // Loaded here, not with this file: what it holds is dated from the day on which it is loaded.
    const { fillWhenEmpty } = await import('#demo/fill.ts');
    await fillWhenEmpty(database, { demo: true, students }, () => {});
  }
  await database.close();
  return {
    ownerUrl: server.ownerUrl,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let copies = 0;

/** A copy of the prepared database, or with `empty` one without anything; `drop` takes it away. */
export async function copyDatabase(
  ownerUrl: string,
  { empty = false } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `copy_${process.pid}_${++copies}_${clock.now()}`;
  const admin = new URL(ownerUrl);
  const template = empty ? 'template0' : admin.pathname.slice(1);
  admin.pathname = '/postgres';
  const run = async (statement: string) => {
    const client = new pg.Client(admin.href);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name} template ${template}`);
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
