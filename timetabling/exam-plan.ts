/**
 * Examinations of a period, as an institution has them. Exams, rooms and invigilators are named by their place in their
 * list, students by any number. A slot is a sitting of a day: day × sittings + sitting, from 0; days are those of the
 * calendar, one after the other, whether anybody may sit an exam on them or not.
 */
export interface ExamPlan {
  days: number;
  /** Sittings of a day. */
  sittings: number;
  exams: Exam[];
  rooms: ExamRoom[];
  /** None: nobody is asked for. */
  invigilators: Invigilator[];
  /** For so many students a room needs one invigilator, and another for each begun so many more. */
  per_invigilator: number;
  /** Students who sit in a room apart from the others. */
  apart: number[];
}

export interface Exam {
  id: string;
  /** Each once. */
  students: number[];
  /** The slots in which it can be: those that are long enough, and no holidays. */
  slots: number[];
  /** It stays there. */
  fixed?: number;
  /** Invigilators who are needed elsewhere while it is written: those who teach it. */
  teachers?: number[];
}

/** Seats in rows and columns; neighbours sit beside, before and behind one. */
export interface ExamRoom {
  id: string;
  rows: number;
  columns: number;
  /** Slots in which it is not to be had. */
  closed: number[];
}

export interface Invigilator {
  id: string;
  /** Slots in which they cannot come. */
  away: number[];
}

/** What it costs that a student has two exams on one day, on two days one after the other, or with a day between them. */
export const examPrices = [12, 4, 1] as const;

/** A room at a sitting: who sits where, and who is there to see to it. */
export interface Hall {
  slot: number;
  room: number;
  seats: Seat[];
  invigilators: number[];
}
export interface Seat {
  exam: number;
  student: number;
  /** From 0. */
  row: number;
  column: number;
}

/** What a room holds: papers on seats of the one colour of a chessboard, and others on those of the other. */
export interface Packed {
  room: number;
  sides: readonly [Part[], Part[]];
}
export interface Part {
  exam: number;
  count: number;
}

/** Seats of a room of the one colour and of the other; a paper may take one colour only, so that neighbours differ. */
export const coloursOf = ({ rows, columns }: Pick<ExamRoom, 'rows' | 'columns'>): [number, number] => [
  Math.ceil((rows * columns) / 2),
  Math.floor((rows * columns) / 2),
];

/**
 * Puts papers into rooms so that no room has one paper on both colours: the smallest room that takes all that is left,
 * or else the largest; in a room the largest papers first.
 * @param rooms in the order of their seats, the smallest first
 * @returns undefined where the rooms are not enough
 */
export function pack(plan: ExamPlan, parts: readonly Part[], rooms: readonly number[]): Packed[] | undefined {
  const free = [...rooms];
  const left = parts.filter(({ count }) => count > 0).map((part) => ({ ...part }));
  const packed: Packed[] = [];
  let total = left.reduce((sum, { count }) => sum + count, 0);
  while (total > 0) {
    if (free.length === 0) return undefined;
    left.sort((a, b) => b.count - a.count || a.exam - b.exam);
    let at = free.length - 1;
    let sides = fill(plan.rooms[free[at]!]!, left);
    let taken = countOf(sides);
    for (let smaller = 0; smaller < at && taken === total; smaller++) {
      const room = plan.rooms[free[smaller]!]!;
      if (room.rows * room.columns < total) continue;
      const tried = fill(room, left);
      if (countOf(tried) < total) continue;
      at = smaller;
      sides = tried;
    }
    if (taken === 0) return undefined;
    taken = countOf(sides);
    packed.push({ room: free[at]!, sides });
    free.splice(at, 1);
    total -= taken;
    for (const { exam, count } of sides.flat()) left.find((part) => part.exam === exam)!.count -= count;
    for (let index = left.length - 1; index >= 0; index--) if (left[index]!.count === 0) left.splice(index, 1);
  }
  return packed;
}

function fill(room: ExamRoom, parts: readonly Part[]): [Part[], Part[]] {
  const sides: [Part[], Part[]] = [[], []];
  const free = coloursOf(room);
  for (const { exam, count } of parts) {
    const side = free[0] >= free[1] ? 0 : 1;
    const taken = Math.min(count, free[side]);
    if (taken === 0) break;
    sides[side].push({ exam, count: taken });
    free[side] -= taken;
  }
  return sides;
}

