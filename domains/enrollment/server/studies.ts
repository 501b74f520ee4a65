import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { adoptContract } from '#domains/accounting/server/index.ts';
import type { ApplicationRow } from '#domains/admissions/server/index.ts';
import { placesOn, seat } from '#domains/groups/server/index.ts';
import {
  admit,
  applyChange,
  type LifeLine,
  type NewStudent,
  newRecordAfter,
  type Readmission,
  readmissionReason,
  refreshRecord,
  type students,
} from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { membershipWorkflow } from '../workflow.ts';
import { enrollmentEntries, enrollments } from './tables.ts';

/** How somebody begins to study, or begins again: what is written of it, and its order. */

export interface Options {
  order_number?: string | undefined;
  order_date?: string | undefined;
  group_id?: number | undefined;
  /** Of the order that is written here, where it has no number on paper; none in a preview. */
  order?: { language: Locale } | undefined;
}
export interface Enrolled {
  id: number;
  number: string;
  name: string;
  student_id: number;
  student_no: string;
  /** The entry of an admission, which has its order once all of them are made. */
  entry_id: number | null;
  group: { id: number; title: string } | null;
  steps: { code: string; text: string }[];
}

type StudentRow = typeof students.$inferSelect;

interface Came {
  student_id: number;
  again: Readmission | null;
  contract: Awaited<ReturnType<typeof adoptContract>>;
  place: { id: number; title: string } | null;
  member_id: number | null;
  enrollment_id: number | null;
  /** The restoration, with its order. */
  change_id: number | null;
  lines: readonly LifeLine[];
}

/** A new record: the first year of study, a place in a group, the contract. The order of admission comes with `orderAdmissions`. */
export async function begin(
  call: Call,
  row: ApplicationRow,
  old: StudentRow | undefined,
  values: NewStudent & { course_id: number },
  of: { day: string; year: { starts_on: string; ends_on: string }; gender: string | null; options: Options },
): Promise<Came> {
  const { day, year, gender, options } = of;
  const { student, again } = old
    ? await newRecordAfter(call, old, values)
    : { student: await admit(call, values), again: null };
  const found = await seat(call, {
    student_id: student.id,
    course_id: values.course_id,
    entry_year: values.entry_year,
    language: values.study_language,
    education_form_id: row.education_form_id,
    gender,
    day,
    group_id: options.group_id,
    reason: message(call.locale, 'enroll_reason', { number: row.number }),
  });
  const status = year.starts_on <= day ? 'ACTIVE' : 'PLANNED';
  const [membership] = await call.db
    .insert(enrollments)
    .values({
      student_id: student.id,
      course_id: values.course_id,
      academic_year_id: row.academic_year_id!,
      study_year: 1,
      education_form_id: row.education_form_id,
      starts_on: year.starts_on,
      ends_on: year.ends_on,
      status,
    })
    .returning({ id: enrollments.id });
  await recordTransition(call, membershipWorkflow.entity, [{ id: membership!.id, from: null }], status, options);
  return {
    student_id: student.id,
    again,
    contract: await adoptContract(call, { application_id: row.id, student_id: student.id, day }),
    place: found && { id: found.group.id, title: found.group.name },
    member_id: found?.member_id ?? null,
    enrollment_id: membership!.id,
    change_id: null,
    lines: [],
  };
}

/** Goes on in the record of before: a restoration like every other, with its own order, led to what was applied for. */
export async function comeBack(
  call: Call,
  row: ApplicationRow,
  old: StudentRow,
  values: NewStudent & { course_id: number },
  options: Options,
): Promise<Came> {
  const again = await refreshRecord(call, old, values);
  const contract = await adoptContract(call, { application_id: row.id, student_id: old.id, day: values.status_since! });
  const { change, people } = await applyChange(call, [old.id], {
    kind: 'RESTORATION',
    note: { ...options, reason: readmissionReason(call, row.number) },
    target: {
      course_id: values.course_id,
      level: values.level,
      study_language: values.study_language,
      tuition: values.tuition,
      ...(values.department_id ? { department_id: values.department_id } : {}),
      ...(values.education_form_id ? { education_form_id: values.education_form_id } : {}),
      academic_year_id: row.academic_year_id!,
      ...(options.group_id ? { group_id: options.group_id } : {}),
    },
    order: options.order,
  });
  const place = (await placesOn(call, [old.id], change.starts_on)).get(old.id);
  return {
    student_id: old.id,
    again,
    contract,
    place: place ? { id: place.group_id, title: place.group } : null,
    member_id: null,
    enrollment_id: null,
    change_id: change.id,
    lines: people[0]!.lines,
  };
}

/** One order for all who were admitted together, with their list. */
export async function orderAdmissions(call: Call, made: readonly Enrolled[], options: Options): Promise<void> {
  const fresh = made.filter((one) => one.entry_id !== null);
  if (fresh.length === 0) return;
  const numbers = fresh.slice(0, shownNumbers).map(({ number }) => number);
  const { change } = await applyChange(
    call,
    fresh.map(({ student_id }) => student_id),
    {
      kind: 'ADMISSION',
      note: {
        order_number: options.order_number,
        order_date: options.order_date,
        reason: message(call.locale, 'enroll_reason', {
          number: numbers.join(', ') + (fresh.length > numbers.length ? ', …' : ''),
        }),
      },
      order: options.order,
    },
  );
  await call.db
    .update(enrollmentEntries)
    .set({ receipt: sql`${enrollmentEntries.receipt} || jsonb_build_object('change_id', ${change.id}::int)` })
    .where(
      inArray(
        enrollmentEntries.id,
        fresh.map(({ entry_id }) => entry_id!),
      ),
    );
}
const shownNumbers = 5;

/**
 * In whose name somebody becomes a student who finished their own enrolment: of whoever decided about the application last.
 */
export async function admittedBy(call: Call, row: ApplicationRow, guest_account: number): Promise<number> {
  const { rows } = await call.client.query<{ account_id: number }>(
    `select account_id from status_history where entity = 'application' and entity_id = $1 and account_id is not null and account_id <> $2 order by id desc limit 1`,
    [row.id, guest_account],
  );
  return rows[0]?.account_id ?? call.account_id;
}

/** The year of study of somebody who was withdrawn: the one that they did not end. */
export async function yearToReturnTo(call: Call, student_id: number, course_id: number): Promise<number> {
  const [last] = await call.db
    .select({ study_year: enrollments.study_year })
    .from(enrollments)
    .where(
      and(eq(enrollments.student_id, student_id), eq(enrollments.course_id, course_id), isNull(enrollments.deleted_at)),
    )
    .orderBy(desc(enrollments.ends_on))
    .limit(1);
  return last?.study_year ?? 1;
}
