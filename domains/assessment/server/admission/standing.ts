import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { deferredExams } from '#domains/deadlines/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { examsAmong } from '../../exams.ts';
import type { admissionAnswer, admissionRules } from '../../shapes-records.ts';
import { admissionReason, examDays } from '../hooks.ts';
import { rosterOf } from '../marks/roster.ts';
import { assessmentComponents, assessmentRetakes, marks } from '../tables.ts';
import { examAdmissions, examStandings } from './tables.ts';

/**
 * Who may sit an attempt of a module, as of its exam: one answer for the list, for who plans exams and for who enters
 * marks. What stood when the exam began is kept, so a debt or an absence of later never takes a mark away that was earned.
 */

type Learner = z.infer<typeof admissionAnswer>['students'][number];
type Reason = Learner['reasons'][number];
type Asker = Pick<Call, 'client' | 'db' | 'kernel'>;

export interface Standing {
  admitted: boolean;
  /** What bars by the rules, a decision aside; empty for whoever was admitted when the exam began. */
  reasons: Reason[];
  override: typeof examAdmissions.$inferSelect | undefined;
  /** That day where the list was closed, or the exam's first mark entered; null before. */
  kept: string | null;
}

/** Exams by module, attempt and day: of the plans of assessment, and of whoever plans days. */
export const days = (call: Pick<Call, 'kernel'>): SQL =>
  sql.join(
    [
      sql`select c.course_module_id, 1 as attempt, c.exam_date as day from ${assessmentComponents} c
           where c.kind = 'EXAM' and c.exam_date is not null and c.deleted_at is null`,
      ...followersOf(call.kernel, examDays).map(({ days: told }) => sql`select * from (${told}) d`),
    ],
    sql` union all `,
  );

/** Components `c` of which admission is asked: exams with their parts; of a later attempt, all. */
const examined = (attempt: number): SQL =>
  attempt > 1
    ? sql`true`
    : sql`(c.kind = 'EXAM' or exists (select 1 from ${assessmentComponents} p where p.id = c.parent_id and p.kind = 'EXAM'))`;

/**
 * Ids of who takes an attempt in a sitting from that day on: of the first whoever takes the module, of others who
 * registered; without those for whom this sitting was left out, and with those for whom it is the next one.
 */
export const sittersOf = (module: number, day: string, attempt: number): SQL =>
  sql`(select r.id from ${takersOf(module, day, attempt)} r
      where not exists (select 1 from ${deferredExams} d where d.student_id = r.id and d.course_module_id = ${module} and d.attempt = ${attempt} and d.deferred_from >= ${day}::date)
    union select d.student_id from ${deferredExams} d join ${students} p on p.id = d.student_id and p.status = 'ACTIVE' and p.deleted_at is null
      where d.course_module_id = ${module} and d.attempt < ${attempt} and d.deferred_from < ${day}::date)`;

const takersOf = (module: number, day: string, attempt: number): SQL =>
  attempt === 1
    ? rosterOf(module, day)
    : sql`(select t.student_id as id from ${assessmentRetakes} t join ${students} p on p.id = t.student_id and p.status = 'ACTIVE' and p.deleted_at is null
         where t.course_module_id = ${module} and t.attempt = ${attempt} and t.state <> 'WITHDRAWN' and t.deleted_at is null)`;

/** What holds in the caller's institution: each known reason, whether it counts, and its numbers. */
export async function rulesOf(call: Pick<Call, 'client' | 'kernel'>): Promise<z.infer<typeof admissionRules>> {
  const { rows } = await call.client.query<{ value: z.infer<typeof admissionRules> }>(
    "select value from settings where name = 'exam_admission' and deleted_at is null",
  );
  const said = new Map((rows[0]?.value ?? []).map((rule) => [rule.code, rule]));
  return followersOf(call.kernel, admissionReason).map(({ name: code, active, settings = {} }) => ({
    code,
    active: said.get(code)?.active ?? active,
    settings: { ...settings, ...said.get(code)?.settings },
  }));
}