const countOf = (sides: readonly (readonly Part[])[]): number =>
  sides.reduce((sum, side) => side.reduce((more, { count }) => more + count, sum), 0);

/** What stands still while exams move: who has two of them, which rooms and people each slot has, who sits apart. */
export class ExamGround {
  readonly plan: ExamPlan;
  readonly slots: number;
  /** Students of two exams: exam × exams + exam. */
  readonly common: Int32Array;
  /** The exams that share students with an exam. */
  readonly neighbours: number[][];
  /** Of each slot, the rooms that can be had, the smallest first. */
  readonly rooms: number[][];
  /** Of each exam, how many sit with the others, and how many apart. */
  readonly together: number[];
  readonly apart: number[];
  private readonly away: Set<number>[];

  constructor(plan: ExamPlan) {
    const { exams, rooms } = plan;
    this.plan = plan;
    this.slots = plan.days * plan.sittings;
    this.common = new Int32Array(exams.length ** 2);
    const ofStudent = new Map<number, number[]>();
    for (const [index, { students }] of exams.entries())
      for (const student of students) {
        const list = ofStudent.get(student);
        if (list) list.push(index);
        else ofStudent.set(student, [index]);
      }
    for (const list of ofStudent.values())
      for (const one of list) for (const other of list) if (one !== other) this.common[one * exams.length + other]!++;
    this.neighbours = exams.map((_, one) =>
      exams.flatMap((_, other) => (this.common[one * exams.length + other]! > 0 ? [other] : [])),
    );
    const bySize = rooms
      .map(({ rows, columns }, room) => ({ room, seats: rows * columns }))
      .sort((a, b) => a.seats - b.seats || a.room - b.room);
    const closed = rooms.map((room) => new Set(room.closed));
    this.rooms = Array.from({ length: this.slots }, (_, slot) =>
      bySize.flatMap(({ room }) => (closed[room]!.has(slot) ? [] : [room])),
    );
    const apart = new Set(plan.apart);
    this.apart = exams.map(({ students }) => students.filter((student) => apart.has(student)).length);
    this.together = exams.map(({ students }, index) => students.length - this.apart[index]!);
    this.away = Array.from({ length: this.slots }, () => new Set());
    for (const [index, one] of plan.invigilators.entries()) for (const slot of one.away) this.away[slot]?.add(index);
  }

  commonOf(one: number, other: number): number {
    return this.common[one * this.plan.exams.length + other]!;
  }

  /** Who can be there while these exams are written. */
  freeInvigilators(slot: number, exams: readonly number[]): number[] {
    const busy = new Set(exams.flatMap((exam) => this.plan.exams[exam]!.teachers ?? []));
    return this.plan.invigilators.flatMap((_, one) => (busy.has(one) || this.away[slot]!.has(one) ? [] : [one]));
  }

  /** The rooms of a slot with these exams in it; undefined where seats or invigilators do not suffice. */
  roomsFor(slot: number, exams: readonly number[]): { apart: Packed[]; together: Packed[] } | undefined {
    const of = (counts: number[]): Part[] => exams.map((exam) => ({ exam, count: counts[exam]! }));
    const apart = pack(this.plan, of(this.apart), this.rooms[slot]!);
    if (!apart) return undefined;
    const used = new Set(apart.map(({ room }) => room));
    const together = pack(
      this.plan,
      of(this.together),
      this.rooms[slot]!.filter((room) => !used.has(room)),
    );
    if (!together) return undefined;
    if (this.plan.invigilators.length > 0) {
      const need = [...apart, ...together].reduce((sum, { sides }) => sum + this.needed(countOf(sides)), 0);
      if (need > this.freeInvigilators(slot, exams).length) return undefined;
    }
    return { apart, together };
  }

  /** Invigilators for so many students in a room. */
  needed(students: number): number {
    return this.plan.invigilators.length === 0 ? 0 : Math.max(1, Math.ceil(students / this.plan.per_invigilator));
  }

  /** What a pair of exams costs a student who has both. */
  priceOf(one: number, other: number): number {
    const { sittings } = this.plan;
    return examPrices[Math.abs(Math.floor(one / sittings) - Math.floor(other / sittings))] ?? 0;
  }
}
