import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { refusalText } from '#platform/server/call/errors.ts';
import { nothingOpen, planFulfilled } from './checks.ts';
import type { ClassRef, Facts } from './tables.ts';

/** What a board is shown of its candidates, in a fixed number of queries. */
export async function factsOf(call: Call, ids: number[]): Promise<Map<number, Facts>> {
  if (ids.length === 0) return new Map();
  const people = sql.param(ids);
  const [standings, plan, open] = await Promise.all([
    call.db.execute<Omit<Facts, 'faults'> & { id: number }>(sql`
      select s.student_id as id, s.average::float8 as average, s.earned::float8 as earned, s.programme::float8 as required,
             s.lowest::float8 as lowest, s.retook,
             (select to_jsonb(d) from (select id, code, title, honours from degree_classes where id = k.class_id) d) as class,
             (select to_jsonb(d) from (select id, code, title, honours from degree_classes where id = k.near_id) d) as near
        from edulab_standings(${people}::int[]) s join edulab_degree_classes(${people}::int[]) k on k.student_id = s.student_id`),
    planFulfilled(call, ids),
    nothingOpen(call, ids),
  ]);
  const faults = Map.groupBy([...plan, ...open], (fault) => fault.id);
  return new Map(
    standings.rows.map(({ id, ...row }) => [
      id,
      { ...row, faults: (faults.get(id) ?? []).map(({ code, data }) => ({ code, ...(data ? { data } : {}) })) },
    ]),
  );
}

/** Faults as people read them. */
export const faultsInWords = (call: Pick<Call, 'locale'>, faults: Facts['faults']) =>
  faults.map(({ code, data }) => ({ code, message: refusalText(call.locale, code, data) }));

/** Whether a board would decide on the same: the average, what the rules make of it, and what is missing. */
export const sameFacts = (one: Facts, other: Facts): boolean => outlineOf(one) === outlineOf(other);
const outlineOf = ({ average, earned, class: reached, near, faults }: Facts) =>
  JSON.stringify([average, earned, reached?.code, near?.code, faults.map(({ code }) => code).sort()]);

export const withoutId = ({ id: _, ...rest }: ClassRef): Omit<ClassRef, 'id'> => rest;
