import { eq, sql } from 'drizzle-orm';
import { admittedTo } from '#domains/assessment/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import { examFaults } from '../../../../timetabling/exam-faults.ts';
import { searching } from '../search.ts';
import { modulesByIds } from '../store.ts';
import { timetableRuns } from '../tables.ts';
import { inThread } from '../thread.ts';
import { countTwoADay } from './exams.ts';
import { collectExams, demandExamTakers, isPeriodFor, lockDraftPeriod, takersOf } from './periods.ts';
import { type ExamScene, examScene, examsOf, type Period } from './plan.ts';
import { seat } from './seating.ts';
import { examPeriods, exams } from './tables.ts';

/** From the exams of a period to days, rooms and seats: a job, because a search takes as long as one lets it. */

const usualSeconds = 20;

export async function generateExams(
  call: Call,
  input: { id: number; seconds?: number | undefined; seed?: number | undefined; admitted?: boolean | undefined },
) {
  const period = await lockDraftPeriod(call, input.id);
  const { rows } = await call.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${exams} where period_id = ${period.id} and deleted_at is null and student_ids <> '{}'`,
  );
  if (!rows[0]?.count) {
    await collectExams(call, period);
    await enrol(call, period);
    await demandExamTakers(call, period, 0);
  }
  const job = await startJob(call, 'timetable.exams', {
    period_id: period.id,
    seconds: input.seconds ?? usualSeconds,
    seed: input.seed ?? 1,
    admitted: input.admitted ?? (await isNear(call, period)),
  });
  await call.db.update(examPeriods).set({ job_id: job.id }).where(eq(examPeriods.id, period.id));
  await call.db.delete(timetableRuns).where(eq(timetableRuns.exam_period_id, period.id));
  await call.db.insert(timetableRuns).values({ exam_period_id: period.id });
  return { job_id: job.id };
}

/** Days before a period from which on only those are seated who are admitted; before, admission is still to be earned. */
const nearDays = 7;
async function isNear(call: Call, { starts_on }: Period): Promise<boolean> {
  const { rows } = await call.db.execute<{ near: boolean }>(
    sql`select edulab_today() + ${nearDays}::int >= ${starts_on}::date as near`,
  );
  return rows[0]!.near;
}

export const examsJob: JobHandler = {
  long: true,
  async run(job) {
    const call = callOf(job);
    const { period_id, seconds, seed, admitted } = job.input as {
      period_id: number;
      seconds: number;
      seed: number;
      admitted: boolean;
    };
    const [period] = await call.db.select().from(examPeriods).where(eq(examPeriods.id, period_id));
    if (!period) throw fail('NOT_FOUND');
    await collectExams(call, period);
    const left_out = await (admitted ? admit : enrol)(call, period);
    await demandExamTakers(
      call,
      period,
      Object.values(left_out).reduce((sum, count) => sum + count, 0),
    );
    const scene = await examScene(call, period);
    await demandPossible(call, scene);
    const start = scene.rows.map((row) => scene.slotOf(row));
    const keep = (state: unknown[]) => state.map((slot, at) => [scene.rows[at]!.id, slot]);
    const of = { column: 'exam_period_id' as const, id: period_id, event: 'exams', seconds, keep };
    return searching(job, of, async (hooks) => {
      const earlier = new Map((hooks.earlier?.state ?? []) as [number, number][]);
      const {
        slots,
        cost,
        unplaced,
        seconds: took,
      } = await inThread(
        {
          task: 'exams',
          plan: scene.plan,
          start: start.map((slot, at) => earlier.get(scene.rows[at]!.id) ?? slot),
          seconds: hooks.seconds,
          seed,
        },
        hooks,
      );
      await store(call, scene, slots, left_out);
      await hooks.last({ seconds: took, cost, unplaced });
      return { period_id, exams: scene.rows.length, unplaced, cost, seconds: Math.round(took * 10) / 10 };
    });
  },
};

/** Who takes each module and is admitted to its exam, as it is now. Answers how many are not, by what bars them. */
async function admit(call: Call, period: Period): Promise<Record<string, number>> {
  const rows = await examsOf(call, period.id);
  const admitted = await admittedTo(
    call,
    rows.map((row) => row.course_module_id),
    period.attempt,
    isPeriodFor(period, sql`id`),
    period.starts_on,
  );
  await call.client.query("select set_config('edulab.audit', 'off', true)");
  await call.client.query(
    `update exams e set student_ids = x.student_ids from jsonb_to_recordset($1::jsonb) as x (id int, student_ids int[])
      where e.id = x.id and e.student_ids is distinct from x.student_ids`,
    [
      JSON.stringify(
        rows.map(({ id, course_module_id }) => ({ id, student_ids: admitted.get(course_module_id)?.students ?? [] })),
      ),
    ],
  );
  const left_out: Record<string, number> = {};
  for (const { barred } of admitted.values())
    for (const [code, count] of barred) left_out[code] = (left_out[code] ?? 0) + count;
  await call.client.query("select set_config('edulab.audit', '', true)");
  return left_out;
}

/** Who takes each module, admitted or not. */
async function enrol(call: Call, period: Period): Promise<Record<string, number>> {
  await call.client.query("select set_config('edulab.audit', 'off', true)");
  await call.db.execute(sql`
    update ${exams} set student_ids = x.takers from (select e.id, ${takersOf(sql`e.course_module_id`, period, isPeriodFor(period, sql`s.id`))} as takers from ${exams} e where e.period_id = ${period.id} and e.deleted_at is null) x
     where ${exams.id} = x.id and ${exams.student_ids} is distinct from x.takers`);
  await call.client.query("select set_config('edulab.audit', '', true)");
  return {};
}

/** EXAMS_IMPOSSIBLE with words for what no search can overcome. */
async function demandPossible(call: Call, { plan, rows, open, longest }: ExamScene): Promise<void> {
  const faults = examFaults(plan);
  if (faults.length === 0) return;
  const names = await modulesByIds(
    call,
    rows.map((row) => row.course_module_id),
  );
  const shortest = Math.min(...rows.map(({ minutes }) => minutes));
  const texts = faults.slice(0, 50).map((fault) => {
    if (fault.fault === 'no_slots' && open > 0 && shortest > longest)
      return message(call.locale, 'exam.fault.sittings_short', { minutes: shortest });
    const row = 'exam' in fault ? rows[fault.exam] : undefined;
    const { code = '', title = '' } = names.get(row?.course_module_id ?? 0) ?? {};
    return message(call.locale, `exam.fault.${fault.fault}`, {
      ...fault,
      exam: `${code} ${title}`,
      minutes: row?.minutes ?? 0,
    });
  });
  throw fail('EXAMS_IMPOSSIBLE', { faults: texts, why: texts.slice(0, 3).join('; ') });
}

/** Where each exam is, and who sits where. A machine's draft is no change by a person. */
async function store(
  call: Call,
  scene: ExamScene,
  slots: readonly number[],
  left_out: Record<string, number>,
): Promise<void> {
  const places = scene.rows.map(({ id }, exam) => {
    // An exam that nobody sits needs no place.
    const slot = scene.rows[exam]!.student_ids.length > 0 ? slots[exam]! : -1;
    return { id, ...(slot < 0 ? { date: null, sitting: null } : scene.placeOf(slot)) };
  });
  await call.client.query("select set_config('edulab.audit', 'off', true)");
  await call.client.query(
    `update exams e set date = x.date, sitting = x.sitting from jsonb_to_recordset($1::jsonb) as x (id int, date date, sitting int)
      where e.id = x.id and (e.date, e.sitting) is distinct from (x.date, x.sitting)`,
    [JSON.stringify(places)],
  );
  await call.client.query('delete from exam_halls where period_id = $1', [scene.period.id]);
  await seat(
    call,
    scene,
    slots,
    [...new Set(slots)].filter((slot) => slot >= 0).sort((a, b) => a - b),
  );
  await countTwoADay(call, scene, slots);
  await call.db.update(examPeriods).set({ left_out }).where(eq(examPeriods.id, scene.period.id));
  await call.client.query("select set_config('edulab.audit', '', true)");
}
