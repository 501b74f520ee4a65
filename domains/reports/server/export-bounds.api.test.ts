import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** A long export goes out in blocks: it neither holds its rows in memory nor lets others wait. */

let api: Api;
let head: Caller;
const many = 60_000;
/** Rows of one turn to the database at most; their ids come as many to a row. */
const block = 1_000;

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');
/** What is held and not only left lying about, in megabytes. */
const held = () => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

beforeAll(async () => {
  api = await startApi();
  await api.database.owner.query(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search)
     select 1, 'X' || n, 'Ali', 'Karimov' || n || repeat('a', 200), 'BACHELOR', 'uz', 2026, 'GRANT', 'karimov' from generate_series(1, ${many}) n`,
  );
  await api.database.owner.query('analyze students');
  head = await api.as('registrar_head');
});
afterAll(() => api.close());

it('of sixty thousand rows holds a block of them at a time, and takes no long turn of the process', async () => {
  const definition = {
    subject: 'students',
    columns: ['student_no', 'full_name', 'firstname', 'lastname', 'status', 'entry_year', 'level'],
  };
  // Once before, so that what is compiled and remembered counts for nobody.
  await head.post('/report/run', { definition, size: 200 });
  const one = { ...definition, filters: [{ field: 'student_no', op: 'contains', values: ['X59999'] }] };
  expect((await head.post('/report/export', { definition: one, format: 'xlsx' })).status).toBe(200);
  const widest = { rows: 0 };
  let blocks = 0;
  /**
   * What is held once a third of the blocks came, and shortly before the end: each the least of a few blocks, for what is
   * on its way to the file at one moment is more at one time and less at another.
   */
  const holds: [begin: number, end: number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const few = 4;
  const ask = pg.Client.prototype.query;
  // Not by a spy, which would hold every answer itself.
  const asking = (value: unknown) =>
    Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
  asking(function (this: pg.Client, ...asked: unknown[]) {
    const answer: unknown = Reflect.apply(ask, this, asked);
    if (answer instanceof Promise)
      answer.then(
        (result: pg.QueryResult) => {
          widest.rows = Math.max(widest.rows, result?.rows?.length ?? 0);
          if (!(result?.rows?.length >= block / 2)) return;
          blocks += 1;
          const [begin, end] = [Math.round(many / block / 3), many / block - 1];
          if (begin <= blocks && blocks < begin + few) holds[0] = Math.min(holds[0], held());
          if (end - few <= blocks && blocks < end) holds[1] = Math.min(holds[1], held());
        },
        () => undefined,
      );
    return answer;
  });
  // What this thread worked between two turns: not how long other work on the machine kept it waiting, and not what the
  // other threads of the process compiled meanwhile.
  const turns: { from: number; until: number; worked: number }[] = [];
  let last = { at: performance.now(), cpu: process.threadCpuUsage() };
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last.cpu);
    const at = performance.now();
    turns.push({ from: last.at, until: at, worked: (user + system) / 1000 });
    last = { at, cpu: process.threadCpuUsage() };
  }, 5);
  // To sweep a heap that hundreds of test files before this one have filled takes most of a second, whoever runs then.
  const sweeps: PerformanceEntry[] = [];
  const sweeping = new PerformanceObserver((list) => sweeps.push(...list.getEntries()));
  sweeping.observe({ entryTypes: ['gc'] });
  try {
    const { status, body } = await head.post('/report/export', { definition, format: 'xlsx' });
    expect([status, body.ok]).toEqual([200, true]);
    const { state, receipt } = await api.finished(body.job_id);
    expect([state, receipt.rows]).toEqual(['done', many]);
    expect((await head.get(`/job/${body.job_id}/file`)).raw.subarray(0, 2).toString()).toBe('PK');
  } finally {
    clearInterval(watch);
    asking(ask);
    // Sweeps are told a turn after they were.
    await new Promise((told) => setTimeout(told, 50));
    sweeping.disconnect();
  }
  expect(widest.rows).toBeLessThanOrEqual(block);
  expect(blocks).toBe(many / block);
  // Whoever keeps what went out holds some twenty megabytes more by the end.
  expect(holds.every(Number.isFinite)).toBe(true);
  expect(holds[1] - holds[0]).toBeLessThan(5);
  const sweptIn = (from: number, until: number) =>
    sweeps.reduce(
      (sum, { startTime, duration }) =>
        sum + Math.max(0, Math.min(until, startTime + duration) - Math.max(from, startTime)),
      0,
    );
  expect(turns.length).toBeGreaterThan(100);
  expect(Math.max(...turns.map(({ from, until, worked }) => worked - sweptIn(from, until)))).toBeLessThan(100);
});
