import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { farApart, type markersAnswer, type markersQuery } from '../../shapes-markers.ts';
import { shownStates } from '../../workflow.ts';
import { demandModule } from '../modules.ts';
import { marks, moduleResults } from '../tables.ts';
import { blindTo } from './blind.ts';
import { codeOf, codeSecret } from './codes.ts';
import { frameOf } from './frame.ts';

/** How differently the markers of a module mark, and the works that a moderator should look at because of it. */

type Answer = z.infer<typeof markersAnswer>;
interface Work {
  component_id: number;
  student_id: number;
  name: string;
}
interface Found extends Record<string, unknown> {
  rows: Answer['rows'];
  works: (Work & { account_id: number; value: number; why: Answer['works'][number]['why'] })[];
  pairs: Answer['pairs'];
  apart: (Work & { first: number; second: number; now: number | null; across: boolean; settled: boolean })[];
}

/** Points around the pass mark within which a work is worth a second look. */
const borderline = 5;

/**
 * What the first marker gave counts, not what was agreed on later; who marks themselves in, such as registers, is nobody.
 * `mine` are those marks, `elsewhere` what the same students have in other modules, as far as it is published.
 */
const firstMarks = (module: number, blind: SQL | undefined) => sql`
  mine as materialized (
    select m.component_id, m.student_id, m.marked_by, m.second_marker, m.status, m.value::float8 as now, coalesce(m.first_value, m.value)::float8 as value,
           m.second_value::float8 as second, m.first_value is not null or m.status not in ('NOT_MARKED', 'DRAFT', 'SUBMITTED') as settled
      from ${marks} m
     where m.course_module_id = ${module} and m.attempt = 1 and m.marked_by is not null and coalesce(m.first_value, m.value) is not null
       ${blind ? sql`and m.id not in (select b.id from ${blind} b)` : sql``}),
  elsewhere as materialized (
    select r.student_id, avg(r.total)::float8 as mean from ${moduleResults} r
     where r.student_id in (select student_id from mine) and r.course_module_id <> ${module} and r.complete and r.letter is not null
       and r.status = any(${sql.param([...shownStates])}::text[]) group by 1)`;
const nameOf = (alias: string) => sql.raw(`concat_ws(' ', ${alias}.lastname, ${alias}.firstname)`);

/** Each marker beside everybody, component by component; pairs of first and second markers; works to look at again. One question for all of it. */
export async function markersOf(call: Call, input: z.infer<typeof markersQuery>): Promise<Answer> {
  const module = input.course_module_id;
  await demandModule(call, 'mark.moderate', module);
  const frame = await frameOf(call, module);
  const pass = frame.plan?.pass_mark ?? 0;
  const list = (question: SQL) => sql`(select coalesce(json_agg(one), '[]') from (${question}) one)`;
  const { rows: found } = await call.db.execute<Found>(sql`
    with ${firstMarks(module, blindTo(call, sql`c.course_module_id = ${module}`))},
    ranked as (
      select m.*, row_number() over (w order by m.value desc, m.student_id) as high, row_number() over (w order by m.value, m.student_id) as low,
             row_number() over (w order by abs(m.value - ${pass}::float8), m.student_id) as near
        from mine m where m.component_id in (select component_id from mine group by 1 having count(distinct marked_by) > 1)
      window w as (partition by m.component_id, m.marked_by))
    select ${list(sql`
      select m.component_id, m.marked_by as account_id, ${nameOf('a')} as name, count(*)::int as count,
             avg(m.value)::float8 as mean, stddev_samp(m.value)::float8 as spread, avg(e.mean)::float8 as elsewhere, count(e.mean)::int as known,
             array(select distinct g.name from group_members b join groups g on g.id = b.group_id and g.kind = 'MAIN'
                    where b.student_id = any(array_agg(m.student_id)) and b.ends_on is null order by 1 limit 20) as groups
        from mine m join accounts a on a.id = m.marked_by left join elsewhere e on e.student_id = m.student_id
       group by m.component_id, m.marked_by, a.lastname, a.firstname
       order by m.component_id, a.lastname, a.firstname, m.marked_by`)} as rows,
    ${list(sql`
      select r.component_id, r.marked_by as account_id, r.student_id, s.full_name as name, r.value,
             case when r.high <= 2 then 'HIGHEST' when r.low <= 2 then 'LOWEST' else 'BORDER' end as why
        from ranked r join ${students} s on s.id = r.student_id
       where r.high <= 2 or r.low <= 2 or (r.near <= 2 and abs(r.value - ${pass}::float8) <= ${borderline})
       order by r.component_id, r.marked_by, r.value desc, r.student_id`)} as works,
    ${list(sql`
      select m.component_id, ${nameOf('a')} as first, ${nameOf('b')} as second, count(*)::int as count, avg(m.second - m.value)::float8 as difference,
             (count(*) filter (where abs(m.second - m.value) >= ${farApart}))::int as far
        from mine m join accounts a on a.id = m.marked_by join accounts b on b.id = m.second_marker
       where m.second is not null
       group by m.component_id, m.marked_by, m.second_marker, a.lastname, a.firstname, b.lastname, b.firstname order by 1, 2, 3`)} as pairs,
    ${list(sql`
      select m.component_id, m.student_id, s.full_name as name, m.value as first, m.second, m.now, x.across, m.settled
        from mine m join ${students} s on s.id = m.student_id
       cross join lateral (select (m.value >= ${pass}::float8) <> (m.second >= ${pass}::float8) as across) x
       where m.second is not null and (abs(m.second - m.value) >= ${farApart} or x.across)
       order by m.settled, x.across desc, abs(m.second - m.value) desc, m.student_id limit 100`)} as apart`);
  const { rows, works, pairs, apart } = found[0] as Found;
  // Whose an anonymous work is stays unknown until it is published, except to those who keep the codes.
  const secret = codeSecret(call);
  const nameless = new Set(
    frame.components.filter((one) => one.anonymous && !one.shown && !may(call, 'mark.codes')).map(({ id }) => id),
  );
  const who = ({ component_id, student_id, name }: Work) =>
    nameless.has(component_id)
      ? { component_id, student_id: null, code: codeOf(secret, component_id, student_id), name: null }
      : { component_id, student_id, code: null, name };
  return {
    rows,
    works: works.map((one) => ({ ...who(one), account_id: one.account_id, value: one.value, why: one.why })),
    pairs,
    apart: apart.map((one) => {
      const { first, second, now, across, settled } = one;
      return { ...who(one), first, second, now, across, settled };
    }),
  };
}
