import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
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
import { grantRole, inLocale, takeRole } from '#domains/identity/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { earlierRecords, keepPapers, readmissionKind, roleOf, students } from '#domains/students/server/index.ts';
import { type Locale, locales } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { sendMail, sendSms } from '#platform/server/work/outbox.ts';
import { entryWorkflow, openEntries } from '../workflow.ts';
import { begin, comeBack, type Enrolled, type Options, yearToReturnTo } from './studies.ts';
import { type Declared, enrollmentEntries, type Receipt } from './tables.ts';

/** From applicant to student: everything in the caller's transaction, and a receipt by which all of it can be taken back. */

export type Entry = typeof enrollmentEntries.$inferSelect;

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
  const study_year = again === 'readmitted' ? await yearToReturnTo(call, old!.id, course.id) : 1;
  const entry_year = Number(year.starts_on.slice(0, 4)) - study_year + 1;
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
  const role = roleOf('ACTIVE', course.level)!;
  const left =
    again === 'succeeded' && old!.account_id === guest.account_id ? roleOf(old!.status, old!.level) : undefined;
  const came =
    again === 'readmitted'
      ? await comeBack(call, row, old!, values, options)
      : await begin(call, row, old, values, { day, year, gender: guest.gender, options });
  const { student_id, contract, place } = came;
  const took_role = left && left !== role && (await takeRole(call, guest.account_id, left)) ? left : null;
  const had_role = await grantRole(call, guest.account_id, role);
  const was_guest = await takeRole(call, guest.account_id, 'GUEST_USER');
  const [student] = await call.db
    .select({ student_no: students.student_no, version: students.version })
    .from(students)
    .where(eq(students.id, student_id));
  const paper_ids = await keepPapers(call, student_id, await broughtPapers(call, row));
  const sent = await welcome(call, guest, entry.details, account?.locale, {
    name: guest.firstname,
    course: course.title,
    student_no: student!.student_no,
    group: place?.title ?? '',
    starts: paperDate(year.starts_on),
  });
  const receipt: Receipt = {
    day,
    from,
    role,
    had_role,
    was_guest,
    group_member_id: came.member_id,
    enrollment_id: came.enrollment_id,
    change_id: came.change_id,
    contract_id: contract?.contract_id ?? null,
    debit_ids: contract?.debit_ids ?? [],
    student_version: student!.version,
    at: year.now,
    again: came.again,
    took_role,
    paper_ids,
    closed,
  };
  await call.db.update(enrollmentEntries).set({ student_id, receipt }).where(eq(enrollmentEntries.id, entry.id));
  await takeFollowingStep(call, row, 'ENROLLED', undefined, { deadline_on: null });

  const say = (code: string, values: Record<string, unknown> = {}) => ({
    code,
    text: message(call.locale, `enroll_step.${code}`, values),
  });
  return {
    id: row.id,
    number: row.number,
    name: guest.full_name,
    student_id,
    student_no: student!.student_no,
    entry_id: came.change_id === null ? entry.id : null,
    group: place,
    steps: [
      say(again ?? 'student', {
        student_no: student!.student_no,
        earlier: old?.student_no ?? '',
        course: inLocale(course.title, call.locale),
        tuition,
      }),
      say('account', { username: account?.username ?? '', role }),
      ...(came.lines.length
        ? came.lines.map(({ area, code, values: filled }) => ({
            code: `${area}_${code}`,
            text: message(call.locale, `life.${area}.${code}`, filled),
          }))
        : [
            place ? say('group', { group: place.title }) : say('no_group'),
            say('membership', {
              year: year.name,
              from: paperDate(year.starts_on),
              to: paperDate(year.ends_on),
              status: year.starts_on <= day ? 'ACTIVE' : 'PLANNED',
            }),
          ]),
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
      language,
      subject: message(language, 'welcome_subject', said),
      text: message(language, 'welcome_text', said),
    });
    ways.push(email);
  }
  if (guest.phone) {
    await sendSms(call, { to: guest.phone, language, text: message(language, 'welcome_sms', said) });
    ways.push(`+${guest.phone}`);
  }
  return ways;
}
type ApplicationTitle = { uz: string; ru: string; en: string };
