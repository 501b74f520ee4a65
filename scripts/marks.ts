/**
 * `npm run marks -- verify`: computes every total again from the marks and says where the stored one is another; exit
 * code 1 then. `npm run marks -- compute` puts them right. EDULAB_DATA and DATABASE_URL say of what, as for `npm start`.
 */
import { modulesWithMarks, wrongTotals } from '#domains/assessment/server/index.ts';
import { runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { ownerOf } from './owner.ts';

await runProcess(async (life) => {
  const [command, ...rest] = process.argv.slice(2);
  if ((command !== 'verify' && command !== 'compute') || rest.length)
    throw new StartError('Usage: npm run marks -- verify | compute');
  const { pool } = await ownerOf(life, 2);
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
