/**
 * Teaching as an institution describes it, in a week or, when odd and even weeks differ, in a cycle of two. Wider than
 * the competition's formulation, and searched by the same core. Days, sessions and weeks are counted from 0.
 */
export interface Plan {
  weeks: 1 | 2;
  days: number;
  /** Sessions of a day; a day may have up to 20. */
  sessions: number;
  rooms: PlanRoom[];
  teachers: Teacher[];
  groups: Group[];
  activities: Activity[];
  /** Buildings between which nobody gets in the break between two sessions; either way. */
  far?: [string, string][];
  prices?: Partial<Prices>;
}

/** A session of the week; without `week` in every week. */
export interface Moment {
  day: number;
  session: number;
  week?: 0 | 1;
}

export interface PlanRoom {
  id: string;
  seats: number;
  kind?: string;
  features?: string[];
  building?: string;
  /** When nobody may use it. */
  closed?: Moment[];
}

interface DayRules {
  max_per_day?: number;
  /** One of the sessions from … to … must stay free for lunch. */
  lunch?: { from: number; to: number };
}

export interface Teacher extends DayRules {
  id: string;
  unavailable?: Moment[];
  /** Sessions that the teacher would rather have free, each with what it is worth. */
  wishes?: (Moment & { price: number })[];
}

export interface Group extends DayRules {
  id: string;
  students: number;
  /** The group that this one is a part of. The parts of a group can be taught at the same time. */
  part_of?: string;
  /** By what it is known where it is no group of anybody's: those of a group who chose alike are called by that group. */
  stands_for?: string;
}

/** Lessons that the same people have in the same way. */
export interface Activity {
  id: string;
  groups: string[];
  teachers: string[];
  /** How many lessons in a week, or in each week that it is taught in. */
  lessons: number;
  /** How many sessions a lesson takes. Default 1. */
  length?: number;
  /** Default: every. */
  weeks?: 'every' | 'odd' | 'even';
  /** The lessons should be spread over at least so many days. */
  min_days?: number;
  /** What the room must be, have, or be one of. */
  room_kind?: string;
  features?: string[];
  building?: string;
  rooms?: string[];
  /** A room with fewer seats will not do, whatever `Prices.seat` says. */
  least_seats?: number;
  /** Lessons whose place is given; they count among `lessons`. */
  fixed?: { day: number; session: number; room?: string }[];
}

/** What a broken wish costs. Whoever cannot do with fewer seats than students sets a price that says so. */
export interface Prices {
  /** For each student without a seat, per lesson. */
  seat: number;
  /** For each day under an activity's least days. */
  min_days: number;
  /** For each room of an activity beyond its first. */
  room_change: number;
  /** For each free session between two lessons of a day. */
  group_gap: number;
  teacher_gap: number;
  /** For each session of a day beyond the most allowed. */
  max_per_day: number;
  /** For a day without lunch. */
  lunch: number;
  /** For each break in which somebody has to get from a building to one that is far. */
  travel: number;
}

export const usualPrices: Prices = {
  seat: 10,
  min_days: 5,
  room_change: 1,
  group_gap: 3,
  teacher_gap: 1,
  max_per_day: 100,
  lunch: 30,
  travel: 60,
};

/** A lesson with its place. In a plan of two weeks a lesson of every week stands once, in week 0. */
export interface PlanLesson {
  activity: number;
  room: number;
  week: 0 | 1;
  day: number;
  session: number;
}

/** The lines of persons whose day is looked at: each teacher, and each group that has no parts, with what it attends. */
export interface Attendance {
  who: 'teacher' | 'group';
  id: string;
  rules: DayRules;
  activities: number[];
}

