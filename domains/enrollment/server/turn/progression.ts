import { inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { programmeNotCompleted, reachedInYear } from '#domains/assessment/server/index.ts';
import { courses, modules } from '#domains/curriculum/server/index.ts';
import { idsFound, students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import {
  type Outcome,
  type progressionFilters,
  type progressionRow,
  type progressionSummary,
  usualRule,
} from '../../shapes-turn.ts';
import { enrollments, progressionExceptions, progressionOutcomes, progressionRules, progressions } from '../tables.ts';
import { yearsInReach } from '../years.ts';
import { yearsAround } from './checklist.ts';

/** What becomes of the students of a year: worked out from results, rules and status for all of them in one query. */

type Row = z.infer<typeof progressionRow>;
export type Filters = { [K in keyof typeof progressionFilters]?: z.output<(typeof progressionFilters)[K]> };

/** Years of study that still wait for a decision: those that run, and those of people on leave. */
const undecidedYears = (year: number): SQL => sql`
  select e.id, e.student_id, e.course_id, e.study_year, e.education_form_id, s.status as student_status, c.level, c.years
    from ${enrollments} e join ${students} s on s.id = e.student_id and s.deleted_at is null join ${courses} c on c.id = e.course_id
   where e.academic_year_id = ${year} and e.deleted_at is null and s.status in ('ACTIVE', 'GAP_YEAR', 'INACTIVE')
     and (e.status in ('ACTIVE', 'SUSPENDED') or (e.status = 'PLANNED' and s.status = 'GAP_YEAR'))
     and not exists (select 1 from ${progressionOutcomes} o where o.enrollment_id = e.id and not o.undone)`;

/**
 * A row for each of them: `(id, student_id, course_id, study_year, education_form_id, planned, earned, debts, open,
 * proposed, cause, outcome, reason, decided_by)`. The order of the conditions is the order of the rules: status first, then
 * whether everything is known, then debts and credits.
 */
export const expectedOutcomes = (year: number): SQL => sql`(
  with here as materialized (${undecidedYears(year)}),
  known as (
    select h.*, coalesce(r.planned, 0) as planned, coalesce(r.earned, 0) as earned, coalesce(r.debts, '{}') as debts, coalesce(r.open, 0) as open,
           cardinality(coalesce(r.debts, '{}')) as failed,
           coalesce(u.credits, ${usualRule.credits}) as least_credits, coalesce(u.debts, ${usualRule.debts}) as most_debts, coalesce(u.repeats, ${usualRule.repeats}) as most_repeats,
           (select count(*) from ${enrollments} b where b.student_id = h.student_id and b.course_id = h.course_id and b.study_year = h.study_year
               and b.id <> h.id and b.status = 'REPEATING' and b.deleted_at is null) as repeated
      from here h
      left join ${reachedInYear(year, sql`select h.student_id from here h`)} r on r.student_id = h.student_id
      left join ${progressionRules} u on u.level = h.level and u.deleted_at is null),
  -- Without a debt of what they took, and yet not done: whoever came from another programme has more to catch up with.
  unfinished as materialized (
    select n.id from ${programmeNotCompleted(sql`select k.student_id from known k where k.study_year >= k.years and k.failed = 0`)} n),
  ruled as (
    select k.*, case
             when student_status = 'GAP_YEAR' then '{ON_LEAVE,LEAVE}'
             when student_status = 'INACTIVE' then '{HELD,BARRED}'
             when planned = 0 then '{HELD,NOTHING_TAUGHT}'
             when open > 0 then '{HELD,RESULTS_OPEN}'
             when failed = 0 and study_year >= years and student_id in (select id from unfinished) then '{HELD,PROGRAMME_NOT_COMPLETED}'
             when failed = 0 and study_year >= years then '{GRADUATES_NEXT,PASSED}'
             when failed = 0 then '{PROMOTED,PASSED}'
             when study_year < years and failed <= most_debts and earned >= least_credits then '{CONDITIONAL,DEBTS_ALLOWED}'
             when repeated >= most_repeats then '{LEAVES,REPEATED_BEFORE}'
             when study_year >= years then '{REPEATS,DEBTS_AT_THE_END}'
             when failed > most_debts then '{REPEATS,TOO_MANY_DEBTS}'
             else '{REPEATS,TOO_FEW_CREDITS}' end::text[] as says
      from known k)
  select d.id, d.student_id, d.course_id, d.study_year, d.education_form_id, d.planned, d.earned, d.debts, d.open,
         d.says[1] as proposed, d.says[2] as cause, coalesce(x.outcome, d.says[1]) as outcome, x.reason, x.decided_by
    from ruled d left join ${progressionExceptions} x on x.enrollment_id = d.id and x.deleted_at is null and d.says[1] <> 'ON_LEAVE')`;

/** The same with those who were decided already, as they were then. */
const allOutcomes = (year: number): SQL => sql`(
  select f.id, f.student_id, f.course_id, f.study_year, f.planned, f.earned, f.debts, f.open, f.proposed, f.cause, f.outcome, f.reason, f.decided_by, false as applied
    from ${expectedOutcomes(year)} f
  union all
  select e.id, e.student_id, e.course_id, e.study_year, o.planned, o.earned, o.debts, o.open, o.proposed, o.cause, o.outcome, o.reason, null, true
    from ${progressionOutcomes} o join ${enrollments} e on e.id = o.enrollment_id where e.academic_year_id = ${year} and not o.undone)`;

/** Those of a year whom a right reaches, as `p`. */
const outcomesInReach = (call: Call, year: number, permission: PermissionName): SQL => {
  const reach = yearsInReach(call, permission);
  return reach
    ? sql`(select p.* from ${allOutcomes(year)} p where p.id in (select ${enrollments.id} from ${enrollments} where ${reach}))`
    : allOutcomes(year);
};

export async function progressionSummaryOf(call: Call, id: number): Promise<z.infer<typeof progressionSummary>> {
  const { year, next } = await yearsAround(call, id);
  const { rows: counts } = await call.db.execute<{
    course_id: number;
    study_year: number;
    outcome: Outcome;
    applied: boolean;
    count: number;
  }>(
    sql`select p.course_id, p.study_year, p.outcome, p.applied, count(*)::int as count from ${outcomesInReach(call, id, 'turn.read')} p group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
  const titles = await titlesOf(
    call,
    courses,
    counts.map((row) => row.course_id),
  );
  const { rows: runs } = await call.db.execute<z.infer<typeof progressionSummary>['runs'][number]>(sql`
    select p.id, p.created_at as at, p.order_number, p.order_date::text as order_date, p.undone_at, p.undone_reason,
           (select concat_ws(' ', a.lastname, a.firstname) from accounts a where a.id = p.made_by) as by,
           (select count(*)::int from ${progressionOutcomes} o where o.progression_id = p.id) as count
      from ${progressions} p where p.academic_year_id = ${id} and p.deleted_at is null order by p.id desc`);
  const set = await call.db.select().from(progressionRules).where(isNull(progressionRules.deleted_at));
  return {
    year,
    next,
    counts: counts.map(({ course_id, ...row }) => ({
      ...row,
      course: titles.get(course_id) ?? { id: course_id, title: '' },
    })),
    rules: studyLevels.map((level) => {
      const row = set.find((one) => one.level === level);
      const { credits, debts, repeats } = row ?? usualRule;
      return { level, version: row?.version ?? null, credits, debts, repeats };
    }),
    runs: runs.map((run) => ({
      ...run,
      at: new Date(run.at).toISOString(),
      undone_at: run.undone_at && new Date(run.undone_at).toISOString(),
    })),
    can: { apply: may(call, 'turn.manage'), rules: may(call, 'turn.manage') },
  };
}

interface Found extends Omit<Row, 'student' | 'course' | 'debts' | 'exception' | 'can'> {
  student_id: number;
  course_id: number;
  debts: number[];
  reason: string | null;
  decided_by: number | null;
}

export function progressionList(call: Call, { search, ...input }: Filters & ListInput & { academic_year_id: number }) {
  return list(call, input, {
    from: sql`${outcomesInReach(call, input.academic_year_id, 'turn.read')} p join ${students} s on s.id = p.student_id`,
    key: sql`p.id`,
    table: 'enrollments',
    asks: [
      'progression_exceptions',
      'progression_rules',
      'progressions',
      'students',
      'marks',
      'course_modules',
      'group_members',
    ],
    where: [
      input.outcome?.length ? sql`p.outcome in ${input.outcome}` : undefined,
      input.course_id ? sql`p.course_id = ${input.course_id}` : undefined,
      input.study_year ? sql`p.study_year = ${input.study_year}` : undefined,
      input.exception ? sql`p.reason is not null` : undefined,
      search?.trim() ? sql`p.student_id in ${idsFound(call, search)}` : undefined,
    ],
    sorts: {
      name: sql`s.full_name`,
      debts: sql`cardinality(p.debts)`,
      earned: sql`p.earned`,
      id: sql`p.id`,
    },
    defaultSort: 'name',
    closeness: closeness(sql`s.search`, search),
    columns: sql<Found>`p.id, p.student_id, p.course_id, p.study_year, p.outcome, p.proposed, p.cause, p.planned::float8 as planned, p.earned::float8 as earned, p.debts, p.open, p.reason, p.decided_by, p.applied`,
    load: (_ids, rows) => present(call, rows),
  });
}

async function present(call: Call, rows: Found[]): Promise<Row[]> {
  const people = await call.db
    .select({ id: students.id, student_no: students.student_no, name: students.full_name })
    .from(students)
    .where(
      inArray(
        students.id,
        rows.map((row) => row.student_id),
      ),
    );
  const who = new Map(people.map((one) => [one.id, one]));
  const titles = await titlesOf(
    call,
    courses,
    rows.map((row) => row.course_id),
  );
  const failed = await call.db
    .select({ id: modules.id, code: modules.code })
    .from(modules)
    .where(inArray(modules.id, [0, ...rows.flatMap((row) => row.debts)]));
  const codes = new Map(failed.map((one) => [one.id, one.code]));
  const { rows: names } = await call.db.execute<{ id: number; name: string }>(
    sql`select a.id, concat_ws(' ', a.lastname, a.firstname) as name from accounts a where a.id in ${[0, ...rows.flatMap((row) => row.decided_by ?? [])]}`,
  );
  const deciders = new Map(names.map((one) => [one.id, one.name]));
  const decides = may(call, 'turn.decide');
  return rows.map(({ student_id, course_id, debts, reason, decided_by, ...row }) => ({
    ...row,
    student: who.get(student_id) ?? { id: student_id, student_no: '', name: '' },
    course: titles.get(course_id) ?? { id: course_id, title: '' },
    debts: debts.flatMap((id) => codes.get(id) ?? []),
    exception: reason === null ? null : { reason, by: deciders.get(decided_by ?? 0) ?? null },
    can: { decide: decides && !row.applied && row.proposed !== 'ON_LEAVE' },
  }));
}
