import { sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/context.ts';
import { localTitle } from '#platform/server/resource.ts';
import { degreeClasses } from '../tables.ts';

/** Where a student stands by all published results: credits, average, class of degree. */
export interface Standing {
  /** Weighted by credits, two places; null without results. */
  average: number | null;
  credits: number;
  /** Of passed modules. */
  earned: number;
  class: string | null;
}

/** Results that count, one per module: whoever took it again in a later year has the better one. */
const counting = (student: number) => sql`
  select distinct on (cm.module_id) cm.credits, r.total, r.passed, r.attempt
    from module_results r join course_modules cm on cm.id = r.course_module_id
   where r.student_id = ${student} and r.complete and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED') and r.letter is not null
   order by cm.module_id, r.passed desc, r.total desc`;

export async function standingOf(
  call: Pick<Call, 'db' | 'institution_id'>,
  student: number,
  locale: Locale,
): Promise<Standing> {
  const { rows } = await call.db.execute<{
    average: string | null;
    credits: number;
    earned: number;
    class: string | null;
  }>(sql`
    with r as (${counting(student)}),
    s as (select round(sum(total * credits) / nullif(sum(credits), 0), 2) as average, coalesce(sum(credits), 0)::float8 as credits,
                 coalesce(sum(credits) filter (where passed), 0)::float8 as earned, min(total) as lowest, bool_or(attempt > 1) as retook from r)
    select s.average, s.credits, s.earned,
           (select ${localTitle(degreeClasses.title, locale)} from ${degreeClasses}
             where ${degreeClasses.deleted_at} is null and s.average >= ${degreeClasses.minimum_average}
               and (${degreeClasses.minimum_total} is null or s.lowest >= ${degreeClasses.minimum_total})
               and (${degreeClasses.retakes_allowed} or not s.retook)
             order by ${degreeClasses.minimum_average} desc limit 1) as class
      from s`);
  const row = rows[0]!;
  return { ...row, average: row.average === null ? null : Number(row.average) };
}
