import { sql } from 'drizzle-orm';
import { academicYears, departments } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone } from '#platform/server/clock.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { fewest, hideFew } from '#platform/server/records/few.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { type ClaimState, claimStates, claimWorkflow } from '../workflow.ts';
import { claims } from './tables.ts';

interface Group {
  key: string;
  title: string;
  claims: number;
  people: number;
}

function shown(groups: readonly Group[]) {
  const { hidden, total } = hideFew(groups.map(({ people }) => people));
  return {
    shown: groups.map(({ key, title, claims }, at) => ({ key, title, claims: hidden[at] ? null : claims })),
    total: total ? groups.reduce((sum, { claims }) => sum + claims, 0) : null,
  };
}

/** What the head is told of a year: how many and how long, of groups that are no single person. */
export async function statisticsOf(call: Call, input: { academic_year_id?: number | undefined }) {
  const { rows: years } = await call.db.execute<{ id: number; title: string }>(sql`
    select y.id, y.name as title from ${academicYears} y where y.deleted_at is null
       and ${input.academic_year_id ? sql`y.id = ${input.academic_year_id}` : sql`y.current`} limit 1`);
  const [year] = years;
  if (input.academic_year_id !== undefined && !year) throw fail('NOT_FOUND');
  const of = sql`(select c.id, c.student_id, c.kind, c.status, s.department_id from ${claims} c join ${students} s on s.id = c.student_id
    ${year ? sql`join ${academicYears} y on y.id = ${year.id} and (c.submitted_at at time zone ${localZone})::date between y.starts_on and y.ends_on` : sql``}
    where c.deleted_at is null and c.submitted_at is not null)`;
  const group = async (key: ReturnType<typeof sql>, title: ReturnType<typeof sql>, join = sql``) =>
    (
      await call.db.execute<Group & Record<string, unknown>>(sql`
        select coalesce(${key}::text, 'NONE') as key, coalesce(${title}, '') as title, count(*)::int as claims, (count(distinct c.student_id))::int as people
          from ${of} c ${join} group by 1, 2 order by 3 desc, 1`)
    ).rows;
  const worded = (rows: Group[], beginning: string) =>
    rows.map((row) => ({ ...row, title: message(call.locale, `${beginning}.${row.key}`) }));
  const kinds = shown(worded(await group(sql`c.kind`, sql`''`), 'circumstances.kind'));
  const outcomes = shown(worded(await group(sql`c.status`, sql`''`), 'circumstance_state'));
  const faculties = shown(
    await group(
      sql`c.department_id`,
      localTitle(sql`d.title`, call.locale),
      sql`left join ${departments} d on d.id = c.department_id`,
    ),
  );
  const { rows: waits } = await call.db.execute<{ key: ClaimState; days: number; people: number }>(sql`
    select h.to_status as key, round(avg(extract(epoch from h.next - h.at) / 86400.0), 1)::float8 as days, (count(distinct c.student_id))::int as people
      from (select x.entity_id, x.to_status, x.at, lead(x.at) over (partition by x.entity_id order by x.id) as next
              from ${statusHistory} x where x.entity = ${claimWorkflow.entity}) h
      join ${of} c on c.id = h.entity_id where h.next is not null group by 1`);
  const known = [kinds.total, outcomes.total, faculties.total];
  return {
    academic_year: year ?? null,
    // One that could not be shown beside its parts is shown nowhere.
    total: known.includes(null) ? null : (kinds.total ?? null),
    kinds: kinds.shown,
    outcomes: outcomes.shown,
    faculties: faculties.shown,
    states: claimStates.flatMap((key) => {
      const found = waits.find((row) => row.key === key);
      return found ? [{ key, days: found.people < fewest ? null : found.days }] : [];
    }),
  };
}
