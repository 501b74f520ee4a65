import { and, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { closeBills, contracts, issueBill, lessenBill, type Tiyin } from '#domains/accounting/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { liveStates, type RegistrationState } from '../workflow.ts';
import { codeStillFree } from './codes.ts';
import { tellListeners } from './notices.ts';
import { type CourseRow, countsOf, leftOf, lockCourse, move, noCounts, type RegistrationRow } from './places.ts';
import { courseRegistrations } from './tables.ts';

/**
 * What a place costs, by a bill of accounting. Bills are locked before their course by everybody, as a payment has its contract
 * locked when this domain is told of it; so none waits for the other.
 */

export async function billFor(call: Call, row: RegistrationRow, phone: string | null, until: string): Promise<void> {
  const { contract_id } = await issueBill(call, {
    account_id: row.account_id,
    name: row.name,
    phone,
    amount: row.price,
    due_on: until.slice(0, 10),
  });
  await call.db.update(courseRegistrations).set({ contract_id }).where(eq(courseRegistrations.id, row.id));
}

/**
 * Money came for a place, or was taken back. In time it is confirmed. After its end it is confirmed where a place is still free;
 * where none is the money waits on the person's balance, and nobody sits on a place that is not there. Told again it does nothing.
 */
export async function settledBill(
  call: Call,
  { contract_id, owed, paid }: { contract_id: number; owed: Tiyin; paid: Tiyin },
): Promise<void> {
  const paying = or(
    eq(courseRegistrations.contract_id, contract_id),
    sql`${courseRegistrations.group_id} in (select g.id from short_course_groups g where g.contract_id = ${contract_id})`,
  );
  const [seen] = await call.db
    .select({ course_id: courseRegistrations.course_id })
    .from(courseRegistrations)
    .where(paying)
    .limit(1);
  if (!seen) return;
  const course = await lockCourse(call, seen.course_id);
  // One place, or all that a company pays for: they are confirmed together, or none is.
  const rows = await call.db
    .select()
    .from(courseRegistrations)
    .where(paying)
    .orderBy(courseRegistrations.id)
    .for('update');
  const of = (...states: RegistrationState[]) => rows.filter((row) => states.includes(row.status));
  const enough = paid >= owed;
  const [row] = rows;
  if (!enough) {
    // Of whom the office said that it was paid, the place stays: it is the office's to take.
    await holdAgain(
      call,
      course,
      of('CONFIRMED').filter((one) => one.application_id === null),
    );
    // A certificate that nobody paid for: whoever teaches or keeps the course takes the completion back.
    for (const one of of('COMPLETED')) await tellOffice(call, course, one, 'notice_short_course_unpaid');
  } else await takePaid(call, course, of('HELD', 'EXPIRED'), contract_id);
  if (row?.contract_id && row.status === 'CANCELLED' && paid > row.paid_before) await tooLate(call, course, row, paid);
}

async function takePaid(call: Call, course: CourseRow, rows: RegistrationRow[], contract_id: number): Promise<void> {
  if (rows.length === 0) return;
  const { rows: clock } = await call.client.query<{ at: string }>('select edulab_clock() as at');
  const now = Date.parse(new Date(clock[0]!.at).toISOString());
  const holds = (row: RegistrationRow) => row.status === 'HELD' && row.until !== null && Date.parse(row.until) > now;
  const wanted = rows.filter((row) => !holds(row));
  const left = leftOf(course, (await countsOf(call, [course.id])).get(course.id) ?? noCounts);
  const runs = course.status === 'OPEN' || course.status === 'CLOSED';
  const [other] = await call.db
    .select({ id: courseRegistrations.id })
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course.id),
        inArray(
          courseRegistrations.account_id,
          rows.map((row) => row.account_id),
        ),
        notInArray(
          courseRegistrations.id,
          rows.map((row) => row.id),
        ),
        inArray(courseRegistrations.status, [...liveStates]),
        isNull(courseRegistrations.deleted_at),
      ),
    );
  const fits =
    wanted.length === 0 ||
    (left >= wanted.length && runs && !other && (await codeStillFree(call, rows[0]?.code_id ?? null)));
  if (fits) {
    await move(call, rows, 'CONFIRMED');
    await tellListeners(call, course, rows, () => 'confirmed');
    return;
  }
  await move(
    call,
    rows.filter((row) => row.status === 'HELD'),
    'EXPIRED',
  );
  await endBillOf(call, [{ contract_id }], message(call.locale, 'short_course_paid_late'));
  // Whom a company pays for has paid nothing: accounting writes to the company.
  await tellListeners(
    call,
    course,
    rows.filter((row) => row.group_id === null),
    () => 'paid_late',
  );
}

