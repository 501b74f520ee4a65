import { createHash } from 'node:crypto';
import { Refused, subjects } from './calls.ts';
import type { World } from './world.ts';

/** Of all that was asked and how it was answered. */
export function fingerprintOf({ made }: World): string {
  const asked = createHash('sha256');
  for (const { day, who, call, said } of made) asked.update(`${day} ${who} ${call} ${said}\n`);
  return asked.digest('hex').slice(0, 12);
}

export class Broken extends Error {}
export const inWords = (fault: unknown): string =>
  fault instanceof Refused || fault instanceof Broken
    ? fault.message
    : fault instanceof Error
      ? (fault.stack ?? fault.message)
      : String(fault);

const shown = 30;

/** Where a life broke: the seed, the day, and the calls that led there. */
export function report(world: World, plan: { years: number; students: number; seed: number }, fault: unknown): string {
  const told = ({ day, who, call, input, said }: World['made'][number]) =>
    `  ${day} ${who}: ${call} ${JSON.stringify(input).slice(0, 200)} → ${said}`;
  const today = world.made.filter(({ day }) => day === world.day).slice(-shown);
  const words = inWords(fault);
  // Those whom the broken rule names, else those of whom the last calls speak.
  const named = [...words.matchAll(/"student(?:_id)?":(\d+)/g)].map((found) => Number(found[1]));
  const about = new Set(
    named.length ? named : today.filter(({ call }) => !call.startsWith('GET')).flatMap(({ input }) => subjects(input)),
  );
  const before = world.made.filter(
    ({ day, call, input }) =>
      day < world.day && !call.startsWith('GET') && subjects(input).some((subject) => about.has(subject)),
  );
  return [
    `Seed ${plan.seed}, ${world.day}, ${fingerprintOf(world)}: ${words}`,
    `Again: npm run life -- --years ${plan.years} --students ${plan.students} --seed ${plan.seed} --until ${world.day}`,
    'The calls of that day, the last at the end:',
    ...today.map(told),
    named.length
      ? `What was done before with ${[...about].join(', ')}:`
      : 'What was done before with those of whom they speak:',
    ...before.slice(-shown).map(told),
  ].join('\n');
}
