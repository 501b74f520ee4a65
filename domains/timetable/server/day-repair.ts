import { sql } from 'drizzle-orm';
import {
  changedTitle,
  changesOf,
  classSessionGroups,
  classSessions,
  moduleTitles,
  replan,
} from '#domains/attendance/server/index.ts';
import { holidaysBetween } from '#domains/calendar/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { notify } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone, today as thisDay } from '#platform/server/clock.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { demandSessionOrder, repairWithin, substituteTeachers } from './drafts.ts';
import { dayOfTime, type InputWish, mondayOf, semesterOf, surroundingsOf, weekMs, weeksOf } from './inputs.ts';
import { demandsOfEntries, type Entry, lessonsOf, planFor, teachersOf } from './plans.ts';
import { peopleOf, storedByIds } from './publish.ts';
import { entriesOf, lessonTitle, namesOf, publishedOf, shapeOf, type Timetable } from './store.ts';

/**
 * Somebody is away or a room is closed on one date: dated lessons of that week move, the timetable stays. A publication
 * later leaves them where they were moved to (`moved_from`).
 */

const dayMs = 86_400_000;

/** A dated lesson as one of a week: its id is that of the lesson, day and session are where it is in that week. */
interface Dated extends Entry {
  date: string;
  starts_at: string;
  ends_at: string;
}

interface Asked {
  staff_id?: number | undefined;
  room_id?: number | undefined;
  date: string;
  from_session?: number | undefined;
  to_session?: number | undefined;
  most?: number | undefined;
}

/** The day and hour of the institution. */
const nowOf = async (call: Call) =>
  (
    await call.db.execute<{ today: string; hour: string }>(
      sql`select ${thisDay}::text as today, to_char(edulab_now() at time zone ${localZone}, 'HH24:MI') as hour`,
    )
  ).rows[0]!;

