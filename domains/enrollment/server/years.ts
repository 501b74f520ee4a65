import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { aboutReached, idsFound, students, studentsInReach } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField, failMissing } from '#platform/server/call/errors.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { definedOf, plain, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { closedEarly, membershipWorkflow, nextMemberships } from '../workflow.ts';
import { enrollmentEntries, enrollments } from './tables.ts';

/** Years of study as the office keeps them. */

export type YearRow = typeof enrollments.$inferSelect;
const studentName = sql`(select s.full_name from ${students} s where s.id = ${enrollments.student_id})`;

/** Ids of the students whom a right reaches; undefined for everybody. */
export const yearsInReach = (call: Call, permission: PermissionName): SQL | undefined =>
  aboutReached(call, permission, enrollments.student_id);

export const years = resource(contract.enrollment, {
  table: enrollments,
  search: (typed, call) => {
    const found = idsFound(call, typed);
    return found && sql`${enrollments.student_id} in ${found}`;
  },
  sorts: {
    created_at: sql`${enrollments.created_at}`,
    starts_on: sql`${enrollments.starts_on}`,
    ends_on: sql`${enrollments.ends_on}`,
    status: sql`${enrollments.status}`,
    id: sql`${enrollments.id}`,
  },
  defaultSort: 'starts_on,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${enrollments.student_id})`, input.search),
  optionTitle: () =>
    sql`(${studentName} || ' · ' || (select y.name from ${academicYears} y where y.id = ${enrollments.academic_year_id}))`,
  optionOrder: {
    join: sql`join ${students} on ${students.id} = ${enrollments.student_id} and ${students.deleted_at} is null`,
    by: sql`${students.full_name}, ${students.id}, ${enrollments.starts_on}`,
  },
  visible: (call) => yearsInReach(call, 'enrollment.read'),
  filters: (input) => [
    input.status?.length ? inArray(enrollments.status, input.status) : undefined,
    input.academic_year_id ? eq(enrollments.academic_year_id, input.academic_year_id) : undefined,
    input.course_id ? eq(enrollments.course_id, input.course_id) : undefined,
    input.study_year ? eq(enrollments.study_year, input.study_year) : undefined,
    input.education_form_id ? eq(enrollments.education_form_id, input.education_form_id) : undefined,
    input.student_id ? eq(enrollments.student_id, input.student_id) : undefined,
    input.group_id
      ? sql`${enrollments.student_id} in (select m.student_id from ${groupMembers} m where m.group_id = ${input.group_id} and ${onDay()})`
      : undefined,
    input.entry
      ? sql`${enrollments.student_id} in (select e.student_id from ${enrollmentEntries} e where e.status = ${input.entry} and e.deleted_at is null and e.student_id is not null)`
      : undefined,
  ],
  present: presentYears,
  prepare: async (call, given, current, { student_id, academic_year_id }) => {
    // An empty course is none that was chosen.
    if (!student_id || !academic_year_id)
      throw failMissing({ student_id, academic_year_id }, ['student_id', 'academic_year_id']);
    const { status: _status, course_id, ...rest } = given;
    const input = { ...rest, ...(course_id ? { course_id } : {}) };
    await demandReferences(call, {
      student_id: [students, input.student_id],
      academic_year_id: [academicYears, input.academic_year_id],
      course_id: [courses, course_id],
      education_form_id: [educationForms, input.education_form_id],
    });
    if (current && input.student_id && input.student_id !== current.student_id)
      throw failField('student_id', 'ENROLLMENT_OF_ANOTHER');
    const after = {
      ...(current ?? (await proposedYear(call, student_id, academic_year_id, input.course_id))),
      ...definedOf(input),
    };
    if (after.starts_on > after.ends_on) throw failField('ends_on', 'DATES_REVERSED');
    if (current) return input;
    const { rows } = await call.db.execute<{ running: boolean }>(
      sql`select edulab_today() between ${after.starts_on}::date and ${after.ends_on}::date as running`,
    );
    return { ...after, status: rows[0]?.running ? ('ACTIVE' as const) : ('PLANNED' as const) };
  },
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, membershipWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
});

