import { type SQL, sql } from 'drizzle-orm';

/** What a programme asks before the degree, as questions about many students at once: `people` is an array of their ids. */

/** `(id, earned, programme)` of those who have fewer credits than their programme has; of one that says none, always. */
export const creditsMissing = (people: SQL): SQL => sql`(
  select s.student_id as id, s.earned::float8 as earned, s.programme::float8 as programme
    from edulab_standings(${people}) s where s.programme is null or s.earned < s.programme)`;

/** `(id, module_id, part)` of what the plan demands and nobody let pass: a board may let a taught module. */
export const modulesMissing = (people: SQL): SQL => sql`(
  select x.student_id as id, x.module_id, x.part
    from edulab_plan_missing(${people}) x left join edulab_awards(${people}) w on w.student_id = x.student_id
   where x.part <> 'TAUGHT' or w.excepted is distinct from true)`;

/** A query of the ids of those, among the ids that `people` finds, whom no board could award their degree yet. */
export const programmeNotCompleted = (people: SQL): SQL => sql`(
  with chosen as materialized (select array(${people}) as ids)
  select c.id from ${creditsMissing(sql`(select ids from chosen)`)} c where c.programme is not null
  union select m.id from ${modulesMissing(sql`(select ids from chosen)`)} m)`;
