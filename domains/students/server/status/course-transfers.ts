import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { contract } from '../../contract.ts';
import { leavingKinds } from '../../life.ts';
import type { LifeEffect } from '../hooks.ts';
import { studentsBeside } from '../records/queries.ts';
import { ownId, studentWithin } from '../records/reach.ts';
import { searchAbout } from '../records/search.ts';
import { students, courseTransfers as table } from '../tables.ts';

/** Requests reach as far as the students whom they concern. */
const ofReach = (call: Call): SQL | undefined => {
  const mine =
    call.abilities.get('course_transfer.read') === 'institution'
      ? undefined
      : sql`${students.account_id} = ${call.account_id}`;
  return mine && sql`${table.student_id} in (select ${students.id} from ${students} where ${mine})`;
};
/** A student has one open request at a time. */
const openOf = (student_id: number): SQL | undefined =>
  and(eq(table.student_id, student_id), eq(table.status, 'PENDING'), isNull(table.deleted_at));

export const transfers = resource(contract.course_transfer, {
  table,
  search: searchAbout(sql`${table.student_id}`, sql`${table.previous_course}`, sql`${table.current_course}`),
  sorts: { created_at: sql`${table.created_at}`, id: sql`${table.id}`, status: sql`${table.status}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${table.previous_course} || ' → ' || ${table.current_course}`,
  visible: ofReach,
  filters: (input) => [
    input.status ? eq(table.status, input.status) : undefined,
    input.student_id === undefined ? undefined : eq(table.student_id, input.student_id),
  ],
  present,
  async prepare(call, input, current, next) {
    const { student_id, ...fields } = input;
    if (current && current.status !== 'PENDING') throw fail('TRANSFER_DECIDED');
    const decides = call.abilities.get('course_transfer.request') === 'institution';
    const own = current?.student_id ?? (decides && student_id !== undefined ? student_id : await ownId(call));
    if (student_id !== undefined && student_id !== own) throw fail('NOT_FOUND');
    const [student] = await call.db
      .select({ level: students.level, course_id: students.course_id, form: students.education_form_id })
      .from(students)
      .where(and(eq(students.id, own), isNull(students.deleted_at)))
      // Two requests at once wait for each other here, so that only one is open.
      .for('no key update');
    if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
    // What stood there before may have been deleted since.
    const form = fields.current_education_form_id;
    await demandReferences(call, {
      current_education_form_id: [educationForms, form === current?.current_education_form_id ? undefined : form],
    });
    const course = await courseOf(call, next.current_course_id);
    const wanted = next.current_education_form_id ?? student.form;
    if (course.id === student.course_id && wanted === student.form) throw fail('NOTHING_CHANGES');
    const target = {
      ...fields,
      current_course_id: course.id,
      current_course: course.title,
      current_level: course.level,
      current_education_form_id: wanted,
    };
    if (current) return target;
    const [open] = await call.db.select({ id: table.id }).from(table).where(openOf(own)).limit(1);
    if (open) throw fail('TRANSFER_OPEN');
    const before = await titlesOf(call, courses, [student.course_id]);
    return {
      ...target,
      student_id: own,
      previous_course: before.get(student.course_id ?? 0)?.title ?? '',
      previous_level: student.level,
      previous_education_form_id: student.form,
    };
  },
  async beforeDelete(_call, row) {
    if (row.status !== 'PENDING') throw fail('TRANSFER_DECIDED');
  },
});

async function present(call: Call, rows: (typeof table.$inferSelect)[]) {
  const byId = await studentsBeside(
    call,
    rows.map((row) => row.student_id),
  );
  const forms = await titlesOf(
    call,
    educationForms,
    rows.flatMap((row) => [row.previous_education_form_id, row.current_education_form_id]),
  );
  const titles = await titlesOf(
    call,
    courses,
    rows.map((row) => row.current_course_id),
  );
  return rows.map((row) => {
    const whose = byId.get(row.student_id)!;
    const open = row.status === 'PENDING';
    return {
      ...plain(row),
      current_course: titles.get(row.current_course_id ?? 0)?.title ?? row.current_course,
      previous_education_form: forms.get(row.previous_education_form_id ?? 0) ?? null,
      current_education_form: forms.get(row.current_education_form_id ?? 0) ?? null,
      student: whose.student,
      can: {
        edit: open && (whose.own || call.abilities.get('course_transfer.request') === 'institution'),
        decide: open && call.abilities.has('course_transfer.decide') && !whose.own,
      },
    };
  });
}

async function courseOf(call: Call, id: number) {
  const [course] = await call.db
    .select({ id: courses.id, level: courses.level, title: sql<string>`${localTitle(courses.title, call.locale)}` })
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deleted_at)));
  if (!course) throw failField('current_course_id', 'UNKNOWN_REFERENCE');
  return course;
}