/** What a new year is unless told: the student's programme, the year's days, and the year of study after the last, or the same where that was not completed. */
async function proposedYear(call: Call, student_id: number, academic_year_id: number, chosen: number | undefined) {
  const [student] = await call.db
    .select({
      course_id: students.course_id,
      entry_year: students.entry_year,
      education_form_id: students.education_form_id,
    })
    .from(students)
    .where(and(eq(students.id, student_id), studentsInReach(call, 'enrollment.manage')));
  if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
  const [year] = await call.db
    .select({ starts_on: academicYears.starts_on, ends_on: academicYears.ends_on })
    .from(academicYears)
    .where(eq(academicYears.id, academic_year_id));
  const course_id = chosen ?? student.course_id;
  if (!course_id) throw failField('course_id', 'form_required');
  const [last] = await call.db
    .select({ study_year: enrollments.study_year, status: enrollments.status })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.student_id, student_id),
        eq(enrollments.course_id, course_id),
        lt(enrollments.starts_on, year!.starts_on),
        isNull(enrollments.deleted_at),
      ),
    )
    .orderBy(desc(enrollments.starts_on), desc(enrollments.id))
    .limit(1);
  const goesOn = last && ['PLANNED', 'ACTIVE', 'COMPLETED'].includes(last.status);
  const study_year = last
    ? last.study_year + (goesOn ? 1 : 0)
    : Number(year!.starts_on.slice(0, 4)) - student.entry_year + 1;
  return {
    course_id,
    education_form_id: student.education_form_id,
    study_year: Math.max(1, Math.min(10, study_year)),
    starts_on: year!.starts_on,
    ends_on: year!.ends_on,
  };
}

/** Rows with student, programme, year and group; a query each for however many rows. */
export async function presentYears(call: Call, rows: YearRow[]) {
  const people = rows.length
    ? await call.db
        .select({
          id: students.id,
          student_no: students.student_no,
          firstname: students.firstname,
          lastname: students.lastname,
          midname: students.midname,
          status: students.status,
        })
        .from(students)
        .where(
          inArray(
            students.id,
            rows.map((row) => row.student_id),
          ),
        )
    : [];
  const who = new Map(people.map((one) => [one.id, one]));
  const { rows: seats } = rows.length
    ? await call.db.execute<{ student_id: number; id: number; title: string }>(
        sql`select m.student_id, g.id, g.name as title from ${groupMembers} m join ${groups} g on g.id = m.group_id
             where m.student_id in ${people.map((one) => one.id)} and m.kind = 'MAIN' and ${onDay()}`,
      )
    : { rows: [] };
  const groupOf = new Map(seats.map(({ student_id, ...group }) => [student_id, group]));
  const pick = (column: 'course_id' | 'academic_year_id' | 'education_form_id') => rows.map((row) => row[column]);
  const taught = await titlesOf(call, courses, pick('course_id'));
  const named = await titlesOf(call, academicYears, pick('academic_year_id'));
  const forms = await titlesOf(call, educationForms, pick('education_form_id'));
  const edit = may(call, 'enrollment.manage');
  return rows.map((row) => {
    const { student_id, course_id, academic_year_id, education_form_id, ...rest } = plain(row);
    return {
      ...rest,
      student: who.get(student_id)!,
      course: taught.get(course_id) ?? { id: course_id, title: '' },
      academic_year: named.get(academic_year_id) ?? { id: academic_year_id, title: '' },
      education_form: forms.get(education_form_id ?? 0) ?? null,
      group: groupOf.get(student_id) ?? null,
      next: nextMemberships(row.status, edit),
      can: { edit: edit && !closedEarly.includes(row.status), delete: edit },
    };
  });
}

export async function saveYear(call: Call, input: InputOf<typeof contract.enrollment.save>) {
  // Rights over one's own enrolment open no record of the office.
  if (!may(call, 'enrollment.manage')) throw fail('FORBIDDEN', { permission: 'enrollment.manage' });
  return years.save(call, input);
}

/** Planned years of a student whose first day has come begin. */
export async function beginYears(call: Call, student_id: number): Promise<void> {
  const begun = await call.db
    .update(enrollments)
    .set({ status: 'ACTIVE' })
    .where(
      and(
        eq(enrollments.student_id, student_id),
        eq(enrollments.status, 'PLANNED'),
        isNull(enrollments.deleted_at),
        sql`${enrollments.starts_on} <= (select edulab_today())`,
      ),
    )
    .returning({ id: enrollments.id });
  await recordTransition(
    call,
    membershipWorkflow.entity,
    begun.map(({ id }) => ({ id, from: 'PLANNED' })),
    'ACTIVE',
    {},
  );
}
