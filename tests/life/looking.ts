import { subjects } from './calls.ts';
import type { World } from './world.ts';

/** How a rule of the invariants looks: questions to the tables, numbers that must agree, what moved and who was touched. */

type Rows = Record<string, unknown>[];
/** `whole`: everything is looked at, also what nobody touched since the last evening. */
export type Check = (world: World, whole: boolean) => Promise<string[]>;

export const sql = async (world: World, text: string, values: unknown[] = []): Promise<Rows> =>
  (await world.api.database.owner.query(text, values)).rows;
/** Rows that must not be there, each as a line. */
export const none =
  (text: string): Check =>
  async (world) =>
    (await sql(world, text)).map((row) => JSON.stringify(row));
export const differ = (what: string, numbers: Record<string, number>): string[] =>
  new Set(Object.values(numbers)).size > 1 ? [`${what}: ${JSON.stringify(numbers)}`] : [];
export const sum = (numbers: number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;

const looked = new WeakMap<World, Map<string, string>>();
/** Whether something reads otherwise than when it was asked for last. */
export function moved(world: World, name: string, read: unknown): boolean {
  const seen = looked.get(world) ?? new Map<string, string>();
  looked.set(world, seen);
  const text = JSON.stringify(read);
  const same = seen.get(name) === text;
  seen.set(name, text);
  return !same;
}

/** Students of whom a call of today speaks that wrote something. */
export const touched = (world: World): Set<number> =>
  new Set(
    world.made
      .slice(world.made.findLastIndex(({ day }) => day < world.day) + 1)
      .filter(({ call, said }) => !call.startsWith('GET') && said === '200')
      .flatMap(({ input }) => subjects(input)),
  );
