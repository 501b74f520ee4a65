import {
  type Activity,
  type Attendance,
  attendances,
  dayPrice,
  isAt,
  isFar,
  type Plan,
  type PlanLesson,
  roomObstacle,
  studentsOf,
  usualPrices,
  weeksOf,
} from './plan.ts';

/** Whom a wish is about. Ids of teachers and of groups are nobody's alone: one of each may have the same. */
export interface About {
  who: 'activity' | Attendance['who'];
  id: string;
}

/** A wish that a timetable does not grant, and what that costs. */
interface SoftFinding {
  rule: Soft;
  price: number;
  about: About;
  text: string;
}

/** A hard rule that a timetable breaks. */
interface HardFinding {
  rule: 'missing' | 'clash' | 'room_taken' | 'room_unfit' | 'closed' | 'unavailable' | 'fixed';
  price?: undefined;
  text: string;
}

export type PlanFinding = HardFinding | SoftFinding;

export interface Judged {
  cost: number;
  hard: number;
  rules: Record<string, { count: number; price: number }>;
  /** The dearest, at most thirty. */
  worst: { rule: Soft; price: number; about: About }[];
}

type Soft = 'seats' | 'min_days' | 'room_change' | 'wish' | 'gaps' | 'max_per_day' | 'lunch' | 'travel';

/** A session of the cycle that a lesson takes. */
interface Session {
  week: number;
  day: number;
  session: number;
}

/**
 * What a timetable breaks of the rules of a plan, where, and at what price. Knows nothing of the search and its arrays,
 * so that it can be the measure for them.
 */
export function judgePlan(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  const placedOf = Map.groupBy(lessons, (lesson) => lesson.activity);
  const complete = plan.activities.flatMap((activity, index): PlanFinding[] => {
    const placed = placedOf.get(index)?.length ?? 0;
    if (placed === activity.lessons) return [];
    return [{ rule: 'missing', text: `${activity.id}: ${placed} lessons of ${activity.lessons}` }];
  });
  const alone = lessons.flatMap((lesson) => obstacles(plan, lesson));
  const together = earlierNeighbours(plan, lessons).flatMap((others, index) => clashes(plan, lessons[index]!, others));
  return [...complete, ...alone, ...together, ...fixedBroken(plan, lessons), ...wishes(plan, lessons)];
}

/** What a timetable breaks, added up. */
export function summary(findings: readonly PlanFinding[]): Judged {
  const soft = findings.filter((one) => one.price !== undefined);
  const sum = (some: { price: number }[]) => some.reduce((total, { price }) => total + price, 0);
  const worst = [...Map.groupBy(soft, ({ rule, about: { who, id } }) => `${rule} ${who} ${id}`).values()].map(
    (some) => ({ rule: some[0]!.rule, about: some[0]!.about, price: sum(some) }),
  );
  return {
    cost: sum(soft),
    hard: findings.filter(({ price, rule }) => price === undefined && rule !== 'missing').length,
    rules: Object.fromEntries(
      [...Map.groupBy(soft, ({ rule }) => rule)].map(([rule, some]) => [
        rule,
        { count: some.length, price: sum(some) },
      ]),
    ),
    worst: worst.sort((a, b) => b.price - a.price).slice(0, 30),
  };
}

/**
 * Why a lesson cannot be where it is meant to go, beside the others: every clashing lesson, teacher, room and rule.
 * Nothing when it can.
 */
export function whyNot(plan: Plan, lesson: PlanLesson, others: PlanLesson[]): PlanFinding[] {
  return [...obstacles(plan, lesson), ...clashes(plan, lesson, others)];
}

/**
 * For each lesson those before it in the list that take one of its sessions and may have something in common with it – the
 * room, somebody, a group or a whole of groups, what they are – in their order. The rest need not be looked at.
 */
function earlierNeighbours(plan: Plan, lessons: PlanLesson[]): PlanLesson[][] {
  const common = plan.activities.map(({ teachers, groups }, index) => [
    `activity ${index}`,
    ...teachers.map((id) => `teacher ${id}`),
    ...[...new Set(groups.flatMap((id) => wholesOf(plan, id)))].map((id) => `group ${id}`),
  ]);
  const at = new Map<string, number[]>();
  return lessons.map((lesson, index) => {
    const found = new Set<number>();
    for (const { week, day, session } of sessionsOf(plan, lesson)) {
      for (const what of [`room ${lesson.room}`, ...common[lesson.activity]!]) {
        const key = `${week} ${day} ${session} ${what}`;
        const there = at.get(key);
        for (const other of there ?? []) found.add(other);
        if (there) there.push(index);
        else at.set(key, [index]);
      }
    }
    found.delete(index);
    return [...found].sort((a, b) => a - b).map((other) => lessons[other]!);
  });
}

