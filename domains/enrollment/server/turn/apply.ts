import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contractedIn } from '#domains/accounting/server/index.ts';
import { choosersIn, type Newcomer, placesOn } from '#domains/groups/server/index.ts';
import { proposeLeaving, students, takeProposalsBack } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { type Kept, touchedKept, undoKept } from '#platform/server/records/kept.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import { goingOn, progressInput, undoProgressInput } from '../../shapes-turn.ts';
import { movePlaces } from '../life-group.ts';
import { enrollments, progressionOutcomes, progressions } from '../tables.ts';
import { type AcademicYear, yearsAround } from './checklist.ts';
import { tellHeld, tellOutcomes, tellTakenBack } from './notices.ts';
import { yearsToPlan } from './plan.ts';
import { expectedOutcomes } from './progression.ts';

/** A progression is applied as long work in one transaction, of a few statements for however many students, and taken back the same way. */

const jobKind = 'enrollment.progression';
const undoKind = 'enrollment.undo_progression';

/** One at a time in an institution. */
const lockProgressions = (call: Call) =>
  call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [jobKind, call.institution_id]);

async function countDecided(call: Call, year: number): Promise<number> {
  const { rows } = await call.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${expectedOutcomes(year)} f where f.outcome <> 'HELD'`,
  );
  return rows[0]!.count;
}

/** Starts the job that applies a progression. Where nobody is left to decide about, and so the second time, it does nothing. Errors: NO_NEXT_YEAR. */
export async function startProgression(
  call: Call,
  input: z.infer<typeof progressInput>,
): Promise<{ count: number; job: { id: number; kind: string } | null }> {
  const { next } = await yearsAround(call, input.academic_year_id);
  if (!next) throw fail('NO_NEXT_YEAR');
  const count = await countDecided(call, input.academic_year_id);
  if (count === 0) return { count, job: null };
  const job = await startJob(call, jobKind, input, count);
  return { count, job: { id: job.id, kind: job.kind } };
}

export const progressJob: JobHandler = {
  async run(job) {
    const call = callOf(job);
    const input = progressInput.parse(job.input);
    await lockProgressions(call);
    // No statistics know yet what this transaction writes; rows would be compared one by one, ten thousand with ten thousand.
    await call.client.query('set local enable_nestloop = off');
    const { year, next } = await yearsAround(call, input.academic_year_id);
    if (!next) throw fail('NO_NEXT_YEAR');
    const total = await countDecided(call, input.academic_year_id);
    if (total === 0) return { applied: 0 };
    await job.progress(0, total);
    const [earlier] = await call.db
      .select({ id: progressions.id })
      .from(progressions)
      .where(and(eq(progressions.academic_year_id, year.id), isNull(progressions.undone_at)));
    const first = earlier === undefined;
    const { academic_year_id, order_number, order_date } = input;
    const [run] = await call.db
      .insert(progressions)
      .values({ academic_year_id, next_academic_year_id: next.id, order_number, order_date, made_by: call.account_id })
      .returning({ id: progressions.id });
    const id = run!.id;
    await call.db.execute(sql`
      insert into ${progressionOutcomes} (progression_id, enrollment_id, outcome, proposed, cause, reason, planned, earned, debts, open)
      select ${id}::int, f.id, f.outcome, f.proposed, f.cause, f.reason, f.planned, f.earned, f.debts, f.open from ${expectedOutcomes(academic_year_id)} f where f.outcome <> 'HELD'`);
    await job.progress(Math.round(total / 3), total);
    const going = sql`
      select e.id, e.study_year + case when o.outcome in ('PROMOTED', 'CONDITIONAL') then 1 else 0 end as study_year
        from ${progressionOutcomes} o join ${enrollments} e on e.id = o.enrollment_id where o.progression_id = ${id} and o.outcome in ${goingOn}`;
    await call.db.execute(sql`
      with planned as (
        insert into ${enrollments} (student_id, course_id, academic_year_id, study_year, education_form_id, starts_on, ends_on, order_number, order_date, status)
        select p.student_id, p.course_id, p.academic_year_id, p.study_year, p.education_form_id, p.starts_on, p.ends_on, ${order_number}, ${order_date}::date, 'PLANNED'
          from ${yearsToPlan(going)} p
        returning id, institution_id, student_id, course_id),
      told as (
        insert into status_history (institution_id, entity, entity_id, from_status, to_status, order_number, order_date, account_id)
        select institution_id, 'enrollment', id, null, 'PLANNED', ${order_number}, ${order_date}::date, nullif(${call.account_id}::int, 0) from planned)
      update ${progressionOutcomes} o set new_enrollment_id = p.id
        from planned p, ${enrollments} e where o.progression_id = ${id} and e.id = o.enrollment_id and e.student_id = p.student_id and e.course_id = p.course_id`);
    await job.progress(Math.round((total * 2) / 3), total);
    const places = await seatRepeaters(call, id, next);
    const proposals = await proposeLeavers(call, id, { order_number, year: year.title });
    await call.db.update(progressions).set({ receipt: { places, proposals } }).where(eq(progressions.id, id));
    await call.client.query(closeDecided);
    await tellOutcomes(call, id, next);
    await tellHeld(call, year, next, first);
    await job.progress(total, total);
    return { progression_id: id, applied: total, proposed: proposals.length };
  },
};

/** Who repeats learns with those of that year of study from the first day on, where their groups have a place. */
async function seatRepeaters(call: Call, run: number, next: AcademicYear): Promise<Kept[]> {
  const { rows } = await call.db.execute<Newcomer & Record<string, unknown>>(sql`
    select s.id as student_id, e.course_id, extract(year from n.starts_on)::int - n.study_year + 1 as entry_year, s.study_language as language,
           s.education_form_id, s.gender, n.starts_on::text as day, ''::text as reason
      from ${progressionOutcomes} o join ${enrollments} e on e.id = o.enrollment_id join ${enrollments} n on n.id = o.new_enrollment_id
      join ${students} s on s.id = e.student_id
     where o.progression_id = ${run} and o.outcome = 'REPEATS' order by s.full_name, s.id`);
  const places = await placesOn(
    call,
    rows.map((row) => row.student_id),
    next.starts_on,
  );
  const moving = rows.filter((row) => {
    const place = places.get(row.student_id);
    return place?.entry_year !== row.entry_year || place.course_id !== row.course_id;
  });
  const reason = message(call.locale, 'progression_repeats');
  const { kept } = await movePlaces(
    call,
    moving.map((row) => ({ ...row, reason })),
    next.starts_on,
  );
  return kept;
}

/** That somebody leaves is proposed: another person confirms it, with the preview and the order of every change of a life. */
async function proposeLeavers(call: Call, run: number, of: { order_number: string; year: string }): Promise<number[]> {
  const { rows } = await call.db.execute<{ student_id: number; reason: string | null }>(sql`
    select e.student_id, o.reason from ${progressionOutcomes} o join ${enrollments} e on e.id = o.enrollment_id
     where o.progression_id = ${run} and o.outcome = 'LEAVES' order by 1`);
  return proposeLeaving(
    call,
    rows.map(({ student_id, reason }) => ({
      student_id,
      reason: message(call.locale, 'progression_leaves', { ...of, reason: reason ?? '' }).trim(),
    })),
  );
}

/** How a decided year of study ends, by its outcome `o`: of whoever was away it ends as it was left. */
const closes =
  "case o.outcome when 'REPEATS' then 'REPEATING' when 'LEAVES' then 'ENDED' when 'ON_LEAVE' then 'ENDED' else 'COMPLETED' end";

/**
 * Closes years of study that were decided, as soon as their last day is over: at once where it is, else in the night that
 * follows it. Until then the old year runs on, while the next one is planned.
 */
export const closeDecided = `
  with due as (
    select o.progression_id, o.enrollment_id, e.status, p.order_number, p.order_date,
           ${closes} as closes
      from progression_outcomes o join progressions p on p.id = o.progression_id join enrollments e on e.id = o.enrollment_id
     where not o.undone and o.closed_from is null and o.outcome <> 'HELD'
       and (e.status in ('ACTIVE', 'SUSPENDED') or (e.status = 'PLANNED' and o.outcome = 'ON_LEAVE')) and e.deleted_at is null and e.ends_on < (select edulab_today())
     order by e.id for update of e),
  closed as (
    update enrollments e set status = due.closes from due where e.id = due.enrollment_id
    returning e.id, e.institution_id, due.status as was, due.closes, due.order_number, due.order_date),
  told as (
    insert into status_history (institution_id, entity, entity_id, from_status, to_status, order_number, order_date)
    select institution_id, 'enrollment', id, was, closes, order_number, order_date from closed)
  update progression_outcomes o set closed_from = due.status from due where o.progression_id = due.progression_id and o.enrollment_id = due.enrollment_id`;

const builtOnRefusal = (count: number, names: string[]) =>
  fail('PROGRESSION_BUILT_ON', { count, names, who: names.join(', ') });

/** A progression that stands, locked. Errors: NOT_FOUND, PROGRESSION_UNDONE. */
async function runOf(call: Call, id: number) {
  await lockProgressions(call);
  const [run] = await call.db
    .select()
    .from(progressions)
    .where(and(eq(progressions.id, id), isNull(progressions.deleted_at)))
    .for('update');
  if (!run) throw fail('NOT_FOUND');
  if (run.undone_at) throw fail('PROGRESSION_UNDONE');
  return run;
}
type Run = Awaited<ReturnType<typeof runOf>>;

async function demandNothingBuilt(call: Call, run: Run): Promise<void> {
  const made = sql`${progressionOutcomes} o join ${enrollments} e on e.id = o.enrollment_id left join ${enrollments} n on n.id = o.new_enrollment_id`;
  await call.db.execute(
    sql`select 1 from ${enrollments} e where e.id in (select o.new_enrollment_id from ${progressionOutcomes} o where o.progression_id = ${run.id}) order by e.id for update`,
  );
  const { rows: built } = await call.db.execute<{ name: string; total: number }>(sql`
    select s.full_name as name, count(*) over ()::int as total from ${made} join ${students} s on s.id = e.student_id
     where o.progression_id = ${run.id} and (
           n.status <> 'PLANNED' or n.version > 1 or n.deleted_at is not null
           or (o.closed_from is not null and e.status <> ${sql.raw(closes)})
           or (n.id is not null and (e.student_id in ${choosersIn(run.next_academic_year_id)} or e.student_id in ${contractedIn(run.next_academic_year_id)})))
     order by 1 limit 5`);
  if (built.length)
    throw builtOnRefusal(
      built[0]!.total,
      built.map(({ name }) => name),
    );
}

async function refuseMoved(call: Call, moved: readonly { student_id: number }[], left: readonly string[]) {
  if (moved.length === 0 && left.length === 0) return;
  const { rows: who } = await call.db.execute<{ name: string }>(
    sql`select full_name as name from ${students} where id in ${[0, ...moved.map((one) => one.student_id)]} order by 1`,
  );
  const names = [...left, ...who.map(({ name }) => name)];
  throw builtOnRefusal(names.length, names.slice(0, 5));
}

/**
 * Starts to take a progression back while nothing was built on it: no planned year of it began, was changed or deleted, nobody
 * chose a module of the next year or has a contract of it, no place that it gave and no closed year moved since. That somebody
 * whom it proposed to expel was is found when the proposals go. Errors: NOT_FOUND, PROGRESSION_UNDONE, PROGRESSION_BUILT_ON.
 */
export async function undoProgress(
  call: Call,
  input: z.infer<typeof undoProgressInput>,
): Promise<{ count: number; job: { id: number; kind: string } }> {
  const run = await runOf(call, input.id);
  await demandNothingBuilt(call, run);
  await refuseMoved(call, await touchedKept(call.client, run.receipt.places), []);
  const { rows } = await call.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${progressionOutcomes} o where o.progression_id = ${run.id}`,
  );
  const count = rows[0]?.count ?? 0;
  const job = await startJob(call, undoKind, input, count);
  return { count, job: { id: job.id, kind: job.kind } };
}

