import {
  type Activity,
  attendances,
  dayPrice,
  isAt,
  isFar,
  type Plan,
  type PlanLesson,
  type PlanRoom,
  type Prices,
  roomObstacle,
  studentsOf,
  usualPrices,
  weeksOf,
} from './plan.ts';

/** Why a lesson cannot be somewhere; `lesson` is the number of the one in its way. */
export interface Obstacle {
  rule:
    | 'too_late'
    | 'wrong_week'
    | 'room_unfit'
    | 'room_closed'
    | 'teacher_away'
    | 'teacher_busy'
    | 'group_busy'
    | 'room_taken';
  /** The teacher, group or room that it is about. */
  id?: string;
  lesson?: number;
  week: number;
  day: number;
  session: number;
}

export type Place = Pick<PlanLesson, 'week' | 'day' | 'session' | 'room'>;

/**
 * Who is where when, for questions about single lessons: what is in the way of one, who would have to give way, what a
 * place costs. Numbers of lessons are their places in the list; a lesson without a place is undefined there.
 */
export class Board {
  readonly plan: Plan;
  readonly lessons: (PlanLesson | undefined)[];
  private readonly moments: number;
  private readonly prices: Prices;
  private readonly lines: ReturnType<typeof attendances>;
  /** The teachers and smallest groups that attend an activity, as numbers of `lines`. */
  private readonly people: number[][];
  /** Who holds a line or, after those, a room at a moment: line × moments + moment; −1 for nobody. */
  private readonly holder: Int32Array;
  private readonly away: Uint8Array;
  private readonly closed: Uint8Array;
  private readonly unfit = new Map<number, Uint8Array>();
  private readonly students = new Map<number, number>();

  constructor(plan: Plan, lessons: readonly (PlanLesson | undefined)[]) {
    this.plan = plan;
    this.moments = plan.weeks * plan.days * plan.sessions;
    this.prices = { ...usualPrices, ...plan.prices };
    this.lines = attendances(plan);
    this.people = plan.activities.map(() => []);
    this.lines.forEach(({ activities }, line) => {
      for (const activity of activities) this.people[activity]!.push(line);
    });
    this.holder = new Int32Array((this.lines.length + plan.rooms.length) * this.moments).fill(-1);
    const marked = (
      some: { id: string }[],
      when: (index: number) => { day: number; session: number; week?: 0 | 1 }[],
    ) =>
      Uint8Array.from({ length: some.length * this.moments }, (_, cell) => {
        const [week, day, session] = this.at(cell % this.moments);
        return when(Math.floor(cell / this.moments)).some((moment) => isAt(moment, week, day, session)) ? 1 : 0;
      });
    this.away = marked(plan.teachers, (teacher) => plan.teachers[teacher]!.unavailable ?? []);
    this.closed = marked(plan.rooms, (room) => plan.rooms[room]!.closed ?? []);
    this.lessons = lessons.map(() => undefined);
    lessons.forEach((lesson, index) => {
      if (lesson) this.put(index, lesson);
    });
  }

  /** The lesson takes its place. What held it before is not moved: ask first. */
  put(index: number, lesson: PlanLesson): void {
    this.lessons[index] = lesson;
    for (const cell of this.cells(lesson.activity, lesson)) this.holder[cell] = index;
  }

  take(index: number): void {
    const lesson = this.lessons[index];
    if (!lesson) return;
    for (const cell of this.cells(lesson.activity, lesson)) if (this.holder[cell] === index) this.holder[cell] = -1;
    this.lessons[index] = undefined;
  }

  /** The sessions in which a lesson of the activity may begin, whatever else there is. */
  beginnings(activity: number): Omit<Place, 'room'>[] {
    const { plan } = this;
    const { length = 1 } = plan.activities[activity]!;
    const week = weeksOf(plan, plan.activities[activity]!)[0] as 0 | 1;
    return Array.from({ length: plan.days }, (_, day) =>
      Array.from({ length: Math.max(0, plan.sessions - length + 1) }, (_, session) => ({ week, day, session })),
    ).flat();
  }

  /** Every reason why a lesson of the activity cannot be there; `but` is a lesson that does not count. */
  obstacles(activity: number, place: Place, but = -1): Obstacle[] {
    const { plan } = this;
    const { id, length = 1 } = plan.activities[activity]!;
    const { week, day, session, room } = place;
    const found: Obstacle[] = [];
    if (this.isUnfit(activity, room)) found.push({ rule: 'room_unfit', id: plan.rooms[room]!.id, week, day, session });
    if (session + length > plan.sessions) found.push({ rule: 'too_late', id, week, day, session });
    if (week !== weeksOf(plan, plan.activities[activity]!)[0])
      found.push({ rule: 'wrong_week', id, week, day, session });
    const told = new Set<string>();
    const add = (obstacle: Obstacle) => {
      const key = `${obstacle.rule} ${obstacle.id} ${obstacle.lesson}`;
      if (!told.has(key)) found.push(obstacle);
      told.add(key);
    };
    for (const moment of this.momentsOf(activity, place)) {
      const [atWeek, atDay, atSession] = this.at(moment);
      const when = { week: atWeek, day: atDay, session: atSession };
      if (this.closed[room * this.moments + moment]) add({ rule: 'room_closed', id: plan.rooms[room]!.id, ...when });
      for (const line of this.people[activity]!) {
        if (this.away[line * this.moments + moment] && line < plan.teachers.length)
          add({ rule: 'teacher_away', id: this.lines[line]!.id, ...when });
        const lesson = this.holder[line * this.moments + moment]!;
        if (lesson === -1 || lesson === but) continue;
        const { who, id } = this.lines[line]!;
        add({ rule: who === 'teacher' ? 'teacher_busy' : 'group_busy', id, lesson, ...when });
      }
      const lesson = this.holder[(this.lines.length + room) * this.moments + moment]!;
      if (lesson !== -1 && lesson !== but) add({ rule: 'room_taken', id: plan.rooms[room]!.id, lesson, ...when });
    }
    return found;
  }

