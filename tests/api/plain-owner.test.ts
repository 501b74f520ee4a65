import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { fill, registerAll } from '#tests/support/database.ts';

/** A PostgreSQL of one's own, as docs/operations.md describes it: its owner is no superuser. */

const name = `plain_${process.pid}`;
const password = randomBytes(8).toString('hex');
const admin = async (...statements: string[]) => {
  const client = new pg.Client(inject('ownerUrl'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};
const as = (role: string) => {
  const url = new URL(inject('ownerUrl'));
  url.username = role;
  url.password = password;
  url.pathname = name;
  return url.toString();
};
let database: Database | undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'edulab-plain-'));

beforeAll(async () => {
  registerAll();
  await admin(
    `create role ${name} login createrole password '${password}'`,
    `create role ${name}_requests login password '${password}'`,
    `create database ${name} owner ${name}`,
  );
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
  await admin(`drop database if exists ${name} with (force)`, `drop role ${name}`, `drop role ${name}_requests`);
});

it('takes the schema, its guards and a demo, and is brought up to date again', async () => {
  database = await openDatabase(as(name), { appUrl: as(`${name}_requests`) });
  await fill(database, 20, { dataDir, publicUrl: 'http://localhost' });
  await database.close();
  database = await openDatabase(as(name), { appUrl: as(`${name}_requests`) });
  const { rows } = await database.owner.query<{ n: number }>('select count(*)::int as n from students');
  expect(rows[0]?.n).toBe(20);
});

it('leaves the day and the clock of a connection as they were after a question about today', async () => {
  const client = await database!.app.connect();
  try {
    await client.query('begin');
    await client.query(
      "select set_config('edulab.as_of', '2026-01-01', true), set_config('edulab.clock', '1 day', true)",
    );
    await client.query("select * from edulab_of_today('select 1', '2 days')");
    const { rows } = await client.query(
      "select current_setting('edulab.as_of') as day, current_setting('edulab.clock') as moved",
    );
    expect(rows).toEqual([{ day: '2026-01-01', moved: '1 day' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
