import type { Activity, Moment, Plan, PlanLesson } from '../../../timetabling/plan.ts';
import type { LessonKind, LessonWeek } from '../shapes.ts';
import { type Demand, kindOfRoom, roomKindOf } from './demands.ts';
import { groupPartsOf } from './group-parts.ts';
import { type InputWish, requirementKey, type Surroundings } from './inputs.ts';
import { farBuildings } from './settings.ts';

/** Between what is stored and what the solver reads: ids are the stored numbers as text, days and sessions count from 0. */

/** A lesson of the week as it is stored. */
export interface Entry {
  id: number;
  version: number;
  course_module_id: number;
  kind: LessonKind;
  staff_id: number | null;
  co_staff_ids: number[];
  room_id: number | null;
  group_ids: number[];
  day: number | null;
  session: number | null;
  length: number;
  week: LessonWeek;
  fixed: boolean;
}

/** What a point of a teacher's wish is worth beside the other prices. */
const perWeight = 2;

const activityWeeks = { EVERY: 'every', ODD: 'odd', EVEN: 'even' } as const;

export interface Shape {
  days: number;
  sessions: number;
  /** Minutes between two sessions. */
  pause: number;
}

export const teachersOf = ({ staff_id, co_staff_ids }: Pick<Demand, 'staff_id' | 'co_staff_ids'>): number[] =>
  staff_id === null ? co_staff_ids : [...new Set([staff_id, ...co_staff_ids])];

export function planFor(
  { rooms, groups, wishes, settings, requirements, audiences }: Surroundings,
  shape: Shape,
  demands: readonly Demand[],
  fixed: ReadonlyMap<number, { day: number; session: number; room: string }[]> = new Map(),
): Plan {
  const weeks = demands.some(({ week }) => week !== 'EVERY') || wishes.some(({ week }) => week !== 'EVERY') ? 2 : 1;
  const needed = new Set(demands.flatMap(({ group_ids }) => group_ids));
  const parents = new Map(groups.map(({ id, parent_id }) => [id, parent_id]));
  for (const id of [...needed]) {
    const parent = parents.get(id);
    if (parent) needed.add(parent);
  }
  const teachers = [...new Set(demands.flatMap(teachersOf))];
  const momentsOf = (some: readonly InputWish[], kind: InputWish['kind']) =>
    some.filter((wish) => wish.kind === kind).flatMap((wish) => moments(wish, shape, weeks));
  const ofStaff = Map.groupBy(wishes, ({ staff_id }) => staff_id);
  const ofRoom = Map.groupBy(wishes, ({ room_id }) => room_id);
  const { lunch_from, lunch_to } = settings;
  const lunch =
    lunch_from !== null && lunch_to !== null && lunch_to <= shape.sessions
      ? { lunch: { from: lunch_from - 1, to: lunch_to - 1 } }
      : {};
  const shut = settings.closed_days.flatMap((day) =>
    day > shape.days ? [] : Array.from({ length: shape.sessions }, (_, session) => ({ day: day - 1, session })),
  );
  const split = groupPartsOf(audiences, demands, groups);
  const buildings = [...new Set(rooms.flatMap(({ building }) => building ?? []))];
  return {
    weeks,
    days: shape.days,
    sessions: shape.sessions,
    rooms: rooms.map(({ id, kind, seats, building, features }) => ({
      id: String(id),
      seats,
      kind: kindOfRoom(kind),
      features: features.map(featureKey),
      ...(building && { building: String(building) }),
      closed: [...shut, ...momentsOf(ofRoom.get(id) ?? [], 'UNAVAILABLE')],
    })),
    teachers: teachers.map((id) => ({
      id: String(id),
      max_per_day: settings.teacher_most,
      ...lunch,
      unavailable: momentsOf(ofStaff.get(id) ?? [], 'UNAVAILABLE'),
      wishes: momentsOf(ofStaff.get(id) ?? [], 'RATHER_NOT'),
    })),
    groups: [
      ...groups
        .filter(({ id, parent_id }) => needed.has(id) && !split.replaced(id, parent_id))
        .map(({ id, parent_id, students }) => ({
          id: String(id),
          students,
          ...(parent_id !== null && needed.has(parent_id) && { part_of: String(parent_id) }),
        })),
      ...split.groups,
    ].map((group) => ({ ...group, max_per_day: settings.group_most, ...lunch })),
    activities: demands.map(
      (demand, index): Activity => ({
        id: String(index),
        groups: demand.group_ids.flatMap((id) => split.audience(demand.course_module_id, id)),
        teachers: teachersOf(demand).map(String),
        lessons: demand.lessons,
        length: demand.length,
        weeks: activityWeeks[demand.week],
        min_days: demand.lessons,
        room_kind: roomKindOf(demand.kind),
        least_seats: demand.students,
        ...needsOf(demand),
        ...(fixed.has(index) && { fixed: fixed.get(index)! }),
      }),
    ),
    far: farBuildings(settings, buildings, shape.pause),
    // Seats are asked for, not paid for.
    prices: { seat: 0 },
  };

  function needsOf({ course_module_id, kind }: Demand): Partial<Activity> {
    const needs = requirements.get(requirementKey(course_module_id, kind));
    if (!needs) return {};
    return {
      ...(needs.features.length > 0 && { features: needs.features.map(featureKey) }),
      ...(needs.building_id && { building: String(needs.building_id) }),
      ...(needs.room_id && { rooms: [String(needs.room_id)] }),
    };
  }
}

