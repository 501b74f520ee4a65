import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { emit } from '#platform/server/work/events.ts';
import { codeFits, shownAt } from './codes.ts';
import { lockSession, ownStudentId, reachedSessions } from './reach.ts';
import { rollOf } from './roll.ts';
import { sessionById } from './sessions.ts';
import { checkIns, checkInWindows, classSessions } from './tables.ts';

/**
 * Students check themselves in with what the screen in the room shows. It is a help for whoever calls the register, who
 * sees it live and has the last word; nobody is marked by it alone.
 */

export async function openCheckIn(call: Call, input: { session_id: number; minutes?: number | undefined }) {
  const session = await lockSession(call, ['attendance.mark'], input.session_id);
  if (session.state === 'CANCELLED') throw fail('LESSON_CANCELLED');
  const { rows } = await call.db.execute<{ days: number }>(
    sql`select ${session.date}::date - (select edulab_today()) as days`,
  );
  if ((rows[0]?.days ?? 0) > 0) throw fail('LESSON_NOT_YET', { date: session.date });
  if ((rows[0]?.days ?? 0) < 0) throw fail('CHECK_IN_CLOSED');
  const closes_at = sql`edulab_now() + make_interval(mins => ${input.minutes ?? 15})`;
  await call.db
    .insert(checkInWindows)
    .values({
      session_id: session.id,
      secret: randomBytes(32).toString('base64url'),
      opens_at: sql`edulab_now()`,
      closes_at,
    })
    .onConflictDoUpdate({ target: checkInWindows.session_id, set: { closes_at } });
  return windowOf(call, session.id);
}

export async function closeCheckIn(call: Call, input: { session_id: number }) {
  const session = await lockSession(call, ['attendance.mark'], input.session_id);
  await call.db
    .update(checkInWindows)
    .set({ closes_at: sql`edulab_now()` })
    .where(eq(checkInWindows.session_id, session.id));
  return windowOf(call, session.id);
}

/** The screen of now; without a code once it is closed. */
export async function windowOf(call: Call, session_id: number) {
  if (!(await reachedSessions(call, 'attendance.mark', [session_id])).has(session_id)) throw fail('NOT_FOUND');
  const session = await sessionById(call, session_id);
  const [window] = await call.db
    .select({ secret: checkInWindows.secret, closes_at: checkInWindows.closes_at })
    .from(checkInWindows)
    .where(eq(checkInWindows.session_id, session_id));
  const { rows: present } = await call.db.execute<{ student_id: number; name: string; at: string }>(sql`
    select i.student_id, concat_ws(' ', s.lastname, s.firstname) as name, i.at from ${checkIns} i join ${students} s on s.id = i.student_id
     where i.session_id = ${session_id} order by i.at desc, i.student_id`);
  const open = window !== undefined && Date.parse(window.closes_at) > clock.now();
  const screen = open
    ? shownAt({ secret: window.secret, session_id, room_id: session.room_id }, clock.now())
    : { code: null, token: null, seconds_left: 0 };
  return {
    session_id,
    open,
    closes_at: window?.closes_at ?? null,
    ...screen,
    present: present.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
  };
}

/** Entering the same again changes nothing; a wrong code can be put right at once. */
export async function enterCheckIn(call: Call, input: { code: string }) {
  const student_id = await ownStudentId(call);
  if (student_id === undefined) throw fail('CHECK_IN_WRONG_CODE');
  const entered = input.code.replaceAll(/\s/g, '');
  const { rows: windows } = await call.db.execute<{ session_id: number; secret: string; room_id: number | null }>(sql`
    select w.session_id, w.secret, s.room_id from ${checkInWindows} w join ${classSessions} s on s.id = w.session_id
     where w.closes_at > edulab_now() and s.deleted_at is null and s.state <> 'CANCELLED'`);
  const fitting = windows.filter((window) => codeFits(window, entered, clock.now())).map((window) => window.session_id);
  const { rows } = fitting.length
    ? await call.db.execute<{ session_id: number }>(
        sql`select r.session_id from ${rollOf(fitting)} r where r.student_id = ${student_id} limit 1`,
      )
    : { rows: [] };
  const session_id = rows[0]?.session_id;
  if (session_id === undefined) throw fail('CHECK_IN_WRONG_CODE');
  await call.db.insert(checkIns).values({ session_id, student_id }).onConflictDoNothing();
  const {
    rows: [checked],
  } = await call.db.execute<{ at: string }>(
    sql`select at from ${checkIns} where session_id = ${session_id} and student_id = ${student_id}`,
  );
  const session = await sessionById(call, session_id);
  const { rows: teachers } = await call.db.execute<{ account_id: number }>(
    sql`select account_id from ${staff} where id = ${session.staff_id ?? 0} and account_id is not null`,
  );
  // The screen that shows the code asks who is in; others have nothing to hear of it.
  await emit(call, {
    type: 'attendance.check_in',
    to: teachers[0] ? { account_id: teachers[0].account_id } : { permission: 'attendance.mark' },
    data: { session_id },
  });
  return {
    session_id,
    module: session.module.title,
    room: session.room?.title ?? null,
    at: new Date(checked?.at ?? clock.now()).toISOString(),
  };
}
