import { availableParallelism } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import type { Plan, PlanLesson } from '../../../timetabling/plan.ts';
import type { generateInput } from '../shapes.ts';
import { bells } from './bells.ts';
import { costKeys, stampOf } from './costs.ts';
import { type Demand, demandsOf } from './demands.ts';
import { warningsOf } from './foresee.ts';
import { modulesOf, semesterOf, surroundingsOf, weeksOf } from './inputs.ts';
import { type Entry, planFor, timeOfTeachers } from './plans.ts';
import { searching } from './search.ts';
import { entriesOf, running, shapeOf, type Timetable, timetableById } from './store.ts';
import { timetableRuns, timetables } from './tables.ts';
import { inThread, type KeptState } from './thread.ts';

/** A timetable from nothing, or from one that is there: what is asked for, the search, and the draft that comes of it. */

const usualSeconds = 60;

export type Request = NonNullable<z.infer<typeof generateInput>>;

/** Everything that a search needs, and what is wrong with it. */
async function ask(
  call: Call,
  timetable: Pick<Timetable, 'semester_id' | 'days' | 'bells'>,
  from_id: number | undefined,
  earlier?: readonly Entry[] | undefined,
) {
  const semester = await semesterOf(call, timetable.semester_id);
  const around = await surroundingsOf(call);
  const modules = await modulesOf(call, semester);
  const { weeks } = weeksOf(semester);
  const shape = shapeOf(timetable);
  const demands =
    weeks > 0
      ? demandsOf(
          modules,
          around.rooms,
          around.groups,
          weeks,
          around.requirements,
          timeOfTeachers(around, shape),
          around.chosen,
        )
      : [];
  const old = earlier ?? (from_id ? await foundIn(call, from_id) : []);
  const { fixed, start } = keep(demands, old, timetable);
  const plan = planFor(around, shape, demands, fixed);
  return { demands, plan, start: startOf(plan, start), around };
}

/** The lessons of a timetable; of one whose search was lost, the best that it had kept. */
async function foundIn(call: Call, id: number): Promise<readonly Entry[]> {
  const entries = await entriesOf(call, id);
  if (entries.length > 0) return entries;
  const [run] = await call.db.select().from(timetableRuns).where(eq(timetableRuns.timetable_id, id));
  return ((run?.kept as KeptState | null)?.state ?? []) as Entry[];
}

interface Kept {
  demand: number;
  entry: Entry;
}

/**
 * What of an earlier timetable is still asked for. Who teaches is the earlier one's word: a lesson of the same module,
 * kind, groups and weeks keeps its teacher.
 */
function keep(demands: Demand[], old: readonly Entry[], { days, bells: of }: Pick<Timetable, 'days' | 'bells'>) {
  const keyOf = (one: Pick<Entry, 'course_module_id' | 'kind' | 'group_ids' | 'week' | 'length'>) =>
    `${one.course_module_id} ${one.kind} ${one.group_ids.join('+')} ${one.week} ${one.length}`;
  const at = new Map(demands.map((demand, index) => [keyOf(demand), index]));
  const fixed = new Map<number, { day: number; session: number; room: string }[]>();
  const start: Kept[] = [];
  const left = demands.map(({ lessons }) => lessons);
  for (const entry of old) {
    const demand = at.get(keyOf(entry));
    if (demand === undefined || left[demand] === 0) continue;
    demands[demand]!.staff_id = entry.staff_id;
    demands[demand]!.co_staff_ids = entry.co_staff_ids;
    if (entry.day === null || entry.session === null || entry.room_id === null) continue;
    if (entry.day > days || entry.session > of.length) continue;
    left[demand]!--;
    start.push({ demand, entry });
    if (!entry.fixed) continue;
    const place = { day: entry.day - 1, session: entry.session - 1, room: String(entry.room_id) };
    fixed.set(demand, [...(fixed.get(demand) ?? []), place]);
  }
  return { fixed, start };
}

