import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';

/** Where a student stands by all published results, as standing.sql says for everybody. */
export interface Standing {
  /** Weighted by credits, two places; null without results. */
  average: number | null;
  credits: number;
  /** Of passed modules. */
  earned: number;
  /** What the whole programme asks for; null where no course says so. */
  programme: number | null;
  /** Whether the degree has been awarded: until then what is reached is provisional. */
  awarded: boolean;
  class: string | null;
}

export async function standingOf(call: Pick<Call, 'db'>, student: number, locale: Locale): Promise<Standing> {
  const { rows } = await call.db.execute<Standing & Record<string, unknown>>(sql`
    select s.average::float8 as average, s.credits::float8 as credits, s.earned::float8 as earned, s.programme::float8 as programme, s.awarded,
           ${localTitle(sql`s.class`, locale)} as class
      from edulab_standings(array[${student}]::int[]) s`);
  return rows[0]!;
}

/**
 * Where many students stand by their published results, as a query of `(student_id, average, failed)`; `people` is an array of
 * their ids. Failed are modules that count and were not passed by any result.
 */
export const standingsOf = (people: SQL): SQL => sql`(
  select s.student_id, s.average, coalesce(f.failed, 0) as failed from edulab_sums(${people}) s
    left join (select k.student_id, (count(*) filter (where not k.passed))::int as failed from edulab_counted_results(${people}) k group by 1) f on f.student_id = s.student_id)`;

/** The results behind these numbers: a query of `(student_id, module_id, credits, total, passed)`. */
export const countedResults = (people: SQL): SQL =>
  sql`(select k.student_id, k.module_id, k.credits, k.total, k.passed from edulab_counted_results(${people}) k)`;

/** Weighted by credits, two places, of those that have a mark: tenths and halves in whole numbers, so that it is exact. */
export function averageOf(rows: readonly { total: number; credits: number; letter: string | null }[]): number | null {
  const counted = rows.filter((row) => row.letter !== null);
  const weight = counted.reduce((sum, row) => sum + Math.round(row.credits * 2), 0);
  const points = counted.reduce((sum, row) => sum + Math.round(row.total * 10) * Math.round(row.credits * 2), 0);
  return weight ? Math.round((points * 10) / weight) / 100 : null;
}
