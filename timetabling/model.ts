/** Added to the clashes of a course where it cannot be taught, and the price of a room it cannot use: nothing comes near. */
export const BARRED = 1 << 20;

/**
 * A problem as the search wants it: whole numbers in flat arrays, everything that does not change worked out once.
 * Lists of lists are kept as one list and the places where each part begins (`starts[i]` to `starts[i + 1]`).
 *
 * A course is a number of lectures that nothing tells apart. A lecture begins in a period and takes `length` periods
 * of that day, in one week or, when the cycle has two, in both (`repeats`).
 */
export interface Core {
  courses: number;
  rooms: number;
  /** Days and periods of the whole cycle, all weeks one after the other. */
  days: number;
  periods: number;
  weekDays: number;
  weekPeriods: number;
  lectures: number;
  lines: number;
  /** The course of each lecture; the lectures of a course stand together. */
  lectureCourse: Int32Array;
  lectureStarts: Int32Array;
  length: Int32Array;
  repeats: Int32Array;
  /** A bit for each period of a lecture of the course, from the lowest. */
  span: Int32Array;
  /** The day of each period, and its place in that day. */
  periodDay: Int32Array;
  periodPlace: Int32Array;
  /** Courses of the same length and repeats are of one kind: their lectures can change places. */
  kind: Int32Array;
  kinds: number;
  /** Where a lecture of one kind that begins in period p forbids beginnings of another: p + delta. By kind × kinds + kind. */
  deltas: Int32Array;
  deltaStarts: Int32Array;
  /** Periods in which a lecture of the course may begin: it is allowed, and some room can be had. */
  allowed: Int32Array;
  allowedStarts: Int32Array;
  /** 1 or 0 for course × periods + period. */
  barred: Uint8Array;
  /** Courses that may not coincide with a course, itself included. */
  rivals: Int32Array;
  rivalStarts: Int32Array;
  /** The price of a beginning: course × periods + period. */
  periodPrice: Int32Array;
  /** The price of a lecture in a room: course × rooms + room; BARRED where it cannot be. */
  roomPrice: Int32Array;
  roomChangePrice: number;
  /** Rooms that nobody may use in a period: period × rooms + room. */
  closed: Int32Array;
  minDays: Int32Array;
  missingDayPrice: number;
  /** The lines of a course: see `Line`. */
  memberships: Int32Array;
  membershipStarts: Int32Array;
  /** The courses of a line. */
  lineCourses: Int32Array;
  lineStarts: Int32Array;
  /** The prices of the days of all lines; those of a line begin at `dayTable[line]`. */
  dayPrice: Int32Array;
  dayTable: Int32Array;
  /** 1 for room × rooms + room where nobody gets from one to the other in a break; nothing where all are near. */
  far: Uint8Array;
  travelPrice: number;
}

/** What a core is made from. */
export interface Parts {
  /** 2 when odd and even weeks differ. */
  weeks: number;
  /** Days of a week, and periods of a day. */
  days: number;
  periodsPerDay: number;
  rooms: number;
  /** When a room may not be used by anybody. */
  closed?: { room: number; period: number }[];
  courses: CoursePart[];
  /** Whether two courses may not coincide, beside those of a line, which are rivals in any case. Default: none. */
  rivals?: (first: number, second: number) => boolean;
  lines: Line[];
  roomChangePrice: number;
  missingDayPrice: number;
  /** Rooms between which nobody gets in a break, and the price of having to. Default: none. */
  far?: (first: number, second: number) => boolean;
  travelPrice?: number;
}

export interface CoursePart {
  lectures: number;
  length: number;
  repeats: number;
  minDays: number;
  /** Whether a lecture may begin in this period of the cycle, and what that costs. */
  allowed: (period: number) => boolean;
  periodPrice: (period: number) => number;
  roomPrice: (room: number) => number;
}

/**
 * Somebody whose day is priced as a whole – a curriculum, a group, a teacher – and who is never in two places. The
 * price depends on nothing but the set of periods with a lecture, so that one look into a table of all sets replaces a
 * walk through the day. Lines that share a table share its memory.
 */
export interface Line {
  courses: number[];
  table: Int32Array;
}

/** A table of prices over all sets of periods of a day. */
export function dayTable(periodsPerDay: number, price: (set: number) => number): Int32Array {
  const table = new Int32Array(1 << periodsPerDay);
  for (let set = 0; set < table.length; set++) table[set] = price(set);
  return table;
}

