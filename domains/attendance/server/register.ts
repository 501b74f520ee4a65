import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fileRecords } from '#domains/files/server/index.ts';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import type { Mark, register } from '../shapes.ts';
import { ownStudentId, type SessionRow, sessionReach } from './reach.ts';
import { cellsOf } from './roll.ts';
import { presentSessions, sessionRow } from './sessions.ts';
import { settingsOf } from './settings.ts';
import { planned, standingOf } from './standing.ts';
import { attendanceTotals, checkIns, classSessions } from './tables.ts';

/** The register of one lesson as it is read. */

interface CellRow extends Record<string, unknown> {
  student_id: number;
  student_no: string;
  firstname: string;
  lastname: string;
  midname: string | null;
  photo_file_id: number | null;
  group_id: number | null;
  group_name: string | null;
  covered: number | null;
  status: Mark | null;
  version: number | null;
  note: string | null;
  reason_id: number | null;
  marked_at: string | null;
  marker: string | null;
  checked_in_at: string | null;
  missed: number;
  hours: number;
}

/** For who opens it: by itself, planning the question anew costs more than the answer. */
export async function openRegister(call: Call, session_id: number): Promise<z.infer<typeof register>> {
  planOnce(call.client);
  const [seen] = await call.db
    .select({ id: classSessions.id })
    .from(classSessions)
    .where(
      and(eq(classSessions.id, session_id), isNull(classSessions.deleted_at), sessionReach(call, 'attendance.read')),
    );
  if (!seen) throw fail('NOT_FOUND');
  return registerOf(call, session_id);
}

/** The register of a lesson that the caller reaches. */
export async function registerOf(call: Call, session_id: number): Promise<z.infer<typeof register>> {
  const [row, settings] = await Promise.all([sessionRow(call, session_id), settingsOf(call)]);
  const own = scopeOf(call, 'attendance.read') === 'own' ? ((await ownStudentId(call)) ?? 0) : undefined;
  const [shown, { rows }] = await Promise.all([presentSessions(call, [row]), cellRowsOf(call, row, own)]);
  const session = shown[0]!;
  const photos = await fileRecords(
    call,
    rows.map((cell) => cell.photo_file_id),
  );
  return {
    session,
    cells: rows.map((row) => ({
      student_id: row.student_id,
      student_no: row.student_no,
      firstname: row.firstname,
      lastname: row.lastname,
      midname: row.midname,
      photo: photos.get(row.photo_file_id ?? 0)?.src ?? null,
      group: row.group_id && row.group_name ? { id: row.group_id, title: row.group_name } : null,
      status: row.status,
      suggested: row.status ?? (row.covered ? 'EXPLICABLE' : 'ATTENDED'),
      version: row.version,
      note: row.note,
      reason_id: row.reason_id ?? row.covered,
      marked: row.marked_at ? { name: row.marker ?? '', at: new Date(row.marked_at).toISOString() } : null,
      checked_in_at: row.checked_in_at ? new Date(row.checked_in_at).toISOString() : null,
      standing: standingOf(row.missed, row.hours, settings).standing,
    })),
    can: { mark: session.can?.mark ?? false, correct: session.can?.correct ?? false },
  };
}

/** Who is in the register of the lesson, or the one student of it, with what is known of each. */
function cellRowsOf(call: Call, { id: session_id, course_module_id, date }: SessionRow, own: number | undefined) {
  // The roll first and by itself: joined with the students in one go, it would be looked for among all of them.
  return call.db.execute<CellRow>(sql`
    with roll as materialized (select * from ${cellsOf(session_id)} x ${own === undefined ? sql`` : sql`where x.student_id = ${own}`})
    select c.student_id, st.student_no, st.firstname, st.lastname, st.midname, st.photo_file_id, c.covered, c.status, c.version, c.note, c.reason_id,
           c.marked_at, concat_ws(' ', k.lastname, k.firstname) as marker, i.at as checked_in_at,
           coalesce(t.missed, 0) as missed, p.hours,
           n.id as group_id, n.name as group_name
      from roll c join ${students} st on st.id = c.student_id
      left join ${accounts} k on k.id = c.marked_by
      left join ${checkIns} i on i.session_id = ${session_id} and i.student_id = c.student_id
      left join ${attendanceTotals} t on t.course_module_id = ${course_module_id} and t.student_id = c.student_id
      cross join (select ${planned(sql`${course_module_id}::int`)} as hours) p
      left join lateral (select m.group_id from ${groupMembers} m where c.group_id is null and m.student_id = c.student_id and m.kind = 'MAIN' and ${onDay(sql`${date}::date`)} limit 1) g on true
      left join ${groups} n on n.id = coalesce(c.group_id, g.group_id)
     order by n.name nulls last, st.full_name, c.student_id`);
}
