import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  closeBills,
  contractBalances,
  contracts,
  issueBill,
  lockBills,
  sumOf,
  tiyinOf,
  vatIn,
} from '#domains/accounting/server/index.ts';
import { createAccounts, grantRoles } from '#domains/identity/server/index.ts';
import { email, type ListAnswer, phone } from '#platform/contract/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { columnsSql, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import type { contract } from '../contract.ts';
import { type groupRecord, most } from '../shapes-groups.ts';
import { liveStates, registrationWorkflow } from '../workflow.ts';
import { fromFile, pasted } from './group-list.ts';
import { tellListeners } from './notices.ts';
import { asCharged, type CourseRow, countsOf, leftOf, lockCourse, move, noCounts, promote } from './places.ts';
import { refundStepsOf } from './refund.ts';
import { demandOpen } from './registrations.ts';
import { courseGroups, courseRegistrations, shortCourses } from './tables.ts';

/**
 * Listeners whom a company sends: the office writes them down, their places are held together or not at all, and the company
 * pays one bill. Everybody of them has an account by their phone, as whoever comes alone.
 */

type Calls = (typeof contract)['short_term_course']['group'];
type Shown = z.infer<typeof groupRecord>;
type Preview = OutputOf<Calls['preview']>;
type Person = InputOf<Calls['create']>['people'][number];

/** Which of these phones have a place in the course already, with the accounts that belong to them. */
async function knownBy(call: Call, course_id: number, phones: readonly string[]) {
  const rows = await call.db
    .select({
      id: accounts.id,
      phone: accounts.phone,
      placed: sql<boolean>`exists (select 1 from ${courseRegistrations} r where r.account_id = accounts.id and r.course_id = ${course_id}
        and r.deleted_at is null and r.status in ('WAITING', 'OFFERED', 'HELD', 'CONFIRMED', 'COMPLETED'))`,
      takes: sql<boolean>`exists (select 1 from account_roles x join role_permissions p on p.role_id = x.role_id and p.permission = 'short_course.register'
        where x.account_id = accounts.id and x.institution_id = ${call.institution_id})`,
    })
    .from(accounts)
    .where(and(inArray(accounts.phone, ['', ...phones]), isNull(accounts.deleted_at)));
  return new Map(rows.map((row) => [row.phone ?? '', row]));
}

export async function previewGroup(call: Call, input: InputOf<Calls['preview']>): Promise<Preview> {
  const [found] = await call.db
    .select()
    .from(shortCourses)
    .where(and(eq(shortCourses.id, input.course_id), isNull(shortCourses.deleted_at)));
  if (!found) throw failField('course_id', 'UNKNOWN_REFERENCE');
  const course = (await asCharged(call, [found]))[0]!;
  await demandOpen(call, course);
  const listed = input.file_id === undefined ? pasted(input.lines ?? '') : await fromFile(call, input.file_id);
  if (listed.length > most) throw fail('GROUP_TOO_MANY', { most, wanted: listed.length });
  const read = listed.map(({ line, ...person }) => {
    const number = phone.safeParse(person.phone);
    const address = person.email === null ? undefined : email.safeParse(person.email);
    return {
      line,
      person: { ...person, phone: number.data ?? person.phone, email: address?.data ?? person.email },
      wrong: [
        ...(person.lastname && person.firstname ? [] : ['name']),
        ...(number.success ? [] : ['phone']),
        ...(address && !address.success ? ['email'] : []),
      ],
    };
  });
  const known = await knownBy(
    call,
    course.id,
    read.map(({ person }) => person.phone),
  );
  const seen = new Set<string>();
  const people = read.map(({ line, person, wrong }) => {
    const faults = [
      ...wrong,
      ...(seen.has(person.phone) ? ['twice'] : []),
      ...(known.get(person.phone)?.placed ? ['placed'] : []),
    ];
    seen.add(person.phone);
    return { line, ...person, faults: faults.map((one) => message(call.locale, `short_course_group_fault.${one}`)) };
  });
  return {
    left: leftOf(course, (await countsOf(call, [course.id])).get(course.id) ?? noCounts),
    price: sumOf(course.price),
    total: sumOf(course.price * people.length),
    faulty: people.filter(({ faults }) => faults.length > 0).length,
    people,
  };
}