export function assemble(parts: Parts): Core {
  const { courses, lines, rooms } = parts;
  const weekPeriods = parts.days * parts.periodsPerDay;
  const periods = weekPeriods * parts.weeks;
  const week = Array.from({ length: periods }, (_, period) => period);
  const everyCourse = courses.map((_, index) => index);
  const everyRoom = Array.from({ length: rooms }, (_, room) => room);

  const closed = new Set((parts.closed ?? []).map(({ room, period }) => period * rooms + room));
  const roomPrice = table(courses.length, rooms, (course, room) => courses[course]!.roomPrice(room));
  const starts = courses.map((course, index) => {
    const usable = everyRoom.filter((room) => roomPrice[index * rooms + room]! < BARRED);
    return week.filter(
      (period) =>
        fits(parts, course, period) &&
        course.allowed(period) &&
        usable.some((room) => closed.size === 0 || isOpen(course, period, room)),
    );
  });
  const allowed = flatten(starts);
  const barred = new Uint8Array(courses.length * periods).fill(1);
  for (const course of everyCourse) for (const period of starts[course]!) barred[course * periods + period] = 0;

  const member = courses.map((): number[] => []);
  const mates = courses.map((_, course) => new Set([course]));
  lines.forEach((line, index) => {
    for (const course of line.courses) {
      member[course]!.push(index);
      for (const mate of line.courses) mates[course]!.add(mate);
    }
  });
  const memberships = flatten(member);
  const lineCourses = flatten(lines.map((line) => line.courses));
  if (parts.rivals)
    for (const first of everyCourse)
      for (const second of everyCourse) if (parts.rivals(first, second)) mates[first]!.add(second);
  const rivals = flatten(mates.map((some) => [...some].sort((a, b) => a - b)));

  const kinds = [...new Map(courses.map((course) => [kindOf(course), course])).values()];
  const kindNumbers = new Map(kinds.map((kind, number) => [kindOf(kind), number]));
  const deltas = flatten(kinds.flatMap((first) => kinds.map((second) => overlaps(first, second, weekPeriods))));
  const lectures = flatten(courses.map((course, index) => new Array<number>(course.lectures).fill(index)));
  const far = Uint8Array.from(
    parts.far ? everyRoom.flatMap((one) => everyRoom.map((other) => (parts.far!(one, other) ? 1 : 0))) : [],
  );
  const tables = [...new Set(lines.map(({ table }) => table))];
  const tableNumbers = new Map(tables.map((table, number) => [table, number]));

  return {
    courses: courses.length,
    rooms,
    days: parts.days * parts.weeks,
    periods,
    weekDays: parts.days,
    weekPeriods,
    lectures: lectures.items.length,
    lines: lines.length,
    lectureCourse: lectures.items,
    lectureStarts: lectures.starts,
    length: Int32Array.from(courses, ({ length }) => length),
    repeats: Int32Array.from(courses, ({ repeats }) => repeats),
    span: Int32Array.from(courses, ({ length }) => (1 << length) - 1),
    periodDay: Int32Array.from(week, (period) => Math.floor(period / parts.periodsPerDay)),
    periodPlace: Int32Array.from(week, (period) => period % parts.periodsPerDay),
    kind: Int32Array.from(courses, (course) => kindNumbers.get(kindOf(course))!),
    kinds: kinds.length,
    deltas: deltas.items,
    deltaStarts: deltas.starts,
    allowed: allowed.items,
    allowedStarts: allowed.starts,
    barred,
    rivals: rivals.items,
    rivalStarts: rivals.starts,
    periodPrice: table(courses.length, periods, (course, period) => courses[course]!.periodPrice(period)),
    roomPrice,
    roomChangePrice: parts.roomChangePrice,
    closed: Int32Array.from(closed),
    minDays: Int32Array.from(courses, ({ minDays }) => minDays),
    missingDayPrice: parts.missingDayPrice,
    memberships: memberships.items,
    membershipStarts: memberships.starts,
    lineCourses: lineCourses.items,
    lineStarts: lineCourses.starts,
    dayPrice: joined(tables),
    dayTable: Int32Array.from(lines, ({ table }) => tableNumbers.get(table)! << parts.periodsPerDay),
    far: far.includes(1) ? far : new Uint8Array(),
    travelPrice: parts.travelPrice ?? 0,
  };

  function isOpen({ length, repeats }: CoursePart, period: number, room: number): boolean {
    for (let repeat = 0; repeat < repeats; repeat++) {
      const start = period + repeat * weekPeriods;
      for (let slot = start; slot < start + length; slot++) if (closed.has(slot * rooms + room)) return false;
    }
    return true;
  }
}

/** Whether a lecture that begins in a period ends on the same day, and its last repeat within the cycle. */
function fits({ weeks, days, periodsPerDay }: Parts, { length, repeats }: CoursePart, period: number): boolean {
  const inDay = (period % periodsPerDay) + length <= periodsPerDay;
  return inDay && Math.floor(period / (days * periodsPerDay)) + repeats <= weeks;
}

const kindOf = ({ length, repeats }: CoursePart) => `${length} ${repeats}`;

/**
 * The distances, from the beginning of a lecture of the first kind, at which one of the second may not begin. Distances
 * that only meet across the end of a day are among them; beginnings there are barred anyway.
 */
function overlaps(first: CoursePart, second: CoursePart, weekPeriods: number): number[] {
  const found = new Set<number>();
  for (let week = 1 - second.repeats; week < first.repeats; week++) {
    for (let place = 1 - second.length; place < first.length; place++) found.add(week * weekPeriods + place);
  }
  return [...found];
}

function table(rows: number, columns: number, at: (row: number, column: number) => number): Int32Array {
  const cells = new Int32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) cells[row * columns + column] = at(row, column);
  return cells;
}

function joined(tables: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(tables.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const table of tables) {
    all.set(table, at);
    at += table.length;
  }
  return all;
}

function flatten(lists: number[][]): { items: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, index) => {
    starts[index + 1] = starts[index]! + list.length;
  });
  return { items: Int32Array.from(lists.flat()), starts };
}
