import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { facts, grid, letterheadOf, longDate, sendPaper, signatures } from '#platform/server/documents/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { admissionAnswer, admissionRules, allowExam } from '../../shapes-records.ts';
import { peopleOf } from '../amendments/records.ts';
import { admissionReason } from '../hooks.ts';
import { dayOf, rosterOf } from '../marks/roster.ts';
import { demandModule, moduleRefs, ownStudents } from '../modules.ts';
import { examAdmissions } from './tables.ts';

/** Who may sit the exam of a module, and why not. */

type Answer = z.infer<typeof admissionAnswer>;
type Rules = z.infer<typeof admissionRules>;
const name = 'exam_admission';

/** What holds in the caller's institution: each known reason, whether it counts, and its numbers. */
export async function rulesOf(call: Pick<Call, 'client' | 'kernel'>): Promise<Rules> {
  const { rows } = await call.client.query<{ value: Rules }>(
    'select value from settings where name = $1 and deleted_at is null',
    [name],
  );
  const said = new Map((rows[0]?.value ?? []).map((rule) => [rule.code, rule]));
  return followersOf(call.kernel, admissionReason).map(({ name: code, active, settings = {} }) => ({
    code,
    active: said.get(code)?.active ?? active,
    settings: { ...settings, ...said.get(code)?.settings },
  }));
}

