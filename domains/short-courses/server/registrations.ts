import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  closeBills,
  contractBalances,
  contracts,
  lockBills,
  sumOf,
  tiyinOf,
  vatIn,
} from '#domains/accounting/server/index.ts';
import { guests } from '#domains/admissions/server/index.ts';
import { issuedDocuments, shownCode } from '#domains/credentials/server/index.ts';
import { fileRecords } from '#domains/files/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { ListAnswer } from '#platform/contract/index.ts';
import { type Call, demand, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { columnsSql, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import type { registrationList, registrationRecord } from '../shapes.ts';
import { liveStates, registrationWorkflow } from '../workflow.ts';
import { followPlaces, holdApplications } from './application-steps.ts';
import { priceFor } from './codes.ts';
import { billFor, endBillOf, oldBills, oneLess } from './money.ts';
import { tellListeners } from './notices.ts';
import { type CourseRow, holdUntil, lockCourse, move, promote, type RegistrationRow } from './places.ts';
import { registrationReach } from './reach.ts';
import { refundOf, refundPercent, refundStepsOf } from './refund.ts';
import {
  chaptersDone,
  courseChapters,
  courseGroups,
  courseRegistrations,
  courseReviews,
  shortCourses,
} from './tables.ts';

/** Taking a place, waiting for one, giving one up. */

type Calls = (typeof contract)['short_term_course']['registration'];
type Shown = z.infer<typeof registrationRecord>;

export async function presentRegistrations(call: Call, rows: RegistrationRow[]): Promise<Shown[]> {
  if (rows.length === 0) return [];
  planOnce(call.client);
  const ids = rows.map((row) => row.id);
  const courses = await call.db
    .select()
    .from(shortCourses)
    .where(inArray(shortCourses.id, [...new Set(rows.map((row) => row.course_id))]));
  const people = await call.db
    .select({ id: accounts.id, phone: accounts.phone, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(rows.map((row) => row.account_id))]));
  const { rows: ways } = await call.db.execute<{ id: number; chapters: number; done: number; ahead: number }>(sql`
    select r.id, (select count(*)::int from ${courseChapters} c where c.course_id = r.course_id and c.deleted_at is null) as chapters,
           (select count(*)::int from ${chaptersDone} d join ${courseChapters} c on c.id = d.chapter_id where d.registration_id = r.id and c.deleted_at is null) as done,
           case when r.status = 'WAITING' then (select count(*)::int from ${courseRegistrations} w where w.course_id = r.course_id and w.status = 'WAITING' and w.id < r.id and w.deleted_at is null) else 0 end as ahead
      from ${courseRegistrations} r where r.id = any(${sql.param(ids)}::int[])`);
  const files = await fileRecords(
    call,
    courses.map((one) => one.cover_file_id),
  );
  const { rows: clock } = await call.client.query<{ at: string }>('select edulab_clock() as at');
  const now = Date.parse(new Date(clock[0]!.at).toISOString());
  const courseOf = new Map(courses.map((one) => [one.id, one]));
  const personOf = new Map(people.map((one) => [one.id, one]));
  const wayOf = new Map(ways.map((one) => [one.id, one]));
  const office = may(call, 'short_course.manage');
  const bills = rows.flatMap((row) => row.contract_id ?? []);
  const balances = await contractBalances(call, bills);
  const numbers = await titlesOf(call, contracts, bills, sql`${contracts.number}`);
  const today = await todayOf(call);
  const papers = await call.db
    .select({ id: issuedDocuments.id, number: issuedDocuments.number, check_code: issuedDocuments.check_code })
    .from(issuedDocuments)
    .where(inArray(issuedDocuments.id, [0, ...rows.flatMap((row) => row.document_id ?? [])]));
  const said = await call.db
    .select({ id: courseReviews.registration_id, stars: courseReviews.stars, words: courseReviews.words })
    .from(courseReviews)
    .where(and(inArray(courseReviews.registration_id, ids), isNull(courseReviews.deleted_at)));
  const companies = await call.db
    .select({ id: courseGroups.id, company: courseGroups.company })
    .from(courseGroups)
    .where(inArray(courseGroups.id, [0, ...rows.flatMap((row) => row.group_id ?? [])]));
  const groupOf = new Map(companies.map((one) => [one.id, one]));
  const reviewOf = new Map(said.map(({ id, ...review }) => [id, review]));
  const paperOf = new Map(papers.map((one) => [one.id, { ...one, check_code: shownCode(one.check_code) }]));
  return rows.map((row) => {
    const of = courseOf.get(row.course_id)!;
    const way = wayOf.get(row.id);
    const person = personOf.get(row.account_id);
    const own = row.account_id === call.account_id;
    // What is over is over, also where nobody has written so yet.
    const over = row.until !== null && Date.parse(row.until) <= now;
    const status = over && (row.status === 'HELD' || row.status === 'OFFERED') ? 'EXPIRED' : row.status;
    const {
      contract_id,
      paid_before: _,
      cancellation_id: _batch,
      status_before: _had,
      document_id,
      code_id: _code,
      application_id: _application,
      group_id,
      ...kept
    } = plain(row);
    const { paid = 0, left = 0 } = balances.get(contract_id ?? 0) ?? {};
    return {
      ...kept,
      status,
      certificate: paperOf.get(document_id ?? 0) ?? null,
      bill: numbers.get(contract_id ?? 0) ?? null,
      to_pay: sumOf(status === 'HELD' ? left : 0),
      paid: sumOf(paid),
      refund: sumOf(refundOf(row.price, paid, refundPercent(row.refund_steps, of.starts_on, today))),
      course: {
        id: of.id,
        title: of.title,
        starts_on: of.starts_on,
        ends_on: of.ends_on,
        place: of.place,
        times: of.times,
        format: of.format,
        status: of.status,
        cover: files.get(of.cover_file_id ?? 0) ?? null,
      },
      phone: person?.phone ?? null,
      email: person?.email ?? null,
      ahead: row.status === 'WAITING' ? (way?.ahead ?? 0) : null,
      price: sumOf(row.price),
      vat: sumOf(row.vat),
      discount: sumOf(row.discount),
      group: groupOf.get(group_id ?? 0) ?? null,
      review: own ? (reviewOf.get(row.id) ?? null) : null,
      chapters: way?.chapters ?? 0,
      done: way?.done ?? 0,
      can: {
        // What a company pays for is the company's to give up, through the office.
        cancel: ((own && group_id === null) || office) && ['WAITING', 'OFFERED', 'HELD', 'CONFIRMED'].includes(status),
        answer: own && status === 'OFFERED',
        review: own && status === 'COMPLETED',
      },
    };
  });
}

const sorts = {
  created_at: sql`${courseRegistrations.created_at}`,
  name: sql`${courseRegistrations.name}`,
};

export const conditionsOf = (call: Call, input: z.infer<typeof registrationList>): (SQL | undefined)[] => [
  registrationReach(call),
  isNull(courseRegistrations.deleted_at),
  input.mine ? eq(courseRegistrations.account_id, call.account_id) : undefined,
  input.course_id ? eq(courseRegistrations.course_id, input.course_id) : undefined,
  input.group_id ? eq(courseRegistrations.group_id, input.group_id) : undefined,
  input.status ? inArray(courseRegistrations.status, input.status) : undefined,
  keyHolds(sql`${courseRegistrations.search_key}`, input.search),
];

export const registrations = (call: Call, input: InputOf<Calls['list']>): Promise<ListAnswer<Shown>> =>
  list(call, input, {
    from: sql`${courseRegistrations}`,
    key: sql`${courseRegistrations.id}`,
    table: 'short_course_registrations',
    where: conditionsOf(call, input),
    sorts,
    defaultSort: 'created_at,desc',
    closeness: closeness(sql`${courseRegistrations.search_key}`, input.search),
    columns: columnsSql(courseRegistrations),
    load: (_ids, rows) => presentRegistrations(call, rows),
  });

export async function getRegistration(call: Call, { id }: { id: number }): Promise<Shown> {
  const [row] = await call.db
    .select()
    .from(courseRegistrations)
    .where(and(eq(courseRegistrations.id, id), isNull(courseRegistrations.deleted_at), registrationReach(call)));
  if (!row) throw fail('NOT_FOUND');
  return (await presentRegistrations(call, [row]))[0]!;
}

/** Whether somebody is under eighteen on the first day; null where no record of theirs says when they were born. */
export async function isMinor(call: Call, course: CourseRow, account_id: number): Promise<boolean | null> {
  const { rows } = await call.db.execute<{ minor: boolean | null }>(sql`
    select bool_or(b.birthdate > ${course.starts_on}::date - interval '18 years') as minor from (
      select g.birthdate from ${guests} g where g.account_id = ${account_id} and g.deleted_at is null
      union all select s.birthdate from ${students} s where s.account_id = ${account_id} and s.deleted_at is null) b`);
  return rows[0]?.minor ?? null;
}

/**
 * A guardian agrees for who is under eighteen. Whoever came with nothing but a phone says that they are not: answers whether
 * it is their word alone that stands for it. Errors: GUARDIAN_NEEDED, AGE_NEEDED.
 */
async function demandConsent(call: Call, course: CourseRow, input: InputOf<Calls['create']>): Promise<boolean> {
  if (input.guardian) return false;
  const minor = await isMinor(call, course, call.account_id);
  if (minor) throw failField('guardian', 'GUARDIAN_NEEDED');
  if (minor === null && !input.adult) throw failField('adult', 'AGE_NEEDED');
  return minor === null;
}

/**
 * A place in an open course, held until it is paid, or confirmed at once where it costs nothing. With nobody to let in
 * front: who waits is offered what is free before anybody else. Errors: COURSE_NOT_OPEN, COURSE_PRICE_CHANGED, COURSE_FULL,
 * ALREADY_REGISTERED, GUARDIAN_NEEDED, AGE_NEEDED, and those of a code.
 */
export async function register(call: Call, input: InputOf<Calls['create']>): Promise<Shown> {
  const [seen] = await call.db
    .select({ id: shortCourses.id })
    .from(shortCourses)
    .where(and(eq(shortCourses.id, input.course_id), isNull(shortCourses.deleted_at)));
  if (!seen) throw failField('course_id', 'UNKNOWN_REFERENCE');
  const over = await oldBills(call, input.course_id, call.account_id);
  await lockBills(
    call,
    over.map((bill) => bill.contract_id),
  );
  const course = await lockCourse(call, input.course_id);
  await demandOpen(call, course);
  const adult = await demandConsent(call, course, input);
  const left = await promote(call, course);
  const [before] = await call.db
    .select()
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course.id),
        eq(courseRegistrations.account_id, call.account_id),
        inArray(courseRegistrations.status, [...liveStates]),
        isNull(courseRegistrations.deleted_at),
      ),
    );
  if (before) throw fail('ALREADY_REGISTERED', { registration_id: before.id });
  if (left === 0 && !input.waiting) throw fail('COURSE_FULL');
  // A code is used by who takes a place, and typed once there is one.
  if (left === 0 && input.code) throw failField('code', 'CODE_WITH_PLACE');
  const { price, discount, code_id } = await priceFor(call, course, course.price, input.code);
  if (input.price !== undefined && tiyinOf(input.price) !== price)
    throw fail('COURSE_PRICE_CHANGED', { price: sumOf(price) });
  const status = left === 0 ? 'WAITING' : price === 0 ? 'CONFIRMED' : 'HELD';
  const [person] = await call.db
    .select({
      firstname: accounts.firstname,
      lastname: accounts.lastname,
      midname: accounts.midname,
      phone: accounts.phone,
    })
    .from(accounts)
    .where(eq(accounts.id, call.account_id));
  const until = status === 'HELD' ? await holdUntil(call, course) : null;
  const [made] = await call.db
    .insert(courseRegistrations)
    .values({
      course_id: course.id,
      account_id: call.account_id,
      name: [person?.lastname, person?.firstname, person?.midname].filter(Boolean).join(' '),
      status,
      until,
      price,
      discount,
      code_id,
      vat: vatIn(price, course.vat_percent),
      refund_steps: (await refundStepsOf(call, [course])).get(course.id)!,
      guardian: input.guardian ?? null,
      adult,
    })
    .returning();
  await recordTransition(call, registrationWorkflow.entity, [{ id: made!.id, from: null }], status, {});
  // One place is paid once: what was paid for the hold that ended waits on the balance.
  await endBillOf(call, over, message(call.locale, 'short_course_bill_over'));
  if (until) await billFor(call, made!, person?.phone ?? null, until);
  const told = { WAITING: 'waiting', CONFIRMED: 'confirmed', HELD: 'held' } as const;
  await tellListeners(call, course, [made!], () => told[status], until ? { until } : {});
  return getRegistration(call, { id: made!.id });
}

