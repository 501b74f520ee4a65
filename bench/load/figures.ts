import { percentile } from '../measure.ts';
import { table } from '../report.ts';

/** What was asked for, as far as it matters how long somebody waits. `heavy` is what the contracts call so: reports, exports. */
export const kinds = ['read', 'write', 'upload', 'sign-in', 'heavy'] as const;
export type Kind = (typeof kinds)[number];

export interface Sample {
  kind: Kind;
  page: string;
  ms: number;
  /** 0: no answer. */
  status: number;
  /** `refused`: told with 503 or 429 when to come again. */
  outcome: 'good' | 'refused' | 'error';
}

/** Milliseconds that the slowest of a hundred may take. */
export const barsMs: Partial<Record<Kind, number>> = { read: 1_000, write: 2_000 };
/** Milliseconds within which nineteen of twenty refusals come: who is turned away must not have waited for it. */
const refusalMs = 100;

class Series {
  readonly ms: number[] = [];
  readonly bad = new Map<number, number>();
  refused = 0;

  note({ ms, status, outcome }: Pick<Sample, 'ms' | 'status' | 'outcome'>): void {
    if (outcome === 'good') this.ms.push(ms);
    else if (outcome === 'refused') this.refused++;
    else this.bad.set(status, (this.bad.get(status) ?? 0) + 1);
  }

  row(name: string): string[] {
    const whole = (value: number) => value.toFixed(0);
    const at = (share: number) => whole(percentile(this.ms, share));
    const bad = [...this.bad].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
    return [name, String(this.ms.length), at(0.5), at(0.95), at(0.99), at(1), String(this.refused), bad || '0'];
  }
}

export interface Bar {
  name: string;
  measured: string;
  bar: string;
  good: boolean;
}

/** All that a crowd met. */
export class Figures {
  readonly #kinds = new Map<Kind, Series>();
  readonly #opened = new Map<string, Series>();
  readonly #refusals: number[] = [];
  /** Those who came again as often as a browser does and were turned away each time. */
  gaveUp = 0;
  /** What a visit ended with that is no answer of the server: the first of each kind is shown. */
  readonly broken = new Map<string, number>();

  #of<K>(series: Map<K, Series>, key: K): Series {
    const known = series.get(key) ?? new Series();
    series.set(key, known);
    return known;
  }

  note(sample: Sample): void {
    this.#of(this.#kinds, sample.kind).note(sample);
    if (sample.outcome === 'refused') this.#refusals.push(sample.ms);
    if (sample.outcome !== 'good') this.#of(this.#opened, sample.page).note(sample);
  }

  /** A page with all that it asks for is there. */
  opened(page: string, ms: number): void {
    this.#of(this.#opened, page).note({ ms, status: 200, outcome: 'good' });
  }

  broke(error: unknown): void {
    const said = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    this.broken.set(said, (this.broken.get(said) ?? 0) + 1);
  }

  /** Undefined where nothing of that kind was answered. */
  p99(kind: Kind): number | undefined {
    const ms = this.#kinds.get(kind)?.ms ?? [];
    return ms.length ? percentile(ms, 0.99) : undefined;
  }

  #errors(status?: number): number {
    let sum = status === undefined ? [...this.broken.values()].reduce((all, count) => all + count, 0) : 0;
    for (const { bad } of this.#kinds.values())
      for (const [code, count] of bad) if (status === undefined || status === code) sum += count;
    return sum;
  }

  /** Refusals of what is heavy are how its line works; of all else a server that keeps up makes none. */
  #turnedAway(): number {
    return [...this.#kinds].reduce((sum, [kind, { refused }]) => sum + (kind === 'heavy' ? 0 : refused), 0);
  }

  print(title: string): void {
    const head = ['count', 'p50', 'p95', 'p99', 'max', 'refused', 'errors'];
    console.log(`\n${title}; milliseconds`);
    table(
      ['request', ...head],
      kinds.flatMap((kind) => {
        const series = this.#kinds.get(kind);
        return series ? [series.row(kind)] : [];
      }),
    );
    console.log('');
    table(
      ['page, until all it asks for is there', ...head],
      [...this.#opened].map(([page, series]) => series.row(page)),
    );
    if (this.#refusals.length) {
      const at = (share: number) => percentile(this.#refusals, share).toFixed(0);
      console.log(
        `\n${this.#refusals.length} refusals: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, at most ${at(1)}`,
      );
    }
    for (const [said, count] of this.broken) console.log(`${count} visits ended with: ${said}`);
  }

  /** What a server promises that has room for everybody. */
  usualBars(): Bar[] {
    const slow = kinds.flatMap((kind): Bar[] => {
      const bar = barsMs[kind];
      const p99 = this.p99(kind);
      if (bar === undefined || p99 === undefined) return [];
      return [{ name: `${kind} p99, ms`, measured: p99.toFixed(0), bar: `≤ ${bar}`, good: p99 <= bar }];
    });
    return [...slow, none('errors', this.#errors() + this.#turnedAway() + this.gaveUp)];
  }

  /** What it promises where more come than it can serve. */
  rushBars(): Bar[] {
    const p95 = percentile(this.#refusals, 0.95);
    return [
      none('errors besides refusals that name a time', this.#errors()),
      none('signed out (401)', this.#errors(401)),
      {
        name: `p95 of ${this.#refusals.length} refusals, ms`,
        measured: p95.toFixed(0),
        bar: `≤ ${refusalMs}`,
        good: p95 <= refusalMs,
      },
    ];
  }
}

const none = (name: string, count: number): Bar => ({ name, measured: String(count), bar: '0', good: count === 0 });

/** Prints bars; answers whether all are met. */
export function printBars(bars: readonly Bar[]): boolean {
  console.log('');
  table(
    ['bar', 'measured', 'bar', ''],
    bars.map(({ name, measured, bar, good }) => [name, measured, bar, good ? 'ok' : 'MISSED']),
  );
  return bars.every(({ good }) => good);
}
