import { type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';

/** How much of what an academic year needs is there. */
export interface Readiness {
  done: number;
  needed: number;
  /** What is not there, by its title, the most frequent first; at most twenty titles. */
  missing: { title: string; count: number }[];
}

const shown = 20;

/**
 * Counts what is needed and what of it is there. `rows` is a query of `(title text, done boolean)`, a row for each thing
 * that is needed; each domain asks it of what it owns.
 */
export async function readinessOf(call: Call, rows: SQL): Promise<Readiness> {
  const { rows: found } = await call.db.execute<Readiness & Record<string, unknown>>(sql`
    with needed as materialized (select title, done, count(*)::int as count from (${rows}) one group by 1, 2),
    lacking as (select title, count from needed where not done order by 2 desc, 1 limit ${shown})
    select (select coalesce(sum(count), 0) from needed)::int as needed, (select coalesce(sum(count), 0) from needed where done)::int as done,
           coalesce((select json_agg(l order by l.count desc, l.title) from lacking l), '[]'::json) as missing`);
  return found[0]!;
}

/** The two semesters of an academic year. */
export const semestersOfYear = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select n::text as title, exists (select 1 from semesters s where s.academic_year_id = ${year} and s.number = n and s.deleted_at is null) as done
          from generate_series(1, 2) n`,
  );
