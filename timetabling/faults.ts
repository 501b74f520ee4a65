import { Board } from './board.ts';
import { type Activity, attendances, isAt, type Plan, roomObstacle, studentsOf, weeksOf } from './plan.ts';

/** What makes a plan impossible, or a room of no use, before anybody searches. Names are ids of the plan. */
export type PlanFault =
  | { fault: 'no_period' }
  | { fault: 'no_room' | 'too_large'; activity: string; need: number; most: number }
  | { fault: 'overfull'; who: 'teacher' | 'group'; id: string; need: number; most: number }
  | { fault: 'overloaded'; who: 'teacher' | 'group'; id: string; need: number; most: number }
  | { fault: 'rooms_short'; activities: number; need: number; most: number; kind: string }
  | { fault: 'never'; activity: string }
  | { fault: 'fixed_clash'; activity: string; other: string; id: string; day: number; session: number }
  | { fault: 'too_small'; room: string; seats: number; least: number };

/** Faults that no search can overcome; who has more than their days hold, or a room too small for everybody, is only worth knowing. */
export const isHopeless = ({ fault }: PlanFault): boolean => fault !== 'too_small' && fault !== 'overfull';

/** Every reason, found by counting, why the plan cannot be kept. None does not say that it can. */
export function planFaults(plan: Plan): PlanFault[] {
  const periods = openPeriods(plan);
  if (periods.size === 0) return [{ fault: 'no_period' }];
  const board = new Board(plan, []);
  const served = plan.activities.map((_, index) =>
    plan.rooms.flatMap((_, room) => (board.isUnfit(index, room) ? [] : [room])),
  );
  return [
    ...plan.activities.flatMap((activity, index) => roomFaults(plan, activity, served[index]!)),
    ...plan.activities.flatMap((activity, index): PlanFault[] =>
      served[index]!.length > 0 &&
      board
        .beginnings(index)
        .every(
          (begin) =>
            !board.blockers(index, begin) ||
            served[index]!.every((room) => !board.roomHolders(index, { ...begin, room })),
        )
        ? [{ fault: 'never', activity: activity.id }]
        : [],
    ),
    ...loads(plan, periods),
    ...overfull(plan, periods),
    ...shortRooms(plan, served),
    ...fixedClashes(plan),
    ...smallRooms(plan),
  ];
}

const momentsOf = (plan: Plan) =>
  Array.from({ length: plan.weeks * plan.days * plan.sessions }, (_, at) => ({
    week: Math.floor(at / plan.days / plan.sessions),
    day: Math.floor(at / plan.sessions) % plan.days,
    session: at % plan.sessions,
  }));
const key = ({ week, day, session }: { week: number; day: number; session: number }) => `${week} ${day} ${session}`;

/** The sessions at which a room is open. */
const openAt = (plan: Plan, { closed = [] }: Plan['rooms'][number]): string[] =>
  momentsOf(plan)
    .filter(({ week, day, session }) => !closed.some((moment) => isAt(moment, week, day, session)))
    .map(key);

/** The sessions at which any room is open; all where there are no rooms, which is another fault. */
function openPeriods(plan: Plan): ReadonlySet<string> {
  return new Set(plan.rooms.length > 0 ? plan.rooms.flatMap((room) => openAt(plan, room)) : momentsOf(plan).map(key));
}

/** The sessions that an activity takes in the whole cycle. */
const sessionsOf = (plan: Plan, activity: Activity) =>
  activity.lessons * (activity.length ?? 1) * weeksOf(plan, activity).length;

function roomFaults(plan: Plan, activity: Activity, served: number[]): PlanFault[] {
  if (served.length > 0) return [];
  const { least_seats = 0, ...rest } = activity;
  const most = Math.max(0, ...plan.rooms.filter((room) => !roomObstacle(rest, room)).map(({ seats }) => seats));
  return [{ fault: most > 0 ? 'too_large' : 'no_room', activity: activity.id, need: least_seats, most }];
}

function loads(plan: Plan, periods: ReadonlySet<string>): PlanFault[] {
  return attendances(plan).flatMap(({ who, id, rules, activities }): PlanFault[] => {
    const need = activities.reduce((sum, activity) => sum + sessionsOf(plan, plan.activities[activity]!), 0);
    const away = 'unavailable' in rules ? (rules.unavailable as { day: number; session: number; week?: 0 | 1 }[]) : [];
    const gone = momentsOf(plan).filter(
      (moment) => periods.has(key(moment)) && away.some((one) => isAt(one, moment.week, moment.day, moment.session)),
    );
    const most = periods.size - gone.length;
    return need > most ? [{ fault: 'overloaded', who, id, need, most }] : [];
  });
}

