import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { lockBills, tryIssueBill, vatIn } from '#domains/accounting/server/index.ts';
import { type ApplicationRow, askedBy, guests } from '#domains/admissions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { dayIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { applicationKeys, guardian, longestGuardian } from '../shapes.ts';
import { liveStates, registrationWorkflow } from '../workflow.ts';
import { codeFault, discountOf, knownCode } from './codes.ts';
import { endBillOf, oldBills, tellOffice } from './money.ts';
import { tellListeners } from './notices.ts';
import { type CourseRow, lockCourse, promote } from './places.ts';
import { refundStepsOf } from './refund.ts';
import { isMinor, sendAway } from './registrations.ts';
import { courseRegistrations, shortCourses } from './tables.ts';

/**
 * Whoever applies by a form of admissions that stands for a course gets a place in it once the office says that it was paid:
 * the same account, the same count of places. Where none is free they wait for one, and the office hears of it. The bill is
 * issued with the place, so that the money is entered on it; without it nobody completes the course.
 */
export async function followedApplications(
  call: Call,
  moved: readonly { row: ApplicationRow; from: string }[],
): Promise<void> {
  const ours = moved.filter(({ row }) => row.flavour === 'st_course');
  const wanted = ours.filter(
    ({ row, from }) => row.status === 'PAID' || (row.status === 'LISTENER' && !endedStates.includes(from)),
  );
  // One application brings one place: what became of it, given up or taken away, a later step does not undo.
  const placed = new Set(
    wanted.length
      ? (
          await call.db
            .select({ id: courseRegistrations.application_id })
            .from(courseRegistrations)
            .where(
              and(
                inArray(
                  courseRegistrations.application_id,
                  wanted.map(({ row }) => row.id),
                ),
                isNull(courseRegistrations.deleted_at),
              ),
            )
        ).map(({ id }) => id)
      : [],
  );
  for (const { row } of wanted) if (!placed.has(row.id)) await seat(call, row);
  for (const { row, from } of ours)
    if (row.status === 'CANCELLED' && (from === 'PAID' || from === 'LISTENER')) await unseat(call, row);
}

const endedStates = ['COMPLETED', 'CERTIFIED'];

/** What a place asks of an application is asked before its step. Errors: APPLICATION_INCOMPLETE, STEP_NOT_READY, TOO_MANY_REQUESTS. */
export async function askedApplication(
  call: Call,
  { row, to }: { row: ApplicationRow; to: ApplicationRow['status'] },
): Promise<void> {
  if (row.flavour !== 'st_course') return;
  if (to === 'SUBMITTED') await demandFit(call, row);
  else if (endedStates.includes(to) || endedStates.includes(row.status)) await demandFollowing(call, row, to);
  else if (to === 'PAID') await demandPlace(call, row);
}

/** What an application says of a place, by the keys that the fields of its form have. */
const said = ({ answers }: ApplicationRow) => {
  const of = (key: string) => (typeof answers[key] === 'string' ? answers[key].trim() : '');
  const { data } = guardian.safeParse({
    name: of(applicationKeys.guardian),
    phone: of(applicationKeys.guardian_phone),
  });
  return { code: of(applicationKeys.code), guardian: data ?? null };
};

/** Who agrees is named in a line, whatever room the form gives. */
const tooLong = ({ answers }: ApplicationRow) =>
  ([applicationKeys.guardian, applicationKeys.guardian_phone] as const).flatMap((key) => {
    const answer = answers[key];
    const max = longestGuardian[key];
    return typeof answer === 'string' && answer.trim().length > max
      ? [{ path: `answers.${key}`, code: 'too_long', max }]
      : [];
  });

/** Of a minor the form asks who agrees, and a discount code must be one. Errors: APPLICATION_INCOMPLETE, at the fields. */
async function demandFit(call: Call, application: ApplicationRow): Promise<void> {
  const [course, person] = [await courseOf(call, application), await personOf(call, application)];
  if (!course || !person) return;
  const { code, guardian } = said(application);
  const asked = await askedBy(call, application.form_id);
  const fields: { path: string; code: string; max?: number }[] = tooLong(application);
  if (!guardian && asked.has(applicationKeys.guardian) && (await isMinor(call, course, person.id)))
    for (const key of [applicationKeys.guardian, applicationKeys.guardian_phone])
      if (asked.has(key) && !application.answers[key]) fields.push({ path: `answers.${key}`, code: 'GUARDIAN_NEEDED' });
  const fault = code ? await codeFault(call, course, code) : undefined;
  if (fault) fields.push({ path: `answers.${applicationKeys.code}`, code: fault });
  if (fields.length) throw fail('APPLICATION_INCOMPLETE', { fields });
}

/** The end of an application is that of its place, and nobody says otherwise by hand. Errors: STEP_NOT_READY. */
async function demandFollowing(call: Call, application: ApplicationRow, to: string): Promise<void> {
  const [place] = await call.db
    .select({ status: courseRegistrations.status })
    .from(courseRegistrations)
    .where(and(eq(courseRegistrations.application_id, application.id), isNull(courseRegistrations.deleted_at)));
  if (place && (place.status === 'COMPLETED') !== endedStates.includes(to))
    throw fail('STEP_NOT_READY', { because: 'listener' });
}

