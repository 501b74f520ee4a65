import { doctorBounds, type Finding, megabytes, type Owner } from './finding.ts';

/** Indexes that only cost, and those that are missing. */
export async function indexes(owner: Owner): Promise<Finding[]> {
  return [...(await unused(owner)), ...(await invalid(owner)), ...(await missing(owner)), ...(await readWhole(owner))];
}

/** Counts of use begin with the database, or where somebody set them back. */
async function unused(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ name: string; table: string; bytes: string; days: number }>(
    `with since as (
       select coalesce((select stats_reset from pg_stat_database where datname = current_database()), (select min(started_at) from nightly_runs), now()) as at)
     select s.indexrelname as name, s.relname as "table", pg_relation_size(s.indexrelid) as bytes, extract(day from now() - least(since.at, now()))::int as days
       from pg_stat_user_indexes s join pg_index i on i.indexrelid = s.indexrelid, since
      where s.schemaname = 'public' and s.idx_scan = 0 and not i.indisunique and i.indisvalid
        and pg_relation_size(s.indexrelid) >= $1 and now() - least(since.at, now()) >= $2 * interval '1 day'
        and not exists (select 1 from pg_constraint c where c.conindid = s.indexrelid)
      order by 3 desc limit 20`,
    [doctorBounds.indexBytes, doctorBounds.indexDays],
  );
  return rows.map(({ name, table, bytes, days }) => ({
    what: `index ${name} of ${table} was never read in ${days} days and takes ${megabytes(Number(bytes))}`,
    todo: `tell the developers; what stands in the schema comes back with a migration, one of your own goes with: drop index concurrently ${name}`,
  }));
}

async function invalid(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relnamespace = 'public'::regnamespace and c.relkind = 'i' order by 1`,
  );
  return rows.map(({ name }) => ({
    what: `index ${name} is broken off: it is written to and never read`,
    todo: `reindex index concurrently ${name}`,
  }));
}

/** Of a foreign key without an index, whoever deletes or changes the other row reads the whole table. */
async function missing(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ table: string; columns: string; refers: string; count: number }>(
    `select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as refers, t.reltuples::bigint::int as count,
            (select string_agg(quote_ident(a.attname), ', ' order by k.place) from unnest(c.conkey) with ordinality k(number, place)
               join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns
       from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and t.reltuples >= $1
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indisvalid
                           and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
        and exists (select 1 from pg_stat_user_tables s where s.relid = c.confrelid and s.n_tup_del > 0)
      order by t.reltuples desc limit 20`,
    [doctorBounds.tableRows],
  );
  return rows.map(({ table, columns, refers, count }) => ({
    what: `${table} (${count.toLocaleString('en')} rows) refers to ${refers} by ${columns} without an index, and rows of ${refers} are deleted: each reads all of ${table}`,
    todo: `create index concurrently on ${table} (${columns}), and tell the developers`,
  }));
}

async function readWhole(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ table: string; times: number; each: number }>(
    `select relname as "table", seq_scan::int as times, (seq_tup_read / seq_scan)::int as each from pg_stat_user_tables
      where schemaname = 'public' and seq_scan > 10000 and seq_tup_read / seq_scan > greatest($1, 100000) order by seq_tup_read desc limit 5`,
    [doctorBounds.tableRows],
  );
  return rows.map(({ table, times, each }) => ({
    what: `${table} was read as a whole ${times.toLocaleString('en')} times, ${each.toLocaleString('en')} rows each`,
    todo: `an index may be missing: tell the developers, with what pg_stat_statements says of ${table} where you have it`,
  }));
}
