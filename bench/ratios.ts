import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { bars } from './bars.ts';
import type { Measured } from './measure.ts';

/**
 * What each job cost when it was last looked at, as times of its floor in the same run, so that it holds on any machine.
 * Renewed with `npm run bench -- --renew`, on a quiet one. Beside `bars.ts`, which says what is wanted, this says what was reached.
 */
const file = new URL('./ratios.json', import.meta.url);

/** Ratios move by less than this from run to run. */
export const slack = 1.1;

export const keptRatios: Record<string, number> = JSON.parse(readFileSync(file, 'utf8'));

/** Keeps those of this run, and what stands there of jobs that were not measured. What hashing costs is no measure of a sign-in. */
export async function keepRatios(jobs: Measured[]): Promise<void> {
  const all = { ...keptRatios };
  for (const { name, cpu, floor, fault } of jobs)
    if (!fault && !bars[name]?.above_floor) all[name] = Number((cpu / floor).toFixed(2));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
