/**
 * `npm run backup -- <new folder>`: database and files, while people work. Without a folder it goes to
 * `backups/<date and time>`. EDULAB_DATA and DATABASE_URL say of what, as for `npm start`.
 */

import { rmSync } from 'node:fs';
import * as path from 'node:path';
import { clock } from '#platform/contract/clock.ts';
import { backUp } from '#platform/server/disk/backup.ts';
import { noteBackup } from '#platform/server/disk/last-backup.ts';
import { checkDatabase, startDatabase } from '#platform/server/embedded/postgres.ts';
import { runningDatabase } from '#platform/server/embedded/postgres-running.ts';
import { runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { settings as readSettings } from '#platform/server/run/settings.ts';

await runProcess(async (life) => {
  const began = performance.now();
  const [folder, ...more] = process.argv.slice(2);
  if (more.length > 0 || folder?.startsWith('-')) throw new StartError('Usage: npm run backup -- <new folder>');
  const settings = readSettings(process.env, []);
  const { databaseUrl, dataDir } = settings;
  const target = path.resolve(folder ?? `backups/${clock.iso().slice(0, 19).replaceAll(':', '-')}`);
  // Told to stop in the middle, or failed: nothing half is left.
  life.onStop('unfinished backup', () => rmSync(`${target}.part`, { recursive: true, force: true }));
  let url = databaseUrl;
  if (url) await checkDatabase(url);
  else url = await runningDatabase(dataDir);
  if (!url) {
    const embedded = await startDatabase({ dataDir });
    life.onStop('database', () => embedded.stop());
    url = embedded.ownerUrl;
  }
  const { tables, files } = await backUp(url, settings, target);
  await noteBackup(dataDir, target);
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Backup in ${target}: ${Object.keys(tables).length} tables with ${rows} rows, ${files.count} files with ${(files.bytes / 2 ** 20).toFixed(1)} MB, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  );
  await life.stop();
  process.exit(0);
}, 'No backup');
