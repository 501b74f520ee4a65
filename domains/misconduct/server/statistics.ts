import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, courses } from '#domains/curriculum/server/index.ts';
import { academicYears, departments } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { fewest, hideFew } from '#platform/server/records/few.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { statistics as answer, statisticsQuery } from '../shapes.ts';
import { type OffenceState, offenceStates, offenceWorkflow } from '../workflow.ts';
import { recordsOf } from './reach.ts';
import { offences, offenceTypes } from './tables.ts';
import { countsBefore } from './tariff.ts';

/** Cases in numbers, for those who answer for all of them: never so few that one could tell whose they are. */

type Counted = z.infer<typeof answer>['by_type'];
type Rows = { id: string; title: string; count: number; people: number }[];

export async function statistics(call: Call, input: z.infer<typeof statisticsQuery>): Promise<z.infer<typeof answer>> {
  const { rows: years } = await call.db.execute<{ id: number; title: string; from: string; until: string }>(sql`
    select y.id, y.name as title, y.starts_on::text as from, y.ends_on::text as until from ${academicYears} y where y.deleted_at is null
       and ${input.academic_year_id ? sql`y.id = ${input.academic_year_id}` : sql`y.current`} limit 1`);
  const [year] = years;
  if (input.academic_year_id !== undefined && !year) throw fail('NOT_FOUND');
  const { from, until } = year ?? { from: '1900-01-01', until: await todayOf(call) };
  const where = and(
    isNull(offences.deleted_at),
    sql`${offences.status} not in ('DRAFT')`,
    sql`${offences.occurred_on} between ${from}::date and ${until}::date`,
  );
  const grouped = async (key: SQL, title: SQL): Promise<Rows> =>
    (
      await call.db.execute<Rows[number] & Record<string, unknown>>(sql`
        select coalesce(${key}::text, '0') as id, coalesce(${title}, '—') as title, count(*)::int as count, (count(distinct ${offences.student_id}))::int as people
          from ${offences} join ${offenceTypes} t on t.id = ${offences.type_id} join ${courseModules} cm on cm.id = ${offences.course_module_id}
          join ${courses} c on c.id = cm.course_id left join ${departments} d on d.id = c.department_id
         where ${where} group by 1, 2 order by 2`)
    ).rows;
  const types = await grouped(sql`t.id`, localTitle(sql`t.title`, call.locale));
  const faculties = await grouped(sql`d.id`, localTitle(sql`d.title`, call.locale));
  const outcome = sql`case when ${offences.appeal_outcome} = 'UPHELD' then 'UPHELD' when ${offences.status} = 'DISMISSED' then 'DISMISSED'
    else coalesce(${offences.penalty}, ${offences.conclusion}, 'OPEN') end`;
  const outcomes = (await grouped(outcome, sql`${outcome}`)).map((row) => ({
    ...row,
    title: message(call.locale, `offence_outcome.${row.id}`),
  }));
  const again = await grouped(
    sql`case when exists (select 1 from ${offences} e where e.id <> ${offences.id} and ${countsBefore(sql`e`, sql`${offences.occurred_on}`)}
      and e.student_id in ${recordsOf(sql`select ${offences.student_id} as id`)}) then 'LATER' else 'FIRST' end`,
    sql`''`,
  );
  const repeated = again.map((row) => ({ ...row, title: message(call.locale, `offence_repeated.${row.id}`) }));
  const parts = [types, faculties, outcomes, repeated].map((rows) => hidden(rows));
  // Where one table hides the total, the others must not tell it.
  const dark = parts.some(({ total }) => total === null);
  const [by_type = [], by_faculty = [], by_outcome = [], told = []] = parts.map(({ rows }) =>
    dark ? rows.map((row) => ({ ...row, count: null })) : rows,
  );
  return {
    academic_year: year ? { id: year.id, title: year.title } : null,
    from,
    until,
    total: dark ? null : parts[0]!.total,
    hidden_below: fewest,
    by_type,
    by_faculty,
    by_outcome,
    repeated: told,
    days: await timesOf(call, where),
  };
}

function hidden(rows: Rows): { rows: Counted; total: number | null } {
  const few = hideFew(rows.map(({ people }) => people));
  return {
    rows: rows.map(({ id, title, count }, at) => ({ id, title, count: few.hidden[at] ? null : count })),
    total: few.total ? rows.reduce((sum, { count }) => sum + count, 0) : null,
  };
}

/** How long cases stay where they are: the middle one of those that have left again. */
async function timesOf(call: Call, where: SQL | undefined): Promise<z.infer<typeof answer>['days']> {
  const { rows } = await call.db.execute<{ id: OffenceState; median: number; count: number; people: number }>(sql`
    with steps as (
      select h.to_status as id, ${offences.student_id} as student_id, extract(epoch from lead(h.at) over (partition by h.entity_id order by h.id) - h.at) / 86400 as days
        from ${statusHistory} h join ${offences} on ${offences.id} = h.entity_id
       where h.entity = ${offenceWorkflow.entity} and ${where})
    select id, round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float8 as median, count(*)::int as count, (count(distinct student_id))::int as people
      from steps where days is not null group by 1`);
  const known = rows
    .filter(({ id }) => offenceStates.includes(id))
    .sort((a, b) => offenceStates.indexOf(a.id) - offenceStates.indexOf(b.id));
  // Who passed one state passed others too: what is hidden of one is not to be told by the next.
  const few = hideFew(known.map(({ people }) => people));
  return known.map(({ id, median, count }, at) =>
    few.hidden[at] ? { id, median: null, count: null } : { id, median, count },
  );
}
