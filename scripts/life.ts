/**
 * `npm run life -- --years 5 --students 300 --seed 1`: a simulated university lives so many years, through calls alone, and
 * what must be true is looked at after each of its days. `--seeds 20` lives so many lives, from `--seed` on; `--until DAY`
 * stops after a day; `--plant` plants, at the end, a fault for each rule, which must see it. A life says a fingerprint of all
 * that was asked and answered: the same seed has the same one. Where something breaks it says the seed, the day and the calls that led there. The last line says what was held, or what broke; exit code 1 where
 * something did.
 */
import { parseArgs } from 'node:util';
import { rules } from '#tests/life/invariants.ts';
import { live } from '#tests/life/life.ts';
import { unseen } from '#tests/life/planted.ts';
import { copyDatabase, prepareTestDatabase } from '#tests/support/database.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '2' },
    students: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    until: { type: 'string' },
    plant: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const broke: number[] = [];
const held = { lives: 0, days: 0, calls: 0 };
const prepared = await prepareTestDatabase();
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
  const copy = await copyDatabase(prepared.ownerUrl);
  const began = performance.now();
  try {
    const { days, calls, people, fingerprint, acts, took } = await live({
      years: Number(values.years),
      students: Number(values.students),
      seed,
      ...(values.until ? { until: values.until } : {}),
      ownerUrl: copy.url,
      ...(values.plant
        ? {
            after: async (world) => {
              const lines = await unseen(world);
              if (lines.length) throw new Error(`Rules that do not see what was planted:\n${lines.join('\n')}`);
            },
          }
        : {}),
      ...(values.verbose ? { say: (line: string) => console.log(line) } : {}),
    });
    console.log(
      `Seed ${seed}: ${people} people, ${days} days, ${calls} calls (${fingerprint}) in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
    );
    held.lives++;
    held.days += days;
    held.calls += calls;
    for (const [act, times] of Object.entries(acts)) console.log(`  ${act} × ${times}`);
    const longest = Object.entries(took).sort(([, a], [, b]) => b - a);
    for (const [what, ms] of longest.slice(0, 30)) console.log(`  ${(ms / 1000).toFixed(1)} s: ${what}`);
  } catch (fault) {
    broke.push(seed);
    console.error(fault instanceof Error ? fault.message : fault);
  } finally {
    await copy.drop();
  }
}
await prepared.stop();
const lives = `${values.years} years of ${values.students} people`;
console.log(
  `${broke.length ? `Broken: seeds ${broke.join(', ')}. ` : ''}Held: ${rules.length} rules in ${held.lives} lives (${lives}) on ${held.days} evenings, ${held.calls} calls.`,
);
process.exit(broke.length ? 1 : 0);
