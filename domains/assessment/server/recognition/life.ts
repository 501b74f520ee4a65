import { and, eq, isNull, sql } from 'drizzle-orm';
import { modules } from '#domains/curriculum/server/index.ts';
import { claimFiles } from '#domains/files/server/index.ts';
import type { LifeChange, LifeEffect, LifeOffer, LifePerson } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { changeKept, type Kept, makeKept } from '#platform/server/records/kept.ts';
import { plansOf, resultsFor } from './plan.ts';
import { creditRecognitions } from './tables.ts';

/**
 * What was passed elsewhere, or in the course that is left, becomes part of the course of now: module by module, with the
 * order of the change, and goes with it where that is undone.
 */

type Done = Awaited<ReturnType<LifeEffect['apply']>> & { kept: Kept[] };
type Line = Done['lines'][number];
const table = 'credit_recognitions';

const told = (student_id: number, code: string, some: readonly { code: string; credits: number }[]): Line[] =>
  some.length
    ? [
        {
          student_id,
          code,
          values: {
            count: some.length,
            credits: some.reduce((sum, { credits }) => sum + credits, 0),
            modules: some.map((one) => one.code).join(', '),
          },
        },
      ]
    : [];

const sourceOf = (name: string) => name.trim().toLowerCase();

/** What is left to recognise of each module of elsewhere of which something is recognised already. */
async function leftOf(call: Call, student_id: number, origin: string): Promise<Map<string, number>> {
  const rows = await call.db
    .select({
      module: creditRecognitions.source_module,
      left: sql<number>`(max(${creditRecognitions.source_credits}) - sum(${creditRecognitions.credits}))::float8`,
    })
    .from(creditRecognitions)
    .where(
      and(
        eq(creditRecognitions.student_id, student_id),
        sql`lower(trim(${creditRecognitions.origin})) = ${sourceOf(origin)}`,
        isNull(creditRecognitions.withdrawn_at),
        isNull(creditRecognitions.deleted_at),
      ),
    )
    .groupBy(creditRecognitions.source_module);
  return new Map(rows.map(({ module, left }) => [sourceOf(module ?? ''), left]));
}

/** Of one student, as the office has it from the papers. Errors: UNKNOWN_REFERENCE, ALREADY_RECOGNISED, RECOGNITION_CREDITS. */
async function recognise(call: Call, { target }: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const [{ id: student_id, after }] = people as [LifePerson];
  const { recognised = [], origin = '', decided_by, file_ids = [] } = target;
  await claimFiles(call, 'file_ids', file_ids);
  const plan = new Map((await plansOf(call, [after.course_id ?? 0], student_id)).map((one) => [one.id, one]));
  const left = await leftOf(call, student_id, origin);
  for (const [at, one] of recognised.entries()) {
    const path = `recognised.${at}.module_id`;
    const planned = plan.get(one.module_id);
    if (!planned) throw failField(path, 'UNKNOWN_REFERENCE');
    if (planned.passed || recognised.findIndex(({ module_id }) => module_id === one.module_id) !== at)
      throw fail('ALREADY_RECOGNISED', {
        module: `${planned.code} ${planned.title}`,
        fields: [{ path, code: 'ALREADY_RECOGNISED' }],
      });
    if (one.credits > planned.credits)
      throw fail('RECOGNITION_CREDITS', {
        module: `${planned.code} ${planned.title}`,
        credits: planned.credits,
        fields: [{ path: `recognised.${at}.credits`, code: 'RECOGNITION_CREDITS' }],
      });
    // One module of elsewhere may be two of here, but not with more credits than it has.
    const source = sourceOf(one.source_module);
    const rest = left.get(source);
    if (rest !== undefined && one.credits > rest)
      throw fail('RECOGNITION_CREDITS', {
        module: one.source_module,
        credits: Math.max(0, rest),
        fields: [{ path: `recognised.${at}.credits`, code: 'RECOGNITION_CREDITS' }],
      });
    left.set(source, (rest ?? one.source_credits) - one.credits);
  }
  const kept = await makeKept(
    call.client,
    table,
    recognised.map((one) => ({
      student_id,
      origin,
      source_module: one.source_module,
      source_credits: one.source_credits,
      source_grade: one.source_grade ?? null,
      module_id: one.module_id,
      credits: one.credits,
      total: one.total ?? null,
      decided_by: decided_by ?? null,
      account_id: call.account_id || null,
      file_ids,
      // What is withdrawn since was built on.
      withdrawn_at: null,
    })),
  );
  const shown = recognised.map(({ module_id, credits }) => ({ code: plan.get(module_id)!.code, credits }));
  return { kept, lines: told(student_id, 'RECOGNISED', shown) };
}

