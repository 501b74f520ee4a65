import type { JobHandler } from '#platform/server/kernel.ts';
import { emit } from '#platform/server/work/events.ts';
import type { KeptState } from './thread.ts';

/** What a search for lessons and one for exams have in common: a score that is seen while it falls, and a stop that is heard. */

/** How often the line of the score grows, and how often the search looks whether it is to stop, in ms. */
const stepMs = 500;
/** Beyond so many points the line is thinned. */
const mostPoints = 400;

interface Step {
  seconds: number;
  cost: number;
  unplaced: number;
}
interface Hooks {
  signal: AbortSignal;
  progress: (step: Step) => void;
  kept: (kept: KeptState) => void;
  /** What an earlier run of the job had found before the server ended under it. */
  earlier: KeptState | null;
  /** How long it may still search. */
  seconds: number;
  /** The end of the line. */
  last: (step: Step) => Promise<void>;
}

/** Runs `work` with the row of `timetable_runs` that `column` and `id` name; each step comes as the live event `event`. */
export async function searching<T>(
  job: Parameters<JobHandler['run']>[0],
  of: {
    column: 'timetable_id' | 'exam_period_id';
    id: number;
    event: string;
    seconds: number;
    /** From what the search calls things to numbers that hold in another run. */
    keep: (state: unknown[]) => unknown[];
  },
  work: (hooks: Hooks) => Promise<T>,
): Promise<T> {
  const { owner } = job.kernel.database;
  const stop = new AbortController();
  const {
    rows: [before],
  } = await owner.query<{ line: Step[]; kept: KeptState | null }>(
    `select line, kept from timetable_runs where ${of.column} = $1`,
    [of.id],
  );
  const earlier = before?.kept ?? null;
  const spent = earlier?.seconds ?? 0;
  const line: Step[] = earlier ? (before?.line ?? []).filter(({ seconds }) => seconds <= spent) : [];
  let fresh: KeptState | undefined;
  /** Outside the job's transaction, so that pages see it while the search runs; and the place where it hears "stop". */
  const tell = async () => {
    const { rows } = await owner.query<{ stop: boolean }>(
      `update timetable_runs set line = $2, kept = coalesce($3, kept) where ${of.column} = $1 returning stop`,
      [of.id, JSON.stringify(line), fresh ? JSON.stringify(fresh) : null],
    );
    fresh = undefined;
    if (rows[0]?.stop) stop.abort();
    const last = line.at(-1);
    if (last && job.account_id)
      await emit(
        { client: owner, institution_id: job.institution_id },
        { type: of.event, to: { account_id: job.account_id }, data: { [of.column]: of.id, ...last } },
      );
    await job.progress(Math.min(Math.floor(last?.seconds ?? 0), of.seconds), of.seconds);
  };
  let telling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    telling = telling.then(tell).catch(() => undefined);
  }, stepMs);
  try {
    return await work({
      signal: stop.signal,
      earlier,
      seconds: Math.max(1, of.seconds - spent),
      kept: ({ seconds, state }) => {
        fresh = { seconds: seconds + spent, state: of.keep(state) };
      },
      progress: (found) => {
        const step = { ...found, seconds: found.seconds + spent };
        const last = line.at(-1);
        if (!last || last.cost !== step.cost || line.length <= mostPoints) line.push(step);
      },
      last: async (step) => {
        line.push({ ...step, seconds: step.seconds + spent });
        clearInterval(timer);
        await telling;
        await tell();
      },
    });
  } finally {
    clearInterval(timer);
    await telling;
  }
}
