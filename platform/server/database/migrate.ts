import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { StartError } from '../run/lifecycle.ts';
import { gently } from './gently.ts';

/**
 * The schema grows by files in `migrations/`, one for each change, applied in the order of their names and never
 * rewritten. A database remembers which it had by their content, not how many: of two changes that were made side by side
 * whichever arrives later is applied then, and neither touches a file of the other.
 */
export interface Migration {
  /** `2026-11-23-1915-transfer-levels.sql` */
  name: string;
  hash: string;
  /** What makes one statement each stands between lines of `--> statement-breakpoint`. */
  sql: string;
}

/** Where they stand, and new ones are written. */
export const migrationsFolder = new URL('./migrations/', import.meta.url);
const applied = 'edulab_migrations.__drizzle_migrations';

/** All migrations of this version, the first one first. */
export const migrations = (): Migration[] =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, migrationsFolder), 'utf8');
      return { name, hash: createHash('sha256').update(sql).digest('hex'), sql };
    });

/** The hashes of what a database had, in the order in which it had them; none where Edulab was never there. */
export async function appliedTo(client: pg.ClientBase): Promise<string[]> {
  const known = await client.query('select to_regclass($1) is not null as known', [applied]);
  if (!known.rows[0]?.known) return [];
  const { rows } = await client.query<{ hash: string }>(`select hash from ${applied} order by id`);
  return rows.map(({ hash }) => hash);
}

/** Refuses a database that another version of Edulab has migrated in a way that this one does not know. */
export async function demandOurs(client: pg.ClientBase): Promise<void> {
  const ours = new Set(migrations().map(({ hash }) => hash));
  if ((await appliedTo(client)).some((hash) => !ours.has(hash)))
    throw new StartError(
      'This database was made by another version of Edulab, whose tables this one does not know. Start that version, or give this one a database of its own: another folder in EDULAB_DATA, or another DATABASE_URL.',
    );
}

/** Which views of the past keep a change from being made, as PostgreSQL says it: they hold the columns that they show. */
const viewsInTheWay = (error: unknown): string[] =>
  error instanceof pg.DatabaseError && (error.code === '2BP01' || error.code === '0A000')
    ? [...(error.detail ?? '').matchAll(/\bas_of\.(\w+)/g)].map(([, view = '']) => view)
    : [];

/**
 * Applies what the database has not had yet, all or, with `only`, what is among these hashes. Each change is a transaction
 * of its own: one that fails leaves those before it, and the next start goes on there. Servers of the version before are at
 * work meanwhile, so every table has a view of its past when the change is there: what is in the way is taken away and
 * made anew within it.
 */
export async function migrate(client: pg.ClientBase, only?: ReadonlySet<string>): Promise<void> {
  await client.query(
    `create schema if not exists edulab_migrations;
     create table if not exists ${applied} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const had = new Set(await appliedTo(client));
  for (const { name, hash, sql } of migrations()) {
    if (had.has(hash) || (only && !only.has(hash))) continue;
    const inTheWay = new Set<string>();
    const change = async (): Promise<void> => {
      await client.query('begin');
      try {
        for (const view of inTheWay) await client.query(`drop view if exists as_of."${view}" cascade`);
        await client.query(sql);
        if (had.size) await client.query('select edulab_as_of_mend()');
        await client.query(`insert into ${applied} (hash, created_at) values ($1, $2)`, [hash, clock.now()]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        const more = viewsInTheWay(error).filter((view) => !inTheWay.has(view));
        for (const view of more) inTheWay.add(view);
        if (more.length) return change();
        throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    };
    await gently(client, change);
  }
}
