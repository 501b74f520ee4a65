import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { assignContracts, contractsToAssign, unassignContracts } from '#domains/accounting/server/index.ts';
import { carryPlans, courses, plansToCarry, uncarryPlans } from '#domains/curriculum/server/index.ts';
import { endGroups, groupsToCarry, unendGroups } from '#domains/groups/server/index.ts';
import {
  datesAfter,
  demandFollowing,
  makeYear,
  partOf,
  semestersOfYear,
  unmakeYear,
  type YearDates,
  type YearPart,
} from '#domains/institutions/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import {
  type NewYearFault,
  type NewYearPart,
  newYearInput,
  newYearParts,
  type newYearSummary,
  type undoNewYearInput,
} from '../../shapes-turn.ts';
import { enrollments, type NewYearReceipt, newYears, progressionOutcomes } from '../tables.ts';
import { type AcademicYear, yearsAround } from './checklist.ts';

/**
 * A new academic year, made of the one before: what it lacks is counted by those who own it, made by them in one
 * transaction, and taken back while nothing was built on it. What is there stays; so the second run makes what has become
 * possible since, and nothing where nothing has. Nothing of it shows in the year that runs.
 */

const jobKind = 'enrollment.new_year';
const lockNewYears = (call: Call) =>
  call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [jobKind, call.institution_id]);

type Summary = z.infer<typeof newYearSummary>;
type Part = YearPart<NewYearFault>;

/** Who studies in a year, as a query of `student_id`. */
const studyingIn = (year: number) =>
  sql`select e.student_id from ${enrollments} e where e.academic_year_id = ${year} and e.status in ('PLANNED', 'ACTIVE') and e.deleted_at is null`;

/** The calendar year in which a year begins: groups and their years of study are reckoned by it. */
const calendarYearOf = (dates: { starts_on: string }) => Number(dates.starts_on.slice(0, 4));

async function partsOf(
  call: Call,
  from: AcademicYear,
  year: AcademicYear | null,
  dates: YearDates | null,
): Promise<Record<NewYearPart, Part>> {
  const to = year?.id ?? 0;
  const first = calendarYearOf(year ?? dates ?? from);
  const nothing: Part = { made: 0, there: 0, faults: [] };
  const there = year ? await semestersOfYear(call, year.id) : null;
  const { plans, choices } = await plansToCarry(call, from.id, to);
  const undecided = await partOf<'NO_PROGRESSION'>(call, {
    made: sql`select 1 where false`,
    there: sql`select 1 where false`,
    faults: sql`select 'NO_PROGRESSION' as code, c.code as title from ${enrollments} e join ${courses} c on c.id = e.course_id
      where e.academic_year_id = ${from.id} and e.status in ('ACTIVE', 'SUSPENDED') and e.deleted_at is null
        and not exists (select 1 from ${progressionOutcomes} o where o.enrollment_id = e.id and not o.undone)`,
  });
  const contracts = await contractsToAssign(call, to, studyingIn(to));
  return {
    year: year ? { ...nothing, there: 1 } : { ...nothing, made: 1 },
    semesters: {
      made: dates?.semesters.length ?? 0,
      there: there?.done ?? 0,
      faults: (there?.missing ?? []).map(({ title, count }) => ({ code: 'NO_SEMESTERS', title, count })),
    },
    plans,
    choices,
    groups: await groupsToCarry(call, first),
    contracts: { ...contracts, faults: [...undecided.faults, ...contracts.faults] },
  };
}

/** What a run would write: a choice is part of its plan, semesters of their year. */
const rowsToWrite = ({ year, plans, groups, contracts }: Record<NewYearPart, Part>) =>
  year.made + plans.made + groups.made + contracts.made;

/** The year after this one, after the newest unless named: what it would be made of. Errors: NOT_FOUND. */
export async function newYearOf(call: Call, id?: number): Promise<Summary> {
  const newest = async () => {
    const { year, next } = await yearsAround(call);
    return (next ?? year).id;
  };
  const { year: from, next: year } = await yearsAround(call, id ?? (await newest()));
  const dates = year ? null : await datesAfter(call, from.id);
  const parts = await partsOf(call, from, year, dates);
  const { rows: runs } = await call.db.execute<{
    id: number;
    at: string;
    by: string | null;
    receipt: NewYearReceipt;
    undone_at: string | null;
    undone_reason: string | null;
  }>(sql`
    select n.id, n.created_at as at, n.receipt, n.undone_at, n.undone_reason,
           (select concat_ws(' ', a.lastname, a.firstname) from accounts a where a.id = n.made_by) as by
      from ${newYears} n where n.from_academic_year_id = ${from.id} and n.deleted_at is null order by n.id desc`);
  return {
    from,
    year,
    proposed: dates,
    parts: newYearParts.map((code) => ({ code, ...parts[code] })),
    runs: runs.map(({ receipt, at, undone_at, ...run }) => ({
      ...run,
      at: new Date(at).toISOString(),
      undone_at: undone_at && new Date(undone_at).toISOString(),
      made: {
        year: receipt.year ? 1 : 0,
        plans: receipt.plans.length,
        groups: receipt.groups.length,
        contracts: receipt.contracts.length,
      },
    })),
    can: { make: may(call, 'turn.manage') },
  };
}