/** Results of courses that were left, this one and those before: those of equal modules count, unless the office decided otherwise for one student. */
async function carryOver(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const moved = people.filter(({ before, after }) => before.course_id !== after.course_id && before.course_id !== null);
  const done: Done = { lines: [], kept: [] };
  if (moved.length === 0) return done;
  const ids = moved.map(({ id }) => id);
  const { rows: standing } = await call.db.execute<{
    id: number;
    student_id: number;
    from_course_id: number | null;
    module_id: number | null;
    code: string | null;
    credits: number;
  }>(sql`
    select c.id, c.student_id, c.from_course_id, c.module_id, c.credits::float8 as credits, m.code
      from ${creditRecognitions} c left join ${modules} m on m.id = c.module_id
     where c.student_id = any(${sql.param(ids)}::int[]) and c.withdrawn_at is null and c.deleted_at is null order by c.id`);
  const results = await resultsFor(call, moved);
  const plans = new Map<number, Map<number, string>>();
  for (const course of new Set(moved.flatMap(({ after }) => after.course_id ?? [])))
    plans.set(course, new Map((await plansOf(call, [course])).map(({ id, code, title }) => [id, `${code} ${title}`])));
  const over: { id: number; reason: string }[] = [];
  const made: object[] = [];
  const offered: LifeOffer['results'] = [];
  for (const { id: student_id, after } of moved) {
    const plan = plans.get(after.course_id ?? 0) ?? new Map<number, string>();
    const mine = standing.filter((row) => row.student_id === student_id);
    // All that was passed here is asked about anew; what others gave counts where the plan has the module.
    const inner = mine.filter((row) => row.from_course_id !== null);
    const lost = mine.filter((row) => row.from_course_id === null && !plan.has(row.module_id ?? 0));
    over.push(...[...inner, ...lost].map(({ id }) => ({ id, reason: change.note.reason ?? change.kind })));
    const passed = results.filter((row) => row.student_id === student_id);
    const used = new Set(mine.filter((row) => !inner.includes(row) && !lost.includes(row)).map((row) => row.module_id));
    const yes: { code: string; credits: number }[] = [];
    const no: { code: string; credits: number }[] = lost.map(({ code, credits }) => ({ code: code ?? '', credits }));
    const counted = people.length === 1 ? (change.target.counted ?? []) : [];
    /** What the best result of a module is in the course to come; the same module of another year is that, or nothing. */
    const asked = new Map<number, number | null>();
    for (const row of passed) {
      const at = counted.findIndex((one) => one.course_module_id === row.course_module_id);
      const decided = counted[at];
      const wanted = decided ? decided.module_id : row.proposed;
      const path = `counted.${at}.module_id`;
      if (wanted !== null && !plan.has(wanted)) throw failField(path, 'UNKNOWN_REFERENCE');
      const again = asked.has(row.own_module_id);
      const taken = again || (wanted !== null && used.has(wanted));
      if (taken && decided)
        throw fail('ALREADY_RECOGNISED', {
          module: `${row.code} ${row.title}`,
          fields: [{ path, code: 'ALREADY_RECOGNISED' }],
        });
      // It counts as itself, which counts once.
      if (taken && row.own_module_id === (again ? asked.get(row.own_module_id) : wanted)) continue;
      const module_id = taken ? null : wanted;
      if (module_id !== null) used.add(module_id);
      if (!again) {
        asked.set(row.own_module_id, module_id);
        (module_id === null ? no : yes).push(row);
        offered.push({
          course_module_id: row.course_module_id,
          title: `${row.code} ${row.title}`,
          credits: row.credits,
          module_id,
        });
      }
      made.push({
        student_id,
        from_course_id: row.course_id,
        source_course_module_id: row.course_module_id,
        source_module: row.title,
        source_credits: row.credits,
        source_grade: String(row.total),
        module_id,
        credits: module_id === null ? 0 : row.credits,
        decided_by: null,
        account_id: call.account_id || null,
        withdrawn_at: null,
      });
    }
    done.lines.push(...told(student_id, 'COUNTS', yes), ...told(student_id, 'NOT_COUNTED', no));
  }
  const withdrawn_at = clock.date().toISOString();
  done.kept.push(
    ...(await changeKept(
      call.client,
      table,
      over.map(({ id, reason }) => ({
        id,
        withdrawn_at,
        withdrawn_by: call.account_id || null,
        withdrawal_reason: reason,
      })),
    )),
    ...(await makeKept(call.client, table, made)),
  );
  const [only] = people.length === 1 ? moved : [];
  if (only && offered.length)
    done.offer = {
      results: offered,
      modules: [...(plans.get(only.after.course_id ?? 0) ?? [])].map(([id, title]) => ({ id, title })),
    };
  return done;
}

const carried = ['COUNTS', 'NOT_COUNTED'];

export const recognitionOfLife: LifeEffect = {
  name: 'assessment.recognition',
  area: 'marks',
  // Who comes back may come back to another course.
  does: { RECOGNITION: ['RECOGNISED'], TRANSFER: carried, RESTORATION: carried },
  apply: (call, change, people) =>
    change.kind === 'RECOGNITION' ? recognise(call, change, people) : carryOver(call, change, people),
};
