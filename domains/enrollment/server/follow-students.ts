import { sql } from 'drizzle-orm';
import type { StudentStatus } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { hasMessage, message } from '#platform/server/call/messages.ts';
import { recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import { closedEarly, type MembershipState, membershipWorkflow } from '../workflow.ts';

/** Years of study follow what becomes of the student: leave suspends them, leaving ends them, coming back restores them. */

const running: MembershipState[] = ['ACTIVE'];
const steps: Partial<Record<StudentStatus, { from: MembershipState[]; to: MembershipState }>> = {
  GAP_YEAR: { from: running, to: 'SUSPENDED' },
  INACTIVE: { from: running, to: 'SUSPENDED' },
  WITHDRAWN: { from: ['PLANNED', 'ACTIVE', 'SUSPENDED'], to: 'ENDED' },
  TRANSFERRED_OUT: { from: ['ACTIVE', 'SUSPENDED'], to: 'TRANSFERRED' },
  GRADUATED: { from: running, to: 'COMPLETED' },
};

type Changed = { id: number; from: MembershipState; to: MembershipState };

async function record(call: Call, changed: Changed[], note: TransitionNote, status: StudentStatus): Promise<void> {
  const key = `years_follow.${status}`;
  const reason = note.reason ?? (hasMessage(key) ? message(call.locale, key) : undefined);
  for (const to of new Set(changed.map((row) => row.to)))
    await recordTransition(
      call,
      membershipWorkflow.entity,
      changed.filter((row) => row.to === to),
      to,
      { ...note, reason },
    );
}

/** Follows steps of students, however many, in their transaction. */
export async function followStudents(
  call: Call,
  { rows, to, note }: { rows: readonly { id: number; from: StudentStatus }[]; to: StudentStatus; note: TransitionNote },
): Promise<void> {
  if (to === 'ACTIVE') {
    for (const from of new Set(rows.map((row) => row.from)))
      if (steps[from])
        await restore(
          call,
          rows.filter((row) => row.from === from).map(({ id }) => id),
          from,
          note,
        );
    return;
  }
  const step = steps[to];
  if (!step) return;
  // No earlier than on its first day, where it never began.
  const ends = closedEarly.includes(step.to)
    ? sql`least(e.ends_on, greatest(e.starts_on, coalesce(${note.effective_from ?? null}::date, (select edulab_today()))))`
    : sql`e.ends_on`;
  const { rows: changed } = await call.db.execute<Changed & Record<string, unknown>>(sql`
    update enrollments e set status = ${step.to}, ends_on = ${ends}
      from (select id, status from enrollments where student_id = any(${sql.param(rows.map(({ id }) => id))}::int[])
               and status = any(${sql.param(step.from)}::text[]) and deleted_at is null order by id for update) was
     where e.id = was.id returning e.id, was.status as "from", e.status as "to"`);
  await record(call, changed, note, to);
}

/** What changed together with the step that is left goes back, as far as it is not over by now. */
async function restore(call: Call, ids: number[], left: StudentStatus, note: TransitionNote): Promise<void> {
  const { rows: changed } = await call.db.execute<Changed & Record<string, unknown>>(sql`
    update enrollments e set ends_on = was.ends_on,
           status = case when was.from_status = 'PLANNED' and e.starts_on <= (select edulab_today()) then 'ACTIVE' else was.from_status end
      from (select y.id, y.status, h.from_status, coalesce((a.old ->> 'ends_on')::date, y.ends_on) as ends_on
              from enrollments y
              join lateral (select at, from_status, to_status from status_history where entity = 'enrollment' and entity_id = y.id order by id desc limit 1) h
                on h.to_status = y.status
              join lateral (select at from status_history where entity = 'student' and entity_id = y.student_id and to_status = ${left} order by id desc limit 1) s
                on s.at = h.at
              left join lateral (select old from audit_log where table_name = 'enrollments' and row_id = y.id and operation = 'UPDATE' and old ? 'status' order by id desc limit 1) a on true
             where y.student_id = any(${sql.param(ids)}::int[]) and y.deleted_at is null and y.status = ${steps[left]!.to}) was
     where e.id = was.id and was.ends_on >= (select edulab_today())
       and not exists (select 1 from enrollments o where o.student_id = e.student_id and o.course_id = e.course_id and o.id <> e.id and o.deleted_at is null
                          and daterange(o.starts_on, o.ends_on, '[]') && daterange(e.starts_on, was.ends_on, '[]'))
    returning e.id, was.status as "from", e.status as "to"`);
  await record(call, changed, note, 'ACTIVE');
}
