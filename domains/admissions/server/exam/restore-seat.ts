import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { type applications, examSeats, examSessions } from '../tables.ts';
import { isSessionAhead } from './exam.ts';
import { newQrCode } from './qr.ts';

/**
 * Gives an application back the seat at the exam that it lost last, where the session is still ahead and has room: its own
 * number, else the first free one. The card stays good where the seat is the same. Null where it cannot be had.
 */
export async function restoreSeat(
  call: Call,
  application_id: number,
): Promise<Partial<typeof applications.$inferInsert> | null> {
  const [lost] = await call.db
    .select()
    .from(examSeats)
    .where(and(eq(examSeats.application_id, application_id), eq(examSeats.state, 'ASSIGNED')))
    .orderBy(sql`${examSeats.deleted_at} desc nulls last, ${examSeats.id} desc`)
    .limit(1);
  if (!lost?.deleted_at) return null;
  const [session] = await call.db
    .select()
    .from(examSessions)
    .where(
      and(eq(examSessions.id, lost.session_id), isNull(examSessions.deleted_at), examSessions.open, isSessionAhead),
    )
    .for('update');
  if (!session) return null;
  const others = await call.db
    .select({ seat_no: examSeats.seat_no })
    .from(examSeats)
    .where(and(eq(examSeats.session_id, session.id), isNull(examSeats.deleted_at)));
  if (others.length >= session.capacity) return null;
  const used = new Set(others.map((one) => one.seat_no));
  let seat_no = lost.seat_no;
  if (used.has(seat_no)) for (seat_no = 1; used.has(seat_no); ) seat_no++;
  await call.db.insert(examSeats).values({ session_id: session.id, application_id, seat_no });
  return seat_no === lost.seat_no ? {} : { qr_code: newQrCode(), qr_scanned_at: null };
}