/** Says no, and why, to the student. Errors: NOT_FOUND, STALE, TRANSFER_DECIDED, OWN_REQUEST. */
export async function declineTransfer(
  call: Call,
  input: { id: number; version: number; reason: string },
): Promise<{ ok: true }> {
  const row = await loadForChange(call, table, ofReach(call), input, async (now) => (await present(call, [now]))[0]);
  if (row.status !== 'PENDING') throw fail('TRANSFER_DECIDED');
  const [student] = await call.db
    .select({ account_id: students.account_id })
    .from(students)
    .where(eq(students.id, row.student_id));
  if (student?.account_id === call.account_id) throw fail('OWN_REQUEST');
  await call.db.update(table).set({ status: 'DECLINED', decision_reason: input.reason }).where(eq(table.id, row.id));
  await notify(call, student?.account_id ? [student.account_id] : [], {
    type: 'life',
    title: titleOf('notice_transfer_declined', { course: row.current_course, reason: input.reason }),
    link: '/course/transfer',
  });
  return { ok: true };
}

/** A transfer to what was asked for is the answer to the request; who leaves moves to no other course. */
export const transferRequestsOfLife: LifeEffect = {
  name: 'students.transfer_requests',
  area: 'documents',
  does: {
    TRANSFER: ['REQUEST_ACCEPTED'],
    ...Object.fromEntries(leavingKinds.map((kind) => [kind, ['REQUEST_CLOSED']])),
  },
  async apply(call, { kind }, people) {
    const open = await call.db
      .select()
      .from(table)
      .where(
        and(
          inArray(
            table.student_id,
            people.map(({ id }) => id),
          ),
          eq(table.status, 'PENDING'),
          isNull(table.deleted_at),
        ),
      )
      .orderBy(table.id)
      .for('update');
    const now = new Map(people.map(({ id, after }) => [id, after]));
    const asked = open.filter((row) => {
      const after = now.get(row.student_id)!;
      return row.current_course_id === after.course_id && row.current_education_form_id === after.education_form_id;
    });
    const moves = kind === 'TRANSFER';
    const met = moves ? asked : open;
    const reason = message(call.locale, `life_order.title.${kind}`);
    const kept = await changeKept(
      call.client,
      'course_transfers',
      met.map(({ id }) => (moves ? { id, status: 'ACCEPTED' } : { id, status: 'DECLINED', decision_reason: reason })),
    );
    const code = moves ? 'REQUEST_ACCEPTED' : 'REQUEST_CLOSED';
    return { kept, lines: met.map((row) => ({ student_id: row.student_id, code })) };
  },
};

/** Where a request starts from: what the student studies now, and whether one is open already. */
export async function transferInfo(call: Call, input: { student_id?: number | undefined }) {
  const named = call.abilities.get('course_transfer.request') === 'institution' ? input.student_id : undefined;
  const row = await studentWithin(call, 'student.read', named ?? (await ownId(call)));
  const [open] = await call.db.select({ id: table.id }).from(table).where(openOf(row.id)).limit(1);
  return {
    student_id: row.id,
    course_id: row.course_id,
    previous_course: (await titlesOf(call, courses, [row.course_id])).get(row.course_id ?? 0)?.title ?? '',
    previous_level: row.level,
    previous_education_form_id: row.education_form_id,
    open: open !== undefined,
  };
}

/** Programmes that are taught. */
export async function transferCourses(call: Call) {
  return call.db
    .select({
      id: courses.id,
      code: courses.code,
      title: sql<string>`${localTitle(courses.title, call.locale)}`,
      level: courses.level,
    })
    .from(courses)
    .where(and(eq(courses.active, true), isNull(courses.deleted_at)))
    .orderBy(courses.code);
}
