import { and, isNull, sql } from 'drizzle-orm';
import { academicYears, semesters } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { today } from '#platform/server/clock.ts';
import { hideFew } from '#platform/server/records/few.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { levels } from '../rules.ts';
import { caseReach } from './reach.ts';
import { below } from './run.ts';
import { riskCases } from './tables.ts';

/**
 * What became of those whom the rules found in a semester, people counted once, by their last case. Better is whom the same rules
 * find no more; whoever left did not get better, nor whom other rules would still find. With something done is whom somebody
 * noted, called, met or referred before that. It compares; it does not prove that the one came of the other.
 */

type Effect = OutputOf<typeof contract.risk.effect>;
const ends = ['better', 'still', 'left', 'by_rules'] as const;
type End = (typeof ends)[number];

interface Group extends Record<string, unknown> {
  level: (typeof levels)[number];
  acted: boolean;
  ending: End;
  people: number;
}

export async function effectOf(call: Call, input: InputOf<typeof contract.risk.effect>): Promise<Effect> {
  const known = await call.db
    .select({
      id: semesters.id,
      title: sql<string>`(select y.name from ${academicYears} y where y.id = ${semesters.academic_year_id}) || ', ' || ${localTitle(sql`${semesters.title}`, call.locale)}`,
      starts_on: semesters.starts_on,
      ends_on: semesters.ends_on,
    })
    .from(semesters)
    .where(and(isNull(semesters.deleted_at), sql`${semesters.starts_on} <= ${today}`))
    .orderBy(sql`${semesters.starts_on} desc`)
    .limit(12);
  const chosen = input.semester_id ? known.find(({ id }) => id === input.semester_id) : known[0];
  if (input.semester_id && !chosen) throw fail('NOT_FOUND');
  const option = ({ id, title }: { id: number; title: string }) => ({ id, title });
  const semester = chosen ? option(chosen) : null;
  const rows = chosen ? await groupsOf(call, chosen, input.department_id) : [];
  return { semester, semesters: known.map(option), rows: shown(rows) };
}

async function groupsOf(
  call: Call,
  { starts_on, ends_on }: { starts_on: string; ends_on: string },
  department_id: number | undefined,
): Promise<Group[]> {
  const reach = caseReach(call, 'risk.read');
  const { rows } = await call.db.execute<Group>(sql`
    with cases as (
      select distinct on (${riskCases.student_id}) ${riskCases}.* from ${riskCases}
       where ${riskCases.flagged_on} between ${starts_on} and ${ends_on} and ${riskCases.deleted_at} is null ${reach ? sql`and ${reach}` : sql``}
         ${department_id ? sql`and ${riskCases.student_id} in (select s.id from ${students} s where s.department_id in ${below(department_id)})` : sql``}
       order by ${riskCases.student_id}, ${riskCases.id} desc)
    select c.worst as level, coalesce(c.first_action_on <= coalesce(c.cleared_on, 'infinity'), false) as acted,
           case when c.close_reason = 'LEFT' then 'left' when c.by_rules then 'by_rules' when c.cleared_on is not null then 'better' else 'still' end as ending,
           count(*)::int as people
      from cases c group by 1, 2, 3`);
  return rows;
}

/** Few people are told apart neither by a row nor by what is left of the others. */
function shown(found: readonly Group[]): Effect['rows'] {
  const rows = levels.toReversed().flatMap((level) =>
    [true, false].map((acted) => ({
      level,
      acted,
      cells: ends.map(
        (ending) =>
          found.find((one) => one.level === level && one.acted === acted && one.ending === ending)?.people ?? 0,
      ),
    })),
  );
  const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
  const totals = hideFew(rows.map(({ cells }) => sum(cells)));
  return rows.map(({ level, acted, cells }, at) => {
    const open = totals.hidden[at] === false;
    const inside = hideFew(cells);
    const cell = (end: End): number | null => {
      const place = ends.indexOf(end);
      return open && inside.hidden[place] === false ? (cells[place] ?? 0) : null;
    };
    return {
      level,
      acted,
      people: open && inside.total ? sum(cells) : null,
      better: cell('better'),
      still: cell('still'),
      left: cell('left'),
      by_rules: cell('by_rules'),
    };
  });
}
