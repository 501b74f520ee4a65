import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type ApplicationRow, applications, type GuestRow, guests } from '#domains/admissions/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { askNoMore, enterAs, readUserInfo } from '#domains/identity/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { declareContact, reachGuardian, studentGuardians, students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { enrollmentInfo, ownEnrollment, submission } from '../shapes.ts';
import { type EntryState, entryWorkflow, openEntries } from '../workflow.ts';
import { issuePaper, paperLinks } from './paper.ts';
import { type Entry, enrollOne, lockApplications, mayBeEnrolled } from './pipeline.ts';
import { admittedBy, orderAdmissions } from './studies.ts';
import { type Declared, enrollmentEntries, enrollments } from './tables.ts';
import { beginYears } from './years.ts';

/** The screen that stands before everything else: what one's own enrolment asks, step by step. */

type StudentRow = typeof students.$inferSelect;
interface Person {
  student: StudentRow | undefined;
  guest: GuestRow | undefined;
  application: ApplicationRow | undefined;
  /** The one that is open, else the newest. */
  entry: Entry | undefined;
  required: boolean;
}

/** The caller as somebody who enrols: a student, or an applicant who took the offer. Errors: NOTHING_TO_ENROLL. */
async function personOf(call: Call, lock = false): Promise<Person> {
  const found = call.db
    .select()
    .from(enrollmentEntries)
    .where(and(eq(enrollmentEntries.account_id, call.account_id), isNull(enrollmentEntries.deleted_at)))
    .orderBy(
      desc(sql`${enrollmentEntries.status} = any(${sql.param([...openEntries])}::text[])`),
      desc(enrollmentEntries.id),
    )
    .limit(1);
  // Whoever presses twice waits here for the first.
  if (lock)
    await call.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, call.account_id))
      .for('no key update');
  const [entry] = await found;
  const [studies] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.account_id, call.account_id), isNull(students.deleted_at)));
  const [guest] = await call.db
    .select()
    .from(guests)
    .where(and(eq(guests.account_id, call.account_id), isNull(guests.deleted_at)));
  const yearly =
    entry !== undefined && entry.application_id === null && (openEntries as readonly string[]).includes(entry.status);
  const [taken] = yearly
    ? []
    : await call.db
        .select()
        .from(applications)
        .where(
          and(
            eq(applications.guest_id, guest?.id ?? 0),
            inArray(applications.status, ['PAID', 'CONTRACT_ACCEPTED']),
            entry?.application_id ? eq(applications.id, entry.application_id) : undefined,
            isNull(applications.deleted_at),
          ),
        )
        .orderBy(desc(applications.id))
        .limit(1);
  const application = taken && mayBeEnrolled(taken) ? taken : undefined;
  // Who studied here and took a place again enrols as an applicant.
  const student = application ? undefined : studies;
  if (!student && !application) throw fail('NOTHING_TO_ENROLL');
  const [account] = await call.db
    .select({ actions: accounts.required_actions })
    .from(accounts)
    .where(eq(accounts.id, call.account_id));
  return { student, guest, application, entry, required: account?.actions.includes('ENROLLMENT_REQUIRED') ?? false };
}

const courseOf = ({ student, application }: Person): number | null =>
  student?.course_id ?? application?.course_id ?? null;

/** Courses into which the caller may enrol: the one that was offered; all of them for the office. */
export async function enrollmentCourses(call: Call): Promise<{ id: number; title: string }[]> {
  const title = sql<string>`${localTitle(courses.title, call.locale)}`;
  const wide = scopeOf(call, 'enrollment.read');
  const only = wide === 'institution' || wide === 'branch' ? undefined : (courseOf(await personOf(call)) ?? 0);
  return call.db
    .select({ id: courses.id, title })
    .from(courses)
    .where(and(isNull(courses.deleted_at), only === undefined ? undefined : eq(courses.id, only)))
    .orderBy(title, courses.id)
    .limit(1000);
}

export async function enrollmentInfoOf(call: Call): Promise<z.infer<typeof enrollmentInfo>> {
  const person = await personOf(call);
  const { student, guest, entry } = person;
  const said = entry?.details ?? {};
  const text = (key: string, stored: string | null | undefined) =>
    typeof said[key] === 'string' ? (said[key] as string) : (stored ?? null);
  const guards = student
    ? await call.db
        .select()
        .from(studentGuardians)
        .where(and(eq(studentGuardians.student_id, student.id), isNull(studentGuardians.deleted_at)))
        .orderBy(studentGuardians.id)
    : [];
  const who = student ?? guest!;
  return {
    firstname: who.firstname,
    lastname: who.lastname,
    midname: who.midname,
    passport_id: who.passport_id,
    permanent_address: text('permanent_address', student?.permanent_address ?? guest?.address),
    current_address: text('current_address', student?.current_address),
    birthdate: text('birthdate', who.birthdate),
    native_language: text('native_language', who.native_language),
    gender: text('gender', who.gender),
    email: text('email', who.email),
    contact_phone: text('contact_phone', student?.contact_phone ?? guest?.phone),
    home_phone: text('home_phone', student?.home_phone),
    additional_phone1: text('additional_phone1', student?.additional_phone1 ?? guest?.additional_phone),
    additional_phone2: text('additional_phone2', student?.additional_phone2),
    guards: guards.map((guard) => ({
      relationship: guard.relationship,
      firstname: guard.firstname,
      lastname: guard.lastname,
      midname: guard.midname,
      contact_phone: guard.contact_phone,
      home_phone: guard.home_phone,
      current_address: guard.current_address,
      email: guard.email,
    })),
    course_id: courseOf(person),
    required: person.required,
    status: entry?.status ?? 'REQUIRED',
    info_documents: await paperLinks(call, entry?.document_id ?? null),
  };
}

