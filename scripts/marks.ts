/**
 * `npm run marks -- verify`: computes every total again from the marks and says where the stored one is another; exit
 * code 1 then. `npm run marks -- compute` puts them right. EDULAB_DATA and DATABASE_URL say of what, as for `npm start`.
 */
import pg from 'pg';
import { modulesWithMarks, wrongTotals } from '#domains/assessment/server/index.ts';
import { checkDatabase, startDatabase } from '#platform/server/embedded/postgres.ts';
import { runningDatabase } from '#platform/server/embedded/postgres-running.ts';
import { type Lifecycle, runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { settings as readSettings } from '#platform/server/run/settings.ts';

await runProcess(async (life) => {
  const [command, ...rest] = process.argv.slice(2);
  if ((command !== 'verify' && command !== 'compute') || rest.length)
    throw new StartError('Usage: npm run marks -- verify | compute');
  const pool = await connect(life);
  const began = performance.now();
  const modules = await modulesWithMarks(pool);
  const found = await wrongTotals(pool, modules);
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from module_results');
  console.log(
    `${rows[0]?.n ?? 0} totals of ${modules.length} modules computed again in ${((performance.now() - began) / 1000).toFixed(1)} s: ${found.length || 'no'} wrongTotals.`,
  );
  for (const row of found.slice(0, 100))
    console.log(
      `module ${row.course_module_id}, student ${row.student_id}: stored ${row.stored ?? 'nothing'}, computed ${row.computed ?? 'nothing'}`,
    );
  if (command === 'compute' && found.length) {
    await pool.query('select assessment_store($1)', [[...new Set(found.map((row) => row.course_module_id))]]);
    console.log('They are put right.');
  } else if (found.length) process.exitCode = 1;
  await life.stop();
  process.exit(process.exitCode ?? 0);
}, 'Totals were not looked at');

async function connect(life: Lifecycle): Promise<pg.Pool> {
  const { databaseUrl, dataDir } = readSettings(process.env, []);
  let url = databaseUrl;
  if (url) await checkDatabase(url);
  else url = await runningDatabase(dataDir);
  if (!url) {
    const embedded = await startDatabase({ dataDir });
    life.onStop('database', () => embedded.stop());
    url = embedded.ownerUrl;
  }
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  life.onStop('connections', () => pool.end());
  return pool;
}
