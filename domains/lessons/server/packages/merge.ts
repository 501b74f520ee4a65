import type { attemptStates, successStates } from '../../shapes.ts';

/*
 * How reports from the content become progress. They come late, twice and out of order when a network was away, and from
 * two browsers at once; whatever order they come in, nothing that was reached is lost. Pure.
 */

export interface Progress {
  status: (typeof attemptStates)[number];
  success: (typeof successStates)[number];
  score: number | null;
  seconds: number;
  cmi: Record<string, string>;
  launch: number;
  sequence: number;
  times: Record<string, number>;
}
export interface Report {
  launch: number;
  sequence: number;
  seconds: number;
  values: Record<string, string>;
  done?: boolean | undefined;
}

export const states: readonly Progress['status'][] = ['NOT_ATTEMPTED', 'INCOMPLETE', 'COMPLETED'];
export const successes: readonly Progress['success'][] = ['UNKNOWN', 'FAILED', 'PASSED'];
export const furtherState = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(b) > order.indexOf(a) ? b : a);

/** What the data model of either version says. */
export function reportedProgress(values: Record<string, string>): Pick<Progress, 'status' | 'success' | 'score'> {
  const old = values['cmi.core.lesson_status'];
  const completion = values['cmi.completion_status'];
  const success = values['cmi.success_status'] ?? old;
  const done = completion === 'completed' || old === 'completed' || old === 'passed' || old === 'failed';
  return {
    status: done ? 'COMPLETED' : 'INCOMPLETE',
    success: success === 'passed' ? 'PASSED' : success === 'failed' ? 'FAILED' : 'UNKNOWN',
    score: scoreOf(values),
  };
}

function scoreOf(values: Record<string, string>): number | null {
  const read = (name: string) => {
    const text = values[name];
    return text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  };
  const scaled = read('cmi.score.scaled');
  const raw = read('cmi.score.raw') ?? read('cmi.core.score.raw');
  const min = read('cmi.score.min') ?? read('cmi.core.score.min') ?? 0;
  const max = read('cmi.score.max') ?? read('cmi.core.score.max') ?? 100;
  const score = scaled === undefined ? (raw && max > min ? ((raw - min) / (max - min)) * 100 : raw) : scaled * 100;
  return score === undefined ? null : Math.round(Math.min(100, Math.max(0, score)) * 100) / 100;
}

/**
 * Status, success and score only rise, each opening counts its longest time once, and the data model is that of the
 * newest opening's newest report: an older one cannot put a bookmark back. `taken` says whether the data model was taken.
 */
export function merge(before: Progress, report: Report): Progress & { taken: boolean } {
  const now = reportedProgress(report.values);
  const taken = report.launch > before.launch || (report.launch === before.launch && report.sequence > before.sequence);
  const times: Record<string, number> = {
    ...before.times,
    [report.launch]: Math.max(before.times[report.launch] ?? 0, Math.floor(report.seconds)),
  };
  const status = report.done ? 'COMPLETED' : now.status;
  return {
    status: furtherState(states, before.status, status),
    success: furtherState(successes, before.success, now.success),
    score: now.score === null ? before.score : Math.max(before.score ?? 0, now.score),
    cmi: taken ? report.values : before.cmi,
    launch: taken ? report.launch : before.launch,
    sequence: taken ? report.sequence : before.sequence,
    times,
    seconds: Object.values(times).reduce((sum, seconds) => sum + seconds, 0),
    taken,
  };
}

type Part = Pick<Progress, 'status' | 'success' | 'score' | 'seconds'> & {
  updated_at: string;
};

/**
 * A package of several parts is complete when all are, passed when none is failed and one is passed; its score is their
 * mean. Where it has rules, `ruled` is what they make of the whole.
 */
export function packageResult(parts: Part[], of: number, ruled?: Pick<Part, 'status' | 'success' | 'score'>): Part {
  const scores = parts.flatMap((part) => part.score ?? []);
  const has = (success: Progress['success']) => parts.some((part) => part.success === success);
  return {
    status: parts.filter((part) => part.status === 'COMPLETED').length >= of ? 'COMPLETED' : 'INCOMPLETE',
    success: has('FAILED') ? 'FAILED' : has('PASSED') ? 'PASSED' : 'UNKNOWN',
    score: scores.length ? Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 100) / 100 : null,
    seconds: parts.reduce((sum, part) => sum + part.seconds, 0),
    updated_at:
      parts
        .map((part) => part.updated_at)
        .toSorted()
        .at(-1) ?? '',
    ...(ruled && {
      status: ruled.status,
      success: ruled.success,
      score: ruled.score,
    }),
  };
}
