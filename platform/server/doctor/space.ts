import { statfs } from 'node:fs/promises';
import { doctorBounds, type Finding, megabytes, type Owner } from './finding.ts';

/** Rows that are dead, and room that tables take beyond their rows; both estimated from what PostgreSQL knows. */
export async function bloat(owner: Owner): Promise<Finding[]> {
  const { deadShare, tableRows, bloatBytes, bloatShare } = doctorBounds;
  const { rows: dead } = await owner.query<{ table: string; dead: number; share: number; last: string | null }>(
    `select relname as "table", n_dead_tup::int as dead, round(100 * n_dead_tup::numeric / (n_live_tup + n_dead_tup))::int as share,
            to_char(greatest(last_vacuum, last_autovacuum), 'YYYY-MM-DD HH24:MI') as last
       from pg_stat_user_tables where n_dead_tup > $1 and n_dead_tup > $2::float8 * (n_live_tup + n_dead_tup) order by n_dead_tup desc limit 10`,
    [tableRows, deadShare],
  );
  // A row has 28 bytes of its own, pages are filled to nine tenths of what they hold.
  const { rows: empty } = await owner.query<{ table: string; bytes: string; rest: string }>(
    `with wide as (select tablename, sum(avg_width * (1 - null_frac)) as width from pg_stats where schemaname = 'public' group by 1),
          told as (select c.relname, pg_relation_size(c.oid) as bytes, pg_relation_size(c.oid) - c.reltuples * (28 + w.width) / 0.9 as rest
                     from pg_class c join wide w on w.tablename = c.relname
                    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples >= 0)
     select relname as "table", bytes, rest::bigint as rest from told where rest > $1 and rest > $2::float8 * bytes order by rest desc limit 10`,
    [bloatBytes, bloatShare],
  );
  return [
    ...dead.map(({ table, dead: count, share, last }) => ({
      what: `${table} holds ${count.toLocaleString('en')} dead rows, ${share} % of all; last tidied ${last ?? 'never'}`,
      todo: `look for an old transaction first, which keeps them; then: vacuum (analyze) ${table}`,
    })),
    ...empty.map(({ table, bytes, rest }) => ({
      what: `${table} takes ${megabytes(Number(bytes))}, about ${megabytes(Number(rest))} of it empty`,
      todo: `it is filled again by itself; to give it back to the disk: vacuum full ${table}, at night, for it holds everybody up; or pg_repack`,
    })),
  ];
}

/** The disks of the data folder, and of the database where it lies on this machine. */
export async function disks(owner: Owner, dataDir: string): Promise<Finding[]> {
  const { rows } = await owner.query<{ folder: string | null }>(
    "select case when pg_has_role('pg_read_all_settings', 'member') then current_setting('data_directory') end as folder",
  );
  const found: Finding[] = [];
  const told = new Set<string>();
  for (const folder of [dataDir, rows[0]?.folder]) {
    const disk = folder ? await statfs(folder).catch(() => undefined) : undefined;
    if (!disk || told.has(`${disk.type} ${disk.blocks} ${disk.bfree}`)) continue;
    told.add(`${disk.type} ${disk.blocks} ${disk.bfree}`);
    const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
    if (free < doctorBounds.freeBytes || free < doctorBounds.freeShare * all)
      found.push({
        what: `the disk of ${folder} has ${megabytes(free)} free of ${megabytes(all)}`,
        todo: 'make room before it is full, when nothing is saved any more: move backups elsewhere, archive the history (npm run history), or take a larger disk',
      });
  }
  return found;
}
