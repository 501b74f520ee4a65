import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { adoptContract } from '#domains/accounting/server/index.ts';
import {
  type ApplicationRow,
  applications,
  broughtPapers,
  type ClosedApplication,
  closeOtherApplications,
  type GuestRow,
  guests,
  takeFollowingStep,
} from '#domains/admissions/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { seat } from '#domains/groups/server/index.ts';
import { grantRole, inLocale, takeRole } from '#domains/identity/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import {
  admit,
  earlierRecords,
  keepPapers,
  newRecordAfter,
  readmissionKind,
  readmissionReason,
  readmit,
  roleOf,
} from '#domains/students/server/index.ts';
import { type Locale, locales } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { sendMail, sendSms } from '#platform/server/work/outbox.ts';
import { entryWorkflow, membershipWorkflow, openEntries } from '../workflow.ts';
import { type Declared, enrollmentEntries, enrollments, type Receipt } from './tables.ts';

/** From applicant to student: everything in the caller's transaction, and a receipt by which all of it can be taken back. */

export type Entry = typeof enrollmentEntries.$inferSelect;

export interface Options {
  order_number?: string | undefined;
  order_date?: string | undefined;
  group_id?: number | undefined;
}
export interface Enrolled {
  id: number;
  number: string;
  name: string;
  student_id: number;
  student_no: string;
  group: { id: number; title: string } | null;
  steps: { code: string; text: string }[];
}

/** Paid, or nothing to pay because it is a grant. */
export const mayBeEnrolled = (row: Pick<ApplicationRow, 'status' | 'decision_tuition' | 'flavour'>): boolean =>
  (row.flavour === 'plain' || row.flavour === 'general') &&
  (row.status === 'PAID' || (row.status === 'CONTRACT_ACCEPTED' && row.decision_tuition === 'GRANT'));

/** One enrolment at a time in an institution: each takes numbers and places, in whatever order its people stand. */
export const lockEnrolling = (call: Call) =>
  call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.enrollment, call.institution_id]);

/** Whom an enrolment locks first; two that ask for the same applicant wait here. Errors: NOT_FOUND. */
export async function lockApplications(call: Call, ids: readonly number[]): Promise<ApplicationRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await call.db
    .select()
    .from(applications)
    .where(and(inArray(applications.id, wanted), isNull(applications.deleted_at)))
    .orderBy(applications.id)
    .for('update');
  if (rows.length < wanted.length) throw fail('NOT_FOUND');
  return rows;
}

/**
 * Makes a student of a locked applicant. Nothing is checked here against what the caller may.
 * Errors: NOT_ACCEPTED, ALREADY_ENROLLED, ALREADY_STUDENT, PERSON_TWICE, APPLICATION_WITHOUT_COURSE, GROUP_FULL and those of contracts.
 */
