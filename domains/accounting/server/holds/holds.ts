import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type AdmissionReason, admissionRules, saveAdmissionRules } from '#domains/assessment/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { notify } from '#domains/messaging/server/index.ts';
import { type Hold, students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, demand, type InputOf, may, type OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { longDate, paperDate } from '#platform/server/documents/index.ts';
import { list } from '#platform/server/records/lists.ts';
import { type HeldBy, type held, heldActs, type holdCalls, type release } from '../../contract/holds.ts';
import { sumOf, type Tiyin, tiyinOf } from '../../money.ts';
import { inEach } from '../following.ts';
import { dayPlus } from '../plans.ts';
import { ownStudents } from '../reach.ts';
import { debtHolds, debtReleases } from './tables.ts';

/**
 * What a debt keeps somebody from: an exam, a paper, a retake. Each is a rule that the institution sets, off until it does;
 * `edulab_held` says whom it keeps, and nothing else does. Whoever was let through, until a day and with a reason, it does not.
 */

type Calls = typeof holdCalls;
type Rule = OutputOf<Calls['rules']>[number];

/** Days for which somebody is let through at most. */
const mostReleased = 366;

/** What holds until an institution says otherwise; least in soʻm. */
const usual = { least: 100_000, days: 0 };
const debt = 'DEBT';

/** Whoever owes more than the least that an institution names is not admitted to an exam; where it says nothing, nobody is barred. */
export const examDebt: AdmissionReason = {
  name: debt,
  active: false,
  settings: usual,
  readers: 'debit.read',
  rows: (_call, _module, people, { least, days }, { day }) => sql`
    select h.student_id, jsonb_build_object('amount', (h.overdue / 100.0)::numeric(18, 2)::text, 'since', h.since, 'fine', (h.fine / 100.0)::numeric(18, 2)::text) as data
      from edulab_held(array(select p.id from students p where p.id in ${people}), array['EXAM'], array[(${least}::numeric * 100)::bigint], array[${days}::int], ${day}::date) h`,
};

export async function holdRules(call: Call): Promise<Rule[]> {
  const rows = await call.db.select().from(debtHolds);
  const exam = (await admissionRules(call)).find(({ code }) => code === debt);
  return heldActs.map((act) => {
    if (act === 'EXAM')
      return {
        act,
        active: exam?.active ?? false,
        least: sumOf(Math.round((exam?.settings.least ?? usual.least) * 100)),
        days: exam?.settings.days ?? usual.days,
        can: { save: may(call, writer(act)) },
      };
    const row = rows.find((one) => one.act === act);
    return {
      act,
      active: row?.active ?? false,
      least: sumOf(row?.least ?? usual.least * 100),
      days: row?.days ?? usual.days,
      can: { save: may(call, writer(act)) },
    };
  });
}

/** What bars from exams is decided by whoever decides about admission to them, at whichever door. */
const writer = (act: HeldBy) => (act === 'EXAM' ? 'exam_admission.manage' : 'debit.manage') satisfies PermissionName;

export async function saveHoldRule(call: Call, { act, active, least, days }: InputOf<Calls['save']>): Promise<Rule[]> {
  demand(call, writer(act));
  const tiyin = tiyinOf(least);
  if (act === 'EXAM') await saveAdmissionRules(call, [{ code: debt, active, settings: { least: tiyin / 100, days } }]);
  else {
    const values = { act, active, least: tiyin, days };
    await call.db
      .insert(debtHolds)
      .values(values)
      .onConflictDoUpdate({ target: [debtHolds.institution_id, debtHolds.act], set: values });
  }
  return holdRules(call);
}

interface Kept {
  student_id: number;
  act: HeldBy;
  overdue: Tiyin;
  since: string;
}

/** Of these students who is kept from what on a day, all rules in one statement. */
export async function heldFrom(
  call: Call,
  ids: readonly number[],
  { acts = heldActs, day }: { acts?: readonly HeldBy[]; day?: string } = {},
): Promise<Kept[]> {
  const rules = (await holdRules(call)).filter(({ act, active }) => active && acts.includes(act));
  if (rules.length === 0 || ids.length === 0) return [];
  const { rows } = await call.client.query<Kept>(
    `select h.student_id, h.act, h.overdue, h.since::text as since
       from edulab_held($1::int[], $2::text[], $3::bigint[], $4::int[], coalesce($5::date, (select edulab_today()))) h
      order by array_position($2::text[], h.act), h.student_id`,
    [
      ids,
      rules.map(({ act }) => act),
      rules.map(({ least }) => tiyinOf(least)),
      rules.map(({ days }) => days),
      day ?? null,
    ],
  );
  return rows;
}

export const shownHeld = ({ act, overdue, since }: Kept): z.infer<typeof held> => ({
  act,
  amount: sumOf(overdue),
  since,
});

/** Sums are for whoever reads debts of the whole institution, and of oneself. */
const readsAll = (call: Call) => call.abilities.get('debit.read') === 'institution';

/** Anybody else is told that there is a debt, not how much. */
export const debtHold: Hold = {
  name: 'accounting.debt',
  async of(call, act, ids) {
    const held = await heldFrom(call, ids, { acts: [act] });
    if (held.length === 0) return [];
    const { rows } = await call.db.execute<{ id: number }>(sql`select unnest(${ownStudents(call)}) as id`);
    const own = new Set(rows.map(({ id }) => id));
    return held.map(({ student_id, overdue, since }) => ({
      student_id,
      why: (locale) =>
        readsAll(call) || own.has(student_id)
          ? message(locale, 'held_by_debt', { sum: sumOf(overdue), day: paperDate(since) })
          : message(locale, 'admission_reason.DEBT'),
    }));
  },
};

/** Debts of others are the institution's business; students are shown what was decided of themselves on their own page. */
function reach(call: Call): SQL | undefined {
  return readsAll(call) ? undefined : sql`false`;
}

async function present(call: Call, ids: readonly number[]): Promise<z.infer<typeof release>[]> {
  const rows = await call.db
    .select({ row: debtReleases, name: students.full_name, student_no: students.student_no })
    .from(debtReleases)
    .innerJoin(students, eq(students.id, debtReleases.student_id))
    .where(inArray(debtReleases.id, [0, ...ids]));
  const today = await todayOf(call);
  const people = await accountsById(
    call,
    rows.map(({ row }) => row.made_by),
  );
  return rows.map(({ row, name, student_no }) => {
    const by = people.get(row.made_by);
    const over = row.until < today;
    return {
      id: row.id,
      student: { id: row.student_id, name, student_no },
      acts: row.acts,
      made_on: row.made_on,
      until: row.until,
      reason: row.reason,
      made_by: by ? `${by.lastname} ${by.firstname}` : null,
      over,
      can: { delete: !over && may(call, 'hold.release') },
    };
  });
}

export const releaseList = (call: Call, input: InputOf<Calls['list']>) =>
  list(call, input, {
    from: sql`${debtReleases}`,
    key: sql`${debtReleases.id}`,
    table: 'debt_releases',
    where: [
      reach(call),
      isNull(debtReleases.deleted_at),
      input.student_id ? eq(debtReleases.student_id, input.student_id) : undefined,
    ],
    sorts: { until: sql`${debtReleases.until}` },
    defaultSort: 'until,desc',
    load: (ids) => present(call, ids),
  });

/** Errors: UNKNOWN_REFERENCE, DATES_REVERSED, RELEASE_TOO_LONG. */
export async function letThrough(call: Call, input: InputOf<Calls['release']>): Promise<z.infer<typeof release>> {
  const [student] = await call.db
    .select({ id: students.id, account_id: students.account_id })
    .from(students)
    .where(and(eq(students.id, input.student_id), isNull(students.deleted_at)));
  if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
  const today = await todayOf(call);
  if (input.until < today) throw failField('until', 'DATES_REVERSED');
  if (input.until > dayPlus(today, mostReleased)) throw failField('until', 'RELEASE_TOO_LONG', { most: mostReleased });
  const [made] = await call.db
    .insert(debtReleases)
    .values({
      student_id: student.id,
      acts: heldActs.filter((act) => input.acts.includes(act)),
      made_on: today,
      until: input.until,
      reason: input.reason,
      made_by: call.account_id,
    })
    .returning({ id: debtReleases.id });
  if (student.account_id !== null)
    await notify(call, [student.account_id], {
      type: 'payment',
      title: inEach((locale) => message(locale, 'notice_let_through', { day: longDate(input.until, locale) })),
      link: '/accounting/contract',
    });
  return (await present(call, [made!.id]))[0]!;
}

/** What is over was so: it stays in the list. Errors: RELEASE_OVER. */
export async function takeReleaseBack(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const today = await todayOf(call);
  const [gone] = await call.db
    .update(debtReleases)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(debtReleases.id, id), isNull(debtReleases.deleted_at)))
    .returning({ id: debtReleases.id, until: debtReleases.until });
  if (!gone) throw fail('NOT_FOUND');
  if (gone.until < today) throw fail('RELEASE_OVER');
  return { ok: true };
}