/** The hard rules that a lesson breaks by itself. */
function obstacles(plan: Plan, lesson: PlanLesson): PlanFinding[] {
  const activity = plan.activities[lesson.activity]!;
  const room = plan.rooms[lesson.room]!;
  const found: PlanFinding[] = [];
  const unfit = roomObstacle(activity, room);
  if (unfit) found.push({ rule: 'room_unfit', text: unfit });
  if (lesson.session + (activity.length ?? 1) > plan.sessions) {
    found.push({ rule: 'unavailable', text: `${activity.id} would go on after the last session` });
  }
  if (lesson.week !== weeksOf(plan, activity)[0]) {
    found.push({ rule: 'unavailable', text: `${activity.id} is not taught in week ${lesson.week}` });
  }
  for (const moment of sessionsOf(plan, lesson)) {
    const { week, day, session } = moment;
    if (room.closed?.some((closed) => isAt(closed, week, day, session))) {
      found.push({ rule: 'closed', text: `${room.id} is closed ${words(moment)}` });
    }
    for (const { id, unavailable = [] } of teachersOf(plan, activity)) {
      if (!unavailable.some((away) => isAt(away, week, day, session))) continue;
      found.push({ rule: 'unavailable', text: `${id} is not available ${words(moment)}` });
    }
  }
  return found;
}

/** The hard rules that a lesson breaks together with one of the others. */
function clashes(plan: Plan, lesson: PlanLesson, others: PlanLesson[]): PlanFinding[] {
  const activity = plan.activities[lesson.activity]!;
  const mine = sessionsOf(plan, lesson);
  return others.flatMap((other): PlanFinding[] => {
    const theirs = sessionsOf(plan, other);
    const meeting = mine.find((a) =>
      theirs.some((b) => a.week === b.week && a.day === b.day && a.session === b.session),
    );
    if (!meeting) return [];
    const rival = plan.activities[other.activity]!;
    const when = words(meeting);
    const found: PlanFinding[] = [];
    for (const id of activity.teachers.filter((teacher) => rival.teachers.includes(teacher))) {
      found.push({ rule: 'clash', text: `${id} teaches ${rival.id} ${when}` });
    }
    for (const id of activity.groups.filter((group) => rival.groups.some((theirs) => share(plan, group, theirs)))) {
      found.push({ rule: 'clash', text: `${id} has ${rival.id} ${when}` });
    }
    if (found.length === 0 && lesson.activity === other.activity) {
      found.push({ rule: 'clash', text: `${activity.id} is there already ${when}` });
    }
    if (other.room === lesson.room) {
      found.push({ rule: 'room_taken', text: `${plan.rooms[lesson.room]!.id} is taken by ${rival.id} ${when}` });
    }
    return found;
  });
}

function fixedBroken(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  return plan.activities.flatMap(({ id, fixed = [] }, index) =>
    fixed.flatMap(({ day, session, room }): PlanFinding[] => {
      const kept = lessons.some(
        (lesson) =>
          lesson.activity === index &&
          lesson.day === day &&
          lesson.session === session &&
          (room === undefined || plan.rooms[lesson.room]!.id === room),
      );
      return kept ? [] : [{ rule: 'fixed', text: `${id} is fixed on day ${day}, session ${session}` }];
    }),
  );
}

function wishes(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  return [
    ...lessonWishes(plan, lessons),
    ...activityWishes(plan, lessons),
    ...dayWishes(plan, lessons),
    ...ways(plan, lessons),
  ];
}

function lessonWishes(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  const prices = { ...usualPrices, ...plan.prices };
  return lessons.flatMap((lesson): PlanFinding[] => {
    const activity = plan.activities[lesson.activity]!;
    const room = plan.rooms[lesson.room]!;
    const standing = prices.seat > 0 ? studentsOf(plan, activity) - room.seats : 0;
    const found: PlanFinding[] = [];
    if (standing > 0) {
      const text = `${activity.id}: ${standing} students without a seat in ${room.id}`;
      found.push({ rule: 'seats', price: standing * prices.seat, about: { who: 'activity', id: activity.id }, text });
    }
    for (const moment of sessionsOf(plan, lesson)) {
      for (const { id, wishes = [] } of teachersOf(plan, activity)) {
        for (const wish of wishes) {
          if (!isAt(wish, moment.week, moment.day, moment.session)) continue;
          found.push({
            rule: 'wish',
            price: wish.price,
            about: { who: 'teacher', id },
            text: `${id} would rather be free ${words(moment)}`,
          });
        }
      }
    }
    return found;
  });
}

function activityWishes(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  const prices = { ...usualPrices, ...plan.prices };
  const placedOf = Map.groupBy(lessons, (lesson) => lesson.activity);
  return plan.activities.flatMap((activity, index): PlanFinding[] => {
    const { fixed = [], min_days = 0 } = activity;
    // Lessons whose place is given are nobody's to spread or to bring together.
    const own = (placedOf.get(index) ?? []).filter((lesson) => !isFixed(activity, lesson));
    const found: PlanFinding[] = [];
    const short = min_days - fixed.length - new Set(own.map(({ day }) => day)).size;
    if (short > 0) {
      const text = `${activity.id}: on ${short} days less than the ${min_days} wanted`;
      found.push({
        rule: 'min_days',
        price: short * prices.min_days,
        about: { who: 'activity', id: activity.id },
        text,
      });
    }
    const changes = new Set(own.map(({ room }) => room)).size - 1;
    if (changes > 0) {
      const text = `${activity.id}: in ${changes + 1} rooms`;
      found.push({
        rule: 'room_change',
        price: changes * prices.room_change,
        about: { who: 'activity', id: activity.id },
        text,
      });
    }
    return found;
  });
}

