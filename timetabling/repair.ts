import { Board, type Place } from './board.ts';
import { isAt, type Plan, type PlanLesson, weeksOf } from './plan.ts';

export interface RepairOptions {
  /** The most lessons that may be moved. Default: those that cannot stay, and three more to make room for them. */
  most?: number | undefined;
  /** How many alternatives are wanted. Default 3. */
  alternatives?: number;
  /** Lessons that stay where they are, by their place in the list. */
  fixed?: ReadonlySet<number>;
  /** How many places to look at before giving up. Default 200,000; decides alone, so that the answer hangs on no clock. */
  tries?: number;
}

export interface Move {
  lesson: number;
  to: PlanLesson;
}

/** One way to mend a timetable, and what its new places cost more or less than the old ones. */
export interface Repair {
  moves: Move[];
  /** Lessons in question that find no place: they do not take place, or somebody else gives them. */
  left: number[];
  price: number;
}

export interface RepairResult {
  /** Lessons that cannot stay where they are: none, and nothing is to be done. */
  broken: number[];
  /**
   * The smallest sets of moves, the cheapest first. Where not all lessons in question find a place, those that leave the
   * fewest; empty where none of them finds any.
   */
  repairs: Repair[];
  /** False where the tries ran out first, so that a smaller or any repair may have been missed. */
  complete: boolean;
}

/** The free rooms looked at for each time, and those with a lesson that could give way. */
const free_rooms = 2;
const taken_rooms = 2;
/** How many others give way, one after the other, for one lesson, where not all find a place. */
const longest_chain = 2;
const tries_of_one = 4000;

/**
 * Mends a timetable after the plan has changed – somebody is away, a room is closed: moves as few lessons as it can, no
 * fixed one and none twice, so that no hard rule is broken.
 */
export function repair(plan: Plan, lessons: readonly PlanLesson[], options: RepairOptions = {}): RepairResult {
  return new Repairing(plan, lessons, options).run();
}

/** Teachers who have nothing while a lesson takes place, and can come. */
export function freeTeachers(plan: Plan, lessons: readonly PlanLesson[], lesson: PlanLesson): string[] {
  const [mine, ...theirs] = [lesson, ...lessons].map((one) => {
    const activity = plan.activities[one.activity]!;
    return {
      ...one,
      teachers: activity.teachers,
      end: one.session + (activity.length ?? 1),
      weeks: weeksOf(plan, activity),
    };
  });
  const { weeks, day, session, end } = mine!;
  const busy = new Set(
    theirs
      .filter((one) => one.day === day && one.session < end && session < one.end)
      .filter((one) => one.weeks.some((week) => weeks.includes(week)))
      .flatMap(({ teachers }) => teachers),
  );
  const isAway = ({ unavailable = [] }: Plan['teachers'][number]) =>
    weeks.some((week) =>
      unavailable.some(
        (moment) => moment.session >= session && moment.session < end && isAt(moment, week, day, moment.session),
      ),
    );
  return plan.teachers.filter((one) => !busy.has(one.id) && !isAway(one)).map(({ id }) => id);
}

interface Candidate {
  place: Place;
  out: number[];
  price: number;
}

class Repairing {
  private readonly board: Board;
  private readonly original: readonly PlanLesson[];
  private readonly fixed: ReadonlySet<number>;
  private readonly options: RepairOptions;
  private tries: number;
  /** Lessons that are being moved: none of them gives way again. */
  private readonly moving = new Set<number>();

  constructor(plan: Plan, lessons: readonly PlanLesson[], options: RepairOptions) {
    this.board = new Board(plan, lessons);
    this.original = lessons;
    this.options = options;
    this.fixed = options.fixed ?? new Set();
    this.tries = options.tries ?? 200_000;
  }

  run(): RepairResult {
    const { board, original, options } = this;
    const broken = original.flatMap((lesson, index) =>
      board
        .obstacles(lesson.activity, lesson, index)
        .some(({ rule }) => rule === 'teacher_away' || rule === 'room_closed' || rule === 'room_unfit')
        ? [index]
        : [],
    );
    const { most = broken.length + 3, alternatives = 3 } = options;
    const movable = broken.filter((index) => !this.fixed.has(index));
    if (movable.length === 0) return { broken, repairs: [], complete: true };
    const short = Math.max(this.shortage(movable), movable.length - most, 0);
    for (const index of broken) board.take(index);
    // Half of the tries for all of them together; what is left for as many as can be.
    const whole = this.tries;
    this.tries = whole / 2;
    if (short === 0 && movable.length === broken.length) {
      for (let spare = 0; spare <= most - broken.length && this.tries > 0; spare++) {
        const repairs = this.all(broken, spare, alternatives);
        if (repairs.length > 0) return { broken, repairs, complete: this.tries > 0 };
      }
    }
    const complete = this.tries > 0;
    this.tries = whole / 2;
    const repairs = this.asManyAsCan(broken, movable, most, alternatives);
    const fewest = repairs[0]?.left.length ?? movable.length;
    return {
      broken,
      repairs,
      complete: (complete && movable.length === 1) || fewest <= short + broken.length - movable.length,
    };
  }