function startOf(plan: Plan, kept: readonly Kept[]): PlanLesson[] {
  const rooms = new Map(plan.rooms.map(({ id }, index) => [Number(id), index]));
  return kept.flatMap(({ demand, entry }): PlanLesson[] => {
    const room = rooms.get(entry.room_id!);
    if (room === undefined) return [];
    const week = plan.weeks === 2 && entry.week === 'EVEN' ? 1 : 0;
    return [{ activity: demand, room, week, day: entry.day! - 1, session: entry.session! - 1 }];
  });
}

const weekFor = (input: Request, semester_id: number, from: Timetable | undefined) => ({
  semester_id,
  days: input.days ?? from?.days ?? 6,
  bells: input.sessions || !from ? bells(input.sessions ?? 6) : from.bells,
});

/** What is known before a search: what makes it impossible, and what will cost wherever it is put. Writes nothing. */
export async function previewSearch(call: Call, input: Request = {}) {
  const from = input.from_id ? await timetableById(call, input.from_id) : undefined;
  const semester = await semesterOf(call, input.semester_id ?? from?.semester_id);
  if (weeksOf(semester).weeks === 0) throw fail('NO_SEMESTER');
  const asked = await ask(call, weekFor(input, semester.id, from), from?.id);
  const warnings = asked.demands.length > 0 ? await warningsOf(call, asked) : [];
  return { count: warnings.length, warnings: warnings.slice(0, 50) };
}

/** Makes the draft and starts the search. TIMETABLE_IMPOSSIBLE names what no search can overcome. */
export async function generate(call: Call, input: Request = {}) {
  const from = input.from_id ? await timetableById(call, input.from_id) : undefined;
  const semester = await semesterOf(call, input.semester_id ?? from?.semester_id);
  if (weeksOf(semester).weeks === 0) throw fail('NO_SEMESTER');
  const [{ count } = { count: 0 }] = (
    await call.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${timetables} where deleted_at is null and ${running}`,
    )
  ).rows;
  // One search takes every core that it is given; a second would only make both worse.
  if (count > 0) throw fail('TIMETABLE_RUNNING');
  const [timetable] = await call.db
    .insert(timetables)
    .values({ title: input.title || (await freshTitle(call, semester.id)), ...weekFor(input, semester.id, from) })
    .returning();
  const { demands, plan, around } = await ask(call, timetable!, from?.id);
  if (demands.length === 0) throw fail('TIMETABLE_EMPTY');
  const warnings = await warningsOf(call, { demands, plan, around });
  const hopeless = warnings.filter((one) => one.hopeless);
  if (hopeless.length > 0) {
    throw fail('TIMETABLE_IMPOSSIBLE', {
      faults: hopeless.slice(0, 50),
      count: hopeless.length,
      why: hopeless
        .slice(0, 3)
        .map(({ text }) => text)
        .join('; '),
    });
  }
  const job = await startJob(call, 'timetable.generate', {
    timetable_id: timetable!.id,
    from_id: from?.id ?? null,
    seconds: input.seconds ?? usualSeconds,
    seed: input.seed ?? 1,
  });
  await call.db.update(timetables).set({ job_id: job.id }).where(sql`${timetables.id} = ${timetable!.id}`);
  await call.db.insert(timetableRuns).values({ timetable_id: timetable!.id });
  return { timetable_id: timetable!.id, job_id: job.id, warnings: warnings.slice(0, 50) };
}

/** `Draft 3` of the semester, in the caller's language. */
async function freshTitle(call: Call, semester_id: number): Promise<string> {
  const { rows } = await call.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${timetables} where semester_id = ${semester_id}`,
  );
  return message(call.locale, 'timetable.draft', { number: (rows[0]?.count ?? 0) + 1 });
}

