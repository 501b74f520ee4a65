import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { pipelined, planOnce } from '#platform/server/fast/index.ts';
import { emit } from '#platform/server/work/events.ts';
import type { Mark, register, registerInput } from '../shapes.ts';
import { lockSession, type SessionRow, sessionReached } from './reach.ts';
import { registerOf } from './register.ts';
import { cellsOf } from './roll.ts';
import { settingsOf } from './settings.ts';
import { attendanceRegisters, classSessions } from './tables.ts';

/** Calling the register and changing it. */

type Input = z.infer<typeof registerInput>;
interface Cell extends Record<string, unknown> {
  student_id: number;
  /** On the lesson's day, to those for whom it is. */
  belongs: boolean;
  /** An accepted reason for that day. */
  covered: number | null;
  status: Mark | null;
  version: number | null;
  note: string | null;
  reason_id: number | null;
  marked_by: number | null;
  marked_at: string | null;
}
interface Wish {
  student_id: number;
  status: Mark;
  note?: string | null | undefined;
  /** As it was read; null where there was nothing yet. */
  version: number | null;
}

/**
 * Saves one register, all of it or nothing. A cell that somebody else changed since it was read is answered as a conflict
 * with both values, unless both mean the same. Repeating what has arrived already changes nothing.
 */
export async function saveRegister(call: Call, input: Input): Promise<z.infer<typeof register>> {
  planOnce(call.client);
  const [session] = await pipelined(
    lockSession(call, ['attendance.mark', 'attendance.correct'], input.session_id),
    settingsOf(call),
  );
  if (await arrivedBefore(call, input)) return registerOf(call, session.id);
  const [correcting, { rows }] = await pipelined(
    demandOpen(call, session, input.reason),
    call.db.execute<Cell>(cellsOf(session.id)),
  );
  const cells = new Map(rows.map((row) => [row.student_id, row]));
  const strangers = input.cells.filter((cell) => !cells.has(cell.student_id)).map((cell) => cell.student_id);
  if (strangers.length) throw fail('NOT_IN_REGISTER', { student_ids: strangers });

  const first = session.called_at === null;
  const wishes = wishesOf(input, rows, first);
  const conflicts = wishes.filter((wish) => collides(cells.get(wish.student_id), wish));
  if (conflicts.length) throw fail('REGISTER_CONFLICT', { cells: await bothSides(call, conflicts, cells) });

  const changed: { wish: Wish; status: Mark; reason_id: number | null }[] = [];
  for (const wish of wishes) {
    const cell = cells.get(wish.student_id) as Cell;
    const [status, reason_id] = excused(call, cell, wish.status);
    const same = cell.status === status && (wish.note === undefined || (wish.note || null) === cell.note);
    if (!same) changed.push({ wish, status, reason_id });
  }
  if (changed.length || first)
    await pipelined(
      changed.length && write(call, session.id, changed),
      first &&
        call.db
          .update(classSessions)
          .set({ state: 'HELD', called_at: sql`edulab_now()`, called_by: call.account_id })
          .where(eq(classSessions.id, session.id)),
      call.db.insert(attendanceRegisters).values({
        client_id: input.client_id ?? null,
        session_id: session.id,
        account_id: call.account_id,
        reason: correcting ? (input.reason ?? null) : null,
        cells: input.cells.map(({ student_id, status }) => ({ student_id, status })),
      }),
      emit(call, {
        type: 'attendance.register',
        to: { permission: 'attendance.read' },
        data: { session_id: session.id },
      }),
    );
  return registerOf(call, session.id);
}

async function arrivedBefore(call: Call, input: Input): Promise<boolean> {
  if (!input.client_id) return false;
  const [before] = await call.db
    .select({ session_id: attendanceRegisters.session_id, account_id: attendanceRegisters.account_id })
    .from(attendanceRegisters)
    .where(eq(attendanceRegisters.client_id, input.client_id));
  if (!before) return false;
  if (before.session_id !== input.session_id || before.account_id !== call.account_id)
    throw fail('IDEMPOTENCY_KEY_REUSED');
  return true;
}

/** Refuses what is not yet, not any more, or only for those who correct. Answers whether this is a correction. */
async function demandOpen(call: Call, session: SessionRow, reason: string | undefined): Promise<boolean> {
  if (session.state === 'CANCELLED') throw fail('LESSON_CANCELLED');
  const { lock_days } = await settingsOf(call);
  const { rows } = await call.db.execute<{ early: boolean; locked: boolean; teaches: boolean }>(
    sql`select ${session.date}::date > (select edulab_today()) as early, ${session.date}::date < (select edulab_today()) - ${lock_days}::int as locked, ${sessionReached(call, 'attendance.mark')} as teaches
          from ${classSessions} where ${classSessions.id} = ${session.id}`,
  );
  const [found] = rows;
  if (found?.early) throw fail('LESSON_NOT_YET', { date: session.date });
  if (found?.teaches && !found.locked) return false;
  if (!may(call, 'attendance.correct')) throw fail('REGISTER_LOCKED', { days: lock_days });
  if (!reason) throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  return true;
}