/** Of each of `people` (a query of ids in brackets) where they stand in this attempt. Rules count as of the day of the exam, where that is past. */
export async function standingsOf(
  call: Asker,
  { module, attempt, people }: { module: number; attempt: number; people: SQL },
  rules?: z.infer<typeof admissionRules>,
): Promise<Map<number, Standing>> {
  const { rows: ids } = await call.db.execute<{ id: number }>(sql`select id from ${people} x`);
  const { rows: dates } = await call.db.execute<{ day: string }>(
    sql`select least(coalesce(max(d.day), t.today), t.today)::text as day
          from (select edulab_today() as today) t left join (${days(call)}) d on d.course_module_id = ${module} and d.attempt = ${attempt} group by t.today`,
  );
  const decided = await call.db
    .select()
    .from(examAdmissions)
    .where(
      and(
        eq(examAdmissions.course_module_id, module),
        eq(examAdmissions.attempt, attempt),
        isNull(examAdmissions.deleted_at),
      ),
    );
  // A mark that is there was earned, also one from before admission was kept.
  const { rows: kept } = await call.db.execute<{ student_id: number; admitted: boolean; as_of: string | null }>(sql`
    select x.student_id, bool_or(x.admitted) as admitted, min(x.as_of)::text as as_of from (
      select k.student_id, k.admitted, k.as_of from ${examStandings} k where k.course_module_id = ${module} and k.attempt = ${attempt}
      union all
      select m.student_id, true, null from ${marks} m join ${assessmentComponents} c on c.id = m.component_id
       where m.course_module_id = ${module} and m.attempt = ${attempt} and (m.value is not null or m.special = 'EXEMPT') and ${examined(attempt)}) x
     group by 1`);
  const known = rules ?? (await rulesOf(call));
  const { day } = dates[0]!;
  const stood = new Map(kept.map((row) => [row.student_id, row]));
  const overrides = new Map(decided.map((row) => [row.student_id, row]));
  const reasons = new Map<number, Reason[]>();
  const asked = followersOf(call.kernel, admissionReason).flatMap((reason) => {
    const rule = known.find(({ code }) => code === reason.name);
    return rule?.active && (reason.attempts === undefined || reason.attempts === (attempt === 1 ? 'FIRST' : 'LATER'))
      ? [{ reason, rule }]
      : [];
  });
  if (ids.some(({ id }) => !stood.get(id)?.admitted))
    for (const { reason, rule } of asked) {
      const { rows } = await call.db.execute<{ student_id: number; data: Record<string, unknown> }>(
        await reason.rows(call, module, people, rule.settings, { attempt, day }),
      );
      for (const { student_id, data } of rows)
        reasons.set(student_id, [...(reasons.get(student_id) ?? []), { code: reason.name, data }]);
    }
  return new Map(
    ids.map(({ id }) => {
      const before = stood.get(id);
      const bars = before?.admitted ? [] : (reasons.get(id) ?? []);
      const override = overrides.get(id);
      return [
        id,
        {
          admitted: override?.allowed ?? bars.length === 0,
          reasons: bars,
          override,
          kept: before?.as_of ?? null,
        },
      ];
    }),
  );
}

/** Why somebody is barred, in a few words that keep amounts and days to themselves; null for whoever is not. */
export function whyBarred(locale: Locale, { admitted, reasons }: Standing): string | null {
  if (admitted) return null;
  const codes = reasons.length ? reasons.map(({ code }) => code) : ['DECIDED'];
  return codes.map((code) => message(locale, `admission_reason.${code}`)).join('; ');
}

interface Given {
  /** Place in the request, which refusals name. */
  at: number;
  student_id: number;
  component_id: number;
  attempt: number;
  /** Instead of a name, where marking is anonymous. */
  code: string | null;
  value: number | null;
  special: string | null;
}

/**
 * Refuses all of it with every student who is not admitted to what they are given a mark of, and why; keeps of the others
 * that they were admitted. Absent, not submitted and empty are no marks that admission is asked for.
 * Errors: NOT_ADMITTED.
 */