  /** How many of these lessons can have no place whatever gives way: somebody has fewer sessions left than they take. */
  private shortage(broken: readonly number[]): number {
    const { board, original } = this;
    const { plan } = board;
    const isOpen = (week: number, day: number, session: number) =>
      plan.rooms.some(({ closed = [] }) => !closed.some((moment) => isAt(moment, week, day, session)));
    const open = Array.from({ length: plan.weeks }, (_, week) =>
      Array.from({ length: plan.days * plan.sessions }, (_, at) => ({
        week,
        day: Math.floor(at / plan.sessions),
        session: at % plan.sessions,
      })).filter(({ day, session }) => isOpen(week, day, session)),
    );
    const lengthOf = (index: number) => plan.activities[original[index]!.activity]!.length ?? 1;
    const longest = Math.max(...broken.map(lengthOf));
    const about = new Set(broken.flatMap((index) => plan.activities[original[index]!.activity]!.teachers));
    const shortages = plan.teachers
      .filter(({ id }) => about.has(id))
      .flatMap(({ id, unavailable = [] }) =>
        open.map((moments, week) => {
          const can = moments.filter(({ day, session }) => !unavailable.some((one) => isAt(one, week, day, session)));
          const must = original.reduce((sum, { activity: at }, index) => {
            const activity = plan.activities[at]!;
            const counts = activity.teachers.includes(id) && weeksOf(plan, activity).includes(week);
            return counts ? sum + lengthOf(index) : sum;
          }, 0);
          return Math.ceil((must - can.length) / longest);
        }),
      );
    return Math.max(0, ...shortages);
  }

  /** The first lesson's places in turn, each with the best that follows from it; first those at another time, so that alternatives differ. */
  private all(broken: number[], spare: number, wanted: number): Repair[] {
    const [first, ...rest] = this.byChoice(broken);
    const found: Repair[] = [];
    const times = new Set<string>();
    const again: Candidate[] = [];
    const attempt = (candidate: Candidate): boolean => {
      if (found.length === wanted || this.tries <= 0) return false;
      const made = this.follow(first!, candidate, rest, spare);
      if (made) found.push(this.taken(broken));
      return made;
    };
    for (const candidate of this.candidates(first!, spare)) {
      const time = `${candidate.place.day} ${candidate.place.session}`;
      if (times.has(time)) again.push(candidate);
      else if (attempt(candidate)) times.add(time);
    }
    for (const candidate of again) attempt(candidate);
    return inOrder(found);
  }

  /**
   * One lesson after the other, each with whoever gives way for it; what found no place comes first the next time. Lessons
   * that gave way or were moved for one may give way again for another. Alternatives differ in what they leave.
   */
  private asManyAsCan(broken: number[], movable: number[], most: number, wanted: number): Repair[] {
    const found = new Map<string, Repair>();
    const seen = new Set<string>();
    let order = this.byChoice(movable);
    while (this.tries > 0 && !seen.has(order.join())) {
      seen.add(order.join());
      const failed = order.filter((index) => !this.fit(index, most));
      const one = this.taken(broken);
      const left = one.left.join();
      if (one.moves.length > 0) found.set(left, inOrder([one, ...(found.get(left) ? [found.get(left)!] : [])])[0]!);
      order = [...failed, ...order.filter((index) => !failed.includes(index))];
      // The same again would fail again: another begins.
      for (let turn = 0; turn < order.length && seen.has(order.join()); turn++) order = [...order.slice(1), order[0]!];
    }
    return inOrder([...found.values()]).slice(0, wanted);
  }

  /** Gives a lesson a place with as few others as can be giving way, and no more than so many lessons moved in all. */
  private fit(index: number, most: number): boolean {
    const longest = Math.min(longest_chain, most - this.moves().length - 1);
    // One that finds nothing leaves enough tries for the others.
    const kept = this.tries;
    this.tries = Math.min(kept, tries_of_one);
    const given = this.tries;
    let found = false;
    for (let spare = 0; spare <= longest && !found; spare++) found = this.place([index], spare);
    this.moving.clear();
    this.tries += kept - given;
    return found;
  }

