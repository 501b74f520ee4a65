import { assemble, BARRED, type Core, type CoursePart, dayTable, type Line } from './model.ts';
import {
  type Activity,
  attendances,
  dayPrice,
  isAt,
  isFar,
  type Plan,
  type PlanLesson,
  roomObstacle,
  studentsOf,
  type Teacher,
  usualPrices,
  weeksOf,
} from './plan.ts';
import type { Solution } from './problem.ts';

/** A plan as the search wants it, and the way back from what the search found. */
export interface CompiledPlan {
  core: Core;
  lessons: (solution: Solution) => PlanLesson[];
  /** Lessons as a search can go on from; those that a fixed place is meant for take it. */
  solution: (lessons: readonly PlanLesson[]) => Solution;
}

/** A course of the core: lessons of an activity that are alike, or one that is fixed. */
interface Part extends CoursePart {
  activity: number;
}

export function compilePlan(plan: Plan): CompiledPlan {
  const prices = { ...usualPrices, ...plan.prices };
  const weekPeriods = plan.days * plan.sessions;
  const at = (period: number): [week: number, day: number, session: number] => [
    Math.floor(period / weekPeriods),
    Math.floor((period % weekPeriods) / plan.sessions),
    period % plan.sessions,
  ];
  const times = new Map(plan.teachers.map((teacher) => [teacher.id, timesOf(teacher)]));
  const parts = plan.activities.flatMap(activityParts);

  const coursesOf = Map.groupBy(parts.keys(), (course) => parts[course]!.activity);
  const tables = new Map<string, Int32Array>();
  const lines = attendances(plan).map((attendance): Line => {
    const { who, rules } = attendance;
    const key = JSON.stringify([who, rules.max_per_day, rules.lunch]);
    const price = (set: number) => {
      const { gaps, max_per_day, lunch } = dayPrice(set, plan.sessions, attendance, prices);
      return gaps + max_per_day + lunch;
    };
    const table = tables.get(key) ?? dayTable(plan.sessions, price);
    tables.set(key, table);
    return { table, courses: attendance.activities.flatMap((activity) => coursesOf.get(activity)!) };
  });

  const core = assemble({
    weeks: plan.weeks,
    days: plan.days,
    periodsPerDay: plan.sessions,
    rooms: plan.rooms.length,
    closed: closedRooms(),
    courses: parts,
    lines,
    roomChangePrice: prices.room_change,
    missingDayPrice: prices.min_days,
    ...(plan.far?.length && {
      far: (first, second) => isFar(plan, plan.rooms[first]!, plan.rooms[second]!),
      travelPrice: prices.travel,
    }),
  });
  return {
    core,
    lessons: (solution) =>
      solution.map(({ course, room, period }) => {
        const [week, day, session] = at(period);
        return { activity: parts[course]!.activity, room, week: week as 0 | 1, day, session };
      }),
    solution: (lessons) => {
      const firstPart = new Map<number, number>();
      parts.forEach(({ activity }, course) => {
        if (!firstPart.has(activity)) firstPart.set(activity, course);
      });
      return lessons.map(({ activity, room, week, day, session }) => {
        const pinned = (plan.activities[activity]!.fixed ?? []).findIndex(
          (place) => place.day === day && place.session === session,
        );
        const period = week * weekPeriods + day * plan.sessions + session;
        return { course: firstPart.get(activity)! + 1 + pinned, room, period };
      });
    },
  };

  /** When a teacher is away, and what each session costs against their wishes, by period. */
  function timesOf({ unavailable = [], wishes = [] }: Teacher) {
    const away = new Uint8Array(weekPeriods * plan.weeks);
    const wished = new Int32Array(weekPeriods * plan.weeks);
    for (let period = 0; period < away.length; period++) {
      if (unavailable.some((moment) => isAt(moment, ...at(period)))) away[period] = 1;
      for (const wish of wishes) if (isAt(wish, ...at(period))) wished[period]! += wish.price;
    }
    return { away, wished };
  }

  function activityParts(activity: Activity, index: number): Part[] {
    const { length = 1, fixed = [], min_days = 0 } = activity;
    const weeks = weeksOf(plan, activity);
    const teachers = [...new Set(activity.teachers)].flatMap((id) => times.get(id) ?? []);
    const students = studentsOf(plan, activity);
    /** The sum over each session that a lesson takes, in each of its weeks. */
    const sum = (first: number, of: (slot: number) => number): number => {
      const begin = first % weekPeriods;
      let total = 0;
      for (const week of weeks)
        for (let slot = week * weekPeriods + begin; slot < week * weekPeriods + begin + length; slot++)
          total += of(slot);
      return total;
    };
    const free: Part = {
      activity: index,
      lectures: activity.lessons - fixed.length,
      length,
      repeats: weeks.length,
      // Fixed lessons count as days too, but may share one: only the others can be asked to spread.
      minDays: Math.max(0, min_days - fixed.length),
      allowed: (period) =>
        Math.floor(period / weekPeriods) === weeks[0] &&
        teachers.every(({ away }) => sum(period, (slot) => away[slot]!) === 0),
      periodPrice: (period) => teachers.reduce((total, { wished }) => total + sum(period, (slot) => wished[slot]!), 0),
      roomPrice: (room) =>
        roomObstacle(activity, plan.rooms[room]!)
          ? BARRED
          : prices.seat * Math.max(0, students - plan.rooms[room]!.seats),
    };
    const pinned = fixed.map(
      (place): Part => ({
        ...free,
        lectures: 1,
        minDays: 0,
        allowed: (period) => {
          const [week, day, session] = at(period);
          return week === weeks[0] && day === place.day && session === place.session && free.allowed(period);
        },
        roomPrice: (room) =>
          place.room !== undefined && plan.rooms[room]!.id !== place.room ? BARRED : free.roomPrice(room),
      }),
    );
    return [free, ...pinned];
  }

  function closedRooms(): { room: number; period: number }[] {
    const periods = Array.from({ length: weekPeriods * plan.weeks }, (_, period) => period);
    return plan.rooms.flatMap(({ closed = [] }, room) =>
      periods
        .filter((period) => closed.some((moment) => isAt(moment, ...at(period))))
        .map((period) => ({ room, period })),
    );
  }
}
