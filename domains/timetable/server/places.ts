import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { Board } from '../../../timetabling/board.ts';
import { entries } from './entries.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import { type EntryRow, timetableById, timetableForSolver } from './store.ts';

/** Questions about one lesson of a draft, before anything is moved. */

async function sceneOf(call: Call, id: number) {
  const entry = (await entries.find(call, id)) as EntryRow;
  const of = await timetableForSolver(call, await timetableById(call, entry.timetable_id));
  return { of, index: of.entries.findIndex((one) => one.id === id) };
}

export async function placesFor(call: Call, id: number) {
  const { of, index } = await sceneOf(call, id);
  return placesOf(call, of, index);
}

/** Why it cannot be there; without a room, in the one it is in. */
export async function whyNotThere(
  call: Call,
  { id, day, session, room_id }: { id: number; day: number; session: number; room_id?: number | undefined },
) {
  const { of, index } = await sceneOf(call, id);
  const entry = of.entries[index]!;
  const activity = of.of[index]!;
  const room = of.plan.rooms.findIndex((one) => Number(one.id) === (room_id ?? entry.room_id));
  if (room_id && room === -1) throw fail('NOT_FOUND');
  if (day > of.plan.days || session > of.plan.sessions) throw fail('NOT_FOUND');
  const board = new Board(of.plan, of.lessons);
  board.take(index);
  const week = of.plan.weeks === 2 && entry.week === 'EVEN' ? 1 : 0;
  const found = board.obstacles(activity, { week, day: day - 1, session: session - 1, room: Math.max(0, room) });
  return reasonsOf(call, of, room === -1 ? found.filter(({ rule }) => !rule.startsWith('room')) : found, entry);
}
