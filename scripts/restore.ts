/**
 * `npm run restore -- <backup>`: into the installation that EDULAB_DATA and DATABASE_URL name, which must be empty.
 * Row counts and checksums are compared before anything counts.
 */
import * as path from 'node:path';
import { domains } from '#domains/server.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { restore } from '#platform/server/disk/restore.ts';
import { checkDatabase, startDatabase } from '#platform/server/embedded/postgres.ts';
import { runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { registerDomains } from '#platform/server/run/main.ts';
import { settings as readSettings } from '#platform/server/run/settings.ts';

await runProcess(async (life) => {
  const began = performance.now();
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0 || folder.startsWith('-')) throw new StartError('Usage: npm run restore -- <backup>');
  const settings = readSettings(process.env, []);
  const { databaseUrl, databaseAppUrl, dataDir } = settings;
  let url = databaseUrl;
  if (url) await checkDatabase(url);
  else {
    const embedded = await startDatabase({ dataDir });
    life.onStop('database', () => embedded.stop());
    url = embedded.ownerUrl;
  }
  registerDomains(domains);
  const database = await openDatabase(url, { appUrl: databaseAppUrl ?? undefined });
  life.onStop('connections', () => database.close());
  const { tables, files, made_at } = await restore(url, settings, path.resolve(folder));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored the state of ${made_at}: ${Object.keys(tables).length} tables with ${rows} rows and ${files.count} files, all as in the backup, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  );
  await life.stop();
  process.exit(0);
}, 'Nothing restored');
