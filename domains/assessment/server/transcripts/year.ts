import { type SQL, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { modulesTakenInYear } from '#domains/groups/server/index.ts';

/**
 * What students reached in an academic year, as a query of `(student_id, planned, earned, debts, open)`: credits of the
 * modules that they took, credits of those that they passed, ids of the modules that are failed by what is published (also
 * of earlier years, as long as nothing better came), and how many of the year's modules have no published result yet.
 * Results count as in every transcript, by `edulab_counted_results`. `people` is a query of ids of students; whoever took nothing
 * and has no result has no row.
 */
export const reachedInYear = (year: number, people: SQL): SQL => sql`(
  with chosen as materialized (select array(${people}) as ids),
  -- Grouped, not joined: neither side says beforehand how many rows it has.
  each_module as (
    select x.student_id, x.module_id, max(x.credits) as taken, bool_or(x.passed) as passed
      from (select t.student_id, cm.module_id, cm.credits, null::boolean as passed
              from ${modulesTakenInYear(year)} t join ${courseModules} cm on cm.id = t.course_module_id where t.student_id in (select unnest(ids) from chosen)
            union all
            select k.student_id, k.module_id, null, k.passed from chosen, edulab_counted_results(chosen.ids) k) x
     group by 1, 2)
  select e.student_id, coalesce(sum(e.taken), 0) as planned, coalesce(sum(e.taken) filter (where e.passed), 0) as earned,
         coalesce(array_agg(e.module_id order by e.module_id) filter (where not e.passed), '{}') as debts,
         (count(*) filter (where e.taken is not null and e.passed is null))::int as open
    from each_module e group by 1)`;