/** Starts it. Where nothing is lacking nothing happens: the second time does nothing. Errors: NOT_FOUND, DATES_REVERSED, OUTSIDE_YEAR, DUPLICATE of its name. */
export async function makeNewYear(
  call: Call,
  input: z.infer<typeof newYearInput>,
): Promise<{ count: number; job: { id: number; kind: string } | null }> {
  const { year: from, next } = await yearsAround(call, input.academic_year_id);
  const dates = next ? null : (input.year ?? (await datesAfter(call, from.id)));
  if (dates) await demandFollowing(call, from, dates);
  const count = rowsToWrite(await partsOf(call, from, next, dates));
  if (count === 0) return { count, job: null };
  const job = await startJob(call, jobKind, input, count);
  return { count, job: { id: job.id, kind: job.kind } };
}

export const newYearJob: JobHandler = {
  async run(job) {
    const call = callOf(job);
    const input = newYearInput.parse(job.input);
    await lockNewYears(call);
    const { year: from, next } = await yearsAround(call, input.academic_year_id);
    const dates = next ? null : (input.year ?? (await datesAfter(call, from.id)));
    const total = rowsToWrite(await partsOf(call, from, next, dates));
    if (total === 0) return { made: 0 };
    await job.progress(0, total);
    const to = next?.id ?? (dates && (await makeYear(call, from, dates)));
    if (!to) throw fail('NOT_FOUND');
    const plans = await carryPlans(call, from.id, to);
    const groups = await endGroups(call, calendarYearOf(next ?? dates ?? from), from.ends_on);
    const before = (dates ? 1 : 0) + plans.length + groups.length;
    await job.progress(before, total);
    const contracts = await assignContracts(call, to, studyingIn(to), (count) => job.progress(before + count, total));
    const receipt: NewYearReceipt = { year: dates !== null, plans, groups, contracts };
    const [run] = await call.db
      .insert(newYears)
      .values({ from_academic_year_id: from.id, academic_year_id: to, receipt, made_by: call.account_id })
      .returning({ id: newYears.id });
    await job.progress(total, total);
    return { new_year_id: run!.id, academic_year_id: to, made: before + contracts.length };
  },
};

/**
 * Takes back what a run made, the last run first, while nothing was built on it: no contract binds anybody, no module was
 * changed or is used, no group has ended, nothing else belongs to the year. Errors: NOT_FOUND, NEW_YEAR_UNDONE,
 * NEW_YEAR_BUILT_ON with what stands in the way, IN_USE.
 */
export async function undoNewYear(call: Call, input: z.infer<typeof undoNewYearInput>): Promise<{ undone: number }> {
  await lockNewYears(call);
  const [run] = await call.db
    .select()
    .from(newYears)
    .where(and(eq(newYears.id, input.id), isNull(newYears.deleted_at)))
    .for('update');
  if (!run) throw fail('NOT_FOUND');
  if (run.undone_at) throw fail('NEW_YEAR_UNDONE');
  const refuseIfBuiltOn = (what: string[]) => {
    if (what.length) throw fail('NEW_YEAR_BUILT_ON', { names: what, who: what.join(', ') });
  };
  const later = await call.db
    .select({ at: newYears.created_at })
    .from(newYears)
    .where(
      and(
        eq(newYears.academic_year_id, run.academic_year_id),
        gt(newYears.id, run.id),
        isNull(newYears.undone_at),
        isNull(newYears.deleted_at),
      ),
    );
  refuseIfBuiltOn(later.map(({ at }) => at.slice(0, 16).replace('T', ' ')));
  const { year: from } = await yearsAround(call, run.from_academic_year_id);
  const { year, plans, groups, contracts } = run.receipt;
  refuseIfBuiltOn(await unassignContracts(call, contracts));
  refuseIfBuiltOn(await uncarryPlans(call, plans));
  refuseIfBuiltOn(await unendGroups(call, groups, from.ends_on));
  await call.db
    .update(newYears)
    .set({ undone_at: sql`edulab_now()`, undone_reason: input.reason })
    .where(eq(newYears.id, run.id));
  if (year) await unmakeYear(call, run.academic_year_id);
  return { undone: (year ? 1 : 0) + plans.length + groups.length + contracts.length };
}
