import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** A long export goes out in blocks: it neither holds its rows in memory nor lets others wait. */

let api: Api;
let head: Caller;
const many = 60_000;
/** Of one turn to the database: numbers of rows may come all at once, what stands in them may not. */
const block = 1_000;

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');
/** Milliseconds that this thread spent on sweeping for the measure, which are no part of the export's turn. */
let swept = 0;
/** What is held and not only left lying about, in megabytes. */
const held = () => {
  const before = process.threadCpuUsage();
  gc();
  const { user, system } = process.threadCpuUsage(before);
  swept += (user + system) / 1000;
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
  const widest = { rows: 0 };
  let blocks = 0;
  /** What is held once a third of the blocks came, and shortly before the end. */
  const holds: number[] = [];
  const ask = pg.Client.prototype.query;
  // Not by a spy, which would hold every answer itself.
  const asking = (value: unknown) =>
    Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
  asking(function (this: pg.Client, ...asked: unknown[]) {
    const answer: unknown = Reflect.apply(ask, this, asked);
    if (answer instanceof Promise)
      answer.then(
        (result: pg.QueryResult) => {
          if (!(result?.fields?.length > 1)) return;
          widest.rows = Math.max(widest.rows, result.rows.length);
          if (result.rows.length < block / 2) return;
          blocks += 1;
          if (blocks === Math.round(many / block / 3) || blocks === many / block - 2) holds.push(held());
        },
        () => undefined,
      );
    return answer;
  });
  let turn = 0;
  // What this thread worked between two turns: not how long other work on the machine kept it waiting, and not what the
  // other threads of the process compiled and swept meanwhile.
  let worked = process.threadCpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(worked);
    turn = Math.max(turn, (user + system) / 1000 - swept);
    swept = 0;
    worked = process.threadCpuUsage();
  }, 5);
  try {
    const { status, body } = await head.post('/report/export', { definition, format: 'xlsx' });
    expect([status, body.ok]).toEqual([200, true]);
    const { state, receipt } = await api.finished(body.job_id);
    expect([state, receipt.rows]).toEqual(['done', many]);
    expect((await head.get(`/job/${body.job_id}/file`)).raw.subarray(0, 2).toString()).toBe('PK');
  } finally {
    clearInterval(watch);
    asking(ask);
  }
  expect(widest.rows).toBeLessThanOrEqual(block);
  expect(blocks).toBe(many / block);
  // Whoever keeps what went out holds some twenty megabytes more by the end.
  expect(holds).toHaveLength(2);
  expect(holds[1]! - holds[0]!).toBeLessThan(8);
  expect(turn).toBeLessThan(150);
}, 120_000);