/** The course for which the form of an application stands: of those that go on the one that begins first. */
async function courseOf(call: Call, application: ApplicationRow): Promise<CourseRow | undefined> {
  const [wanted] = await call.db
    .select()
    .from(shortCourses)
    .where(
      and(
        eq(shortCourses.application_form_id, application.form_origin_id),
        inArray(shortCourses.status, ['OPEN', 'CLOSED']),
        isNull(shortCourses.deleted_at),
      ),
    )
    .orderBy(asc(shortCourses.starts_on), asc(shortCourses.id))
    .limit(1);
  return wanted;
}

async function personOf(call: Call, application: ApplicationRow) {
  const [person] = await call.db
    .select({
      id: accounts.id,
      firstname: accounts.firstname,
      lastname: accounts.lastname,
      midname: accounts.midname,
      phone: accounts.phone,
    })
    .from(guests)
    .innerJoin(accounts, eq(accounts.id, guests.account_id))
    .where(eq(guests.id, application.guest_id));
  return person;
}

/** The code that an application names, if it was good when that was sent and is not used up. */
async function codeOf(call: Call, course: CourseRow, application: ApplicationRow, lock: boolean) {
  const on = application.submitted_at === null ? null : dayIn(await zoneOf(call), application.submitted_at);
  const known = await knownCode(call, course, said(application).code, { lock, on });
  return known && !known.usedUp ? known.row : undefined;
}

/** A guardian for a minor, and a code that is still good: nobody is let in dearer than they were told. Errors: STEP_NOT_READY. */
async function demandPlace(call: Call, application: ApplicationRow): Promise<void> {
  const [course, person] = [await courseOf(call, application), await personOf(call, application)];
  if (!course || !person) return;
  const { code, guardian } = said(application);
  if (!guardian && (await isMinor(call, course, person.id))) throw fail('STEP_NOT_READY', { because: 'guardian' });
  if (code && !(await codeOf(call, course, application, false))) throw fail('STEP_NOT_READY', { because: 'code' });
}

async function seat(call: Call, application: ApplicationRow): Promise<void> {
  const [wanted, person] = [await courseOf(call, application), await personOf(call, application)];
  if (!wanted || !person) return;
  const over = await oldBills(call, wanted.id, person.id);
  await lockBills(
    call,
    over.map((bill) => bill.contract_id),
  );
  const course = await lockCourse(call, wanted.id);
  const left = await promote(call, course);
  const [has] = await call.db
    .select({ id: courseRegistrations.id })
    .from(courseRegistrations)
    .where(
      and(
        isNull(courseRegistrations.deleted_at),
        eq(courseRegistrations.course_id, course.id),
        eq(courseRegistrations.account_id, person.id),
        inArray(courseRegistrations.status, [...liveStates]),
      ),
    )
    .limit(1);
  // Whoever took a place on the course's own page has one already: a person sits once.
  if (has) return;
  const { code, guardian } = said(application);
  const by = code ? await codeOf(call, course, application, true) : undefined;
  // Who waits types a code once a place is offered; so does whose code somebody else used up in this very second.
  const status = left > 0 && (by || !code) ? 'CONFIRMED' : 'WAITING';
  const discount = by && status === 'CONFIRMED' ? discountOf(course.price, by) : 0;
  const price = course.price - discount;
  const name = [person.lastname, person.firstname, person.midname].filter(Boolean).join(' ');
  const bill =
    status === 'CONFIRMED' && price > 0
      ? await tryIssueBill(call, {
          account_id: person.id,
          name,
          phone: person.phone,
          amount: price,
          due_on: await todayOf(call),
        })
      : null;
  const [made] = await call.db
    .insert(courseRegistrations)
    .values({
      course_id: course.id,
      account_id: person.id,
      application_id: application.id,
      name,
      status,
      price,
      discount,
      code_id: discount > 0 ? by!.id : null,
      guardian,
      vat: vatIn(price, course.vat_percent),
      refund_steps: (await refundStepsOf(call, [course])).get(course.id)!,
      contract_id: bill?.contract_id ?? null,
    })
    .returning();
  await recordTransition(call, registrationWorkflow.entity, [{ id: made!.id, from: null }], status, {});
  await endBillOf(call, over, message(call.locale, 'short_course_bill_over'));
  await tellListeners(call, course, [made!], () => (status === 'WAITING' ? 'waiting' : 'confirmed'));
  if (status === 'WAITING') await tellOffice(call, course, made!, 'notice_short_course_application_waits');
}

/** The office cancelled the application: the place is free, and what was paid waits to be given back. */
async function unseat(call: Call, application: ApplicationRow): Promise<void> {
  const placeOf = () =>
    call.db
      .select()
      .from(courseRegistrations)
      .where(
        and(
          eq(courseRegistrations.application_id, application.id),
          inArray(courseRegistrations.status, ['WAITING', 'OFFERED', 'HELD', 'CONFIRMED']),
          isNull(courseRegistrations.deleted_at),
        ),
      );
  const [seen] = await placeOf();
  if (!seen) return;
  if (seen.contract_id !== null) await lockBills(call, [seen.contract_id]);
  const course = await lockCourse(call, seen.course_id);
  const [row] = await placeOf().for('update');
  if (row) await sendAway(call, course, row, message(call.locale, 'short_course_application_cancelled'));
}