/**
 * What the sender means. The first call of a lesson speaks of everybody: who is not named was there, or is excused. A call
 * that was made before somebody else's arrived speaks of everybody too, so that nobody's word is lost in silence.
 */
function wishesOf(input: Input, rows: Cell[], first: boolean): Wish[] {
  const sent = new Map(input.cells.map((cell) => [cell.student_id, cell]));
  if (!first && !input.calling) return input.cells.map((cell) => ({ ...cell, version: cell.version ?? null }));
  return rows
    .filter((row) => row.belongs || sent.has(row.student_id))
    .map((row) => {
      const cell = sent.get(row.student_id);
      if (cell) return { ...cell, version: cell.version ?? null };
      return { student_id: row.student_id, status: row.covered ? 'EXPLICABLE' : 'ATTENDED', version: null };
    });
}

/** Absent and excused are one word of two people: the reason came in between. */
const absent = (status: Mark | null) => status === 'NOT_ATTENDED' || status === 'EXPLICABLE';
const collides = (cell: Cell | undefined, wish: Wish): boolean =>
  cell !== undefined &&
  cell.status !== null &&
  cell.version !== wish.version &&
  cell.status !== wish.status &&
  !(wish.version === null && absent(cell.status) && absent(wish.status));

/** An absence on a day with an accepted reason is excused; without one only those who correct may excuse. */
function excused(call: Call, cell: Cell, status: Mark): [Mark, number | null] {
  if (status === 'ATTENDED') return [status, null];
  if (cell.covered) return ['EXPLICABLE', cell.covered];
  if (status === 'NOT_ATTENDED') return [status, null];
  if (cell.status !== 'EXPLICABLE' && !may(call, 'attendance.correct'))
    throw fail('EXCUSE_NEEDS_REASON', { student_ids: [cell.student_id] });
  return [status, cell.reason_id];
}

async function write(
  call: Call,
  session_id: number,
  changed: { wish: Wish; status: Mark; reason_id: number | null }[],
): Promise<void> {
  // One text for however many cells, so that it is prepared once.
  await call.client.query(
    `insert into attendance (session_id, student_id, status, reason_id, note, marked_by)
     select $1, x.student_id, x.status, x.reason_id, x.note, $2 from unnest($3::int[], $4::text[], $5::int[], $6::text[]) x(student_id, status, reason_id, note)
     on conflict (session_id, student_id) do update
       set status = excluded.status, reason_id = excluded.reason_id, note = coalesce(excluded.note, attendance.note), marked_by = excluded.marked_by, marked_at = edulab_now()`,
    [
      session_id,
      call.account_id,
      changed.map(({ wish }) => wish.student_id),
      changed.map(({ status }) => status),
      changed.map(({ reason_id }) => reason_id),
      changed.map(({ wish }) => wish.note || null),
    ],
  );
}

/** Each cell in conflict with what was sent and what stands, by whom and since when. */
async function bothSides(call: Call, conflicts: Wish[], cells: Map<number, Cell>) {
  const ids = conflicts.map((wish) => wish.student_id);
  const people = new Map(
    (
      await call.db
        .select({ id: students.id, name: sql<string>`${students.lastname} || ' ' || ${students.firstname}` })
        .from(students)
        .where(sql`${students.id} in ${ids}`)
    ).map((row) => [row.id, row.name]),
  );
  const markers = [...new Set(ids.map((id) => cells.get(id)?.marked_by ?? 0))];
  const names = new Map(
    (
      await call.db
        .select({ id: accounts.id, name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})` })
        .from(accounts)
        .where(and(sql`${accounts.id} in ${markers}`))
    ).map((row) => [row.id, row.name]),
  );
  return conflicts.map((wish) => {
    const cell = cells.get(wish.student_id) as Cell;
    return {
      student_id: wish.student_id,
      name: people.get(wish.student_id) ?? '',
      yours: wish.status,
      current: {
        status: cell.status,
        version: cell.version,
        name: names.get(cell.marked_by ?? 0) ?? '',
        at: cell.marked_at ? new Date(cell.marked_at).toISOString() : null,
      },
    };
  });
}