export async function enrollOne(call: Call, row: ApplicationRow, options: Options = {}): Promise<Enrolled> {
  if (row.status === 'ENROLLED') throw fail('ALREADY_ENROLLED');
  if (!mayBeEnrolled(row)) throw fail('NOT_ACCEPTED');
  const from = row.status as Receipt['from'];
  const [guest] = await call.db.select().from(guests).where(eq(guests.id, row.guest_id)).for('update');
  const [course] = await call.db
    .select()
    .from(courses)
    .where(eq(courses.id, row.course_id ?? 0));
  const [year] = await call.db
    .select({
      name: academicYears.name,
      starts_on: academicYears.starts_on,
      ends_on: academicYears.ends_on,
      today: sql<string>`(select edulab_today())::text`,
      now: sql<string>`edulab_now()::text`,
    })
    .from(academicYears)
    .where(eq(academicYears.id, row.academic_year_id ?? 0));
  if (!guest || guest.deleted_at) throw fail('NOT_FOUND');
  if (!course || !year) throw fail('APPLICATION_WITHOUT_COURSE');
  const before = await earlierRecords(call, guest);
  const [old] = before;
  const again = before.length === 1 ? readmissionKind(old!, course.level) : undefined;
  if (old && !again)
    throw fail('ALREADY_STUDENT', { student_no: old.student_no, name: old.full_name, student_id: old.id });
  // Whoever comes again goes on with the account that they have: the office makes one of the two first, and can see why.
  if (old && old.account_id !== null && old.account_id !== guest.account_id)
    throw fail('PERSON_TWICE', { student_no: old.student_no, name: old.full_name, student_id: old.id });
  const day = year.today;
  const closed = await closeOtherApplications(call, { guest_id: guest.id, keep: row.id, number: row.number });
  const entry = await entryOf(call, row, guest);
  const tuition = row.decision_tuition ?? 'CONTRACT';
  const language = row.language ?? 'uz';
  const first =
    again === 'readmitted'
      ? await yearToReturnTo(call, old!.id, course.id, year)
      : { study_year: 1, starts_on: year.starts_on };
  const entry_year = Number(year.starts_on.slice(0, 4)) - first.study_year + 1;
  const [account] = await call.db.select().from(accounts).where(eq(accounts.id, guest.account_id));

  const values = {
    ...personOf(guest, entry.details),
    account_id: guest.account_id,
    username: account?.username ?? null,
    course_id: course.id,
    department_id: course.department_id,
    level: course.level,
    education_form_id: row.education_form_id,
    study_language: language,
    entry_year,
    tuition,
    status_since: day,
  };
  const came =
    again === 'readmitted'
      ? await readmit(call, old!, values, { ...options, reason: readmissionReason(call, row.number) })
      : again === 'succeeded'
        ? await newRecordAfter(call, old!, values)
        : { student: await admit(call, values), again: null };
  const { student } = came;
  const role = roleOf('ACTIVE', course.level)!;
  const left = old && old.account_id === guest.account_id ? roleOf(old.status, old.level) : undefined;
  const took_role = left && left !== role && (await takeRole(call, guest.account_id, left)) ? left : null;
  const had_role = await grantRole(call, guest.account_id, role);
  const was_guest = await takeRole(call, guest.account_id, 'GUEST_USER');
  const place = await seat(call, {
    student_id: student.id,
    course_id: course.id,
    entry_year,
    language,
    education_form_id: row.education_form_id,
    gender: guest.gender,
    day,
    group_id: options.group_id,
    reason: message(call.locale, 'enroll_reason', { number: row.number }),
  });
  const status = first.starts_on <= day ? 'ACTIVE' : 'PLANNED';
  const [membership] = await call.db
    .insert(enrollments)
    .values({
      student_id: student.id,
      course_id: course.id,
      academic_year_id: row.academic_year_id!,
      study_year: first.study_year,
      education_form_id: row.education_form_id,
      starts_on: first.starts_on,
      ends_on: year.ends_on,
      order_number: options.order_number || null,
      order_date: options.order_date ?? null,
      status,
    })
    .returning({ id: enrollments.id });
  await recordTransition(call, membershipWorkflow.entity, [{ id: membership!.id, from: null }], status, options);
  const paper_ids = await keepPapers(call, student.id, await broughtPapers(call, row));
  const contract = await adoptContract(call, { application_id: row.id, student_id: student.id, day });
  const sent = await welcome(call, guest, entry.details, account?.locale, {
    name: guest.firstname,
    course: course.title,
    student_no: student.student_no,
    group: place?.group.name ?? '',
    starts: paperDate(year.starts_on),
  });
  const receipt: Receipt = {
    day,
    from,
    role,
    had_role,
    was_guest,
    group_member_id: place?.member_id ?? null,
    enrollment_id: membership!.id,
    contract_id: contract?.contract_id ?? null,
    debit_ids: contract?.debit_ids ?? [],
    student_version: student.version,
    at: year.now,
    again: came.again,
    took_role,
    paper_ids,
    closed,
  };
  await call.db
    .update(enrollmentEntries)
    .set({ student_id: student.id, receipt })
    .where(eq(enrollmentEntries.id, entry.id));
  await takeFollowingStep(call, row, 'ENROLLED', undefined, { deadline_on: null });

  const say = (code: string, values: Record<string, unknown> = {}) => ({
    code,
    text: message(call.locale, `enroll_step.${code}`, values),
  });
  return {
    id: row.id,
    number: row.number,
    name: guest.full_name,
    student_id: student.id,
    student_no: student.student_no,
    group: place ? { id: place.group.id, title: place.group.name } : null,
    steps: [
      say(again ?? 'student', {
        student_no: student.student_no,
        earlier: old?.student_no ?? '',
        course: inLocale(course.title, call.locale),
        tuition,
      }),
      say('account', { username: account?.username ?? '', role }),
      place ? say('group', { group: place.group.name }) : say('no_group'),
      say('membership', { year: year.name, from: paperDate(first.starts_on), to: paperDate(year.ends_on), status }),
      ...(paper_ids.length ? [say('papers', { count: paper_ids.length })] : []),
      contract ? say('contract', { count: contract.debit_ids.length }) : say(`no_contract_${tuition}`),
      say('letter', { channels: sent.join(', ') }),
      ...closedSteps(closed).map(({ code, numbers }) => say(code, { numbers })),
    ],
  };
}

/** Other applications that are closed, and of these those on which money lies. */
function closedSteps(closed: readonly ClosedApplication[]) {
  const paid = closed.filter(({ from }) => from === 'PAID');
  return [
    ...(closed.length ? [{ code: 'closed', numbers: closed.map(({ number }) => number).join(', ') }] : []),
    ...(paid.length ? [{ code: 'closed_paid', numbers: paid.map(({ number }) => number).join(', ') }] : []),
  ];
}