/** One of those whom a company pays for gives the place up: the bill is for one less, and those who stay may be paid by that. */
export async function oneLess(call: Call, row: RegistrationRow, contract_id: number, reason: string): Promise<void> {
  const { owed, paid } = await lessenBill(call, { contract_id, by: row.price }, reason);
  if (owed > 0 && paid >= owed) await settledBill(call, { contract_id, owed, paid });
}

/** Nothing of these is earned: what was paid waits to be given back. */
export const endBillOf = (call: Call, rows: readonly Pick<RegistrationRow, 'contract_id'>[], reason: string) =>
  closeBills(
    call,
    rows.flatMap(({ contract_id }) => (contract_id === null ? [] : [{ contract_id, keep: 0 }])),
    reason,
  );

/** Whoever keeps courses looks at this place. */
export async function tellOffice(
  call: Call,
  course: CourseRow,
  row: RegistrationRow,
  what: 'notice_short_course_unpaid' | 'notice_short_course_application_waits',
): Promise<void> {
  const { rows } = await call.client.query<{ id: number }>(
    `select distinct x.account_id as id from account_roles x join role_permissions p on p.role_id = x.role_id and p.permission = 'short_course.manage'
      where x.institution_id = $1 and not exists (select 1 from role_permissions m where m.role_id = x.role_id and m.permission = 'role.manage')`,
    [call.institution_id],
  );
  await notify(
    call,
    rows.map(({ id }) => id),
    {
      type: 'short_course',
      title: titleOf(what, { name: row.name, course: course.title.uz }),
      link: `/short-term-course/listener?id=${row.id}`,
    },
  );
}

/** What was paid was taken back by a gateway or the office: the place is held once more, and then goes on. */
async function holdAgain(call: Call, course: CourseRow, held: RegistrationRow[]): Promise<void> {
  if (held.length === 0) return;
  const { rows } = await call.client.query<{ until: string }>(
    'select edulab_clock() + make_interval(hours => $1) as until',
    [course.hold_hours],
  );
  const until = new Date(rows[0]!.until).toISOString();
  await move(call, held, 'HELD', { until });
  await tellListeners(call, course, held, () => 'held', { until });
}

async function tooLate(call: Call, course: CourseRow, row: RegistrationRow, paid: Tiyin): Promise<void> {
  await call.db.update(courseRegistrations).set({ paid_before: paid }).where(eq(courseRegistrations.id, row.id));
  await tellListeners(call, course, [row], () => 'paid_late');
}

/** Bills of places that were let go are ended once nobody can register any more; until then money that comes late finds them. */
export async function endBills(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<{ institution_id: number; bills: number[] }>(
    `select r.institution_id, array_agg(distinct k.id order by k.id) as bills
       from short_course_registrations r join short_courses c on c.id = r.course_id left join short_course_groups g on g.id = r.group_id
       join contracts k on k.id = coalesce(r.contract_id, g.contract_id)
      where r.status = 'EXPIRED' and k.status <> 'TERMINATED' and c.register_until < (select edulab_today()) group by 1`,
  );
  for (const { institution_id, bills } of rows)
    await inTheNight(kernel, institution_id, 'short courses', (call) =>
      endBillOf(
        call,
        bills.map((contract_id) => ({ contract_id })),
        message('uz', 'short_course_bill_over'),
      ),
    );
  return rows.reduce((sum, { bills }) => sum + bills.length, 0);
}

/** Bills of somebody for a course whose hold ended, before they take another place in it. */
export const oldBills = (call: Call, course_id: number, account_id: number) =>
  call.db
    .select({ contract_id: contracts.id })
    .from(courseRegistrations)
    .innerJoin(contracts, eq(contracts.id, courseRegistrations.contract_id))
    .where(
      and(
        eq(courseRegistrations.course_id, course_id),
        eq(courseRegistrations.account_id, account_id),
        inArray(courseRegistrations.status, ['EXPIRED', 'HELD']),
        ne(contracts.status, 'TERMINATED'),
      ),
    );