/**
 * Who has more sessions a week than their days hold with no more than the most of a day: what is beyond costs wherever it
 * is put. Who has more than there are sessions at all is another fault.
 */
export function overfull(plan: Plan, periods = openPeriods(plan)): (PlanFault & { fault: 'overfull' })[] {
  const moments = momentsOf(plan).filter((moment) => periods.has(key(moment)));
  const told = new Map<string, PlanFault & { fault: 'overfull' }>();
  for (const { who, id, rules, activities } of attendances(plan)) {
    const { max_per_day: daily = plan.sessions } = rules;
    const away = 'unavailable' in rules ? (rules.unavailable as { day: number; session: number; week?: 0 | 1 }[]) : [];
    const free = moments.filter(({ week, day, session }) => !away.some((moment) => isAt(moment, week, day, session)));
    const days = Map.groupBy(free, ({ week, day }) => `${week} ${day}`);
    const most = [...days.values()].reduce((sum, { length }) => sum + Math.min(daily, length), 0) / plan.weeks;
    const need =
      activities.reduce((sum, activity) => sum + sessionsOf(plan, plan.activities[activity]!), 0) / plan.weeks;
    const known = told.get(`${who} ${id}`);
    // Those of a group who chose differently are told of once.
    if (need > most && need * plan.weeks <= free.length && need > (known?.need ?? 0))
      told.set(`${who} ${id}`, { fault: 'overfull', who, id, need, most });
  }
  return [...told.values()].sort((a, b) => b.need - b.most - (a.need - a.most));
}

/** Activities that the same rooms serve need more sessions than those have. */
function shortRooms(plan: Plan, served: number[][]): PlanFault[] {
  const open = plan.rooms.map((room) => openAt(plan, room).length);
  const sets = Map.groupBy(
    plan.activities.flatMap((activity, index) => (served[index]!.length ? [{ activity, rooms: served[index]! }] : [])),
    ({ rooms }) => rooms.join(),
  );
  return [...sets.values()].flatMap((some): PlanFault[] => {
    const rooms = new Set(some[0]!.rooms);
    const within = plan.activities.filter(
      (_, index) => served[index]!.length > 0 && served[index]!.every((room) => rooms.has(room)),
    );
    const need = within.reduce((sum, activity) => sum + sessionsOf(plan, activity), 0);
    const most = [...rooms].reduce((sum, room) => sum + open[room]!, 0);
    return need > most
      ? [{ fault: 'rooms_short', activities: within.length, need, most, kind: some[0]!.activity.room_kind ?? '' }]
      : [];
  });
}

/** Fixed lessons that need one person or room at one time. */
function fixedClashes(plan: Plan): PlanFault[] {
  const fixed = plan.activities.flatMap((activity, index) =>
    (activity.fixed ?? []).map((place) => ({ activity, index, place })),
  );
  const board = new Board(
    plan,
    fixed.map(() => undefined),
  );
  return fixed.flatMap(({ activity, index, place: { day, session, room } }, at): PlanFault[] => {
    const week = weeksOf(plan, activity)[0] as 0 | 1;
    const chosen = plan.rooms.findIndex(({ id }) => id === room);
    const place = { week, day, session, room: Math.max(0, chosen) };
    const [clash] = board
      .obstacles(index, place)
      .filter(({ rule }) => rule === 'teacher_busy' || rule === 'group_busy' || (rule === 'room_taken' && chosen >= 0));
    if (chosen >= 0) board.put(at, { activity: index, ...place });
    if (clash?.lesson === undefined) return [];
    const other = fixed[clash.lesson]!.activity.id;
    return [{ fault: 'fixed_clash', activity: activity.id, other, id: clash.id ?? '', day, session }];
  });
}

function smallRooms(plan: Plan): PlanFault[] {
  const least = Math.min(...plan.activities.map((activity) => studentsOf(plan, activity)));
  return plan.rooms.flatMap(({ id, seats }): PlanFault[] =>
    seats < least && Number.isFinite(least) ? [{ fault: 'too_small', room: id, seats, least }] : [],
  );
}