export async function demandAdmitted(
  call: Call,
  module: number,
  components: Parameters<typeof examsAmong>[0],
  cells: readonly Given[],
): Promise<void> {
  const exams = examsAmong(components);
  const given = cells.filter(
    ({ attempt, component_id, value, special }) =>
      (value !== null || special === 'EXEMPT') && (attempt > 1 || exams.has(component_id)),
  );
  const refused: { cell: Given; why: string }[] = [];
  const decided: Decided[] = [];
  for (const [attempt, some] of Map.groupBy(given, (cell) => cell.attempt)) {
    const ids = [...new Set(some.map((cell) => cell.student_id))];
    const found = await standingsOf(call, {
      module,
      attempt,
      people: sql`(select x.id from unnest(${sql.param(ids)}::int[]) x (id))`,
    });
    for (const cell of some) {
      const why = whyBarred(call.locale, found.get(cell.student_id)!);
      if (why !== null) refused.push({ cell, why });
      else decided.push({ ...cell, standing: found.get(cell.student_id)! });
    }
    if (refused.length === 0) await keep(call, module, attempt, found);
  }
  if (refused.length === 0) return sayDecisions(call, decided);
  const { rows } = await call.db.execute<{ id: number; name: string }>(
    sql`select id, full_name as name from ${students} where id = any(${sql.param(refused.map(({ cell }) => cell.student_id))}::int[])`,
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const nameOf = (cell: Given) => cell.code ?? names.get(cell.student_id) ?? '';
  const each = [...new Map(refused.map((one) => [one.cell.student_id, one])).values()];
  throw fail('NOT_ADMITTED', {
    who: each.map(({ cell, why }) => `${nameOf(cell)} (${why})`).join(', '),
    fields: refused.map(({ cell, why }) => ({
      path: `marks.${cell.at}.${cell.code === null ? 'student_id' : 'code'}`,
      code: 'NOT_ADMITTED',
      who: `${nameOf(cell)} (${why})`,
    })),
  });
}

type Decided = Pick<Given, 'student_id' | 'component_id' | 'attempt'> & { standing: Standing };

/** The ledger names the decision that let each of these marks be, in what is written of them in this transaction. */
export async function sayDecisions(call: Pick<Call, 'client'>, cells: readonly Decided[]): Promise<void> {
  const said = cells.flatMap(({ component_id, student_id, attempt, standing: { override } }) =>
    override?.allowed
      ? [
          [
            `${component_id} ${student_id} ${attempt}`,
            { by: override.account_id, at: override.updated_at, reason: override.reason },
          ],
        ]
      : [],
  );
  if (said.length)
    await call.client.query("select set_config('edulab.admitted', $1, true)", [
      JSON.stringify(Object.fromEntries(said)),
    ]);
}

/** What stands now is what stood at the exam; what is kept already stays. */
async function keep(call: Asker, module: number, attempt: number, found: ReadonlyMap<number, Standing>) {
  const fresh = [...found].filter(([, { kept }]) => kept === null);
  if (fresh.length === 0) return;
  await call.db
    .insert(examStandings)
    .values(
      fresh.map(([student_id, { admitted, reasons }]) => ({
        course_module_id: module,
        attempt,
        student_id,
        admitted,
        reasons,
      })),
    )
    .onConflictDoNothing();
}

/** Days after an exam within which a night that was missed is caught up with. */
const late = 7;

/** Closes the lists of the exams that begin today: who is admitted is kept as it stands. Answers how many there were. */
export async function closeLists(kernel: Kernel): Promise<{ closed: number }> {
  let closed = 0;
  await everyInstitutionInTheNight(kernel, 'lists of admission', async (call) => {
    const { rows } = await call.db.execute<{ module: number; attempt: number; day: string }>(sql`
        select d.course_module_id as module, d.attempt, min(d.day)::text as day from (${days(call)}) d
         where not exists (select 1 from ${examStandings} k where k.course_module_id = d.course_module_id and k.attempt = d.attempt and k.listed)
         group by 1, 2 having min(d.day) between (select edulab_today()) - ${late}::int and (select edulab_today()) order by 1, 2`);
    const rules = rows.length ? await rulesOf(call) : [];
    for (const { module, attempt, day } of rows) {
      const found = await standingsOf(call, { module, attempt, people: sittersOf(module, day, attempt) }, rules);
      // Nobody is left who would sit it: there is no list to keep.
      if (found.size === 0) continue;
      await call.db
        .insert(examStandings)
        .values(
          [...found].map(([student_id, { reasons }]) => ({
            course_module_id: module,
            attempt,
            student_id,
            // A decision stands by itself, and may be taken back.
            admitted: reasons.length === 0,
            reasons,
            listed: true,
          })),
        )
        .onConflictDoNothing();
      closed++;
    }
  });
  return { closed };
}
