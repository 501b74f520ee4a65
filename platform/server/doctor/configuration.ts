import { doctorBounds, type Finding, type Owner } from './finding.ts';

interface Unsafe {
  value: string;
  what: string;
}
/** Settings under which Edulab cannot hold what it promises. */
const unsafe: Record<string, Unsafe> = {
  fsync: { value: 'off', what: 'a crash of the machine may destroy the database' },
  full_page_writes: { value: 'off', what: 'a crash of the machine may destroy the database' },
  synchronous_commit: { value: 'off', what: 'what people were told is saved may be lost' },
  autovacuum: { value: 'off', what: 'tables grow and statistics grow old' },
  track_counts: { value: 'off', what: 'nothing is tidied by itself' },
};

export async function configuration(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ name: string; setting: string; source: string }>(
    'select name, setting, source from pg_settings where name = any($1)',
    [[...Object.keys(unsafe), 'shared_buffers']],
  );
  const found = rows.flatMap(({ name, setting, source }): Finding[] => {
    const bad = unsafe[name];
    if (bad?.value !== setting) return [];
    return [{ what: `${name} is ${setting} (from: ${source}): ${bad.what}`, todo: `set ${name} = on` }];
  });
  const { rows: sizes } = await owner.query<{ bytes: string; used: number; most: number }>(
    `select pg_database_size(current_database()) as bytes, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
            current_setting('max_connections')::int as most`,
  );
  const { bytes, used, most } = sizes[0]!;
  // In pages of 8 KB.
  const buffers = Number(rows.find(({ name }) => name === 'shared_buffers')?.setting ?? 0) * 8_192;
  if (buffers <= 128 * 2 ** 20 && Number(bytes) > 4 * 2 ** 30)
    found.push({
      what: 'shared_buffers is what PostgreSQL comes with (128 MB), the database has more than 4 GB',
      todo: "set shared_buffers to a quarter of the machine's memory and restart PostgreSQL",
    });
  if (used > doctorBounds.connectionShare * most)
    found.push({
      what: `${used} of ${most} connections are taken`,
      todo: 'raise max_connections, or lower WORKERS: each takes max(8, 40 / WORKERS) + 12 at most',
    });
  return found;
}
