import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  assignContracts,
  carryFees,
  contractsThatHold,
  contractsToAssign,
  type FeeRise,
  feesCarried,
  feesIn,
  feesThatHold,
  feesToCarry,
  unassignContracts,
  uncarryFees,
} from '#domains/accounting/server/index.ts';
import { carryPlans, courses, plansThatHold, plansToCarry, uncarryPlans } from '#domains/curriculum/server/index.ts';
import { endGroups, groupsThatHold, groupsToCarry, unendGroups } from '#domains/groups/server/index.ts';
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
  type newYearQuestion,
  newYearRuns,
  type newYearSummary,
  undoNewYearInput,
} from '../../shapes-turn.ts';
import { enrollments, type NewYearReceipt, newYears, progressionOutcomes } from '../tables.ts';
import { type AcademicYear, yearsAround } from './checklist.ts';

/**
 * A new academic year, made of the one before: what it lacks is counted by those who own it, made by them in one
 * transaction, and taken back while nothing was built on it. What is there stays; so the second run makes what has become
 * possible since, and nothing where nothing has. Nothing of it shows in the year that runs.
 */

const jobKind = 'enrollment.new_year';
const undoKind = 'enrollment.undo_new_year';
const lockNewYears = (call: Call) =>
  call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [jobKind, call.institution_id]);

type Summary = z.infer<typeof newYearSummary>;
type Part = YearPart<NewYearFault>;

interface Fees extends FeeRise {
  carry: boolean;
}
const feesOf = ({ carry_fees, fee_percent, fee_round_to }: z.infer<typeof newYearQuestion>): Fees => ({
  carry: carry_fees ?? true,
  percent: fee_percent ?? 0,
  round_to: fee_round_to ?? 1,
});

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
  carry: boolean,
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
  const fees = await feesToCarry(call, from, to);
  // What the fees make possible is told with them.
  const inForce = carry ? feesIn(call, from, to) : undefined;
  const contracts = await contractsToAssign(call, to, studyingIn(to), inForce);
  return {
    year: year ? { ...nothing, there: 1 } : { ...nothing, made: 1 },
    semesters: {
      made: dates?.semesters.length ?? 0,
      there: there?.done ?? 0,
      faults: (there?.missing ?? []).map(({ title, count }) => ({ code: 'NO_SEMESTERS', title, count })),
    },
    plans,
    choices,
    fees: carry ? fees : { ...fees, made: 0 },
    groups: await groupsToCarry(call, first),
    contracts: { ...contracts, faults: [...undecided.faults, ...contracts.faults] },
  };
}

/** What a run would write: a choice is part of its plan, semesters of their year. */
const rowsToWrite = (parts: Record<NewYearPart, Part>) => newYearRuns.reduce((sum, code) => sum + parts[code].made, 0);