export const generateJob: JobHandler = {
  long: true,
  async run(job) {
    const call = callOf(job);
    const { timetable_id, from_id, seconds, seed } = job.input as {
      timetable_id: number;
      from_id: number | null;
      seconds: number;
      seed: number;
    };
    const timetable = await timetableById(call, timetable_id);
    // The search is asked for once; what it goes on from after a crash is known only when it begins.
    let asked: Awaited<ReturnType<typeof ask>> | undefined;
    const keep = (state: unknown[]) => (asked ? recordsOf(asked.demands, asked.plan, state as PlanLesson[]) : []);
    const of = { column: 'timetable_id' as const, id: timetable_id, event: 'timetable', seconds, keep };
    return searching(job, of, async (hooks) => {
      const earlier = hooks.earlier?.state as Entry[] | undefined;
      asked = await ask(call, timetable, from_id ?? undefined, earlier);
      const { demands, plan, start } = asked;
      const solved = await inThread(
        {
          task: 'solve',
          plan,
          start,
          seconds: hooks.seconds,
          // Another way from the same place than the one that was lost.
          seed: earlier ? seed + 1 : seed,
          threads: Math.max(1, availableParallelism() - 1),
        },
        hooks,
      );
      await store(call, timetable_id, demands, plan, solved.lessons);
      const key = (await costKeys(call, [timetable_id], stampOf(asked.around))).get(timetable_id)?.key ?? null;
      await call.db.update(timetables).set({ cost: solved.cost }).where(sql`${timetables.id} = ${timetable_id}`);
      await job.kernel.database.owner.query('update timetable_runs set cost_key = $2 where timetable_id = $1', [
        timetable_id,
        key,
      ]);
      await hooks.last({ seconds: solved.seconds, cost: solved.cost, unplaced: solved.unplaced });
      return {
        timetable_id,
        lessons: solved.lessons.length,
        unplaced: solved.unplaced,
        cost: solved.cost,
        seconds: Math.round(solved.seconds * 10) / 10,
        feasible_after: solved.feasible_after,
      };
    });
  },
};

/** Lessons of a search as they are stored. */
function recordsOf(demands: readonly Demand[], plan: Plan, lessons: readonly PlanLesson[]) {
  return lessons.map(({ activity, room, day, session }) => {
    const { course_module_id, kind, staff_id, co_staff_ids, group_ids, week, length } = demands[activity]!;
    const fixed = plan.activities[activity]!.fixed?.some((one) => one.day === day && one.session === session) ?? false;
    const place = { room_id: Number(plan.rooms[room]!.id), day: day + 1, session: session + 1, fixed };
    return { course_module_id, kind, staff_id, co_staff_ids, group_ids, week, length, ...place };
  });
}

/** Writes the lessons of a search, and those that it found no place for. A machine's draft is no change by a person. */
async function store(
  call: Call,
  timetable_id: number,
  demands: readonly Demand[],
  plan: Plan,
  lessons: readonly PlanLesson[],
): Promise<void> {
  const common = {
    version: 1,
    created_at: clock.date(),
    updated_at: clock.date(),
    institution_id: call.institution_id,
    timetable_id,
  };
  const left = demands.map(({ lessons: count }) => count);
  for (const { activity } of lessons) left[activity]!--;
  const rest = demands.flatMap(({ course_module_id, kind, staff_id, co_staff_ids, group_ids, week, length }, index) =>
    Array.from({ length: Math.max(0, left[index]!) }, () => ({
      ...{ course_module_id, kind, staff_id, co_staff_ids, group_ids, week, length },
      ...{ room_id: null, day: null, session: null, fixed: false },
    })),
  );
  const records = [...recordsOf(demands, plan, lessons), ...rest].map((one) => ({ ...common, ...one }));
  await call.client.query("select set_config('edulab.audit', 'off', true)");
  await insertAll(call.client, 'timetable_entries', records);
  await call.client.query("select set_config('edulab.audit', '', true)");
}