export async function ownEnrollmentOf(call: Call): Promise<z.infer<typeof ownEnrollment>> {
  return presentOwn(call, await personOf(call));
}

async function presentOwn(call: Call, person: Person): Promise<z.infer<typeof ownEnrollment>> {
  const { entry, student } = person;
  const years = student
    ? await call.db
        .select()
        .from(enrollments)
        .where(and(eq(enrollments.student_id, student.id), isNull(enrollments.deleted_at)))
        .orderBy(desc(enrollments.starts_on), desc(enrollments.id))
    : [];
  const taught = await titlesOf(call, courses, [courseOf(person), ...years.map((row) => row.course_id)]);
  const named = await titlesOf(
    call,
    academicYears,
    years.map((row) => row.academic_year_id),
  );
  const documents = await paperLinks(call, entry?.document_id ?? null);
  return {
    id: entry?.id ?? null,
    version: entry?.version ?? null,
    status: entry?.status ?? 'REQUIRED',
    number: documents[0]?.number ?? null,
    course: taught.get(courseOf(person) ?? 0) ?? null,
    student_no: student?.student_no ?? null,
    ...(documents[0] ? { info_text: documents[0].info_text, info_link: documents[0].info_link } : {}),
    info_documents: documents,
    memberships: years.map((row) => ({
      id: row.id,
      academic_year: named.get(row.academic_year_id) ?? { id: row.academic_year_id, title: '' },
      course: taught.get(row.course_id) ?? { id: row.course_id, title: '' },
      study_year: row.study_year,
      starts_on: row.starts_on,
      ends_on: row.ends_on,
      status: row.status,
    })),
  };
}

const confirmations = ['confirmation', 'change_service', 'status'] as const;

/** Keeps what the person declares and makes the paper. Every field that is missing is named at once. */
export async function submitEnrollment(
  call: Call,
  input: z.infer<typeof submission>,
): Promise<z.infer<typeof ownEnrollment>> {
  const person = await personOf(call, true);
  const course = courseOf(person);
  const fields = [
    ...(input.course_id === undefined || input.course_id === null
      ? [{ path: 'course_id', code: 'form_required' }]
      : []),
    ...(typeof input.course_id === 'number' && input.course_id !== course
      ? [{ path: 'course_id', code: 'UNKNOWN_REFERENCE' }]
      : []),
    ...(input.birthdate ? [] : [{ path: 'birthdate', code: 'form_required' }]),
    ...confirmations.filter((name) => input[name] !== true).map((path) => ({ path, code: 'confirmation_required' })),
  ];
  if (fields.length) throw fail('BAD_REQUEST', { fields });
  if (person.entry?.status === 'CANCELLED' && !person.required) throw fail('ENROLLMENT_CANCELLED');
  const declared = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Declared;
  const before = person.entry;
  const open = before && (openEntries as readonly EntryState[]).includes(before.status) ? before : undefined;
  // Sent twice: the paper stands already.
  if (open?.status === 'DETAILS_CONFIRMED' && isSameDeclaration(open.details, declared))
    return presentOwn(call, person);
  const entry = open ?? (await beginEntry(call, person));
  const { student } = person;
  if (student) {
    const version = await declareContact(call, student.id, contactOf(declared));
    await declareGuard(call, student.id, declared);
    // What the person wrote themselves does not keep the enrolment from being taken back.
    if (entry.receipt && entry.receipt.student_version === student.version)
      await call.db
        .update(enrollmentEntries)
        .set({ receipt: { ...entry.receipt, student_version: version } })
        .where(eq(enrollmentEntries.id, entry.id));
  }
  const who = student ?? person.guest!;
  const [taught] = await call.db
    .select({ title: courses.title })
    .from(courses)
    .where(eq(courses.id, course ?? 0));
  const document_id = await issuePaper(call, {
    name: [who.lastname, who.firstname, who.midname].filter(Boolean).join(' '),
    passport_id: who.passport_id,
    number: person.application?.number ?? student?.student_no ?? '',
    course: taught?.title ?? null,
    declared,
  });
  return stepEntry(call, { ...person, entry }, 'DETAILS_CONFIRMED', {
    details: declared,
    document_id,
    confirmed_at: clock.iso(),
  });
}

