import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { demandUnheld, searchAbout, students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { type Call, demand, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { followersOf, tell } from '#platform/server/hooks.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import { days } from '../admission/standing.ts';
import { markPenalties } from '../cases/tables.ts';
import { capLifted, type RetakeFee, retakeCharged, retakeFees } from '../hooks.ts';
import { leaf } from '../marks/mark-counts.ts';
import { demandModule, moduleReach, moduleRefs, moduleText, ownStudents } from '../modules.ts';
import { assessmentAttempts, assessmentComponents, assessmentRetakes, marks, moduleResults } from '../tables.ts';
import { recomputeResults } from './plans.ts';
import { lockPlan } from './tree.ts';

/** Sittings of a module, and who sits again. */

export const sitting = resource(contract.attempt, {
  table: assessmentAttempts,
  search: [moduleText(sql`${assessmentAttempts.course_module_id}`), sql`${assessmentAttempts.note}`],
  sorts: { opens_on: sql`${assessmentAttempts.opens_on}`, id: sql`${assessmentAttempts.id}` },
  defaultSort: 'opens_on,desc',
  optionTitle: (_locale: Locale) => sql`${assessmentAttempts.number}::text`,
  visible: (call) => moduleReach(call, 'retake.read', sql`${assessmentAttempts.course_module_id}`),
  filters: (input) => [
    input.course_module_id ? eq(assessmentAttempts.course_module_id, input.course_module_id) : undefined,
    input.number ? eq(assessmentAttempts.number, input.number) : undefined,
  ],
  present: async (call, rows) => {
    const refs = await moduleRefs(
      call,
      rows.map((row) => row.course_module_id),
    );
    return rows.map((row) => ({ ...plain(row), course_module: refs.get(row.course_module_id)! }));
  },
  prepare: async (call, input, _current, next) => {
    await demandReferences(call, { course_module_id: [courseModules, input.course_module_id] });
    await demandModule(call, 'retake.manage', next.course_module_id);
    const plan = await lockPlan(call, next.course_module_id);
    if (next.opens_on > next.closes_on) throw failField('closes_on', 'DATES_REVERSED');
    if (next.number > plan.retake_attempts + 1)
      throw failField('number', 'TOO_MANY_ATTEMPTS', { most: plan.retake_attempts + 1 });
    return input;
  },
});

/** The student the caller is sees their own. */
const reach = (call: Call) =>
  scopeOf(call, 'retake.read') === 'own'
    ? sql`${assessmentRetakes.student_id} in ${ownStudents(call)}`
    : moduleReach(call, 'retake.read', sql`${assessmentRetakes.course_module_id}`);

/** What of the fees is not paid: `(retake_id, due_on, tiyin)`. */
const owed = (call: Pick<Call, 'kernel'>): SQL =>
  followersOf(call.kernel, retakeFees)[0]?.owed ??
  sql`select null::int as retake_id, null::date as due_on, null::bigint as tiyin where false`;

/** Tells whoever keeps money what the retake costs, or that it is withdrawn. */
async function charge(call: Call, row: typeof assessmentRetakes.$inferSelect, stands: boolean): Promise<void> {
  const { id, student_id, course_module_id, attempt, fee, paid_on } = row;
  const [found] = await call.db
    .select({ opens_on: assessmentAttempts.opens_on })
    .from(assessmentAttempts)
    .where(
      and(
        eq(assessmentAttempts.course_module_id, course_module_id),
        eq(assessmentAttempts.number, attempt),
        isNull(assessmentAttempts.deleted_at),
      ),
    );
  const opens_on = found?.opens_on ?? null;
  const costs = stands && paid_on === null && Number(fee ?? 0) > 0 ? fee : null;
  await tell(call, retakeCharged, { retake_id: id, student_id, course_module_id, attempt, fee: costs, opens_on });
}

/** Parts of exams (or exams without parts), each as `c`, that whoever is registered by `r` sits again. */
const examsOf = (r: SQL): SQL => sql`${assessmentComponents} c left join ${assessmentComponents} w on w.id = c.parent_id
   where c.course_module_id = ${r}.course_module_id and 'EXAM' in (c.kind, w.kind) and ${leaf} and (${r}.component_ids = '{}' or c.id = any(${r}.component_ids))`;

/** Whether a part of an exam of the registration `r` has no mark yet. */
const toSit = (r: SQL): SQL => sql`exists (select 1 from ${examsOf(r)} and not exists (
  select 1 from ${marks} m where m.course_module_id = ${r}.course_module_id and m.component_id = c.id and m.student_id = ${r}.student_id
     and m.attempt = ${r}.attempt and (m.value is not null or m.special is not null)))`;

/** Whether all exams of the registration `r` have their marks: they were sat, or missed for good, and are to be sat no more. */
const sat = (r: SQL): SQL => sql`(exists (select 1 from ${examsOf(r)}) and not ${toSit(r)})`;

/** Registrations `r` whose exams are still to be sat, for whoever plans those or says when they are. */
export const retakesToSit: SQL = sql`${assessmentRetakes} r where r.state = 'REGISTERED' and r.deleted_at is null and ${toSit(sql`r`)}`;

/** What a registration has come to: one whose exam has its mark is done. */
const stateOf = sql`case when ${assessmentRetakes.state} = 'REGISTERED' and ${sat(sql`${assessmentRetakes}`)} then 'DONE' else ${assessmentRetakes.state} end`;

/** Retakes that stand and cost something, as they are told: for whoever keeps money and has not charged some yet. */
export const standingRetakes: SQL<RetakeFee> = sql`
  select r.id as retake_id, r.student_id, r.course_module_id, r.attempt, r.fee::text as fee,
         (select min(a.opens_on)::text from ${assessmentAttempts} a where a.course_module_id = r.course_module_id and a.number = r.attempt and a.deleted_at is null) as opens_on
    from ${assessmentRetakes} r where r.state <> 'WITHDRAWN' and r.fee > 0 and r.paid_on is null and r.deleted_at is null`;

export const retake = resource(contract.retake, {
  table: assessmentRetakes,
  search: searchAbout(sql`${assessmentRetakes.student_id}`, moduleText(sql`${assessmentRetakes.course_module_id}`)),
  sorts: { created_at: sql`${assessmentRetakes.created_at}`, id: sql`${assessmentRetakes.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: (_locale: Locale) =>
    sql`(select s.full_name from ${students} s where s.id = ${assessmentRetakes.student_id}) || ' · ' || ${assessmentRetakes.attempt}`,
  visible: reach,
  filters: (input, call) => [
    input.course_module_id ? eq(assessmentRetakes.course_module_id, input.course_module_id) : undefined,
    input.student_id ? eq(assessmentRetakes.student_id, input.student_id) : undefined,
    input.attempt ? eq(assessmentRetakes.attempt, input.attempt) : undefined,
    input.state ? sql`${stateOf} = ${input.state}` : undefined,
    input.unpaid === undefined
      ? undefined
      : sql`(exists (select 1 from (${owed(call)}) o where o.retake_id = ${assessmentRetakes.id} and o.tiyin > 0)) = ${input.unpaid}`,
  ],
  present: async (call, rows) => {
    const refs = await moduleRefs(
      call,
      rows.map((row) => row.course_module_id),
    );
    const people = await call.db
      .select({ id: students.id, name: students.full_name, student_no: students.student_no })
      .from(students)
      .where(
        inArray(
          students.id,
          rows.map((row) => row.student_id),
        ),
      );
    const named = new Map(people.map((row) => [row.id, row]));
    const { rows: charged } = await call.db.execute<{ retake_id: number; due_on: string; left: string }>(sql`
      select o.retake_id, o.due_on::text as due_on, (o.tiyin / 100.0)::numeric(14, 2)::text as left from (${owed(call)}) o
       where o.retake_id = any(${sql.param(rows.map((row) => row.id))}::int[])`);
    const open = new Map(charged.map((row) => [row.retake_id, row]));
    const { rows: exams } = await call.db.execute<{ id: number; day: string; sat: boolean }>(sql`
      select r.id, ${sat(sql`r`)} as sat, coalesce((select min(d.day) from (${days(call)}) d where d.course_module_id = r.course_module_id and d.attempt = r.attempt),
                            (select min(a.opens_on) from ${assessmentAttempts} a where a.course_module_id = r.course_module_id and a.number = r.attempt and a.deleted_at is null))::text as day
        from ${assessmentRetakes} r where r.id = any(${sql.param(rows.map((row) => row.id))}::int[])`);
    const exam = new Map(exams.map((row) => [row.id, row]));
    return rows.map(({ paid_on, ...row }) => ({
      ...plain(row),
      state: row.state === 'REGISTERED' && exam.get(row.id)?.sat ? ('DONE' as const) : row.state,
      course_module: refs.get(row.course_module_id)!,
      student: named.get(row.student_id)!,
      left: open.get(row.id)?.left ?? null,
      due_on: open.get(row.id)?.due_on ?? null,
      exam_on: exam.get(row.id)?.day ?? null,
    }));
  },
  prepare: async (call, input, current, next) => {
    for (const key of ['course_module_id', 'student_id', 'attempt'] as const)
      if (current && input[key] !== undefined && input[key] !== current[key]) throw failField(key, 'PLAN_MODULE_FIXED');
    await demandReferences(call, {
      course_module_id: [courseModules, input.course_module_id],
      student_id: [students, input.student_id],
      component_ids: [assessmentComponents, input.component_ids],
    });
    const module = current?.course_module_id ?? next.course_module_id;
    await demandModule(call, 'retake.manage', module);
    const plan = await lockPlan(call, module);
    if (current) {
      if (current.state !== 'WITHDRAWN' && input.state === 'WITHDRAWN') await demandNotSat(call, current.id);
      if (current.state === 'WITHDRAWN' && input.state === 'REGISTERED') await demandMayRetake(call, current);
      return input;
    }
    await demandMayRetake(call, { course_module_id: module, student_id: next.student_id });
    const { rows } = await call.db.execute<{ complete: boolean; next: number }>(sql`
      select r.complete, greatest(coalesce((select max(m.attempt) from ${marks} m where m.course_module_id = ${module} and m.student_id = ${input.student_id}), 1),
               coalesce((select max(t.attempt) from ${assessmentRetakes} t where t.course_module_id = ${module} and t.student_id = ${input.student_id} and t.deleted_at is null), 1)) + 1 as next
        from ${moduleResults} r where r.course_module_id = ${module} and r.student_id = ${input.student_id}`);
    const [before] = rows;
    if (!before?.complete) throw failField('student_id', 'NOTHING_TO_RETAKE');
    const attempt = input.attempt ?? before.next;
    if (attempt !== before.next) throw failField('attempt', 'WRONG_ATTEMPT', { next: before.next });
    if (attempt > plan.retake_attempts + 1)
      throw failField('attempt', 'TOO_MANY_ATTEMPTS', { most: plan.retake_attempts + 1 });
    const [keeper] = followersOf(call.kernel, retakeFees);
    const usual = async () => plan.retake_fee ?? (await keeper?.usual(call)) ?? null;
    return {
      ...input,
      attempt,
      fee: input.fee === undefined ? await usual() : input.fee,
      ...(input.capped === undefined && (await liftedFor(call, next.student_id, module)) ? { capped: false } : {}),
    };
  },
  // Whether the cap holds is part of the total.
  written: async (call, row) => {
    await recomputeResults(call, [row.course_module_id]);
    await charge(call, row, row.state !== 'WITHDRAWN');
  },
  beforeDelete: async (call, row) => {
    if (row.state !== 'WITHDRAWN') await demandNotSat(call, row.id);
    await charge(call, row, false);
  },
  beforeRestore: async (call, row) => {
    if (row.state !== 'WITHDRAWN') await demandMayRetake(call, row);
    await charge(call, row, row.state !== 'WITHDRAWN');
  },
});

/** Whoever is registered, for the first time or again, is kept by no debt and no penalty, and has not passed. */
async function demandMayRetake(
  call: Call,
  { course_module_id, student_id }: { course_module_id: number; student_id: number },
): Promise<void> {
  await demandUnheld(call, 'RETAKE', [student_id]);
  const { rows: barred } = await call.db.execute(sql`
    select 1 from ${markPenalties} p where p.course_module_id = ${course_module_id} and p.student_id = ${student_id} and p.operation = 'MODULE_ZERO' and p.removed_at is null`);
  if (barred.length) throw failField('student_id', 'PENALTY_NO_RESIT');
  const { rows: passed } = await call.db.execute(sql`
    select 1 from ${moduleResults} r where r.course_module_id = ${course_module_id} and r.student_id = ${student_id} and r.passed`);
  if (passed.length) throw failField('student_id', 'ALREADY_PASSED');
}

/** What was sat cost something and counts: it is not as if it had never been registered. */
async function demandNotSat(call: Call, id: number): Promise<void> {
  const { rows } = await call.db.execute(
    sql`select 1 from ${assessmentRetakes} r where r.id = ${id} and (r.state = 'DONE' or ${sat(sql`r`)})`,
  );
  if (rows.length) throw fail('RETAKE_SAT');
}

/** Whether a decision took the cap of this student's retakes of the module away. */
async function liftedFor(call: Call, student_id: number, module: number): Promise<boolean> {
  const parts = followersOf(call.kernel, capLifted).map(({ lifted }) => lifted);
  if (parts.length === 0) return false;
  const { rowCount } = await call.db.execute(sql`
    select 1 from (${sql.join(parts, sql` union all `)}) d(student_id, course_module_id)
     where d.student_id = ${student_id} and d.course_module_id = ${module} limit 1`);
  return (rowCount ?? 0) > 0;
}

/** Takes the cap off the retakes of a module for which a student is registered, or puts it back; asks for no right. */
export async function uncapRetakes(
  call: Call,
  student_id: number,
  course_module_id: number,
  lifted: boolean,
): Promise<void> {
  const rows = await call.db
    .update(assessmentRetakes)
    .set({ capped: !lifted })
    .where(
      and(
        eq(assessmentRetakes.student_id, student_id),
        eq(assessmentRetakes.course_module_id, course_module_id),
        eq(assessmentRetakes.capped, lifted),
        isNull(assessmentRetakes.deleted_at),
      ),
    )
    .returning({ id: assessmentRetakes.id });
  if (rows.length) await recomputeResults(call, [course_module_id]);
}

/** What a student may sit again: modules with all their marks that were not passed. */
export async function retakeOffers(
  call: Call,
  student_ids: readonly number[],
): Promise<Map<number, { id: number; title: string }[]>> {
  const found = new Map<number, { id: number; title: string }[]>();
  if (student_ids.length === 0) return found;
  const rows = await call.db
    .select({ id: moduleResults.course_module_id, student_id: moduleResults.student_id })
    .from(moduleResults)
    .where(
      and(
        inArray(moduleResults.student_id, [...student_ids]),
        eq(moduleResults.complete, true),
        eq(moduleResults.passed, false),
      ),
    );
  const refs = await moduleRefs(call, [...new Set(rows.map(({ id }) => id))]);
  for (const { id, student_id } of rows) {
    const module = refs.get(id);
    if (!module) continue;
    const { code, title, academic_year, semester } = module;
    found.set(student_id, [
      ...(found.get(student_id) ?? []),
      { id, title: `${code} ${title}, ${academic_year}, ${semester}` },
    ]);
  }
  return found;
}

/** The same as the office's own registration, with the rights of whoever calls. */
export function registerRetake(call: Call, input: { student_id: number; course_module_id: number }) {
  demand(call, 'retake.manage');
  return retake.save(call, input);
}
