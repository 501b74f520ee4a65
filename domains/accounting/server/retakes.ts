import { eq, sql } from 'drizzle-orm';
import {
  type AdmissionReason,
  admissionRules,
  assessmentRetakes,
  type RetakeFee,
  type RetakeFees,
  standingRetakes,
} from '#domains/assessment/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { longDate } from '#platform/server/documents/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { sumOf, tiyinOf } from '../money.ts';
import { tellAccountants } from './balance.ts';
import { inEach, keepDebit } from './following.ts';
import { dayPlus } from './plans.ts';
import { studentDebits } from './tables.ts';

/**
 * The fee of a retake is a debit like any other: paid by a payment, lessened by a detail with its reason, and gone when
 * the retake is withdrawn; what was paid for it by then waits to be given back.
 */

/** Whoever has not paid the retake by the day of its exam is not admitted to it. */
export const retakeUnpaid: AdmissionReason = {
  name: 'RETAKE_UNPAID',
  active: true,
  attempts: 'LATER',
  // The fee where the plan of a module names none, in soʻm; 0: none. And how many days there are to pay it.
  settings: { fee: 0, pay_days: 10 },
  readers: 'debit.read',
  // A retake of before fees were debits has none until its first night: then what was noted by hand holds.
  rows: (_call, module, people, _settings, { attempt, day }) => sql`
    select r.student_id, jsonb_strip_nulls(jsonb_build_object('amount', coalesce((d.amount - d.paid) / 100.0, r.fee)::numeric(18, 2)::text, 'until', d.due_on)) as data
      from ${assessmentRetakes} r
      left join ${studentDebits} k on k.retake_id = r.id and k.deleted_at is null
      left join edulab_debts(array(select p.id from students p where p.id in ${people}), ${day}::date) d on d.debit_id = k.id
     where r.course_module_id = ${module} and r.attempt = ${attempt} and r.student_id in ${people} and r.deleted_at is null
       and r.state <> 'WITHDRAWN' and r.fee > 0 and r.paid_on is null and (k.id is null or d.paid < d.amount)`,
};

async function settingsOf(call: Pick<Call, 'client' | 'kernel'>): Promise<Record<string, number>> {
  const rules = await admissionRules(call);
  return rules.find(({ code }) => code === retakeUnpaid.name)?.settings ?? {};
}

export const retakeFees: RetakeFees = {
  name: 'accounting.retakes',
  async usual(call) {
    const { fee = 0 } = await settingsOf(call);
    return fee > 0 ? sumOf(Math.round(fee * 100)) : null;
  },
  owed: sql`select k.retake_id, k.due_on, greatest(0, k.total - k.paid) as tiyin from ${studentDebits} k where k.retake_id is not null and k.deleted_at is null`,
};

/** Charges the fee, charges another one, or takes it back, and tells the student. */
export async function chargeRetake(call: Call, retake: RetakeFee): Promise<void> {
  const amount = retake.fee === null ? 0 : tiyinOf(retake.fee);
  const { pay_days = 10 } = await settingsOf(call);
  const today = await todayOf(call);
  const { title, account_id, level } = await wordsOf(call, retake);
  const kept = await keepDebit(call, {
    follows: { retake_id: retake.retake_id },
    student_id: retake.student_id,
    kind: 'RETAKE',
    amount,
    // A retake must be paid before its days begin.
    due_on:
      retake.opens_on !== null && retake.opens_on > today ? dayPlus(retake.opens_on, -1) : dayPlus(today, pay_days),
    note: message(call.locale, 'retake_debit', { module: title[call.locale], attempt: retake.attempt }),
    gone: message(call.locale, 'retake_withdrawn'),
  });
  if (!kept) return;
  const { due_on, total, paid } = kept;
  const tell = (key: string, values: Record<string, unknown>) =>
    notify(call, account_id === null ? [] : [account_id], {
      type: 'payment',
      title: inEach((locale) =>
        message(locale, key, { ...values, module: title[locale], day: longDate(due_on, locale) }),
      ),
      link: level === 'BACHELOR' ? '/bachelor/contracts' : '/master/contracts',
    });
  if (amount > 0) return tell('notice_retake_fee', { sum: sumOf(amount), attempt: retake.attempt });
  await tell(paid > 0 ? 'notice_retake_refund' : 'notice_retake_cancelled', { sum: sumOf(paid > 0 ? paid : total) });
  if (paid > 0) await tellAccountants(call, titleOf('notice_retake_to_refund', { sum: sumOf(paid) }), '/payments');
}

async function wordsOf(call: Call, { course_module_id, student_id }: RetakeFee) {
  const [row] = await call.db
    .select({ title: modules.title, account_id: students.account_id, level: students.level })
    .from(students)
    .innerJoin(courseModules, eq(courseModules.id, course_module_id))
    .innerJoin(modules, eq(modules.id, courseModules.module_id))
    .where(eq(students.id, student_id));
  const { title, ...student } = row!;
  return { title: inEach((locale) => title[locale] || title.uz), ...student };
}

/** Retakes of before fees were debits are charged in the night, their students told. Answers how many. */
export async function chargeLeft(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<{ id: number }>(
    `select distinct r.institution_id as id from assessment_retakes r
      where r.state <> 'WITHDRAWN' and r.fee > 0 and r.paid_on is null and r.deleted_at is null and not exists (select 1 from student_debits k where k.retake_id = r.id)`,
  );
  let charged = 0;
  for (const { id: institution_id } of rows)
    await inTheNight(kernel, institution_id, 'retakes', async (call) => {
      const { rows: left } = await call.db.execute<RetakeFee & Record<string, unknown>>(
        sql`select q.* from (${standingRetakes}) q where not exists (select 1 from ${studentDebits} k where k.retake_id = q.retake_id) order by q.retake_id`,
      );
      for (const one of left) await chargeRetake(call, one);
      charged += left.length;
    });
  return charged;
}
