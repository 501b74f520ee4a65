/**
 * `npm run doctor`: what an operator should do about the database, the disk, the nights and the backups, in words; exit
 * code 1 where there is anything. Changes nothing and may run while people work. EDULAB_DATA and DATABASE_URL say of what,
 * as for `npm start`.
 */
import { examine } from '#platform/server/doctor/index.ts';
import { runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { ownerOf } from './owner.ts';

await runProcess(async (life) => {
  if (process.argv.length > 2) throw new StartError('Usage: npm run doctor');
  const { pool, dataDir } = await ownerOf(life);
  const found = await examine(pool, dataDir);
  for (const [title, findings] of Object.entries(found)) {
    console.log(`${title}: ${findings.length ? findings.length : 'well'}`);
    for (const { what, todo } of findings) console.log(`  - ${what}\n    To do: ${todo}`);
  }
  process.exitCode = Object.values(found).some((findings) => findings.length) ? 1 : 0;
  await life.stop();
  process.exit();
}, 'Nothing was looked at');
