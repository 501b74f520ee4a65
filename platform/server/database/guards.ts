import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { StartError } from '../run/lifecycle.ts';
import { type AppRole, ensureAppRole, forRole } from './database-role.ts';
import { gently } from './gently.ts';
import { locks } from './locks.ts';
import { demandOurs, migrate, migrationsFolder } from './migrate.ts';

/**
 * What the database guards by itself: functions, triggers, policies and rights, made of files of SQL at a start that finds them
 * other than they should be, while other servers work. Functions are replaced under the feet of whoever calls them, and hold
 * nobody up. A table is held while it is guarded, so each is guarded in a short transaction of its own, and only one whose
 * guards are not what they were made to be.
 */

/** What tables themselves need, and how their past is told: there before they are. */
const beforeTables = [new URL('./before-tables.sql', import.meta.url), new URL('./as-of.sql', import.meta.url)];
const guardsOfDomains: URL[] = [];
/** SQL of a domain that runs after the migrations: search functions, triggers, exclusion rules. Must be repeatable. */
export function addGuards(file: URL): void {
  guardsOfDomains.push(file);
}
const afterTables = (): URL[] => [new URL('./guards.sql', import.meta.url), ...guardsOfDomains];

/**
 * What the schema and its guards are made of, as a hash: where two are alike, one has nothing to do that the other did.
 */
export async function schemaMark(): Promise<string> {
  const hash = createHash('sha256');
  const migrations = (await readdir(migrationsFolder)).sort();
  for (const name of migrations) hash.update(`${name}\n`);
  for (const file of [...beforeTables, ...afterTables()]) hash.update(await readFile(file));
  return hash.digest('hex');
}

/** A statement about tables, from the beginning of a line: what it says holds them until its transaction ends. */
const aboutTables =
  /^(?:(?:create or replace trigger|drop trigger if exists|create policy|drop policy if exists) \w+ [^;]*?\bon|alter table|(?:grant|revoke) [\w, ()]+ on) (?!function |all |sequence |schema )((?:\w+, )*\w+)\b[^;]*;$/gm;

export interface Guards {
  /** What runs before the migrations, one text a transaction. */
  before: string[];
  /** What runs after them and holds no table, one text a transaction. */
  after: string[];
  /** What runs in the transaction of a table, by its name: all that the files say of it, in their order. */
  ofTables: Map<string, string[]>;
}

/** All guards as the files have them; they name the usual role. */
export async function readGuards(): Promise<Guards> {
  const read = (files: URL[]) => Promise.all(files.map((file) => readFile(file, 'utf8')));
  const [before, files] = await Promise.all([read(beforeTables), read(afterTables())]);
  const ofTables = new Map<string, string[]>();
  const after = files.map((text) =>
    text.replaceAll(aboutTables, (statement: string, tables: string) => {
      for (const table of tables.split(', ')) {
        const own = ofTables.get(table) ?? [];
        own.push(statement.replace(` ${tables}`, ` ${table}`));
        ofTables.set(table, own);
      }
      return '';
    }),
  );
  return { before, after, ofTables };
}

/** What guards a table, as one text. */
export const guarding = (table: string, { ofTables }: Pick<Guards, 'ofTables'>): string =>
  [`select edulab_guard(${pg.escapeLiteral(table)});`, ...(ofTables.get(table) ?? []), ''].join('\n');