/** How many sessions each teacher can give in two weeks: so many a day, on open days, when they can come. */
export function timeOfTeachers({ settings, wishes }: Surroundings, shape: Shape): (staff_id: number) => number {
  const away = Map.groupBy(
    wishes.filter(({ kind, staff_id }) => kind === 'UNAVAILABLE' && staff_id !== null),
    ({ staff_id }) => staff_id,
  );
  const time = new Map<number | null, number>();
  const timeOf = (staff_id: number | null): number => {
    const taken = (away.get(staff_id) ?? []).flatMap((wish) => moments(wish, shape, 2));
    let sum = 0;
    for (const week of [0, 1])
      for (let day = 0; day < shape.days; day++) {
        if (settings.closed_days.includes(day + 1)) continue;
        const then = taken.filter((one) => one.day === day && (one.week ?? week) === week);
        const free = shape.sessions - new Set(then.map(({ session }) => session)).size;
        sum += Math.min(settings.teacher_most, free);
      }
    return sum;
  };
  return (staff_id) => {
    const of = away.has(staff_id) ? staff_id : null;
    if (!time.has(of)) time.set(of, timeOf(of));
    return time.get(of)!;
  };
}

const featureKey = (feature: string) => feature.trim().toLowerCase();

function moments(
  wish: InputWish,
  shape: { days: number; sessions: number },
  weeks: number,
): (Moment & { price: number })[] {
  if (wish.day > shape.days) return [];
  const last = Math.min(wish.to_session, shape.sessions);
  return Array.from({ length: Math.max(0, last - wish.from_session + 1) }, (_, step) => ({
    day: wish.day - 1,
    session: wish.from_session - 1 + step,
    price: wish.weight * perWeight,
    ...(weeks === 2 && wish.week !== 'EVERY' && { week: wish.week === 'ODD' ? (0 as const) : (1 as const) }),
  }));
}

const keyOf = (
  entry: Pick<Entry, 'course_module_id' | 'kind' | 'group_ids' | 'staff_id' | 'co_staff_ids' | 'week' | 'length'>,
) =>
  [
    entry.course_module_id,
    entry.kind,
    entry.group_ids.join('+'),
    teachersOf(entry).join('+'),
    entry.week,
    entry.length,
  ].join(' ');

/** Stored lessons as demands, and each lesson's demand; those alike are one. */
export function demandsOfEntries(
  entries: readonly Entry[],
  { groups, chosen }: Pick<Surroundings, 'groups' | 'chosen'>,
): { demands: Demand[]; of: number[] } {
  const students = new Map(groups.map((group) => [group.id, group.students]));
  const at = new Map<string, number>();
  const demands: Demand[] = [];
  const of = entries.map((entry) => {
    const key = keyOf(entry);
    const found = at.get(key);
    if (found !== undefined) {
      demands[found]!.lessons++;
      return found;
    }
    at.set(key, demands.length);
    const { course_module_id, kind, group_ids, staff_id, co_staff_ids, week, length } = entry;
    const heads = group_ids.reduce(
      (sum, id) => sum + (chosen.get(`${course_module_id} ${id}`) ?? students.get(id) ?? 0),
      0,
    );
    demands.push({
      course_module_id,
      kind,
      group_ids,
      staff_id,
      co_staff_ids,
      week,
      length,
      lessons: 1,
      students: heads,
    });
    return demands.length - 1;
  });
  return { demands, of };
}

/** Where stored lessons stand in a plan; undefined for those without a place, or in a room that is no longer there. */
export function lessonsOf(plan: Plan, entries: readonly Entry[], of: readonly number[]): (PlanLesson | undefined)[] {
  const rooms = new Map(plan.rooms.map(({ id }, index) => [Number(id), index]));
  return entries.map((entry, index) => {
    const room = rooms.get(entry.room_id ?? 0);
    if (entry.day === null || entry.session === null || room === undefined) return undefined;
    if (entry.day > plan.days || entry.session > plan.sessions) return undefined;
    const week = plan.weeks === 2 && entry.week === 'EVEN' ? 1 : 0;
    return { activity: of[index]!, room, week, day: entry.day - 1, session: entry.session - 1 };
  });
}
