import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import { studentsBeside } from '../records/queries.ts';
import { ownId, studentWithin } from '../records/reach.ts';
import { students, courseTransfers as table } from '../tables.ts';

/** Requests reach as far as the students whom they concern. */
const ofReach = (call: Call): SQL | undefined => {
  const mine =
    call.abilities.get('course_transfer.read') === 'institution'
      ? undefined
      : sql`${students.account_id} = ${call.account_id}`;
  return mine && sql`${table.student_id} in (select ${students.id} from ${students} where ${mine})`;
};
const decides = (call: Call) => call.abilities.has('course_transfer.decide');

export const transfers = resource(contract.course_transfer, {
  table,
  search: [table.previous_course, table.current_course].map((column) => sql`${column}`),
  sorts: { created_at: sql`${table.created_at}`, id: sql`${table.id}`, status: sql`${table.status}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${table.previous_course} || ' → ' || ${table.current_course}`,
  visible: ofReach,
  filters: (input) => [
    input.status ? eq(table.status, input.status) : undefined,
    input.student_id === undefined ? undefined : eq(table.student_id, input.student_id),
  ],
  async present(call, rows) {
    const byId = await studentsBeside(
      call,
      rows.map((row) => row.student_id),
    );
    const forms = await titlesOf(
      call,
      educationForms,
      rows.flatMap((row) => [row.previous_education_form_id, row.current_education_form_id]),
    );
    return rows.map((row) => {
      const whose = byId.get(row.student_id)!;
      const open = row.status === 'PENDING';
      return {
        ...plain(row),
        previous_education_form: forms.get(row.previous_education_form_id ?? 0) ?? null,
        current_education_form: forms.get(row.current_education_form_id ?? 0) ?? null,
        student: whose.student,
        can: {
          edit: open && (whose.own || call.abilities.get('course_transfer.request') === 'institution'),
          decide: open && decides(call) && !whose.own,
        },
      };
    });
  },
  async prepare(call, input, current) {
    const { student_id, ...fields } = input;
    if (current && current.status !== 'PENDING') throw fail('TRANSFER_DECIDED');
    if (fields.status !== undefined && fields.status !== (current?.status ?? 'PENDING') && !decides(call))
      throw failField('status', 'FIELD_NOT_ALLOWED');
    // What stood there before may have been deleted since.
    const chosen = (name: 'previous_education_form_id' | 'current_education_form_id') =>
      [educationForms, fields[name] === current?.[name] ? undefined : fields[name]] as const;
    await demandReferences(call, {
      previous_education_form_id: chosen('previous_education_form_id'),
      current_education_form_id: chosen('current_education_form_id'),
    });
    if (current) return fields;
    const mine = call.abilities.get('course_transfer.request') !== 'institution' && !decides(call);
    const own = mine || student_id === undefined ? await ownId(call) : student_id;
    if (mine && student_id !== undefined && student_id !== own) throw fail('NOT_FOUND');
    const [student] = await call.db
      .select({ level: students.level, education_form_id: students.education_form_id })
      .from(students)
      .where(and(eq(students.id, own), isNull(students.deleted_at)));
    if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
    const { previous_level = student.level, previous_education_form_id = student.education_form_id } = fields;
    return {
      current_level: previous_level,
      current_education_form_id: previous_education_form_id,
      ...fields,
      previous_level,
      previous_education_form_id,
      student_id: own,
    };
  },
  async beforeDelete(_call, row) {
    if (row.status !== 'PENDING') throw fail('TRANSFER_DECIDED');
  },
});

/** Where a request starts from: what the student studies now, and whether one is open already. */
export async function transferInfo(call: Call, input: { student_id?: number | undefined }) {
  const all = call.abilities.get('course_transfer.request') === 'institution' && input.student_id !== undefined;
  const row = all
    ? await studentWithin(call, 'student.read', input.student_id)
    : await studentWithin(call, 'student.read', await ownId(call));
  const [open] = await call.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.student_id, row.id), eq(table.status, 'PENDING'), isNull(table.deleted_at)));
  return {
    student_id: row.id,
    previous_course: (await titlesOf(call, courses, [row.course_id])).get(row.course_id ?? 0)?.title ?? '',
    previous_level: row.level,
    previous_education_form_id: row.education_form_id,
    open: open !== undefined,
  };
}

/** Programmes that are taught. */
export async function transferCourses(call: Call) {
  return call.db
    .select({ code: courses.code, title: sql<string>`${localTitle(courses.title, call.locale)}`, level: courses.level })
    .from(courses)
    .where(and(eq(courses.active, true), isNull(courses.deleted_at)))
    .orderBy(courses.code);
}