export function attendances(plan: Plan): Attendance[] {
  const parents = new Map(plan.groups.map((group) => [group.id, group.part_of]));
  const wholes = new Set(parents.values());
  const taughtBy = new Map<string, number[]>();
  const heardBy = new Map<string, number[]>();
  const note = (map: Map<string, number[]>, id: string, activity: number) => {
    const list = map.get(id) ?? [];
    // Somebody may be named twice.
    if (list.at(-1) !== activity) list.push(activity);
    map.set(id, list);
  };
  plan.activities.forEach((activity, index) => {
    for (const id of activity.teachers) note(taughtBy, id, index);
    for (const id of activity.groups) note(heardBy, id, index);
  });
  const teachers = plan.teachers.map((teacher): Attendance => {
    return { who: 'teacher', id: teacher.id, rules: teacher, activities: taughtBy.get(teacher.id) ?? [] };
  });
  const groups = plan.groups.filter(({ id }) => !wholes.has(id));
  return [
    ...teachers,
    ...groups.map((group): Attendance => {
      const lineage = new Set<string>();
      for (let id: string | undefined = group.id; id !== undefined && !lineage.has(id); id = parents.get(id)) {
        lineage.add(id);
      }
      const activities = new Set([...lineage].flatMap((id) => heardBy.get(id) ?? []));
      return {
        who: 'group',
        id: group.stands_for ?? group.id,
        rules: group,
        activities: [...activities].sort((a, b) => a - b),
      };
    }),
  ];
}

/** Why a room cannot serve an activity, in words; undefined when it can. Seats are a matter of price. */
export function roomObstacle(activity: Activity, room: PlanRoom): string | undefined {
  if (activity.rooms && !activity.rooms.includes(room.id))
    return `${activity.id} must be in ${activity.rooms.join(' or ')}`;
  if (activity.building && activity.building !== room.building)
    return `${room.id} is not in building ${activity.building}`;
  if (activity.room_kind && activity.room_kind !== room.kind) return `${room.id} is not of kind ${activity.room_kind}`;
  if (activity.least_seats !== undefined && room.seats < activity.least_seats)
    return `${room.id} has ${room.seats} seats, ${activity.id} needs ${activity.least_seats}`;
  const missing = (activity.features ?? []).filter((feature) => !room.features?.includes(feature));
  return missing.length > 0 ? `${room.id} has no ${missing.join(', ')}` : undefined;
}

/** Whether nobody gets from one room to the other in the break between two sessions. */
export function isFar({ far = [] }: Plan, one: PlanRoom, other: PlanRoom): boolean {
  const [a, b] = [one.building, other.building];
  return far.some(([first, second]) => (first === a && second === b) || (first === b && second === a));
}

/** The weeks of the plan in which an activity is taught. */
export function weeksOf(plan: Plan, { weeks = 'every' }: Activity): number[] {
  if (plan.weeks === 1) return [0];
  if (weeks === 'every') return [0, 1];
  return weeks === 'odd' ? [0] : [1];
}

/** Whether a moment is meant for a session of a week. */
export function isAt(moment: Moment, week: number, day: number, session: number): boolean {
  return moment.day === day && moment.session === session && (moment.week ?? week) === week;
}

/** Sizes of groups, remembered as long as the plan is there: every lesson asks. */
const sizesOf = new WeakMap<Plan, ReadonlyMap<string, number>>();

/** The students that attend an activity. */
export function studentsOf(plan: Plan, activity: Activity): number {
  let sizes = sizesOf.get(plan);
  if (!sizes) {
    sizes = new Map(plan.groups.map(({ id, students }) => [id, students]));
    sizesOf.set(plan, sizes);
  }
  let sum = 0;
  for (const id of new Set(activity.groups)) sum += sizes.get(id) ?? 0;
  return sum;
}

/** What a day of so many free and taken sessions costs: its gaps, what is too much, and a lunch that is lost. */
export function dayPrice(
  set: number,
  sessions: number,
  { who, rules }: Attendance,
  prices: Prices,
): { gaps: number; max_per_day: number; lunch: number } {
  if (set === 0) return { gaps: 0, max_per_day: 0, lunch: 0 };
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  const first = 31 - Math.clz32(set & -set);
  const last = 31 - Math.clz32(set);
  const { max_per_day = sessions, lunch } = rules;
  let hungry = lunch !== undefined;
  for (let session = lunch?.from ?? 0; hungry && session <= Math.min(lunch!.to, sessions - 1); session++)
    hungry = ((set >> session) & 1) === 1;
  return {
    gaps: (last - first + 1 - count) * (who === 'group' ? prices.group_gap : prices.teacher_gap),
    max_per_day: Math.max(0, count - max_per_day) * prices.max_per_day,
    lunch: hungry ? prices.lunch : 0,
  };
}
