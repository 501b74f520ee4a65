import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm';
import { reviveContract } from '#domains/accounting/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { type ApplicationState, endedStates, placedStates } from '../../workflow.ts';
import { restoreSeat } from '../exam/restore-seat.ts';
import { placesLeft } from '../intake/places.ts';
import { applications } from '../tables.ts';
import { takeFollowingStep, writeStep } from './steps.ts';

/** Whoever is enrolled has one place: what else runs of theirs is closed with it, and opened again when it is undone. */

export interface ClosedApplication {
  id: number;
  number: string;
  from: ApplicationState;
  /** Until when the offer held. */
  deadline_on: string | null;
}

/** Withdraws the other running applications for a course; places that fall free go to whoever waits. */
export async function closeOtherApplications(call: Call, of: { guest_id: number; keep: number; number: string }) {
  const rows = await call.db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.guest_id, of.guest_id),
        ne(applications.id, of.keep),
        inArray(applications.flavour, ['plain', 'general']),
        notInArray(applications.status, ['ENROLLED', ...endedStates]),
        isNull(applications.deleted_at),
      ),
    )
    .orderBy(applications.id)
    .for('update');
  for (const row of rows)
    await takeFollowingStep(
      call,
      row,
      'WITHDRAWN',
      message(call.locale, 'closed_by_enrollment', { number: of.number }),
    );
  return rows.map(
    ({ id, number, status, deadline_on }): ClosedApplication => ({ id, number, from: status, deadline_on }),
  );
}

/**
 * Opens again what `closeOtherApplications` closed, as it was. A place that somebody else has by now is waited for; where the seat at
 * the exam is gone, another one is chosen, and the history says so.
 */
export async function reopenOtherApplications(call: Call, closed: readonly ClosedApplication[]): Promise<void> {
  const rows = await call.db
    .select()
    .from(applications)
    .where(
      and(
        inArray(applications.id, [0, ...closed.map(({ id }) => id)]),
        eq(applications.status, 'WITHDRAWN'),
        isNull(applications.deleted_at),
      ),
    )
    .orderBy(applications.id)
    .for('update');
  for (const row of rows) {
    const { from, deadline_on } = closed.find((one) => one.id === row.id)!;
    const placed = (placedStates as readonly string[]).includes(from);
    const left = placed && row.campaign_id !== null ? await placesLeft(call, row.campaign_id) : undefined;
    const gone = left !== undefined && left[row.decision_tuition ?? 'CONTRACT'] < 1;
    const seat = from === 'EXAM_ASSIGNED' ? await restoreSeat(call, row.id) : undefined;
    const to = gone ? 'WAITING_LIST' : seat === null ? 'VERIFIED' : from;
    // The contract stands again before the step that would write another one.
    if (!gone && placed) await reviveContract(call, { application_id: row.id });
    const reason = message(call.locale, seat === null ? 'reopened_without_seat' : 'reopened_by_undo');
    await writeStep(call, row, to, { reason }, { deadline_on, ...seat });
  }
}