const isSameDeclaration = (a: Declared | null, b: Declared) =>
  a !== null && Object.keys({ ...a, ...b }).every((key) => (a[key] ?? null) === (b[key] ?? null));

async function beginEntry(call: Call, person: Person): Promise<Entry> {
  const [made] = await call.db
    .insert(enrollmentEntries)
    .values({
      account_id: call.account_id,
      application_id: person.application?.id ?? null,
      student_id: person.student?.id ?? null,
    })
    .returning();
  await recordTransition(call, entryWorkflow.entity, [{ id: made!.id, from: null }], 'REQUIRED', {});
  return made!;
}

/** What a student's record keeps of it. */
function contactOf(declared: Declared) {
  const keys = [
    'email',
    'permanent_address',
    'current_address',
    'native_language',
    'contact_phone',
    'home_phone',
    'additional_phone1',
    'additional_phone2',
    'birthdate',
    'gender',
  ] as const;
  return Object.fromEntries(keys.flatMap((key) => (declared[key] == null ? [] : [[key, declared[key]]])));
}

async function declareGuard(call: Call, student_id: number, declared: Declared): Promise<void> {
  const given = {
    contact_phone: declared.guard_mobile_phone,
    home_phone: declared.guard_home_phone,
    current_address: declared.guard_address,
    email: declared.guard_email,
  };
  await reachGuardian(
    call,
    student_id,
    Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string')),
  );
}

/** Writes a step of the own entry. Errors: TRANSITION_NOT_ALLOWED. */
async function stepEntry(
  call: Call,
  person: Person & { entry: Entry },
  to: EntryState,
  changes: Partial<typeof enrollmentEntries.$inferInsert> = {},
) {
  const { entry } = person;
  const from = entry.status;
  if (!entryWorkflow.transitions.some((one) => one.to === to && one.from.includes(from)))
    throw fail('TRANSITION_NOT_ALLOWED', { entity: entryWorkflow.entity, from, to });
  const [after] = await call.db
    .update(enrollmentEntries)
    .set({ status: to, ...changes })
    .where(eq(enrollmentEntries.id, entry.id))
    .returning();
  await recordTransition(call, entryWorkflow.entity, [{ id: entry.id, from }], to, {});
  return presentOwn(call, { ...person, entry: after });
}

async function openEntry(call: Call): Promise<Person & { entry: Entry }> {
  const person = await personOf(call, true);
  if (!person.entry) throw fail('NOTHING_TO_ENROLL');
  return person as Person & { entry: Entry };
}

/** The paper was fetched; a second time says nothing new. */
export async function paperDownloaded(call: Call) {
  const person = await openEntry(call);
  const done: readonly EntryState[] = ['DOCUMENT_DOWNLOADED', 'COMPLETED'];
  return done.includes(person.entry.status) ? presentOwn(call, person) : stepEntry(call, person, 'DOCUMENT_DOWNLOADED');
}

/** Begins anew: what was declared is forgotten, the paper that was made holds no more. */
export async function cancelEnrollment(call: Call) {
  const person = await openEntry(call);
  if (person.entry.status === 'REQUIRED') return presentOwn(call, person);
  return stepEntry(call, person, 'REQUIRED', { details: null, document_id: null, confirmed_at: null });
}

/**
 * Finishes the enrolment. An applicant becomes a student in the same transaction; the gate opens, and the institution
 * and the education form are chosen. A second press is answered like the first.
 */
export async function completeEnrollment(call: Call) {
  const person = await openEntry(call);
  const { entry } = person;
  if (entry.status !== 'COMPLETED') {
    if (entry.status !== 'DOCUMENT_DOWNLOADED') throw fail('DOCUMENT_NOT_DOWNLOADED');
    if (!person.student) {
      const [row] = await lockApplications(call, [person.application!.id]);
      // The order is the institution's, not the student's.
      const office = { ...call, account_id: await admittedBy(call, row!, call.account_id) };
      const order = { language: 'uz' } as const;
      await orderAdmissions(office, [await enrollOne(office, row!, { order })], { order });
    }
    const [fresh] = await call.db.select().from(enrollmentEntries).where(eq(enrollmentEntries.id, entry.id));
    await stepEntry(call, { ...person, entry: fresh! }, 'COMPLETED', { completed_at: clock.iso() });
    await askNoMore(call, call.account_id, 'ENROLLMENT_REQUIRED');
    const [student] = await call.db
      .select({ id: students.id, education_form_id: students.education_form_id })
      .from(students)
      .where(
        and(eq(students.account_id, call.account_id), isNull(students.deleted_at), ne(students.status, 'DELETED')),
      );
    await beginYears(call, student?.id ?? 0);
    await call.db
      .update(accounts)
      .set({
        selected_institution: call.institution_id,
        selected_education_form: student?.education_form_id ?? null,
      })
      .where(eq(accounts.id, call.account_id));
  }
  // Who was an applicant a moment ago has a student's rights now.
  await enterAs(call, call.account_id, call.institution_id);
  return { user_info: await readUserInfo(call) };
}