/** Errors: NOT_FOUND, PROGRESSION_UNDONE, PROGRESSION_BUILT_ON. */
export const undoProgressJob: JobHandler = {
  async run(job) {
    const call = callOf(job);
    const input = undoProgressInput.parse(job.input);
    const run = await runOf(call, input.id);
    const { rows } = await call.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${progressionOutcomes} o where o.progression_id = ${run.id}`,
    );
    const total = rows[0]?.count ?? 0;
    const third = (part: number) => job.progress(Math.round((total * part) / 3), total);
    await third(0);
    await demandNothingBuilt(call, run);
    const { places, proposals } = run.receipt;
    const moved = await touchedKept(call.client, places);
    await refuseMoved(call, moved, await takeProposalsBack(call, proposals, input.reason));
    await undoKept(call.client, places);
    await third(1);
    await call.db.execute(sql`
      update ${enrollments} e set deleted_at = edulab_now() from ${progressionOutcomes} o where o.progression_id = ${run.id} and e.id = o.new_enrollment_id`);
    const reason = message(call.locale, 'progression_taken_back', { reason: input.reason });
    await call.db.execute(sql`
      with back as (
        update ${enrollments} e set status = o.closed_from from ${progressionOutcomes} o
         where o.progression_id = ${run.id} and o.enrollment_id = e.id and o.closed_from is not null
        returning e.id, e.institution_id, ${sql.raw(closes)} as closed, o.closed_from)
      insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, account_id)
      select institution_id, 'enrollment', id, closed, closed_from, ${reason}, nullif(${call.account_id}::int, 0) from back`);
    await third(2);
    const { year } = await yearsAround(call, run.academic_year_id);
    await tellTakenBack(call, run.id, year.title);
    await call.db.execute(sql`update ${progressionOutcomes} set undone = true where progression_id = ${run.id}`);
    await call.db
      .update(progressions)
      .set({ undone_at: sql`edulab_now()`, undone_reason: input.reason })
      .where(eq(progressions.id, run.id));
    await third(3);
    return { undone: total };
  },
};
