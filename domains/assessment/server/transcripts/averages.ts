import { type SQL, sql } from 'drizzle-orm';

/**
 * The average mark of students, as every transcript and award has it, with what it is made of, as a query of `(student_id,
 * average, weighed, credits, modules)`: `weighed` is the sum of marks times credits, over `credits` of so many `modules`.
 * `people` is a query of ids of students; whoever has no mark yet has a row without figures.
 */
export const averagesOf = (people: SQL): SQL => sql`(
  with chosen as materialized (select array(${people}) as ids)
  select s.student_id, s.average, k.weighed, k.credits, k.modules
    from chosen, edulab_sums(chosen.ids) s
    left join (select r.student_id, sum(r.total * r.credits) as weighed, sum(r.credits) as credits, count(*)::int as modules
                 from chosen, edulab_counted_results(chosen.ids) r where r.total is not null group by 1) k on k.student_id = s.student_id)`;