/** The accounts of these people by their phones, made where there is none. Errors: GROUP_PERSON for who is named twice or has a place. */
async function accountsOf(call: Call, course_id: number, people: readonly Person[]): Promise<number[]> {
  const known = await knownBy(
    call,
    course_id,
    people.map((one) => one.phone),
  );
  // An address that belongs to another account stays with that one.
  const taken = await call.db
    .select({ email: sql<string>`lower(${accounts.email})` })
    .from(accounts)
    .where(
      and(
        inArray(
          sql`lower(${accounts.email})`,
          people.map((one) => one.email ?? ''),
        ),
        isNull(accounts.deleted_at),
      ),
    );
  const addresses = new Set(taken.map((one) => one.email));
  const free = (address: string | null | undefined) => {
    if (!address || addresses.has(address)) return null;
    addresses.add(address);
    return address;
  };
  const named = new Set<string>();
  for (const [at, one] of people.entries()) {
    if (known.get(one.phone)?.placed || named.has(one.phone)) throw failField(`people.${at}.phone`, 'GROUP_PERSON');
    named.add(one.phone);
  }
  // A student who is sent stays a student and nothing else.
  await grantRoles(
    call,
    [...known.values()].filter(({ takes }) => !takes).map(({ id }) => id),
    'GUEST_USER',
  );
  const made = await createAccounts(
    call,
    people
      .filter((one) => !known.has(one.phone))
      .map((one) => ({
        firstname: one.firstname,
        lastname: one.lastname,
        midname: one.midname ?? null,
        phone: one.phone,
        email: free(one.email),
      })),
    'GUEST_USER',
  );
  return people.map((one) => known.get(one.phone)?.id ?? made.get(one.phone)!);
}

/** Errors: GROUP_PLACES where fewer are left than are wanted, COURSE_NOT_OPEN, COURSE_DATES, COURSE_PRICE_CHANGED, GROUP_PERSON. */
export async function createGroup(call: Call, input: InputOf<Calls['create']>): Promise<Shown> {
  const { people, price: read, ...fields } = input;
  const [seen] = await call.db
    .select({ id: shortCourses.id })
    .from(shortCourses)
    .where(and(eq(shortCourses.id, input.course_id), isNull(shortCourses.deleted_at)));
  if (!seen) throw failField('course_id', 'UNKNOWN_REFERENCE');
  const course = await lockCourse(call, input.course_id);
  await demandOpen(call, course);
  if (tiyinOf(read) !== course.price) throw fail('COURSE_PRICE_CHANGED', { price: sumOf(course.price) });
  const { rows: days } = await call.client.query<{ until: string; fits: boolean }>(
    `select ($1::date + 1)::timestamp at time zone (select edulab_zone()) as until, $1::date between (select edulab_today()) and $2::date as fits`,
    [input.pay_until, course.register_until],
  );
  if (!days[0]!.fits) throw failField('pay_until', 'COURSE_DATES');
  const left = await promote(call, course);
  if (left < people.length) throw fail('GROUP_PLACES', { left, wanted: people.length });
  const ids = await accountsOf(call, course.id, people);
  const [group] = await call.db.insert(courseGroups).values(fields).returning();
  const free = course.price === 0;
  const until = free ? null : new Date(days[0]!.until).toISOString();
  const status = free ? 'CONFIRMED' : 'HELD';
  const refund_steps = (await refundStepsOf(call, [course])).get(course.id)!;
  const made = await call.db
    .insert(courseRegistrations)
    .values(
      people.map((one, at) => ({
        course_id: course.id,
        account_id: ids[at]!,
        name: [one.lastname, one.firstname, one.midname].filter(Boolean).join(' '),
        status: status as 'CONFIRMED' | 'HELD',
        until,
        price: course.price,
        vat: vatIn(course.price, course.vat_percent),
        refund_steps,
        group_id: group!.id,
      })),
    )
    .returning();
  await recordTransition(
    call,
    registrationWorkflow.entity,
    made.map(({ id }) => ({ id, from: null })),
    status,
    {},
  );
  if (!free) await billGroup(call, group!, course, people.length);
  await tellListeners(call, course, made, () => (free ? 'confirmed' : 'held_by_company'), { reason: input.company });
  return getGroup(call, { id: group!.id });
}