export async function demandOpen(call: Call, course: CourseRow): Promise<void> {
  const { rowCount } = await call.client.query('select 1 where $1::date >= (select edulab_today())', [
    course.register_until,
  ]);
  if (course.status !== 'OPEN' || !rowCount) throw fail('COURSE_NOT_OPEN');
}

/** The course of a registration, locked first, and then the registration itself: the one order in which both are taken. */
async function lockBoth(call: Call, input: { id: number; version?: number | undefined }) {
  const [seen] = await call.db
    .select({
      course_id: courseRegistrations.course_id,
      contract_id: sql<number | null>`coalesce(${courseRegistrations.contract_id}, ${courseGroups.contract_id})`,
    })
    .from(courseRegistrations)
    .leftJoin(courseGroups, eq(courseGroups.id, courseRegistrations.group_id))
    .where(and(eq(courseRegistrations.id, input.id), isNull(courseRegistrations.deleted_at), registrationReach(call)));
  if (!seen) throw fail('NOT_FOUND');
  if (seen.contract_id !== null) await lockBills(call, [seen.contract_id]);
  const course = await lockCourse(call, seen.course_id);
  const row = await loadForChange(call, courseRegistrations, registrationReach(call), input, () =>
    getRegistration(call, input),
  );
  return { course, row, group_bill: row.group_id === null ? null : seen.contract_id };
}

