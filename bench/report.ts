import { bars, limits } from './bars.ts';
import type { FirstPage } from './browser.ts';
import type { Frames } from './grid-frames.ts';
import type { Batch } from './marks-batches.ts';
import type { Measured } from './measure.ts';
import { keptRatios, slack } from './ratios.ts';

export interface Round {
  students: number;
  first_start: number | null;
  second_start: number;
  memory: number;
  jobs: Measured[];
  batches: Batch[];
  pages: FirstPage[];
  frames: Frames[];
}

const fixed = (value: number, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
/** One job as soon as it is measured, and without its bar. */
export const progress = ({ name, cpu, floor, fault }: Measured) =>
  `  ${name}: ${fault ?? `${fixed(cpu)} ms, floor ${fixed(floor)}`}`;
const mark = (good: boolean) => (good ? 'ok' : 'OVER');

export function table(head: string[], rows: string[][]): void {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    );
}

/** Prints one size: every figure beside its bar. */
export function printRound(round: Round, base: Round | undefined): void {
  console.log(
    `\n${round.students.toLocaleString('en')} students; CPU in ms per request at 16 connections, wall clock in ms`,
  );
  table(
    ['job', 'server', 'database', 'CPU', 'bar', 'floor', 'ratio', 'kept', 'growth', 'p50', 'p99', 'KB', ''],
    round.jobs.map((job) => {
      if (job.fault) return [job.name, job.fault];
      const bar = bars[job.name];
      const allowed = bar?.cpu ?? job.floor + (bar?.above_floor ?? Number.POSITIVE_INFINITY);
      const before = base?.jobs.find(({ name, fault }) => name === job.name && !fault);
      const growth = before ? job.cpu / before.cpu : Number.NaN;
      const ratio = job.cpu / job.floor;
      const kept = (base ? undefined : keptRatios[job.name]) ?? Number.NaN;
      const good = job.cpu <= allowed && ratio <= limits.ratio && !(growth > limits.growth);
      return [
        job.name,
        fixed(job.server),
        fixed(job.database),
        fixed(job.cpu),
        fixed(allowed),
        fixed(job.floor),
        fixed(ratio),
        fixed(kept),
        fixed(growth),
        fixed(job.p50, 0),
        fixed(job.p99, 0),
        fixed(job.bytes / 1024, 1),
        `${mark(good)}${ratio > kept * slack ? ' SLOWER' : ''}`,
      ];
    }),
  );
  console.log(`SLOWER: more than a tenth over the ratio that is kept in ratios.json.`);
  console.log(`Bars: ratio to the floor ≤ ${limits.ratio}, growth from 10,000 students ≤ ${limits.growth}.\n`);
  table(
    ['start and memory', 'measured', 'bar', ''],
    [
      ...(round.first_start === null
        ? []
        : [
            [
              'first start with filling, s',
              fixed(round.first_start, 1),
              String(limits.first_start_s),
              mark(round.first_start <= limits.first_start_s),
            ],
          ]),
      [
        'second start, s',
        fixed(round.second_start, 1),
        String(limits.second_start_s),
        mark(round.second_start <= limits.second_start_s),
      ],
      [
        'memory of the server after all jobs, MB',
        fixed(round.memory, 0),
        String(limits.memory_mb),
        mark(round.memory <= limits.memory_mb),
      ],
    ],
  );
  if (round.batches.length) {
    console.log('');
    table(
      ['much at once', 'amount', 's', 'CPU s', 'µs each', ''],
      round.batches.map((batch) => [
        batch.name,
        batch.amount.toLocaleString('en'),
        fixed(batch.seconds, 1),
        fixed(batch.cpu, 1),
        fixed((batch.cpu / batch.amount) * 1e6, 1),
        batch.fault ?? 'ok',
      ]),
    );
  }
  if (round.frames.length) {
    console.log('');
    table(
      [`browser, ms between frames (≤ ${limits.frame_ms})`, 'frames', 'middle', 'longest', 'late', ''],
      round.frames.map((one) => [
        one.name,
        String(one.frames),
        fixed(one.middle, 0),
        fixed(one.longest, 0),
        String(one.late),
        mark(one.longest <= limits.frame_ms),
      ]),
    );
  }
  if (round.pages.length === 0) return;
  console.log('');
  table(
    [
      `browser, cold (≤ ${limits.script_kb} KB of scripts, ${limits.requests} requests, ${limits.usable_s} s)`,
      'requests',
      'script KB',
      'all KB',
      's',
      '',
    ],
    round.pages.map((page) => [
      page.name,
      String(page.requests),
      fixed(page.script_kb, 0),
      fixed(page.all_kb, 0),
      fixed(page.seconds),
      mark(page.requests <= limits.requests && page.script_kb <= limits.script_kb && page.seconds <= limits.usable_s),
    ]),
  );
}
