import { eq, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { demandExamsNotBegun } from './exams.ts';
import { accountsInPeriod, notifyOfPeriod } from './notices.ts';
import { demandExamTakers, lockDraftPeriod, lockPeriod } from './periods.ts';
import { examHallSeats, examHalls, examPeriods, exams, needsPlace } from './tables.ts';

/** From a draft to what everybody sees. From then on the database books its rooms, people and students. */

export async function publishExams(call: Call, input: { id: number; apply?: boolean | undefined }) {
  const period = await lockDraftPeriod(call, input.id);
  const { rows } = await call.db.execute<{
    exams: number;
    unplaced: number;
    students: number;
    halls: number;
    invigilators: number;
    from: string | null;
    until: string | null;
  }>(sql`
    select (select count(*)::int from ${exams} e where e.period_id = ${period.id} and e.deleted_at is null and e.date is not null) as exams,
           (select count(*)::int from ${exams} e where e.period_id = ${period.id} and e.deleted_at is null and ${needsPlace}) as unplaced,
           (select count(*)::int from ${examHallSeats} s join ${examHalls} h on h.id = s.hall_id where h.period_id = ${period.id}) as students,
           count(*)::int as halls, (select count(distinct i)::int from ${examHalls} h cross join unnest(h.staff_ids) i where h.period_id = ${period.id}) as invigilators,
           min(h.date)::text as from, max(h.date)::text as until
      from ${examHalls} h where h.period_id = ${period.id}`);
  const { unplaced, ...found } = rows[0]!;
  if (unplaced > 0) throw fail('EXAMS_UNPLACED', { count: unplaced });
  if (found.students === 0) {
    const barred = Object.values(period.left_out).reduce((sum, count) => sum + count, 0);
    await demandExamTakers(call, period, barred);
    throw fail('EXAMS_UNPLACED', { count: found.exams });
  }
  const people = await accountsInPeriod(call, period.id);
  if (input.apply) {
    // The rooms are booked by this: ROOM_TAKEN and its like say where something else came in between.
    await call.db
      .update(examPeriods)
      .set({ state: 'PUBLISHED', published_at: clock.iso(), published_by: call.account_id })
      .where(eq(examPeriods.id, period.id));
    await notifyOfPeriod(call, people, 'exam.notice.published', period);
  }
  return { ...found, told: people.length };
}

export async function unpublishExams(call: Call, id: number): Promise<{ ok: true }> {
  const period = await lockPeriod(call, id);
  if (period.state !== 'PUBLISHED') throw fail('EXAMS_CLOSED');
  const { rows } = await call.db.execute<{ date: string }>(
    sql`select distinct date::text as date from ${examHalls} where period_id = ${id}`,
  );
  await demandExamsNotBegun(
    call,
    period,
    rows.map(({ date }) => date),
  );
  const people = await accountsInPeriod(call, id);
  await call.db
    .update(examPeriods)
    .set({ state: 'DRAFT', published_at: null, published_by: null })
    .where(eq(examPeriods.id, id));
  await notifyOfPeriod(call, people, 'exam.notice.undone', period);
  return { ok: true };
}