const refuseStep = (from: string, to: string) =>
  fail('TRANSITION_NOT_ALLOWED', { entity: registrationWorkflow.entity, from, to });

/** Gives a place up, or takes it from somebody with a reason. The place goes to who waits longest. */
export async function cancelRegistration(call: Call, input: InputOf<Calls['cancel']>): Promise<Shown> {
  await holdApplications(call, [input.id]);
  const { course, row, group_bill } = await lockBoth(call, input);
  const own = row.account_id === call.account_id;
  if (!own) demand(call, 'short_course.manage');
  if (row.group_id !== null && !may(call, 'short_course.manage')) throw fail('GROUP_PAYS');
  if (!['WAITING', 'OFFERED', 'HELD', 'CONFIRMED'].includes(row.status)) throw refuseStep(row.status, 'CANCELLED');
  if (!own && !input.reason) throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  // Whoever gives a place up is given back what the rule says; whom the office sends away, all of it.
  const percent = own ? refundPercent(row.refund_steps, course.starts_on, await todayOf(call)) : 100;
  await free(call, course, row, percent, input.reason ?? '');
  if (group_bill !== null) await oneLess(call, row, group_bill, input.reason ?? '');
  await promote(call, course);
  return getRegistration(call, { id: row.id });
}

/** Whom the office sends away loses the place and is given back all. Bill and course are locked by the caller. */
export async function sendAway(call: Call, course: CourseRow, row: RegistrationRow, reason: string): Promise<void> {
  await free(call, course, row, 100, reason);
  await promote(call, course);
}

