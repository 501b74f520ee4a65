import { sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { LifeChange, LifeEffect } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { hasMessage, message } from '#platform/server/call/messages.ts';
import { type Kept, makeKept } from '#platform/server/records/kept.ts';
import { recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import { type MembershipState, membershipWorkflow } from '../workflow.ts';

/** Years of study as changes of a life read and write them. */

export interface Year {
  id: number;
  student_id: number;
  course_id: number;
  academic_year_id: number;
  study_year: number;
  education_form_id: number | null;
  starts_on: string;
  ends_on: string;
  status: MembershipState;
  /** Of the academic year. */
  first: number;
}
type Line = Awaited<ReturnType<LifeEffect['apply']>>['lines'][number];
export type Done = { lines: Line[]; kept: Kept[] };

export const shownDay = (day: string) => day.split('-').reverse().join('.');
/** Years of study of these students that are not over on the day, locked. */
export async function yearsOf(
  call: Call,
  ids: readonly number[],
  day: string,
  states: MembershipState[],
): Promise<Year[]> {
  const { rows } = await call.db.execute<Year & Record<string, unknown>>(sql`
    select e.id, e.student_id, e.course_id, e.academic_year_id, e.study_year, e.education_form_id, e.starts_on::text, e.ends_on::text,
           e.status, (select extract(year from y.starts_on)::int from ${academicYears} y where y.id = e.academic_year_id) as first
      from enrollments e where e.student_id = any(${sql.param([...ids])}::int[]) and e.status = any(${sql.param(states)}::text[])
       and e.ends_on >= ${day}::date and e.deleted_at is null order by e.id for update`);
  return rows;
}

export async function history(
  call: Call,
  rows: { id: number; from: MembershipState | null; to: MembershipState }[],
  note: TransitionNote,
) {
  for (const [to, some] of Map.groupBy(rows, (row) => row.to))
    await recordTransition(call, membershipWorkflow.entity, some, to, note);
}

export const noteOf = (call: Call, { kind, note }: LifeChange): TransitionNote => {
  const key = `years_follow.${kind}`;
  return { ...note, reason: note.reason ?? (hasMessage(key) ? message(call.locale, key) : undefined) };
};

export type NewYear = Omit<Year, 'id' | 'first'>;

export async function makeYears(call: Call, change: LifeChange, rows: readonly NewYear[], code: string): Promise<Done> {
  const kept = await makeKept(
    call.client,
    'enrollments',
    rows.map(
      ({ student_id, course_id, academic_year_id, study_year, education_form_id, starts_on, ends_on, status }) => ({
        student_id,
        course_id,
        academic_year_id,
        study_year,
        education_form_id,
        starts_on,
        ends_on,
        status,
        order_number: change.note.order_number ?? null,
        order_date: change.note.order_date ?? null,
      }),
    ),
  );
  await history(
    call,
    kept.map(({ id, student_id }) => ({
      id,
      from: null,
      to: rows.find((row) => row.student_id === student_id)!.status,
    })),
    noteOf(call, change),
  );
  return {
    kept,
    lines: rows.map((row) => ({
      student_id: row.student_id,
      code,
      values: { study_year: row.study_year, from: shownDay(row.starts_on), until: shownDay(row.ends_on) },
    })),
  };
}
