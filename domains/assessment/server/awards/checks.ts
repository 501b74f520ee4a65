import { sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import type { GraduationFault } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { casesOf } from '../release/withhold.ts';
import { creditsMissing, modulesMissing } from './programme.ts';

/** What must be true of somebody's studies before the degree, for however many students in two queries. */

/** The code by what a missing module of the plan is: a thesis and a state examination end the studies. */
const missingCodes: Record<string, string> = {
  TAUGHT: 'CORE_NOT_PASSED',
  PRACTICE: 'PRACTICE_NOT_PASSED',
  THESIS: 'FINAL_NOT_PASSED',
  STATE_EXAM: 'FINAL_NOT_PASSED',
};

/**
 * Credits as the transcript counts them, and every core module of the plan, unless a board let one pass. Codes: COURSE_UNKNOWN, CREDITS_MISSING, CORE_NOT_PASSED,
 * PRACTICE_NOT_PASSED, FINAL_NOT_PASSED.
 */
export async function planFulfilled(call: Call, ids: number[]): Promise<GraduationFault[]> {
  const people = sql`${sql.param(ids)}::int[]`;
  const [standings, missing] = await Promise.all([
    call.db.execute<{ id: number; earned: number; programme: number | null }>(
      sql`select * from ${creditsMissing(people)} c`,
    ),
    call.db.execute<{ id: number; part: string; module: string }>(sql`
      select x.id, x.part, m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} as module
        from ${modulesMissing(people)} x join ${modules} m on m.id = x.module_id order by x.id, m.code`),
  ]);
  const credits = standings.rows.map(({ id, earned, programme }) =>
    programme === null
      ? { id, code: 'COURSE_UNKNOWN' }
      : { id, code: 'CREDITS_MISSING', data: { earned, required: programme, missing: programme - earned } },
  );
  const byCode = Map.groupBy(missing.rows, ({ id, part }) => `${id} ${missingCodes[part]}`);
  return [...credits, ...[...byCode.values()].map((those) => modulesFault(those, missingCodes[those[0]!.part]!))];
}

/** Attempts without a confirmed mark, amendments under way, cases and claims. Codes: ATTEMPTS_OPEN, AMENDMENTS_OPEN, CASES_OPEN. */
export async function nothingOpen(call: Call, ids: number[]): Promise<GraduationFault[]> {
  const people = sql.param(ids);
  const cases = casesOf(call, ids);
  const { rows } = await call.db.execute<{ id: number; code: string; module: string }>(sql`
    with open as (
      select o.student_id, o.course_module_id, 'ATTEMPTS_OPEN' as code from edulab_open_attempts(${people}::int[]) o
      union select a.student_id, a.course_module_id, 'AMENDMENTS_OPEN' from amendments a
             where a.student_id = any(${people}::int[]) and a.deleted_at is null and a.status in ('REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED')
      ${cases ? sql`union select c.student_id, c.course_module_id, 'CASES_OPEN' from (${cases}) c` : sql``})
    select o.student_id as id, o.code, m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} as module
      from open o left join ${courseModules} cm on cm.id = o.course_module_id left join ${modules} m on m.id = cm.module_id
     order by o.student_id, o.code, m.code`);
  return [...Map.groupBy(rows, ({ id, code }) => `${id} ${code}`).values()].map((those) =>
    modulesFault(those, those[0]!.code),
  );
}

/** Only whom a confirmed board awarded the degree. Code: NOT_AWARDED. */
export async function degreeAwarded(call: Call, ids: number[]): Promise<GraduationFault[]> {
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select student_id as id from edulab_awards(${sql.param(ids)}::int[])`,
  );
  const has = new Set(rows.map(({ id }) => id));
  return ids.flatMap((id) => (has.has(id) ? [] : { id, code: 'NOT_AWARDED' }));
}

/** One fault for all modules of a kind: how many, and which; the first of them where there are many. */
const modulesFault = (those: { id: number; module: string | null }[], code: string): GraduationFault => ({
  id: those[0]!.id,
  code,
  data: { count: those.length, modules: namesOf(those.flatMap(({ module }) => module ?? [])) },
});
const shownNames = 5;
const namesOf = (names: string[]) => names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ', …' : '');