async function free(call: Call, course: CourseRow, row: RegistrationRow, percent: number, reason: string) {
  const balances = await contractBalances(call, row.contract_id === null ? [] : [row.contract_id]);
  const paid = balances.get(row.contract_id ?? 0)?.paid ?? 0;
  await move(call, [row], 'CANCELLED', { reason: reason || null, paid_before: paid });
  if (row.contract_id !== null)
    await closeBills(
      call,
      [{ contract_id: row.contract_id, keep: percent === 100 ? 0 : paid - refundOf(row.price, paid, percent) }],
      reason || message(call.locale, 'short_course_given_up'),
    );
  await tellListeners(call, course, [row], () => 'cancelled', { reason });
  await followPlaces(call, [row.id], reason || message(call.locale, 'short_course_given_up'));
}

/** Takes or declines what was offered, until its very instant. Errors: PLACE_GONE after it. */
export async function answerOffer(call: Call, input: InputOf<Calls['offer']>): Promise<Shown> {
  await holdApplications(call, [input.id]);
  const { course, row } = await lockBoth(call, input);
  if (row.account_id !== call.account_id) throw fail('NOT_FOUND');
  if (row.status === 'EXPIRED') throw fail('PLACE_GONE');
  if (row.status !== 'OFFERED') throw refuseStep(row.status, input.accept ? 'HELD' : 'CANCELLED');
  const { rowCount: inTime } = await call.client.query('select 1 where $1::timestamptz > edulab_clock()', [row.until]);
  if (!inTime) throw fail('PLACE_GONE');
  // What it costs is frozen since the person began to wait; a code takes something off that.
  // The tax in it is that of the bill, which is made now.
  if (input.accept) {
    const priced = input.code ? await priceFor(call, course, row.price, input.code) : { price: row.price };
    const changed = { ...priced, vat: vatIn(priced.price, course.vat_percent) };
    await call.db.update(courseRegistrations).set(changed).where(eq(courseRegistrations.id, row.id));
    Object.assign(row, changed);
  }
  if (!input.accept) {
    await move(call, [row], 'CANCELLED');
    await followPlaces(call, [row.id], message(call.locale, 'short_course_given_up'));
  } else if (row.price === 0) {
    await move(call, [row], 'CONFIRMED');
    await tellListeners(call, course, [row], () => 'confirmed');
  } else {
    const until = await holdUntil(call, course);
    await move(call, [row], 'HELD', { until });
    const [person] = await call.db
      .select({ phone: accounts.phone })
      .from(accounts)
      .where(eq(accounts.id, row.account_id));
    await billFor(call, row, person?.phone ?? null, until);
    await tellListeners(call, course, [row], () => 'held', { until });
  }
  await promote(call, course);
  return getRegistration(call, { id: row.id });
}
