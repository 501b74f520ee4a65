import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles, evidenceRecords } from '#domains/files/server/index.ts';
import { searchAbout, students, studentsBeside } from '#domains/students/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { emit } from '#platform/server/work/events.ts';
import { contract } from '../contract.ts';
import type { reasonDecision } from '../shapes.ts';
import { reasonWorkflow } from '../workflow.ts';
import { mentoredAmong, ownStudentId, reasonReach } from './reach.ts';
import { attendance, attendanceReasons, classSessions } from './tables.ts';

/** Reasons for absence: students hand them in, the office decides, lessons follow. */

type Row = typeof attendanceReasons.$inferSelect;
/** A longer absence is a gap year, not a reason. */
const mostDays = 92;

export const reason = resource(contract.reason, {
  table: attendanceReasons,
  search: searchAbout(sql`${attendanceReasons.student_id}`, sql`${attendanceReasons.text}`),
  sorts: {
    created_at: sql`${attendanceReasons.created_at}`,
    starts_on: sql`${attendanceReasons.starts_on}`,
    id: sql`${attendanceReasons.id}`,
  },
  defaultSort: 'created_at,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${attendanceReasons.student_id})`, input.search),
  optionTitle: () =>
    sql`(select s.full_name from ${students} s where s.id = ${attendanceReasons.student_id}) || ', ' || ${attendanceReasons.starts_on}::text`,
  visible: (call) => reasonReach(call, sql`${attendanceReasons.student_id}`),
  filters: (input) => [
    input.status ? eq(attendanceReasons.status, input.status) : undefined,
    input.kind ? eq(attendanceReasons.kind, input.kind) : undefined,
    input.student_id ? eq(attendanceReasons.student_id, input.student_id) : undefined,
  ],
  present: presentReasons,
  prepare: async (call, input, current, next) => {
    const student_id = await studentFor(call, input.student_id ?? current?.student_id);
    if (current && !['SUBMITTED', 'UPDATE_REQUIRED'].includes(current.status)) throw fail('REASON_DECIDED');
    const days = (Date.parse(next.ends_on) - Date.parse(next.starts_on)) / 86_400_000;
    if (days < 0) throw failField('ends_on', 'DATES_REVERSED');
    if (days >= mostDays) throw failField('ends_on', 'REASON_TOO_LONG', { days: mostDays });
    if (input.file_ids) await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
    return {
      ...input,
      student_id,
      status: 'SUBMITTED' as const,
      ...(current ? {} : { submitted_by: call.account_id }),
    };
  },
  written: async (call, row, before) => {
    if (before?.status !== row.status)
      await recordTransition(call, 'attendance_reason', [{ id: row.id, from: before?.status ?? null }], row.status, {});
  },
  beforeDelete: (_call, row) => {
    if (row.status === 'ACCEPTED' || row.status === 'REJECTED') throw fail('REASON_DECIDED');
    return Promise.resolve();
  },
});

/** Students speak for themselves, the office for whomever it sees. */
async function studentFor(call: Call, wanted: number | undefined): Promise<number> {
  if (scopeOf(call, 'attendance_reason.submit') === 'own') {
    const own = await ownStudentId(call);
    if (own === undefined || (wanted !== undefined && wanted !== own))
      throw failField('student_id', 'UNKNOWN_REFERENCE');
    return own;
  }
  const [found] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, wanted ?? 0), isNull(students.deleted_at)));
  if (!found) throw failField('student_id', wanted === undefined ? 'form_required' : 'UNKNOWN_REFERENCE');
  return found.id;
}

