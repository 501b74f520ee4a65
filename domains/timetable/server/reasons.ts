import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { Board, type Obstacle, type Place } from '../../../timetabling/board.ts';
import type { Entry } from './plans.ts';
import { lessonTitle, type Names, namesOf, type SolverTimetable } from './store.ts';

/** Obstacles in words: who or what is in the way, and with which lesson. */

interface Reason {
  rule: string;
  text: string;
  entry_id: number | null;
}

/** Says obstacles of one lesson; names are asked for once where many are to be said. */
export async function reasonsOf(
  call: Call,
  of: SolverTimetable,
  obstacles: readonly Obstacle[],
  entry: Entry,
  known?: Names,
): Promise<Reason[]> {
  if (obstacles.length === 0) return [];
  const names = known ?? (await namesOf(call, of.entries));
  return obstacles.map(({ rule, id, lesson, day, session, week }): Reason => {
    const other = lesson === undefined ? undefined : of.entries[lesson];
    const name =
      rule === 'teacher_away' || rule === 'teacher_busy'
        ? names.staff.get(Number(id))?.title
        : rule === 'group_busy'
          ? names.groups.get(Number(id))?.title
          : rule === 'room_taken' || rule === 'room_closed' || rule === 'room_unfit'
            ? (names.rooms.get(Number(id))?.title ?? of.around.rooms.find((room) => room.id === Number(id))?.name)
            : undefined;
    const students = of.demands[of.of[of.entries.indexOf(entry)] ?? -1]?.students ?? 0;
    return {
      rule,
      entry_id: other?.id ?? null,
      text: message(call.locale, `timetable.why.${rule}`, {
        name: name ?? '',
        lesson: other ? lessonTitle(call, names, other) : '',
        day: message(call.locale, `timetable.day.${day + 1}`),
        session: session + 1,
        week: of.plan.weeks === 2 ? message(call.locale, `timetable.week.${week ? 'EVEN' : 'ODD'}`) : '',
        students,
      }),
    };
  });
}

/** Where a lesson could go: each beginning of the week with the best free room, and what is in the way elsewhere. */
export async function placesOf(call: Call, of: SolverTimetable, index: number) {
  const { plan, lessons, around } = of;
  const entry = of.entries[index]!;
  const activity = of.of[index]!;
  const board = new Board(plan, lessons);
  board.take(index);
  const names = await namesOf(call, of.entries);
  const old = lessons[index];
  const now = old ? board.price(activity, old) : 0;
  const cells = [];
  for (const begin of board.beginnings(activity)) {
    const best = bestRoom(board, activity, begin, old?.room);
    const place: Place = { ...begin, room: best?.room ?? old?.room ?? 0 };
    const obstacles = board
      .obstacles(activity, place)
      // Without a room of its own the lesson is not in anybody's.
      .filter(({ rule }) => best || old || !rule.startsWith('room'));
    const reasons = await reasonsOf(call, of, obstacles, entry, names);
    if (!best) reasons.push({ rule: 'no_room', entry_id: null, text: message(call.locale, 'timetable.why.no_room') });
    const room = best && around.rooms[best.room];
    cells.push({
      day: begin.day + 1,
      session: begin.session + 1,
      room_id: room?.id ?? null,
      room: room?.name ?? null,
      price: board.price(activity, place) - now,
      reasons,
    });
  }
  return cells;
}

/** The room it is in where that is free, else the smallest that will do. */
function bestRoom(board: Board, activity: number, begin: Omit<Place, 'room'>, old: number | undefined) {
  const free = (room: number) => board.roomHolders(activity, { ...begin, room })?.size === 0;
  if (old !== undefined && free(old)) return { room: old };
  const { rooms } = board.plan;
  let best: number | undefined;
  for (let room = 0; room < rooms.length; room++)
    if (free(room) && (best === undefined || rooms[room]!.seats < rooms[best]!.seats)) best = room;
  return best === undefined ? undefined : { room: best };
}
