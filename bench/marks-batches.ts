import type pg from 'pg';
import { verifyLedger, wrongTotals } from '#domains/assessment/server/index.ts';
import { familyMs } from './cpu.ts';

/** Work over all marks at once: every total computed again, every event of the ledger looked at. */

export interface Batch {
  name: string;
  /** What it was done to: totals, events. */
  amount: number;
  seconds: number;
  /** Seconds of the database's CPU. */
  cpu: number;
  fault: string | null;
}

const STUDENTS = 200;
const LEAVES = 60;

/** Makes modules of 200 students and 60 components until there are `events` marks with one event each, then measures. */
export async function marksBatches(
  client: pg.Client,
  postgres: number,
  dataDir: string,
  events: number,
): Promise<Batch[]> {
  if (events === 0) return [];
  const modules = await largeModules(client, Math.max(1, Math.ceil(events / STUDENTS / LEAVES)));
  const timed = async (name: string, work: () => Promise<{ amount: number; fault: string | null }>): Promise<Batch> => {
    const began = performance.now();
    const cpu = familyMs(postgres);
    const done = await work();
    return {
      name,
      ...done,
      seconds: (performance.now() - began) / 1000,
      cpu: (familyMs(postgres) - cpu) / 1000,
    };
  };
  return [
    await timed(`totals of ${modules.length * STUDENTS} × ${LEAVES} marks`, async () => {
      await client.query('delete from module_results where course_module_id = any($1)', [modules]);
      const { rows } = await client.query<{ n: number }>('select assessment_store($1) as n', [modules]);
      return { amount: rows[0]?.n ?? 0, fault: null };
    }),
    await timed('the same compared with what is stored', async () => {
      const found = await wrongTotals(client, modules);
      return { amount: modules.length * STUDENTS, fault: found.length ? `${found.length} differences` : null };
    }),
    await timed('ledger verified, every event of it', async () => {
      const found = await verifyLedger(client, dataDir);
      return { amount: found.events, fault: found.faults.length ? `${found.faults.length} faults` : null };
    }),
  ];
}

async function largeModules(client: pg.Client, count: number): Promise<number[]> {
  const { rows: there } = await client.query<{ id: number }>(
    "select cm.id from course_modules cm join modules m on m.id = cm.module_id where m.code like 'LARGE%' order by m.id",
  );
  if (there.length >= count) return there.slice(0, count).map((row) => row.id);
  const { rows } = await client.query<{ id: number }>(
    `with m as (insert into modules (institution_id, code, title, type, credits)
       select 1, 'LARGE' || n, jsonb_build_object('uz', 'Large ' || n, 'ru', '', 'en', ''), 'FREE_CHOICE', 6 from generate_series($1::int + 1, $2) n returning id)
     insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, (select min(id) from courses where institution_id = 1), t.academic_year_id, 1, t.number, m.id, 'FREE_CHOICE', 6, true
       from m cross join lateral (select academic_year_id, number from semesters where institution_id = 1 and starts_on <= (select edulab_today()) order by starts_on desc limit 1) t
     returning id`,
    [there.length, count],
  );
  const fresh = rows.map((row) => row.id);
  await client.query(
    "insert into assessment_plans (institution_id, course_module_id, state, marking_begun_at) select 1, c, 'ACTIVE', edulab_now() from unnest($1::int[]) c",
    [fresh],
  );
  const component =
    'insert into assessment_components (institution_id, course_module_id, parent_id, code, title, kind, weight, position)';
  await client.query(
    `${component} select 1, c, null, 'T' || n, '{"uz":"Qism","ru":"","en":""}', 'QUIZ', 25, n from unnest($1::int[]) c cross join generate_series(1, 4) n`,
    [fresh],
  );
  await client.query(
    `${component} select 1, c.course_module_id, c.id, 'L' || n, '{"uz":"Boʻlak","ru":"","en":""}', 'QUIZ', case n when 1 then 2 else 7 end, n
       from assessment_components c cross join generate_series(1, ${LEAVES / 4}) n where c.course_module_id = any($1) and c.parent_id is null`,
    [fresh],
  );
  // As marks are loaded from elsewhere: without history, then into the ledger as they are.
  await client.query('begin');
  await client.query("set local edulab.audit = 'off'");
  await client.query('alter table marks disable trigger user');
  await client.query(
    `insert into marks (institution_id, course_module_id, component_id, student_id, value)
     select 1, c.course_module_id, c.id, s.id, (s.id * 13 + c.id * 7) % 61 + 40
       from assessment_components c cross join (select id from students where institution_id = 1 order by id limit ${STUDENTS}) s
      where c.course_module_id = any($1) and c.parent_id is not null order by 2, 4, 3`,
    [fresh],
  );
  await client.query('alter table marks enable trigger user');
  await client.query("select edulab_ledger_adopt('IMPORTED', edulab_now())");
  await client.query('commit');
  await client.query('vacuum analyze marks, mark_events, module_results');
  return [...there.map((row) => row.id), ...fresh];
}