  /** What was moved since the beginning. */
  private moves(): Move[] {
    return this.board.lessons.flatMap((to, lesson) => {
      const from = this.original[lesson]!;
      const same = to && to.day === from.day && to.session === from.session && to.room === from.room;
      return !to || same ? [] : [{ lesson, to }];
    });
  }

  /** What the board has come to, with its price; the board is again as it was when only those in question were taken off. */
  private taken(broken: readonly number[]): Repair {
    const { board, original } = this;
    const moves = this.moves();
    const left = broken.filter((index) => !board.lessons[index]);
    const moved = moves.map(({ lesson }) => lesson);
    const after = this.priceOf(moved);
    for (const index of moved) board.take(index);
    for (const index of moved) board.put(index, original[index]!);
    const price = after - this.priceOf(moved);
    for (const index of broken) board.take(index);
    this.moving.clear();
    return { moves, left, price };
  }

  /** Puts the lesson there, whoever is in the way after it. Otherwise leaves the board as it was. */
  private follow(index: number, { place, out }: Candidate, waiting: number[], spare: number): boolean {
    const { board, original } = this;
    const pushed = out.map((other) => ({ other, from: board.lessons[other]! }));
    for (const { other } of pushed) board.take(other);
    board.put(index, { ...place, activity: original[index]!.activity });
    this.moving.add(index);
    if (this.place([...waiting, ...out], spare - out.length)) return true;
    board.take(index);
    this.moving.delete(index);
    for (const { other, from } of pushed) board.put(other, from);
    return false;
  }

  /** Gives all of them a place, with so many others giving way; otherwise leaves the board as it was. */
  private place(waiting: number[], spare: number): boolean {
    const [next, ...rest] = waiting;
    if (next === undefined) return true;
    for (const candidate of this.candidates(next, spare)) {
      if (this.tries <= 0) return false;
      if (this.follow(next, candidate, rest, spare)) return true;
    }
    return false;
  }

  /** Where the lesson could go if at most so many others give way; those that push out nobody first, then by price. */
  private candidates(index: number, spare: number): Candidate[] {
    const { board, original } = this;
    const old = original[index]!;
    const { activity } = old;
    const found: Candidate[] = [];
    for (const begin of board.beginnings(activity)) {
      this.tries--;
      const people = board.blockers(activity, begin);
      if (!people || people.size > spare || !this.mayGive(people)) continue;
      const open: Candidate[] = [];
      const held: Candidate[] = [];
      for (let room = 0; room < board.plan.rooms.length; room++) {
        const place = { ...begin, room };
        if (begin.day === old.day && begin.session === old.session && room === old.room) continue;
        const holders = board.roomHolders(activity, place);
        if (!holders) continue;
        const out = [...new Set([...people, ...holders])];
        if (out.length > spare || !this.mayGive(holders)) continue;
        const price = board.price(activity, place) + (room === old.room ? 0 : 1);
        const candidate = { place, out, price };
        if ([...holders].every((one) => people.has(one))) open.push(candidate);
        else held.push(candidate);
      }
      const cheapest = (some: Candidate[], many: number) => some.sort((a, b) => a.price - b.price).slice(0, many);
      found.push(...cheapest(open, free_rooms), ...(spare > 0 ? cheapest(held, taken_rooms) : []));
    }
    return found.sort((a, b) => a.out.length - b.out.length || a.price - b.price);
  }

  private mayGive(some: Iterable<number>): boolean {
    for (const index of some) if (this.fixed.has(index) || this.moving.has(index)) return false;
    return true;
  }

  private byChoice(some: readonly number[]): number[] {
    return [...some].sort((a, b) => this.choice(a) - this.choice(b));
  }

  /** In how many sessions the lesson could begin without anybody giving way. */
  private choice(index: number): number {
    const { activity } = this.original[index]!;
    return this.board.beginnings(activity).filter((begin) => this.board.blockers(activity, begin)?.size === 0).length;
  }

  /** What these lessons cost where they are, one after the other; the board is left as it was. */
  private priceOf(indices: readonly number[]): number {
    const { board } = this;
    let sum = 0;
    const off = indices.map((index) => [index, board.lessons[index]!] as const);
    for (const [index] of off) board.take(index);
    for (const [index, lesson] of off) {
      sum += board.price(lesson.activity, lesson);
      board.put(index, lesson);
    }
    return sum;
  }
}

const inOrder = (some: Repair[]) =>
  some.sort((a, b) => a.left.length - b.left.length || a.moves.length - b.moves.length || a.price - b.price);
