import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { keptUntilChanged, processCache } from '#platform/server/fast/index.ts';
import type { Judged } from '../../../timetabling/plan-judge.ts';
import { type Priced, pricedOf, pricedTables, type Surroundings, surroundingsOf } from './inputs.ts';
import { type SolverTimetable, type Timetable, timetableForSolver } from './store.ts';
import { timetableEntries, timetableRuns, timetables } from './tables.ts';
import { inThread } from './thread.ts';

/**
 * What timetables cost, for whoever asks: list, board and comparison have the judge's number. A cost is good for as long as
 * what it was counted from stays the same, and that is its key: the lessons, and what is asked of them.
 */

/** The last that were counted; those that a search has found stand with their timetable. */
const counted = processCache<number>({ max: 500 });

/** What of the surroundings has a price. How many students there are has none: who lacks a seat is a hard rule. */
export const stampOf = ({ settings, wishes, rooms, groups, audiences }: Priced): string =>
  createHash('sha1')
    .update(
      JSON.stringify([
        settings,
        wishes,
        rooms.map(({ id, building }) => [id, building]),
        groups.map(({ id, parent_id }) => [id, parent_id]),
        audiences.map(({ group_id, parts, modules }) => [group_id, parts, modules]),
      ]),
    )
    .digest('base64url');

/** The stamp of today's surroundings. They are read (`priced`) only where something of them has moved since. */
async function stampNow(call: Call, priced: () => Promise<Priced>): Promise<string> {
  const { stamp } = await keptUntilChanged(call, {
    key: 'timetable stamp',
    tables: pricedTables,
    make: async () => ({ stamp: stampOf(await priced()) }),
  });
  return stamp;
}

/** The keys of these timetables' costs, and of those that their searches found; none of those without lessons. */
export async function costKeys(
  call: Call,
  ids: readonly number[],
  stamp: string,
): Promise<ReadonlyMap<number, { key: string; found: string | null }>> {
  if (ids.length === 0) return new Map();
  const place = sql`e.course_module_id, e.kind, e.group_ids, e.week, e.day, e.session, e.staff_id, e.co_staff_ids, e.room_id, e.length, e.fixed`;
  const { rows } = await call.db.execute<{ id: number; lessons: string; found: string | null }>(sql`
    select t.id, md5(string_agg(concat_ws(' ', ${place}), ';' order by ${place})) || ' ' || t.days || ' ' || md5(t.bells::text) as lessons,
           (select r.cost_key from ${timetableRuns} r where r.timetable_id = t.id) as found
      from ${timetables} t join ${timetableEntries} e on e.timetable_id = t.id and e.deleted_at is null
     where t.id = any(${sql.param([...ids])}::int[]) group by t.id`);
  return new Map(rows.map(({ id, lessons, found }) => [id, { key: `${stamp} ${lessons}`, found }]));
}

/** What each of these costs now; null where there is no lesson. */
export async function costsOf(
  call: Call,
  rows: readonly Timetable[],
  surroundings?: Surroundings,
): Promise<ReadonlyMap<number, number>> {
  if (rows.length === 0) return new Map();
  let priced: Priced | undefined = surroundings;
  let around = surroundings;
  const stamp = priced ? stampOf(priced) : await stampNow(call, async () => (priced = await pricedOf(call)));
  const keys = await costKeys(
    call,
    rows.map(({ id }) => id),
    stamp,
  );
  const costs = new Map<number, number>();
  for (const row of rows) {
    const asked = keys.get(row.id);
    if (!asked) continue;
    const { key, found } = asked;
    const known = row.cost !== null && found === key ? row.cost : counted.get(call.client, key);
    if (known === undefined) around ??= await surroundingsOf(call, priced);
    const cost = known ?? (await judge(await timetableForSolver(call, row, around))).cost;
    counted.set(call.client, key, cost);
    costs.set(row.id, cost);
  }
  return costs;
}

/** What a timetable breaks, added up, in a thread of its own. */
export const judge = ({ plan, lessons }: Pick<SolverTimetable, 'plan' | 'lessons'>): Promise<Judged> =>
  inThread({ task: 'judge', plan, lessons: lessons.filter((lesson) => lesson !== undefined) });