/** Alternatives with the fewest moves; lessons only go to days of the same week that are still to come. Writes nothing. */
export async function repairDay(call: Call, input: Asked) {
  if ((input.staff_id === undefined) === (input.room_id === undefined)) throw fail('TEACHER_OR_ROOM');
  demandSessionOrder(input);
  const timetable = await publishedOf(call);
  if (!timetable) throw fail('NOT_PUBLISHED');
  const { today, hour } = await nowOf(call);
  if (input.date < today) throw fail('DAY_OVER');
  const monday = Date.parse(mondayOf(input.date));
  const dateOf = (day: number) => dayOfTime(monday + (day - 1) * dayMs);
  const holidays = new Set(await holidaysBetween(call, dateOf(1), dateOf(7)));
  const open = (day: number) => dateOf(day) >= today && !holidays.has(dateOf(day));
  const weekday = Math.round((Date.parse(input.date) - monday) / dayMs) + 1;
  const days = Math.max(timetable.days, weekday);
  const dated = (await lessonsOfWeek(call, timetable, dateOf(1), dateOf(7))).filter(
    ({ day, date, starts_at }) => day && open(day) && (date > today || starts_at > hour),
  );
  // Of today what is to come.
  const begun = timetable.bells.filter(({ starts_at }) => starts_at <= hour).length;
  const todays = dateOf(1) <= today ? Math.round((Date.parse(today) - monday) / dayMs) + 1 : 0;

  const around = await surroundingsOf(call);
  const semester = await semesterOf(call, timetable.semester_id);
  const parity =
    Math.round((monday - Date.parse(weeksOf(semester).monday)) / weekMs) % 2 === 0
      ? ('ODD' as const)
      : ('EVEN' as const);
  around.wishes = [
    ...around.wishes
      .filter(({ week }) => week === 'EVERY' || week === parity)
      .map((wish) => ({ ...wish, week: 'EVERY' as const }))
      // A time that was named after the lesson was published does not move it.
      .filter((wish) => wish.kind !== 'UNAVAILABLE' || !dated.some((lesson) => meets(wish, lesson))),
    ...Array.from({ length: days }, (_, index) => index + 1)
      .filter((day) => !open(day))
      .flatMap((day) => around.rooms.map(({ id }) => away({ room_id: id }, day, 1, timetable.bells.length))),
    ...(begun > 0 && todays > 0 && todays <= days
      ? around.rooms.map(({ id }) => away({ room_id: id }, todays, 1, begun))
      : []),
    away(input, weekday, input.from_session ?? 1, input.to_session ?? timetable.bells.length),
  ];
  const { demands, of } = demandsOfEntries(dated, around);
  const plan = planFor(around, { ...shapeOf(timetable), days }, demands);
  const lessons = lessonsOf(plan, dated, of);
  const found = await repairWithin(plan, lessons, dated, input.most);
  const names = await namesOf(call, dated);
  const place = (date: string, session: number, room: string) =>
    `${date.split('-').reverse().join('.')}, ${message(call.locale, 'timetable.at', {
      day: message(call.locale, `timetable.day.${Math.round((Date.parse(date) - monday) / dayMs) + 1}`),
      session,
    })}, ${room}`;
  const placeOf = ({ date, session, room_id }: Dated) =>
    place(date, session!, names.rooms.get(room_id ?? 0)?.title ?? '');
  const colleagues = substituteTeachers(names, dated);
  return {
    broken: found.broken.length,
    stuck: found.stuck,
    complete: found.complete,
    alternatives: found.alternatives.map(({ price, moves, left }) => ({
      price,
      left: left.map(({ index, free }) => {
        const lesson = dated[index]!;
        return {
          session_id: lesson.id,
          date: lesson.date,
          title: lessonTitle(call, names, lesson),
          at: placeOf(lesson),
          stand_ins: input.staff_id ? colleagues(lesson, free) : [],
        };
      }),
      moves: moves.map(({ index, day, session, room_id }) => {
        const lesson = dated[index]!;
        const last = Math.min(timetable.bells.length, session + lesson.length - 1);
        return {
          session_id: lesson.id,
          version: lesson.version,
          date: dateOf(day),
          starts_at: timetable.bells[session - 1]!.starts_at,
          ends_at: timetable.bells[last - 1]!.ends_at,
          room_id,
          title: lessonTitle(call, names, lesson),
          from: placeOf(lesson),
          to: place(dateOf(day), session, around.rooms.find(({ id }) => id === room_id)?.name ?? ''),
        };
      }),
    })),
  };
}

const away = (
  whom: { staff_id?: number | undefined; room_id?: number | undefined },
  day: number,
  from_session: number,
  to_session: number,
): InputWish => ({
  staff_id: whom.staff_id ?? null,
  room_id: whom.room_id ?? null,
  day,
  from_session,
  to_session: Math.max(from_session, to_session),
  week: 'EVERY',
  kind: 'UNAVAILABLE',
  weight: 10,
});

const meets = (wish: InputWish, lesson: Dated): boolean =>
  (wish.staff_id === null ? wish.room_id === lesson.room_id : teachersOf(lesson).includes(wish.staff_id)) &&
  wish.day === lesson.day &&
  wish.from_session < lesson.session! + lesson.length &&
  lesson.session! <= wish.to_session;

