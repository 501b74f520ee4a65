/** What the table definitions say as a schema, and what a database has of it: what migrations are made from and held against. */
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import type pg from 'pg';

// It hangs a method on all arrays where whoever goes through one meets it, and who reads PDFs refuses to work then.
Object.defineProperty(Array.prototype, 'random', { enumerable: false });

const root = resolve(import.meta.dirname, '..');
/** Where the tables are defined. */
const tableFiles = [
  './platform/server/database/tables.ts',
  './domains/*/server/tables.ts',
  './domains/*/server/*/tables.ts',
];

export async function definedSchema(): Promise<DrizzleSnapshotJSON> {
  const exported: Record<string, unknown> = {};
  for await (const file of glob(tableFiles, { cwd: root }))
    Object.assign(exported, await import(pathToFileURL(join(root, file)).href));
  return generateDrizzleJson(exported);
}

/** The statements that make all that is defined in an empty database. */
export const statementsOf = async (schema: DrizzleSnapshotJSON): Promise<string[]> =>
  generateMigration(generateDrizzleJson({}), schema);

/**
 * What a database is made of, one line each, in an order of its own: columns, constraints, indexes, sequences and views of
 * the schema `public`; with `guards` also functions, triggers and policies. The order of columns does not count, because
 * columns that are added stand last.
 */
export async function madeOf(client: pg.ClientBase, { guards }: { guards: boolean }): Promise<string[]> {
  const own = `relnamespace = 'public'::regnamespace`;
  const ours = (oid: string) => `not exists (select 1 from pg_depend where objid = ${oid} and deptype = 'e')`;
  const parts = [
    `select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
            case when a.attnotnull then ' not null' else '' end || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end ||
            case a.attgenerated when '' then ' default ' else ' generated ' end || coalesce(pg_get_expr(d.adbin, d.adrelid), 'null')
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.${own} and c.relkind = 'r'`,
    `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'`,
    `select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid where c.${own}`,
    `select 'sequence ' || relname from pg_class where ${own} and relkind = 'S'`,
    `select 'view ' || relname || ' ' || pg_get_viewdef(oid) from pg_class where ${own} and relkind in ('v', 'm')`,
    ...(guards
      ? [
          `select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and ${ours('p.oid')}`,
          `select 'aggregate ' || p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'a' and ${ours('p.oid')}`,
          `select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
          `select 'policy ' || tablename || ' ' || policyname || ' ' || cmd || ' ' || coalesce(qual, '') || ' ' || coalesce(with_check, '') from pg_policies where schemaname = 'public'`,
          `select 'rights ' || relname || ' ' || coalesce(relrowsecurity::text, '') || coalesce(relforcerowsecurity::text, '') from pg_class where ${own} and relkind = 'r'`,
        ]
      : []),
  ];
  const { rows } = await client.query<{ line: string }>(
    `select line from (${parts.join(' union all ')}) as made(line) order by 1`,
  );
  return rows.map(({ line }) => line);
}
