import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { classSessionGroups, classSessions } from './tables.ts';

/** What a timetable says of a dated lesson. Dates are `YYYY-MM-DD`, times the institution's `HH:MM`. */
export interface PlannedSession {
  course_module_id: number;
  kind: string;
  date: string;
  starts_at: string;
  ends_at: string;
  room_id: number | null;
  staff_id: number | null;
  co_staff_ids: number[];
  sessions: number;
  /** Where the timetable has it, `YYYY-MM-DD HH:MM`, when it was changed on its date alone. */
  moved_from: string | null;
}

/** Lessons to make, to change, to take out and to bring back, by their numbers. */
export interface Replan {
  add?: readonly (PlannedSession & { group_ids: readonly number[] })[];
  change?: readonly (PlannedSession & { id: number })[];
  remove?: readonly number[];
  restore?: readonly number[];
}

/**
 * Carries out what a timetable says of dated lessons, thousands at once; answers the numbers of those that were made, in
 * the order in which they came. Rooms, teachers and groups are booked when all are there, so lessons may change places.
 * Errors: ROOM_TAKEN, TEACHER_TAKEN, GROUP_TAKEN, HEARER_TAKEN.
 */
export async function replan(
  call: Call,
  { add = [], change = [], remove = [], restore = [] }: Replan,
): Promise<number[]> {
  const set = (name: 'booking' | 'audit', value: string) =>
    call.client.query('select set_config($1, $2, true)', [`edulab.${name}`, value]);
  const ids = (numbers: readonly number[]) => sql`${sql.param([...numbers])}::int[]`;
  await set('booking', 'later');
  if (remove.length)
    await call.db.execute(
      sql`update ${classSessions} set deleted_at = edulab_now() where id = any(${ids(remove)}) and deleted_at is null`,
    );
  // In one statement, so that two lessons may take each other's place.
  if (change.length)
    await call.client.query(
      `update class_sessions s set date = x.date, starts_at = x.starts_at, ends_at = x.ends_at, room_id = x.room_id, staff_id = x.staff_id, co_staff_ids = coalesce(x.co_staff_ids, '{}'), sessions = x.sessions, moved_from = x.moved_from
         from jsonb_populate_recordset(null::class_sessions, $1::jsonb) x where s.id = x.id`,
      [JSON.stringify(change)],
    );
  // New lessons are the timetable's, which has its own history; theirs begins with their first change.
  await set('audit', 'off');
  const made = await insertAll(
    call.client,
    'class_sessions',
    add.map(({ group_ids, ...one }) => ({ ...one, institution_id: call.institution_id, source: 'TIMETABLE' })),
  );
  const groups = add.flatMap(({ group_ids, date }, index) =>
    group_ids.map((group_id) => ({ session_id: made[index], group_id, date })),
  );
  if (groups.length)
    await call.db.execute(
      sql`insert into ${classSessionGroups} (session_id, group_id, date) select session_id, group_id, date from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as x (session_id int, group_id int, date date)`,
    );
  await set('audit', '');
  if (restore.length)
    await call.db.execute(
      sql`update ${classSessions} set deleted_at = null where id = any(${ids(restore)}) and deleted_at is not null`,
    );
  await set('booking', '');
  await call.client.query('select edulab_book($1)', [[...remove, ...change.map(({ id }) => id), ...made, ...restore]]);
  return made;
}