/** Lessons of a week that take place, at the sessions they meet; those that are over, or fixed in the week, stay. */
async function lessonsOfWeek(call: Call, timetable: Timetable, from: string, to: string): Promise<Dated[]> {
  const { rows } = await call.db.execute<
    Omit<Dated, 'day' | 'session' | 'length' | 'week' | 'fixed'> & { called: boolean; weekday: number }
  >(sql`
    select s.id, s.version, s.course_module_id, s.kind, s.staff_id, s.co_staff_ids, s.room_id, s.date::text as date, extract(isodow from s.date)::int as weekday,
           to_char(s.starts_at, 'HH24:MI') as starts_at, to_char(s.ends_at, 'HH24:MI') as ends_at, (s.called_at is not null or s.state <> 'PLANNED') as called,
           coalesce((select array_agg(g.group_id order by g.group_id) from ${classSessionGroups} g where g.session_id = s.id), '{}') as group_ids
      from ${classSessions} s where s.date between ${from} and ${to} and s.deleted_at is null and s.state <> 'CANCELLED' and s.room_id is not null order by s.id`);
  const fixed = new Set(
    (await entriesOf(call, timetable.id))
      .filter((entry) => entry.fixed)
      .map(
        (entry) =>
          `${entry.course_module_id} ${entry.kind} ${[...entry.group_ids].sort((a, b) => a - b)} ${entry.day} ${entry.session}`,
      ),
  );
  return rows.flatMap(({ called, weekday, ...row }): Dated[] => {
    const met = timetable.bells.flatMap((bell, index) =>
      bell.starts_at < row.ends_at && row.starts_at < bell.ends_at ? [index + 1] : [],
    );
    if (met.length === 0) return [];
    const session = met[0]!;
    return [
      {
        ...row,
        day: weekday,
        session,
        length: met.length,
        week: 'EVERY',
        fixed: called || fixed.has(`${row.course_module_id} ${row.kind} ${row.group_ids} ${weekday} ${session}`),
      },
    ];
  });
}

interface DatedMove {
  session_id: number;
  version: number;
  date: string;
  starts_at: string;
  ends_at: string;
  room_id: number;
}

/** All of them or none; the database refuses what would be booked twice. */
export async function moveDated(call: Call, moves: readonly DatedMove[]): Promise<{ moved: number; told: number }> {
  const ids = moves.map(({ session_id }) => session_id);
  const { today, hour } = await nowOf(call);
  const isOver = ({ date, starts_at }: { date: string; starts_at: string }) =>
    date < today || (date === today && starts_at <= hour);
  if (moves.some(isOver)) throw fail('DAY_OVER');
  await demandReferences(call, { room_id: [educationPlaces, moves.map(({ room_id }) => room_id)] });
  const stored = new Map((await storedByIds(call, ids)).map((row) => [row.id, row]));
  const { rows: states } = await call.db.execute<{ id: number; version: number; held: boolean }>(sql`
    select s.id, s.version, (s.called_at is not null or s.state <> 'PLANNED') as held from ${classSessions} s
     where s.id = any(${sql.param(ids)}::int[]) and s.deleted_at is null`);
  const changed = moves.map((move) => {
    const was = stored.get(move.session_id);
    const state = states.find(({ id }) => id === move.session_id);
    if (!was || !state) throw fail('NOT_FOUND');
    if (state.version !== move.version) throw fail('STALE');
    if (state.held || isOver(was)) throw fail('LESSON_HELD');
    const { date, starts_at, ends_at, room_id } = move;
    const becomes = {
      ...was,
      date,
      starts_at,
      ends_at,
      room_id,
      moved_from: was.moved_from ?? `${was.date} ${was.starts_at}`,
    };
    return { was, becomes };
  });
  await replan(call, { change: changed.map(({ becomes: { group_ids, ...row } }) => row) });
  // Each lesson is told of to those who have or give it: where it was and where it is.
  const changes = await changesOf(
    call,
    changed.map(({ was, becomes }) => ({ before: was, after: becomes })),
  );
  const titles = await moduleTitles(
    call,
    changed.map(({ was }) => was.course_module_id),
  );
  const told = new Set<number>();
  for (const [at, one] of changed.entries()) {
    const people = await peopleOf(call, { kept: 0, made: [], removed: [], changed: [one] });
    for (const person of people) told.add(person);
    const [module, what] = [titles.get(one.was.course_module_id), changes[at]];
    if (!module || !what) continue;
    const title = changedTitle('timetable.notice.moved', module, one.was.date, what);
    await notify(call, people, { type: 'timetable', title, link: '/timetable' });
  }
  return { moved: changed.length, told: told.size };
}