/** Makes or grows the schema, and puts up the guards. */
export async function bringUpToDate(owner: pg.Pool, role: AppRole): Promise<void> {
  const client = await owner.connect();
  try {
    // Two servers that start at once must not migrate side by side.
    await client.query('select pg_advisory_lock($1)', [locks.migrate]);
    await ensureAppRole(client, role);
    await demandOurs(client);
    const guards = await readGuards();
    const mark = `${await schemaMark()} ${role.name}`;
    // What is there already is not made anew: others may be at work.
    const found = await standing(client, mark, guards);
    if (found.every(({ stands }) => stands)) return;
    const run = (text: string) => gently(client, () => client.query(forRole(text, role)));
    for (const text of guards.before) await run(text);
    await migrate(client);
    for (const text of guards.after) await run(text);
    const tables = (await standing(client, mark, guards)).filter(({ name }) => name !== '');
    const unknown = [...guards.ofTables.keys()].filter((table) => !tables.some(({ name }) => name === table));
    if (unknown.length) throw new Error(`Guards speak of what is no table: ${unknown.join(', ')}`);
    const wanting = tables.filter(({ stands }) => !stands);
    const texts = wanting.map(
      ({ name }) => `${guarding(name, guards)}select edulab_as_of_make(${pg.escapeLiteral(name)});\n`,
    );
    // Nobody is at work yet in a database without tables.
    const fresh = found.length === 1;
    for (const text of fresh ? [texts.join('')] : texts) await run(text);
    const made = await standing(client, mark, guards);
    await client.query(
      `insert into ${marks} (name, mark) select * from unnest($1::text[], $2::text[]) on conflict (name) do update set mark = excluded.mark`,
      [made.map(({ name }) => name), made.map(({ is }) => is)],
    );
  } catch (error) {
    throw mayNot(error) ?? error;
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
}

const marks = 'edulab_migrations.guarded';

/**
 * All tables, and under '' all functions: what their guards are made of and what of them the database has, as a mark; and
 * whether that is what it was when they were made last. So what somebody took away or changed by hand is noticed, though
 * no file changed.
 */
async function standing(
  client: pg.ClientBase,
  mark: string,
  { ofTables }: Guards,
): Promise<{ name: string; is: string; stands: boolean }[]> {
  await client.query(
    `create schema if not exists edulab_migrations;
     create table if not exists ${marks} (name text primary key, mark text not null);
     drop table if exists edulab_migrations.schema_mark`,
  );
  const { rows } = await client.query<{ name: string; is: string; was: string | null }>(there);
  return rows.map(({ name, is, was }) => {
    const own =
      name === ''
        ? mark
        : createHash('sha256')
            .update((ofTables.get(name) ?? []).join('\n'))
            .digest('hex');
    return { name, is: `${is} ${own}`, stands: was === `${is} ${own}` };
  });
}

const there = `
  with made as (
    select string_agg(prosrc, '' order by proname) as of from pg_proc
     where pronamespace = 'public'::regnamespace and proname in ('edulab_guard', 'edulab_as_of_make', 'edulab_as_of_view', 'edulab_as_of_today')),
  guarded as (
    select '' as name, '' as parts
    union all
    select c.relname, concat_ws(E'\\n', (select of from made),
        (select p.prosrc from pg_proc p where p.oid = to_regprocedure(format('edulab_past_%s()', c.relname))),
        (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')),
  parts (name, part) as (
    select '', concat_ws(' ', 'function', p.oid::regprocedure, p.prosrc, p.prosecdef, p.provolatile, p.proconfig, p.proacl)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'as_of')
    union all select c.relname, concat_ws(' ', 'trigger', t.tgenabled, pg_get_triggerdef(t.oid))
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select p.tablename, concat_ws(' ', 'policy', p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check) from pg_policies p where p.schemaname = 'public'
    union all select split_part(c.relname, '__', 1), concat_ws(' ', c.relkind, c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity, c.relacl)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'as_of') and c.relkind in ('r', 'p', 'v'))
  select g.name, concat_ws(' ', md5(g.parts), md5(coalesce(string_agg(p.part, E'\\n' order by p.part collate "C"), ''))) as is, max(m.mark) as was
    from guarded g left join parts p on p.name = g.name left join ${marks} m on m.name = g.name
   group by g.name, g.parts
   -- Whose past is counted asks the past of others.
   order by to_regprocedure(format('edulab_past_%s()', g.name)) is not null, g.name collate "C"`;

/** What the owner lacks is the operator's to give; 42501 is PostgreSQL's "insufficient privilege". */
function mayNot(error: unknown): StartError | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as { code?: string }).code === '42501')
      return new StartError(
        `The user of DATABASE_URL may not do what is needed: ${at.message}. docs/operations.md says which rights it takes.`,
      );
  return undefined;
}