/** One bill for all, and a letter to the company that says how it is paid. */
async function billGroup(call: Call, group: typeof courseGroups.$inferSelect, course: CourseRow, count: number) {
  const { contract_id, number } = await issueBill(call, {
    account_id: null,
    name: group.company,
    phone: group.phone,
    amount: course.price * count,
    due_on: group.pay_until,
    also: group.tin,
  });
  await call.db.update(courseGroups).set({ contract_id }).where(eq(courseGroups.id, group.id));
  const values = {
    company: group.company,
    name: group.contact,
    course: course.title[call.locale] || course.title.uz,
    count,
    sum: sumOf(course.price * count),
    number,
    day: group.pay_until.split('-').reverse().join('.'),
  };
  await sendMail(call, {
    to: group.email,
    language: call.locale,
    subject: message(call.locale, 'mail_short_course.group_subject', values),
    text: message(call.locale, 'mail_short_course.group', values),
  });
}

async function present(call: Call, rows: (typeof courseGroups.$inferSelect)[]): Promise<Shown[]> {
  const courses = await titlesOf(
    call,
    shortCourses,
    rows.map((row) => row.course_id),
  );
  const bills = rows.flatMap((row) => row.contract_id ?? []);
  const balances = await contractBalances(call, bills);
  const numbers = await titlesOf(call, contracts, bills, sql`${contracts.number}`);
  const { rows: counted } = await call.client.query<{ group_id: number; people: number; confirmed: number }>(
    `select r.group_id, (count(*) filter (where r.status in ('CONFIRMED', 'COMPLETED') or r.status = 'HELD' and r.until > now.at))::int as people,
            (count(*) filter (where r.status in ('CONFIRMED', 'COMPLETED')))::int as confirmed
       from short_course_registrations r cross join (select edulab_clock() as at) now
      where r.group_id = any($1::int[]) and r.deleted_at is null group by 1`,
    [rows.map((row) => row.id)],
  );
  const counts = new Map(counted.map((one) => [one.group_id, one]));
  return rows.map((row) => {
    const { contract_id, ...kept } = plain(row);
    const { owed = 0, paid = 0 } = balances.get(contract_id ?? 0) ?? {};
    const { people = 0, confirmed = 0 } = counts.get(row.id) ?? {};
    return {
      ...kept,
      course: courses.get(row.course_id) ?? { id: row.course_id, title: '' },
      bill: numbers.get(contract_id ?? 0) ?? null,
      owed: sumOf(owed),
      paid: sumOf(paid),
      people,
      confirmed,
      can: { cancel: people > 0 },
    };
  });
}

export const groups = (call: Call, input: InputOf<Calls['list']>): Promise<ListAnswer<Shown>> =>
  list(call, input, {
    from: sql`${courseGroups}`,
    key: sql`${courseGroups.id}`,
    table: 'short_course_groups',
    where: [
      isNull(courseGroups.deleted_at),
      input.course_id ? eq(courseGroups.course_id, input.course_id) : undefined,
      input.search
        ? or(textHolds([sql`${courseGroups.company}`], input.search), eq(courseGroups.tin, input.search))
        : undefined,
    ],
    sorts: { created_at: sql`${courseGroups.created_at}` },
    defaultSort: 'created_at,desc',
    columns: columnsSql(courseGroups),
    load: (_ids, rows) => present(call, rows),
  });

async function getGroup(call: Call, { id }: { id: number }): Promise<Shown> {
  const [row] = await call.db
    .select()
    .from(courseGroups)
    .where(and(eq(courseGroups.id, id), isNull(courseGroups.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return (await present(call, [row]))[0]!;
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED where nobody of them has a place that could be taken, or somebody completed the course. */
export async function cancelGroup(call: Call, input: InputOf<Calls['cancel']>): Promise<Shown> {
  const seen = await getGroup(call, input);
  if (seen.bill) await lockBills(call, [seen.bill.id]);
  const course = await lockCourse(call, seen.course_id);
  const group = await loadForChange(call, courseGroups, undefined, input, () => getGroup(call, input));
  const rows = await call.db
    .select()
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.group_id, group.id),
        inArray(courseRegistrations.status, [...liveStates]),
        isNull(courseRegistrations.deleted_at),
      ),
    )
    .orderBy(courseRegistrations.id)
    .for('update');
  const last = rows.find((row) => row.status === 'COMPLETED');
  if (last || rows.length === 0)
    throw fail('TRANSITION_NOT_ALLOWED', {
      entity: registrationWorkflow.entity,
      from: last?.status ?? 'CANCELLED',
      to: 'CANCELLED',
    });
  await move(call, rows, 'CANCELLED', { reason: input.reason });
  if (group.contract_id !== null) await closeBills(call, [{ contract_id: group.contract_id, keep: 0 }], input.reason);
  await tellListeners(call, course, rows, () => 'cancelled', { reason: input.reason });
  await promote(call, course);
  return getGroup(call, { id: group.id });
}
