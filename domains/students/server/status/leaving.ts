import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { life } from '../../life.ts';
import { studentStatusRequests as requests, students } from '../tables.ts';
import { nameOf, waitingFaults } from './status.ts';

/** Proposals of other domains that students leave: whoever may confirm decides, with the preview and the order of every change. */

/**
 * Proposes that these students be expelled, each with a reason. Who studies no more, or of whom a proposal waits already,
 * is passed over. Answers ids of the proposals. In the caller's transaction, asks for no right.
 */
export async function proposeLeaving(
  call: Call,
  people: readonly { student_id: number; reason: string }[],
): Promise<number[]> {
  const reasons = new Map(people.map((one) => [one.student_id, one.reason]));
  const rows = await call.db
    .select()
    .from(students)
    .where(
      and(
        inArray(students.id, [0, ...reasons.keys()]),
        inArray(students.status, [...life.EXPULSION.from]),
        isNull(students.deleted_at),
      ),
    )
    .orderBy(students.id);
  const waiting = new Set((await waitingFaults(call, rows)).map((fault) => fault.id));
  const free = rows.filter((row) => !waiting.has(row.id));
  if (free.length === 0) return [];
  const made = await call.db
    .insert(requests)
    .values(
      free.map((row) => ({
        student_id: row.id,
        from_status: row.status,
        to_status: 'WITHDRAWN' as const,
        kind: 'EXPULSION' as const,
        reason: reasons.get(row.id)!,
        requested_by: call.account_id,
      })),
    )
    .returning({ id: requests.id });
  return made.map(({ id }) => id);
}

/** Takes such proposals back. Answers names of students about whom somebody decided by now, and then does nothing. */
export async function takeProposalsBack(call: Call, ids: readonly number[], reason: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await call.db
    .select({ id: requests.id, state: requests.state, student: students })
    .from(requests)
    .innerJoin(students, eq(students.id, requests.student_id))
    .where(inArray(requests.id, [...ids]))
    .orderBy(requests.id)
    .for('update');
  const decided = found.filter(({ state }) => state === 'CONFIRMED');
  if (decided.length) return decided.map(({ student }) => nameOf(student));
  const open = found.filter(({ state }) => state === 'PROPOSED');
  await call.db
    .update(requests)
    .set({ state: 'WITHDRAWN', decided_by: call.account_id, decided_at: sql`edulab_now()`, decision_reason: reason })
    .where(
      inArray(
        requests.id,
        open.map(({ id }) => id),
      ),
    );
  await recordTransition(
    call,
    'student_status_request',
    open.map(({ id }) => ({ id, from: 'PROPOSED' })),
    'WITHDRAWN',
    { reason },
  );
  return [];
}