  /** Who would have to give way for people, room aside; undefined where nobody's giving way would help. */
  blockers(activity: number, begin: Omit<Place, 'room'>): Set<number> | undefined {
    const found = new Set<number>();
    for (const moment of this.momentsOf(activity, begin)) {
      for (const line of this.people[activity]!) {
        if (line < this.plan.teachers.length && this.away[line * this.moments + moment]) return undefined;
        const lesson = this.holder[line * this.moments + moment]!;
        if (lesson !== -1) found.add(lesson);
      }
    }
    return found;
  }

  /** Who holds a room then; undefined where it is closed or will not do. */
  roomHolders(activity: number, place: Place): Set<number> | undefined {
    if (this.isUnfit(activity, place.room)) return undefined;
    const found = new Set<number>();
    for (const moment of this.momentsOf(activity, place)) {
      if (this.closed[place.room * this.moments + moment]) return undefined;
      const lesson = this.holder[(this.lines.length + place.room) * this.moments + moment]!;
      if (lesson !== -1) found.add(lesson);
    }
    return found;
  }

  /** What the place adds in gaps, full days, lost lunches, wishes and missing seats; what concerns several days is left out. */
  price(activity: number, place: Place): number {
    const { plan, prices } = this;
    let sum = prices.seat > 0 ? Math.max(0, this.heads(activity) - plan.rooms[place.room]!.seats) * prices.seat : 0;
    const moments = this.momentsOf(activity, place);
    for (const line of this.people[activity]!) {
      const attendance = this.lines[line]!;
      const { wishes = [] } = (line < plan.teachers.length && plan.teachers[line]) || {};
      for (const moment of moments) for (const wish of wishes) if (isAt(wish, ...this.at(moment))) sum += wish.price;
      for (const week of weeksOf(plan, plan.activities[activity]!)) {
        const first = (week * plan.days + place.day) * plan.sessions;
        let set = 0;
        for (let session = 0; session < plan.sessions; session++)
          if (this.holder[line * this.moments + first + session] !== -1) set |= 1 << session;
        let after = set;
        for (const moment of moments)
          if (moment >= first && moment < first + plan.sessions) after |= 1 << (moment - first);
        const cost = (taken: number) => {
          const { gaps, max_per_day, lunch } = dayPrice(taken, plan.sessions, attendance, prices);
          return gaps + max_per_day + lunch;
        };
        sum += cost(after) - cost(set);
        sum += this.travelPrice(line, first, moments, plan.rooms[place.room]!);
      }
    }
    return sum;
  }

  /** What the ways from the lesson before and to the one after cost somebody on the day that begins at moment `first`. */
  private travelPrice(line: number, first: number, moments: readonly number[], room: PlanRoom): number {
    const { plan } = this;
    if (!plan.far?.length) return 0;
    const mine = moments.filter((moment) => moment >= first && moment < first + plan.sessions);
    return [mine[0]! - 1, mine.at(-1)! + 1].reduce((sum, moment) => {
      if (moment < first || moment >= first + plan.sessions) return sum;
      const other = this.lessons[this.holder[line * this.moments + moment]!];
      return other && isFar(plan, plan.rooms[other.room]!, room) ? sum + this.prices.travel : sum;
    }, 0);
  }

  private heads(activity: number): number {
    const known = this.students.get(activity) ?? studentsOf(this.plan, this.plan.activities[activity]!);
    this.students.set(activity, known);
    return known;
  }

  isUnfit(activity: number, room: number): boolean {
    let row = this.unfit.get(activity);
    if (!row) {
      const of: Activity = this.plan.activities[activity]!;
      row = Uint8Array.from(this.plan.rooms, (one) => (roomObstacle(of, one) ? 1 : 0));
      this.unfit.set(activity, row);
    }
    return row[room] === 1;
  }

  private cells(activity: number, place: Place): number[] {
    const resources = [...this.people[activity]!, this.lines.length + place.room];
    return this.momentsOf(activity, place).flatMap((moment) =>
      resources.map((resource) => resource * this.moments + moment),
    );
  }

  private momentsOf(activity: number, { day, session }: Omit<Place, 'room'>): number[] {
    const { plan } = this;
    const { length = 1 } = plan.activities[activity]!;
    const last = Math.min(plan.sessions, session + length);
    return weeksOf(plan, plan.activities[activity]!).flatMap((week) =>
      Array.from({ length: last - session }, (_, step) => (week * plan.days + day) * plan.sessions + session + step),
    );
  }

  private at(moment: number): [week: number, day: number, session: number] {
    const { days, sessions } = this.plan;
    return [Math.floor(moment / (days * sessions)), Math.floor(moment / sessions) % days, moment % sessions];
  }
}
