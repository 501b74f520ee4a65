/**
 * `npm run life -- --years 5 --students 300 --seed 1`: a simulated university lives so many years, through calls alone, and
 * what must be true is looked at after each of its days. `--seeds 20` lives so many lives, from `--seed` on; `--until DAY`
 * stops after a day. Where something breaks it says the seed, the day and the calls that led there; exit code 1.
 */
import { parseArgs } from 'node:util';
import { live } from '#tests/life/life.ts';
import { copyDatabase, prepareTestDatabase } from '#tests/support/database.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '2' },
    students: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    until: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

let failed = 0;
const prepared = await prepareTestDatabase();
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
  const copy = await copyDatabase(prepared.ownerUrl);
  const began = performance.now();
  try {
    const { days, calls, people, acts } = await live({
      years: Number(values.years),
      students: Number(values.students),
      seed,
      ...(values.until ? { until: values.until } : {}),
      ownerUrl: copy.url,
      ...(values.verbose ? { say: (line: string) => console.log(line) } : {}),
    });
    console.log(
      `Seed ${seed}: ${people} people, ${days} days, ${calls} calls in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
    );
    for (const [act, times] of Object.entries(acts)) console.log(`  ${act} × ${times}`);
  } catch (fault) {
    failed++;
    console.error(fault instanceof Error ? fault.message : fault);
  } finally {
    await copy.drop();
  }
}
await prepared.stop();
process.exit(failed ? 1 : 0);