async function presentReasons(call: Call, rows: Row[]) {
  if (rows.length === 0) return [];
  const people = await studentsBeside(
    call,
    rows.map((row) => row.student_id),
  );
  const files = await evidenceRecords(
    call,
    rows.flatMap((row) => row.file_ids),
  );
  const { rows: counted } = await call.db.execute<{ id: number; lessons: number }>(sql`
    select r.id, count(*)::int as lessons from ${attendanceReasons} r join ${attendance} a on a.student_id = r.student_id and a.status <> 'ATTENDED'
      join ${classSessions} s on s.id = a.session_id and s.date between r.starts_on and r.ends_on
     where r.id = any(${sql.param(rows.map((row) => row.id))}::int[]) group by 1`);
  const lessons = new Map(counted.map((row) => [row.id, row.lessons]));
  // Whoever only teaches somebody learns that they are excused and when; why is between them, their mentor and the office.
  const teaches = scopeOf(call, 'attendance_reason.read') === 'taught';
  const mentored = teaches
    ? (
        await call.db.execute<{ id: number }>(
          mentoredAmong(
            call,
            rows.map((row) => row.student_id),
          ),
        )
      ).rows.map(({ id }) => id)
    : [];
  return rows.map((row) => {
    const told = !teaches || mentored.includes(row.student_id);
    const { student, own } = people.get(row.student_id)!;
    const involved = row.submitted_by === call.account_id || own;
    const open = row.status === 'SUBMITTED' || row.status === 'UPDATE_REQUIRED';
    const { file_ids, submitted_by, decided_by, ...rest } = plain(row);
    return {
      ...rest,
      ...(told ? {} : { text: '', decision: null }),
      student,
      files: told ? row.file_ids.flatMap((id) => files.get(id) ?? []) : [],
      lessons: lessons.get(row.id) ?? 0,
      next: nextStates(reasonWorkflow, row.status).flatMap((step) =>
        may(call, step.permission) && step.to !== 'SUBMITTED' && !involved ? [step.to] : [],
      ),
      can: {
        edit: open && may(call, 'attendance_reason.submit'),
        remove: open && may(call, 'attendance_reason.submit'),
      },
    };
  });
}

/** Takes the step and lets the lessons follow, in one transaction. */
export async function decideReason(call: Call, input: z.infer<typeof reasonDecision>) {
  const reach = reasonReach(call, sql`${attendanceReasons.student_id}`);
  const row = await loadForChange(call, attendanceReasons, reach, input, ({ id }) => reason.get(call, { id }));
  checkTransition(call, reasonWorkflow, row.status, input.status, { reason: input.reason });
  const [person] = await call.db
    .select({ account_id: students.account_id })
    .from(students)
    .where(eq(students.id, row.student_id));
  if (row.submitted_by === call.account_id || person?.account_id === call.account_id) throw fail('OWN_REASON');
  await call.db
    .update(attendanceReasons)
    .set({
      status: input.status,
      decision: input.reason ?? null,
      decided_by: call.account_id,
      decided_at: sql`edulab_now()`,
    })
    .where(eq(attendanceReasons.id, row.id));
  await recordTransition(call, 'attendance_reason', [{ id: row.id, from: row.status }], input.status, {
    reason: input.reason,
  });
  if (input.status === 'ACCEPTED')
    await call.db.execute(sql`
      update ${attendance} a set status = 'EXPLICABLE', reason_id = ${row.id}, marked_by = ${call.account_id}, marked_at = edulab_now()
        from ${classSessions} s
       where s.id = a.session_id and a.student_id = ${row.student_id} and a.status = 'NOT_ATTENDED' and s.date between ${row.starts_on} and ${row.ends_on}`);
  if (row.status === 'ACCEPTED')
    await call.db.execute(sql`
      update ${attendance} set status = 'NOT_ATTENDED', reason_id = null, marked_by = ${call.account_id}, marked_at = edulab_now()
       where reason_id = ${row.id} and status = 'EXPLICABLE'`);
  if (person?.account_id)
    await emit(call, {
      type: 'attendance.reason',
      to: { account_id: person.account_id },
      data: { id: row.id, status: input.status },
    });
  return reason.get(call, { id: row.id });
}
