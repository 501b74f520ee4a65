import { and, eq, sql } from 'drizzle-orm';
import { aboutReached, searchAbout, students, studentsInReach } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { arrangements as table } from './tables.ts';

/** What stands for a student: more time, more days, a room apart. Dates follow at once, and so does the time in exams that have not begun; the room, when they are seated the next time. */

const name = sql`(select s.full_name || ' ' || s.student_no from ${students} s where s.id = ${table.student_id})`;

export const arrangements = resource(contract.exam_arrangement, {
  table,
  search: searchAbout(sql`${table.student_id}`),
  sorts: { created_at: sql`${table.created_at}`, id: sql`${table.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => name,
  visible: (call) => aboutReached(call, 'exam_arrangement.read', table.student_id),
  filters: (input) => [input.student_id ? eq(table.student_id, input.student_id) : undefined],
  present: async (call, rows) => {
    const people = await titlesOf(
      call,
      students,
      rows.map((row) => row.student_id),
      sql`${students.full_name}`,
    );
    const mine = may(call, 'exam_arrangement.manage');
    return rows.map((row) => ({
      ...plain(row),
      student: people.get(row.student_id) ?? { id: row.student_id, title: '' },
      can: { edit: mine, delete: mine },
    }));
  },
  prepare: async (call, input, _current, next) => {
    await demandReferences(call, { student_id: [students, input.student_id] });
    await demandReach(call, next.student_id);
    if (next.since && next.until && next.since > next.until) throw failField('until', 'DATES_REVERSED');
    if (!next.extra_percent && !next.extra_days && !next.apart) throw fail('ARRANGEMENT_EMPTY');
    return input;
  },
  beforeDelete: (call, row) => demandReach(call, row.student_id),
});

/** Errors: UNKNOWN_REFERENCE where it is not for the caller to decide about this student. */
async function demandReach(call: Call, student_id: number | undefined): Promise<void> {
  const reach = studentsInReach(call, 'exam_arrangement.manage');
  if (!reach || student_id === undefined) return;
  const found = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, student_id), reach));
  if (found.length === 0) throw failField('student_id', 'UNKNOWN_REFERENCE');
}

/** More time of that many percent, in minutes, up to the next five; queries call `edulab_extra_minutes`. */
export const extraMinutes = (minutes: number, percent: number): number => Math.ceil((minutes * percent) / 500) * 5;

/** What stands on that day, by student. */
export async function arrangementsOn(call: Pick<Call, 'db'>, day: string) {
  const rows = await call.db
    .select()
    .from(table)
    .where(
      sql`${table.deleted_at} is null and ${day}::date between coalesce(${table.since}, '-infinity') and coalesce(${table.until}, 'infinity')`,
    );
  return new Map(rows.map((row) => [row.student_id, row]));
}
