import pg from 'pg';
import { checkDatabase, startDatabase } from '#platform/server/embedded/postgres.ts';
import { runningDatabase } from '#platform/server/embedded/postgres-running.ts';
import type { Lifecycle } from '#platform/server/run/lifecycle.ts';
import { settings as readSettings } from '#platform/server/run/settings.ts';

/** The owner's connections for a program beside the server: to DATABASE_URL, or to the database in EDULAB_DATA, running or not. */
export async function ownerOf(life: Lifecycle, max = 1): Promise<{ pool: pg.Pool; dataDir: string }> {
  const { databaseUrl, dataDir } = readSettings(process.env, []);
  let url = databaseUrl;
  if (url) await checkDatabase(url);
  else url = await runningDatabase(dataDir);
  if (!url) {
    const embedded = await startDatabase({ dataDir });
    life.onStop('database', () => embedded.stop());
    url = embedded.ownerUrl;
  }
  const pool = new pg.Pool({ connectionString: url, max, options: '-c timezone=UTC -c search_path=public' });
  life.onStop('connections', () => pool.end());
  return { pool, dataDir };
}