/** Where somebody goes on who was withdrawn: in the year of study that they did not end, after the days that they were there. */
async function yearToReturnTo(call: Call, student_id: number, course_id: number, year: { starts_on: string }) {
  const [last] = await call.db
    .select({ study_year: enrollments.study_year, ends_on: enrollments.ends_on })
    .from(enrollments)
    .where(
      and(eq(enrollments.student_id, student_id), eq(enrollments.course_id, course_id), isNull(enrollments.deleted_at)),
    )
    .orderBy(desc(enrollments.ends_on))
    .limit(1);
  if (!last) return { study_year: 1, starts_on: year.starts_on };
  const next = new Date(Date.parse(last.ends_on) + 86_400_000).toISOString().slice(0, 10);
  return { study_year: last.study_year, starts_on: next > year.starts_on ? next : year.starts_on };
}

/** The person of a profile as a student's record has it; what was declared on the screen of enrolment is newer. */
function personOf(guest: GuestRow, declared: Declared | null) {
  const said = (key: string, otherwise: string | null) =>
    typeof declared?.[key] === 'string' ? (declared[key] as string) : otherwise;
  const country = guest.citizenship?.trim().toUpperCase() ?? '';
  return {
    firstname: guest.firstname,
    lastname: guest.lastname,
    midname: guest.midname,
    gender: said('gender', guest.gender) as 'MALE' | 'FEMALE' | null,
    birthdate: said('birthdate', guest.birthdate),
    citizenship: /^[A-Z]{2}$/.test(country) ? country : null,
    passport_id: guest.passport_id,
    passport_issued_by: guest.passport_issued_by,
    passport_issued_on: guest.passport_issued_on,
    passport_expires_on: guest.passport_expires_on,
    pinfl: guest.pinfl,
    contact_phone: said('contact_phone', guest.phone),
    home_phone: said('home_phone', null),
    additional_phone1: said('additional_phone1', guest.additional_phone),
    additional_phone2: said('additional_phone2', null),
    email: said('email', guest.email),
    permanent_address: said('permanent_address', guest.address),
    current_address: said('current_address', null),
    region_id: guest.region_id,
    city_id: guest.city_id,
    native_language: said('native_language', guest.native_language),
    photo_file_id: guest.photo_file_id,
  };
}

/** The entry of an application; made where nobody was asked to enrol yet, as when the office enrols everybody at once. */
export async function entryOf(call: Call, row: ApplicationRow, guest: Pick<GuestRow, 'account_id'>): Promise<Entry> {
  const [there] = await call.db
    .select()
    .from(enrollmentEntries)
    .where(and(eq(enrollmentEntries.application_id, row.id), isNull(enrollmentEntries.deleted_at)))
    .for('update');
  if (there) return there;
  // A screen that was left open at an earlier enrolment is asked for no more.
  const older = await call.db
    .select({ id: enrollmentEntries.id, status: enrollmentEntries.status })
    .from(enrollmentEntries)
    .where(
      and(
        eq(enrollmentEntries.account_id, guest.account_id),
        inArray(enrollmentEntries.status, [...openEntries]),
        isNull(enrollmentEntries.deleted_at),
      ),
    )
    .for('update');
  for (const { id, status } of older) {
    await call.db.update(enrollmentEntries).set({ status: 'CANCELLED' }).where(eq(enrollmentEntries.id, id));
    await recordTransition(call, entryWorkflow.entity, [{ id, from: status }], 'CANCELLED', {
      reason: message(call.locale, 'enroll_reason', { number: row.number }),
    });
  }
  const [made] = await call.db
    .insert(enrollmentEntries)
    .values({ account_id: guest.account_id, application_id: row.id })
    .returning();
  await recordTransition(call, entryWorkflow.entity, [{ id: made!.id, from: null }], 'REQUIRED', {});
  return made!;
}

/** The welcome letter: a notice, and by mail and SMS where there is an address or a number. Answers the ways it went. */
async function welcome(
  call: Call,
  guest: GuestRow,
  declared: Declared | null,
  locale: string | undefined,
  { course, ...values }: { course: ApplicationTitle; student_no: string; group: string; starts: string; name: string },
): Promise<string[]> {
  const language = (locales as readonly string[]).includes(locale ?? '') ? (locale as Locale) : 'uz';
  const said = { ...values, has_group: values.group ? 'yes' : 'no', course: inLocale(course, language) };
  const email = typeof declared?.email === 'string' ? declared.email : guest.email;
  await notify(call, [guest.account_id], {
    type: 'enrollment',
    title: titleOf('notice_enrolled', { student_no: values.student_no }),
    link: '/home',
  });
  const ways = [message(call.locale, 'letter_notice')];
  if (email) {
    await sendMail(call, {
      to: email,
      subject: message(language, 'welcome_subject', said),
      text: message(language, 'welcome_text', said),
    });
    ways.push(email);
  }
  if (guest.phone) {
    await sendSms(call, { to: guest.phone, text: message(language, 'welcome_sms', said) });
    ways.push(`+${guest.phone}`);
  }
  return ways;
}
type ApplicationTitle = { uz: string; ru: string; en: string };