/** Errors: UNKNOWN_REFERENCE for reasons or numbers that nobody knows. */
export async function saveRules(call: Call, input: Rules): Promise<Rules> {
  const known = new Map(followersOf(call.kernel, admissionReason).map((reason) => [reason.name, reason]));
  for (const [at, rule] of input.entries()) {
    const reason = known.get(rule.code);
    if (!reason) throw failField(`rules.${at}.code`, 'UNKNOWN_REFERENCE');
    for (const key of Object.keys(rule.settings))
      if (!(key in (reason.settings ?? {}))) throw failField(`rules.${at}.settings.${key}`, 'UNKNOWN_REFERENCE');
  }
  const before = await rulesOf(call);
  const given = new Map(input.map((rule) => [rule.code, rule]));
  const after = before.map((rule) => given.get(rule.code) ?? rule);
  await call.client.query(
    `insert into settings (name, value) values ($1, $2)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [name, JSON.stringify(after)],
  );
  return rulesOf(call);
}

/** Everybody who takes the module, or students their own, admitted or with every reason that bars them. */
export async function admission(call: Call, input: { course_module_id: number }): Promise<Answer> {
  await demandModule(call, 'exam_admission.read', input.course_module_id);
  return admissionOf(call, input.course_module_id);
}

async function admissionOf(call: Call, module: number): Promise<Answer> {
  const roster = rosterOf(module, await dayOf(call, module));
  const own = call.abilities.get('exam_admission.read') === 'own';
  const people = own ? sql`(select r.id from ${roster} r where r.id in ${ownStudents(call)})` : roster;
  const learners = await call.db
    .select({ id: students.id, name: students.full_name, student_no: students.student_no })
    .from(students)
    .where(sql`${students.id} in ${people}`)
    .orderBy(students.full_name, students.id);
  const rules = await rulesOf(call);
  const found = new Map<number, Answer['students'][number]['reasons']>();
  for (const reason of followersOf(call.kernel, admissionReason)) {
    const rule = rules.find(({ code }) => code === reason.name);
    if (!rule?.active) continue;
    const { rows } = await call.db.execute<{ student_id: number; data: Record<string, unknown> }>(
      await reason.rows(call, module, people, rule.settings),
    );
    for (const { student_id, data } of rows)
      found.set(student_id, [...(found.get(student_id) ?? []), { code: reason.name, data }]);
  }
  const overrides = await call.db
    .select()
    .from(examAdmissions)
    .where(and(eq(examAdmissions.course_module_id, module), isNull(examAdmissions.deleted_at)));
  const by = await peopleOf(
    call,
    overrides.map((row) => row.account_id),
  );
  const decided = new Map(overrides.map((row) => [row.student_id, row]));
  return {
    course_module: (await moduleRefs(call, [module])).get(module)!,
    rules,
    students: learners.map((student) => {
      const reasons = found.get(student.id) ?? [];
      const override = decided.get(student.id);
      return {
        student,
        admitted: override?.allowed ?? reasons.length === 0,
        reasons,
        override: override
          ? {
              allowed: override.allowed,
              reason: override.reason,
              by: own ? null : (by.get(override.account_id)?.name ?? null),
              at: override.updated_at,
            }
          : null,
      };
    }),
    can: { override: may(call, 'exam_admission.override'), manage: may(call, 'exam_admission.manage') },
  };
}

/**
 * For each of these modules who may sit its exam: whoever takes it and is barred by nothing, or was let in all the same;
 * and how many are barred, by the first rule that bars them (`DECIDED` where a person did).
 */
export async function admittedTo(
  call: Call,
  modules: readonly number[],
): Promise<Map<number, { students: number[]; barred: Map<string, number> }>> {
  const rules = await rulesOf(call);
  const decided = Map.groupBy(
    await call.db
      .select()
      .from(examAdmissions)
      .where(and(inArray(examAdmissions.course_module_id, [...modules]), isNull(examAdmissions.deleted_at))),
    (row) => row.course_module_id,
  );
  const answer = new Map<number, { students: number[]; barred: Map<string, number> }>();
  for (const module of modules) {
    const roster = rosterOf(module, await dayOf(call, module));
    const { rows } = await call.db.execute<{ id: number }>(roster);
    /** By what each is barred; null: by nothing. */
    const may = new Map<number, string | null>(rows.map(({ id }) => [id, null]));
    for (const reason of followersOf(call.kernel, admissionReason)) {
      const rule = rules.find(({ code }) => code === reason.name);
      if (!rule?.active || may.size === 0) continue;
      const barred = await call.db.execute<{ student_id: number }>(
        await reason.rows(call, module, roster, rule.settings),
      );
      for (const { student_id } of barred.rows) may.set(student_id, may.get(student_id) ?? reason.name);
    }
    for (const { student_id, allowed } of decided.get(module) ?? [])
      if (may.has(student_id)) may.set(student_id, allowed ? null : 'DECIDED');
    const barred = new Map<string, number>();
    for (const by of may.values()) if (by !== null) barred.set(by, (barred.get(by) ?? 0) + 1);
    const students = [...may].flatMap(([id, by]) => (by === null ? [id] : [])).sort((a, b) => a - b);
    answer.set(module, { students, barred });
  }
  return answer;
}

/** Decides otherwise than the rules, or takes that back (`allowed` null). Errors: NOT_IN_MODULE, NOT_YOUR_ASSESSMENT. */
export async function allow(call: Call, input: z.infer<typeof allowExam>): Promise<Answer['students'][number]> {
  const { course_module_id, student_id, allowed, reason } = input;
  await demandModule(call, 'exam_admission.override', course_module_id);
  const where = and(
    eq(examAdmissions.course_module_id, course_module_id),
    eq(examAdmissions.student_id, student_id),
    isNull(examAdmissions.deleted_at),
  );
  const [current] = await call.db.select().from(examAdmissions).where(where).for('update');
  const of = async () =>
    (await admissionOf(call, course_module_id)).students.find((row) => row.student.id === student_id);
  if (!(await of())) throw fail('NOT_IN_MODULE');
  if (allowed === null) await call.db.update(examAdmissions).set({ deleted_at: sql`edulab_now()` }).where(where);
  else if (current)
    await call.db.update(examAdmissions).set({ allowed, reason, account_id: call.account_id }).where(where);
  else
    await call.db
      .insert(examAdmissions)
      .values({ course_module_id, student_id, allowed, reason, account_id: call.account_id });
  return (await of())!;
}

/** The list for publication: who is admitted, and what bars the others, without names of reasons that are nobody's business. */
export async function admissionList(call: Call, input: { course_module_id: number }): Promise<{ ok: true }> {
  const { course_module, students: people } = await admission(call, input);
  const text = (key: string, values: Record<string, unknown> = {}) =>
    message(call.locale, `admission_list.${key}`, values);
  const letterhead = await letterheadOf(call, call.locale);
  return sendPaper(call, `exam-admission-${input.course_module_id}.pdf`, {
    locale: call.locale,
    letterhead,
    title: text('title'),
    subtitle: `${course_module.code} ${course_module.title}`,
    date: longDate(await todayOf(call), call.locale),
    content: [
      facts([
        [text('course'), course_module.course],
        [text('year'), `${course_module.academic_year} · ${course_module.study_year}.${course_module.semester}`],
        [text('admitted'), String(people.filter(({ admitted }) => admitted).length)],
        [text('barred'), String(people.filter(({ admitted }) => !admitted).length)],
      ]),
      grid(
        [
          { title: '№', width: 24, align: 'right' },
          { title: text('student_no'), width: 90 },
          { title: text('student') },
          { title: text('decision'), width: 150 },
        ],
        people.map(({ student, admitted }, at) => [
          String(at + 1),
          student.student_no,
          student.name,
          text(admitted ? 'yes' : 'no'),
        ]),
      ),
      signatures([{ role: text('office'), name: null }]),
    ],
  });
}