/** The year after this one, after the newest unless named: what it would be made of. Errors: NOT_FOUND. */
export async function newYearOf(call: Call, question: z.infer<typeof newYearQuestion> = {}): Promise<Summary> {
  const { academic_year_id: id } = question;
  const fees = feesOf(question);
  const newest = async () => {
    const { year, next } = await yearsAround(call);
    return (next ?? year).id;
  };
  const { year: from, next: year } = await yearsAround(call, id ?? (await newest()));
  const dates = year ? null : await datesAfter(call, from.id);
  const parts = await partsOf(call, from, year, dates, fees.carry);
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
    fees: may(call, 'agreement.read') ? await feesCarried(call, from, year?.id ?? 0, fees) : [],
    runs: runs.map(({ receipt, at, undone_at, ...run }) => ({
      ...run,
      at: new Date(at).toISOString(),
      undone_at: undone_at && new Date(undone_at).toISOString(),
      made: {
        year: receipt.year ? 1 : 0,
        plans: receipt.plans.length,
        fees: receipt.fees?.length ?? 0,
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
  const count = rowsToWrite(await partsOf(call, from, next, dates, feesOf(input).carry));
  if (count === 0) return { count, job: null };
  const job = await startJob(call, jobKind, input, count);
  return { count, job: { id: job.id, kind: job.kind } };
}

export const newYearJob: JobHandler = {
  async run(job) {
    const call = callOf(job);
    const input = newYearInput.parse(job.input);
    const fees = feesOf(input);
    await lockNewYears(call);
    const { year: from, next } = await yearsAround(call, input.academic_year_id);
    const dates = next ? null : (input.year ?? (await datesAfter(call, from.id)));
    const total = rowsToWrite(await partsOf(call, from, next, dates, fees.carry));
    if (total === 0) return { made: 0 };
    await job.progress(0, total);
    const to = next?.id ?? (dates && (await makeYear(call, from, dates)));
    if (!to) throw fail('NOT_FOUND');
    const plans = await carryPlans(call, from.id, to);
    const groups = await endGroups(call, calendarYearOf(next ?? dates ?? from), from.ends_on);
    const title = next?.title ?? dates?.name ?? '';
    const agreements = fees.carry ? await carryFees(call, from, { id: to, title }, fees) : [];
    const before = (dates ? 1 : 0) + plans.length + agreements.length + groups.length;
    await job.progress(before, total);
    const contracts = await assignContracts(call, to, studyingIn(to), (count) => job.progress(before + count, total));
    const receipt: NewYearReceipt = { year: dates !== null, plans, fees: agreements, groups, contracts };
    const [run] = await call.db
      .insert(newYears)
      .values({ from_academic_year_id: from.id, academic_year_id: to, receipt, made_by: call.account_id })
      .returning({ id: newYears.id });
    await job.progress(total, total);
    return { new_year_id: run!.id, academic_year_id: to, made: before + contracts.length };
  },
};

type Run = typeof newYears.$inferSelect;

/** A run that stands, locked. Errors: NOT_FOUND, NEW_YEAR_UNDONE. */
async function runOf(call: Call, id: number): Promise<Run> {
  await lockNewYears(call);
  const [run] = await call.db
    .select()
    .from(newYears)
    .where(and(eq(newYears.id, id), isNull(newYears.deleted_at)))
    .for('update');
  if (!run) throw fail('NOT_FOUND');
  if (run.undone_at) throw fail('NEW_YEAR_UNDONE');
  return run;
}

const refuseIfBuiltOn = (what: readonly string[]) => {
  if (what.length) throw fail('NEW_YEAR_BUILT_ON', { names: what, who: what.join(', ') });
};
const rowsOf = ({ year, plans, fees = [], groups, contracts }: NewYearReceipt) =>
  (year ? 1 : 0) + plans.length + fees.length + groups.length + contracts.length;

/**
 * Starts to take back what a run made, the last run first, while nothing was built on it: no contract binds anybody, no module
 * was changed, no fee was changed or used, no group has ended. That something else belongs to the modules or the year by now is
 * found when they go. Errors: NOT_FOUND, NEW_YEAR_UNDONE, NEW_YEAR_BUILT_ON with what stands in the way.
 */
export async function undoNewYear(
  call: Call,
  input: z.infer<typeof undoNewYearInput>,
): Promise<{ count: number; job: { id: number; kind: string } }> {
  const run = await runOf(call, input.id);
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
  const { plans, fees = [], groups, contracts } = run.receipt;
  refuseIfBuiltOn(await contractsThatHold(call, contracts));
  refuseIfBuiltOn(await feesThatHold(call, fees, contracts));
  refuseIfBuiltOn(await plansThatHold(call, plans));
  refuseIfBuiltOn(await groupsThatHold(call, groups, from.ends_on));
  const count = rowsOf(run.receipt);
  const job = await startJob(call, undoKind, input, count);
  return { count, job: { id: job.id, kind: job.kind } };
}

/** Errors: NOT_FOUND, NEW_YEAR_UNDONE, NEW_YEAR_BUILT_ON, IN_USE. */
export const undoNewYearJob: JobHandler = {
  async run(job) {
    const call = callOf(job);
    const { id, reason } = undoNewYearInput.parse(job.input);
    const run = await runOf(call, id);
    const { year: from } = await yearsAround(call, run.from_academic_year_id);
    const { year, plans, fees = [], groups, contracts } = run.receipt;
    const total = rowsOf(run.receipt);
    let done = 0;
    const did = (count: number) => {
      done += count;
      return job.progress(done, total);
    };
    await job.progress(0, total);
    refuseIfBuiltOn(await unassignContracts(call, contracts, (count) => job.progress(count, total)));
    await did(contracts.length);
    refuseIfBuiltOn(await uncarryFees(call, fees, reason));
    await did(fees.length);
    refuseIfBuiltOn(await uncarryPlans(call, plans));
    await did(plans.length);
    refuseIfBuiltOn(await unendGroups(call, groups, from.ends_on));
    await did(groups.length);
    await call.db
      .update(newYears)
      .set({ undone_at: sql`edulab_now()`, undone_reason: reason })
      .where(eq(newYears.id, run.id));
    if (year) await unmakeYear(call, run.academic_year_id);
    await job.progress(total, total);
    return { undone: total };
  },
};
