import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { facts, grid, letterheadOf, longDate, sendPaper, signatures } from '#platform/server/documents/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { admissionAnswer, admissionRules, allowExam, barredAnswer, barredQuery } from '../../shapes-records.ts';
import { peopleOf } from '../amendments/records.ts';
import { admissionReason } from '../hooks.ts';
import { codeOf, codeSecret } from '../marks/codes.ts';
import { frameOf } from '../marks/frame.ts';
import { dayOf } from '../marks/roster.ts';
import { demandModule, moduleRefs, ownStudents } from '../modules.ts';
import { assessmentPlans } from '../tables.ts';
import { rulesOf, sittersOf, standingsOf, whyBarred } from './standing.ts';
import { examAdmissions } from './tables.ts';

/** Who may sit the exam of a module, and why not. */

type Answer = z.infer<typeof admissionAnswer>;
type Rules = z.infer<typeof admissionRules>;
type Asked = { course_module_id: number; attempt?: number | undefined };
const name = 'exam_admission';
/** Ten years. */
const mostDays = 3650;

/** Errors: UNKNOWN_REFERENCE for reasons or numbers that nobody knows. */
export async function saveRules(call: Call, input: Rules): Promise<Rules> {
  const known = new Map(followersOf(call.kernel, admissionReason).map((reason) => [reason.name, reason]));
  for (const [at, rule] of input.entries()) {
    const reason = known.get(rule.code);
    if (!reason) throw failField(`rules.${at}.code`, 'UNKNOWN_REFERENCE');
    for (const key of Object.keys(rule.settings))
      if (!(key in (reason.settings ?? {}))) throw failField(`rules.${at}.settings.${key}`, 'UNKNOWN_REFERENCE');
    for (const [key, value] of Object.entries(rule.settings))
      if (/(^|_)days$/.test(key) && !(Number.isInteger(value) && value <= mostDays))
        throw failField(`rules.${at}.settings.${key}`, 'RULE_DAYS', { most: mostDays });
  }
  // Rules are one value: of two who save, the second must read what the first wrote.
  await call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [name, call.institution_id]);
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

/** Everybody who takes the attempt, or students their own, admitted or with every reason that bars them. */
export async function examAdmission(call: Call, input: Asked): Promise<Answer> {
  await demandModule(call, 'exam_admission.read', input.course_module_id);
  return admissionOf(call, input);
}