const dayWords = { gaps: 'gaps between lessons', max_per_day: 'too many lessons', lunch: 'no time for lunch' };

function dayWishes(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  const prices = { ...usualPrices, ...plan.prices };
  const placedOf = Map.groupBy(lessons, (lesson) => lesson.activity);
  return attendances(plan).flatMap((attendance) => {
    const { who, id } = attendance;
    const sets = new Map<string, number>();
    for (const lesson of attendance.activities.flatMap((activity) => placedOf.get(activity) ?? [])) {
      for (const { week, day, session } of sessionsOf(plan, lesson)) {
        const key = plan.weeks === 2 ? `on day ${day} of week ${week}` : `on day ${day}`;
        sets.set(key, (sets.get(key) ?? 0) | (1 << session));
      }
    }
    return [...sets].flatMap(([when, set]) =>
      Object.entries(dayPrice(set, plan.sessions, attendance, prices)).flatMap(([key, price]): PlanFinding[] => {
        if (price === 0) return [];
        const rule = key as keyof typeof dayWords;
        return [{ rule, price, about: { who, id }, text: `${id}: ${dayWords[rule]} ${when}` }];
      }),
    );
  });
}

/** Who has to get to a building that is far in the break between two lessons. */
function ways(plan: Plan, lessons: PlanLesson[]): PlanFinding[] {
  if (!plan.far?.length) return [];
  const { travel } = { ...usualPrices, ...plan.prices };
  const placedOf = Map.groupBy(lessons, (lesson) => lesson.activity);
  return attendances(plan).flatMap(({ who, id, activities }) => {
    const at = new Map<string, number>();
    for (const lesson of activities.flatMap((activity) => placedOf.get(activity) ?? []))
      for (const { week, day, session } of sessionsOf(plan, lesson)) at.set(`${week} ${day} ${session}`, lesson.room);
    return [...at].flatMap(([key, room]): PlanFinding[] => {
      const [week = 0, day = 0, session = 0] = key.split(' ').map(Number);
      const next = at.get(`${week} ${day} ${session + 1}`);
      const [one, other] = [plan.rooms[room]!, plan.rooms[next ?? room]!];
      if (next === undefined || !isFar(plan, one, other)) return [];
      const text = `${id}: from ${one.building} to ${other.building} after session ${session} on day ${day}`;
      return [{ rule: 'travel', price: travel, about: { who, id }, text }];
    });
  });
}

function isFixed({ fixed = [] }: Activity, { day, session }: PlanLesson): boolean {
  return fixed.some((place) => place.day === day && place.session === session);
}

function sessionsOf(plan: Plan, { activity: index, day, session }: PlanLesson): Session[] {
  const activity = plan.activities[index]!;
  return weeksOf(plan, activity).flatMap((week) =>
    Array.from({ length: activity.length ?? 1 }, (_, place) => ({ week, day, session: session + place })),
  );
}

/** Whether two groups have students in common: they are the same, or one is a part of the other. */
function share(plan: Plan, first: string, second: string): boolean {
  return first === second || wholesOf(plan, first).includes(second) || wholesOf(plan, second).includes(first);
}

/** Of a plan, remembered as long as it is there: every pair of lessons asks. */
interface Known {
  teachers: ReadonlyMap<string, Plan['teachers'][number]>;
  parents: ReadonlyMap<string, string | undefined>;
  wholes: Map<string, string[]>;
}
const remembered = new WeakMap<Plan, Known>();
function known(plan: Plan): Known {
  const found = remembered.get(plan) ?? {
    teachers: new Map(plan.teachers.map((teacher) => [teacher.id, teacher])),
    parents: new Map(plan.groups.map(({ id, part_of }) => [id, part_of])),
    wholes: new Map(),
  };
  remembered.set(plan, found);
  return found;
}

/** Those who give an activity, each once. */
function teachersOf(plan: Plan, { teachers }: Activity): Plan['teachers'][number][] {
  const { teachers: all } = known(plan);
  return [...new Set(teachers)].flatMap((id) => all.get(id) ?? []);
}

/** A group and all that it is a part of. */
function wholesOf(plan: Plan, id: string): string[] {
  const { parents, wholes } = known(plan);
  const found = wholes.get(id) ?? [];
  for (let at: string | undefined = id; at !== undefined && !found.includes(at); at = parents.get(at)) found.push(at);
  wholes.set(id, found);
  return found;
}

function words({ week, day, session }: Session): string {
  return `on day ${day}, session ${session}${week > 0 ? ', in even weeks' : ''}`;
}
