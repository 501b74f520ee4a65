import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { reviewWithheld } from './withhold.ts';

/** What the night does to marks, in every institution: totals are checked and marks lock when their appeals are over. */

export interface Difference {
  course_module_id: number;
  student_id: number;
  stored: string | null;
  computed: string | null;
}

const comparison = `
  select coalesce(s.course_module_id, f.course_module_id) as course_module_id, coalesce(s.student_id, f.student_id) as student_id,
         case when s.id is not null then concat_ws(' ', s.total, s.letter, s.five, s.ects, s.passed, s.attempt, s.complete, s.status, array_to_string(s.why_not, ','), s.inputs) end as stored,
         case when f.student_id is not null then concat_ws(' ', f.total, f.letter, f.five, f.ects, f.passed, f.attempt, f.complete, f.status, array_to_string(f.why_not, ','), f.inputs) end as computed
    from (select * from module_results where course_module_id = any($1)) s
    full join assessment_compute($1) f on f.course_module_id = s.course_module_id and f.student_id = s.student_id
   where (s.total, s.letter, s.five, s.ects, s.passed, s.attempt, s.complete, s.status, s.why_not, s.inputs)
      is distinct from (f.total, f.letter, f.five, f.ects, f.passed, f.attempt, f.complete, f.status, f.why_not, f.inputs)
   order by 1, 2`;

interface Client {
  query<T extends object>(text: string, values?: unknown[]): Promise<{ rows: T[] }>;
}

/** Computes every total of these modules again and says where the stored one is another. Reads only. */
export async function wrongTotals(client: Client, modules: readonly number[]): Promise<Difference[]> {
  const found: Difference[] = [];
  // In blocks, so that no statement holds the work of all years at once.
  for (let at = 0; at < modules.length; at += 200)
    found.push(...(await client.query<Difference>(comparison, [modules.slice(at, at + 200)])).rows);
  return found;
}

export async function modulesWithMarks(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select course_module_id as id from assessment_plans where deleted_at is null and marking_begun_at is not null order by 1',
  );
  return rows.map((row) => row.id);
}

/** Marks whose board was longer ago than the plan leaves for appeals. */
const lockAfterAppeals = `
  update marks m set status = 'LOCKED'
    from assessment_plans p join lateral (select max(b.held_on) as held_on from assessment_boards b where b.course_module_id = p.course_module_id) b on true
   where m.course_module_id = p.course_module_id and p.deleted_at is null and m.status = 'CONFIRMED' and b.held_on + p.appeal_days < (select edulab_today())`;

/** Answers how many totals differed; that is a fault, and they are put right. */
export async function nightlyMarks(kernel: Kernel): Promise<{ differences: number; locked: number }> {
  let wrong = 0;
  let locked = 0;
  await everyInstitutionInTheNight(kernel, 'marks', async (call) => {
    const { client } = call;
    await client.query("set local statement_timeout = '10min'");
    const modules = await modulesWithMarks(client);
    await reviewWithheld(call, modules);
    const found = await wrongTotals(client, modules);
    wrong += found.length;
    const touched = [...new Set(found.map((row) => row.course_module_id))];
    if (touched.length) await client.query('select assessment_store($1)', [touched]);
    await client.query("select set_config('edulab.reason', 'APPEALS_OVER', true)");
    locked += (await client.query(lockAfterAppeals)).rowCount ?? 0;
  });
  return { differences: wrong, locked };
}