async function admissionOf(call: Call, { course_module_id: module, attempt = 1 }: Asked): Promise<Answer> {
  const sitters = sittersOf(module, await dayOf(call, module), attempt);
  const own = call.abilities.get('exam_admission.read') === 'own';
  const people = own ? sql`(select r.id from ${sitters} r where r.id in ${ownStudents(call)})` : sitters;
  const learners = await call.db
    .select({ id: students.id, name: students.full_name, student_no: students.student_no })
    .from(students)
    .where(sql`${students.id} in ${people}`)
    .orderBy(students.full_name, students.id);
  const [plan] = await call.db
    .select({ retake_attempts: assessmentPlans.retake_attempts })
    .from(assessmentPlans)
    .where(and(eq(assessmentPlans.course_module_id, module), isNull(assessmentPlans.deleted_at)));
  const rules = await rulesOf(call);
  const found = await standingsOf(call, { module, attempt, people }, rules);
  const reasonOf = new Map(followersOf(call.kernel, admissionReason).map((one) => [one.name, one]));
  /** What is owed is between the student and whoever keeps money. */
  const shows = (code: string) => {
    const readers = reasonOf.get(code)?.readers;
    return own || readers === undefined || call.abilities.get(readers) === 'institution';
  };
  const by = await peopleOf(
    call,
    [...found.values()].flatMap(({ override }) => override?.account_id ?? []),
  );
  return {
    course_module: (await moduleRefs(call, [module])).get(module)!,
    attempt,
    attempts: (plan?.retake_attempts ?? 0) + 1,
    rules,
    students: learners.map((student) => {
      const { admitted, reasons, override, kept } = found.get(student.id)!;
      return {
        student,
        admitted,
        reasons: reasons.map(({ code, data }) => ({ code, data: shows(code) ? data : {} })),
        kept_on: kept,
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
 * For each of these modules who may sit this attempt of its exam: whoever takes it and is barred by nothing, or was let in
 * all the same; and how many are barred, by the first rule that bars them (`DECIDED` where a person did). `within` says of
 * the column `id` who is asked about, `from` the day from which on they sit.
 */
export async function admittedTo(
  call: Call,
  modules: readonly number[],
  attempt = 1,
  within: SQL = sql`true`,
  from?: string,
): Promise<Map<number, { students: number[]; barred: Map<string, number> }>> {
  const rules = await rulesOf(call);
  const answer = new Map<number, { students: number[]; barred: Map<string, number> }>();
  for (const module of modules) {
    const people = sql`(select id from ${sittersOf(module, from ?? (await dayOf(call, module)), attempt)} x where ${within})`;
    const barred = new Map<string, number>();
    const may: number[] = [];
    for (const [id, { admitted, reasons, override }] of await standingsOf(call, { module, attempt, people }, rules)) {
      const by = override ? 'DECIDED' : reasons[0]?.code;
      if (admitted) may.push(id);
      else if (by) barred.set(by, (barred.get(by) ?? 0) + 1);
    }
    answer.set(module, { students: may.sort((a, b) => a - b), barred });
  }
  return answer;
}

/** Who of a module's grid gets no mark of its exam, or none of a later attempt, and why in a few words: before anybody types. */
export async function barredStudents(
  call: Call,
  input: z.infer<typeof barredQuery>,
): Promise<z.infer<typeof barredAnswer>> {
  const { course_module_id: module, attempt = 1, component_id } = input;
  await demandModule(call, 'mark.read', module);
  const { components, day } = await frameOf(call, module);
  const alone = components.find(({ id }) => id === component_id);
  const nameless = alone?.anonymous === true && !alone.shown && !may(call, 'mark.codes');
  const found = await standingsOf(call, { module, attempt, people: sittersOf(module, day, attempt) });
  const secret = nameless ? codeSecret(call) : '';
  return [...found].flatMap(([id, standing]) => {
    const why = whyBarred(call.locale, standing);
    if (why === null) return [];
    return [
      nameless ? { student_id: null, code: codeOf(secret, alone.id, id), why } : { student_id: id, code: null, why },
    ];
  });
}

/**
 * Decides otherwise than the rules, or takes that back (`allowed` null). Errors: NOT_IN_MODULE, NOT_YOUR_ASSESSMENT,
 * ADMISSION_KEPT where somebody should be barred whose exam has begun.
 */
export async function decideAdmission(
  call: Call,
  input: z.infer<typeof allowExam>,
): Promise<Answer['students'][number]> {
  const { course_module_id, student_id, attempt = 1, allowed, reason } = input;
  await demandModule(call, 'exam_admission.override', course_module_id);
  const where = and(
    eq(examAdmissions.course_module_id, course_module_id),
    eq(examAdmissions.student_id, student_id),
    eq(examAdmissions.attempt, attempt),
    isNull(examAdmissions.deleted_at),
  );
  const [current] = await call.db.select().from(examAdmissions).where(where).for('update');
  const of = async () =>
    (await admissionOf(call, { course_module_id, attempt })).students.find((row) => row.student.id === student_id);
  const before = await of();
  if (!before) throw fail('NOT_IN_MODULE');
  if (allowed === false && before.kept_on !== null) throw fail('ADMISSION_KEPT', { day: before.kept_on });
  if (allowed === null) await call.db.update(examAdmissions).set({ deleted_at: sql`edulab_now()` }).where(where);
  else if (current)
    await call.db.update(examAdmissions).set({ allowed, reason, account_id: call.account_id }).where(where);
  else
    await call.db
      .insert(examAdmissions)
      .values({ course_module_id, student_id, attempt, allowed, reason, account_id: call.account_id });
  return (await of())!;
}

/** The list for publication: who is admitted, and what bars the others, without names of reasons that are nobody's business. */
export async function admissionList(call: Call, input: Asked): Promise<{ ok: true }> {
  const { course_module, students: people } = await examAdmission(call, input);
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
