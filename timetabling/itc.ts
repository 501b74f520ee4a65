import type { Course, Curriculum, Problem, Room, Solution } from './problem.ts';

/** A file that cannot be read: what is wrong, on which line, and what to do about it. */
export class FileError extends Error {
  override name = 'FileError';
  readonly line: number;

  constructor(line: number, problem: string, remedy: string) {
    // A file of another kind has words of any length, and signs that no terminal should get.
    const told = problem.replace(/\p{C}+/gu, '·');
    super(`line ${line}: ${told.length > longest_fault ? `${told.slice(0, longest_fault)}…` : told}. ${remedy}.`);
    this.line = line;
  }
}

/** The longest day that the search can hold: a table over all sets of periods of a day must stay small. */
const longest_day = 20;
/** A year; more is a slip of the pen, for which no memory should be asked. */
const most_days = 366;
const longest_fault = 120;

/**
 * Reads an instance of ITC-2007 track 3 (`.ctt`) or of its extended form (`.ectt`, whose further demands – buildings,
 * room constraints, double lectures, lectures per day – belong to other formulations than UD2 and are passed over).
 * @throws FileError
 */
export function readProblem(text: string): Problem {
  const file = new Words(text);
  file.keyword('Name:');
  const name = file.word('the name of the instance');
  const count = (keyword: string, least: number) => {
    file.keyword(keyword);
    return file.number(keyword.slice(0, -1), least);
  };
  const sizes = { courses: count('Courses:', 1), rooms: count('Rooms:', 1) };
  const days = count('Days:', 1);
  if (days > most_days) file.fail(`${days} days`, `A timetable may have up to ${most_days} days`);
  const periods_per_day = count('Periods_per_day:', 1);
  if (periods_per_day > longest_day) {
    file.fail(`a day of ${periods_per_day} periods`, `Days may have up to ${longest_day} periods`);
  }
  const curriculumCount = count('Curricula:', 0);
  const extended = file.peek() === 'Min_Max_Daily_Lectures:';
  if (extended) {
    file.keyword('Min_Max_Daily_Lectures:');
    file.number('the least lectures a day');
    file.number('the most lectures a day');
  }
  const unavailableCount = count(extended ? 'UnavailabilityConstraints:' : 'Constraints:', 0);
  const roomConstraintCount = extended ? count('RoomConstraints:', 0) : 0;

  file.keyword('COURSES:');
  const courseIds = new Names('course', file);
  const courses = times(sizes.courses, (): Course => {
    const id = courseIds.add();
    const course = {
      id,
      teacher: file.word(`the teacher of ${id}`),
      lectures: file.number(`the lectures of ${id}`),
      min_days: file.number(`the least days of ${id}`),
      students: file.number(`the students of ${id}`),
    };
    if (extended) file.number(`the double lectures of ${id}`);
    if (course.lectures > days * periods_per_day)
      file.fail(
        `${id} has ${course.lectures} lectures in ${days * periods_per_day} periods`,
        'Each needs a period of its own',
      );
    return course;
  });

  file.keyword('ROOMS:');
  const roomIds = new Names('room', file);
  const rooms = times(sizes.rooms, (): Room => {
    const id = roomIds.add();
    const room = { id, capacity: file.number(`the seats of ${id}`) };
    if (extended) file.number(`the building of ${id}`);
    return room;
  });

  file.keyword('CURRICULA:');
  const curriculumIds = new Names('curriculum', file);
  const curricula = times(curriculumCount, (): Curriculum => {
    const id = curriculumIds.add();
    const members = new Set<number>();
    for (let left = file.number(`the number of courses of ${id}`); left > 0; left--) {
      const course = courseIds.find(`a course of curriculum ${id}`);
      if (members.has(course)) file.fail(`curriculum ${id} names ${courses[course]!.id} twice`, 'Name it once');
      members.add(course);
    }
    return { id, courses: [...members] };
  });

  file.keyword('UNAVAILABILITY_CONSTRAINTS:');
  const unavailable = times(unavailableCount, () => {
    const course = courseIds.find('the course of an unavailability');
    const day = file.below(days, 'day');
    return { course, period: day * periods_per_day + file.below(periods_per_day, 'period') };
  });

  if (extended) {
    file.keyword('ROOM_CONSTRAINTS:');
    times(roomConstraintCount, () => {
      courseIds.find('the course of a room constraint');
      roomIds.find('the room of a room constraint');
    });
  }
  file.keyword('END.');
  file.end();
  return { name, days, periods_per_day, courses, rooms, curricula, unavailable };
}

/**
 * Reads a solution: a line `course room day period` for each lecture, days and periods from 0. Only the writing is
 * checked here; whether the timetable is any good is `evaluate`'s to say.
 * @throws FileError
 */
export function readSolution(problem: Problem, text: string): Solution {
  const courses = new Map(problem.courses.map(({ id }, index) => [id, index]));
  const rooms = new Map(problem.rooms.map(({ id }, index) => [id, index]));
  const solution: Solution = [];
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .forEach((content, index) => {
      const words = content.split(/\s+/).filter(Boolean);
      if (words.length === 0) return;
      const fail = (what: string, remedy: string): never => {
        throw new FileError(index + 1, what, remedy);
      };
      if (words.length !== 4) fail(`${words.length} words`, 'A lecture is written as: course room day period');
      const [courseId = '', roomId = '', ...when] = words;
      const course = courses.get(courseId) ?? fail(`no course ${courseId}`, `The instance ${problem.name} has none`);
      const room = rooms.get(roomId) ?? fail(`no room ${roomId}`, `The instance ${problem.name} has none`);
      const [day = 0, period = 0] = [problem.days, problem.periods_per_day].map((limit, place) => {
        const word = when[place]!;
        if (/^\d+$/.test(word) && Number(word) < limit) return Number(word);
        return fail(`${place ? 'period' : 'day'} ${word}`, `Whole numbers from 0 to ${limit - 1} are expected`);
      });
      solution.push({ course, room, period: day * problem.periods_per_day + period });
    });
  return solution;
}

/** Writes a solution, sorted by course and time so that two of them can be compared line by line. */
export function writeSolution(problem: Problem, solution: Solution): string {
  const { courses, rooms, periods_per_day } = problem;
  const sorted = [...solution].sort((a, b) => a.course - b.course || a.period - b.period || a.room - b.room);
  return sorted
    .map(({ course, room, period }) => {
      const day = Math.floor(period / periods_per_day);
      return `${courses[course]!.id} ${rooms[room]!.id} ${day} ${period % periods_per_day}\n`;
    })
    .join('');
}

/** The words of a file one after the other; every complaint knows its line. */
class Words {
  private readonly words: { word: string; line: number }[] = [];
  private next = 0;
  private readonly lines: number;

  constructor(text: string) {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    this.lines = lines.length;
    lines.forEach((content, index) => {
      for (const word of content.split(/\s+/)) if (word) this.words.push({ word, line: index + 1 });
    });
  }

  peek(): string | undefined {
    return this.words[this.next]?.word;
  }

  word(what: string): string {
    const found = this.words[this.next];
    if (!found) {
      throw new FileError(this.lines, `the file ends where ${what} was expected`, 'Check that it is complete');
    }
    this.next++;
    return found.word;
  }

  keyword(expected: string): void {
    const found = this.word(expected);
    if (found === expected) return;
    this.fail(
      `${expected} expected, ${found} found`,
      'Check that the counts at the head of the file are those of its sections',
    );
  }

  /** A whole number not under `least`. */
  number(what: string, least = 0): number {
    const found = this.word(what);
    if (/^\d{1,9}$/.test(found) && Number(found) >= least) return Number(found);
    return this.fail(`${what}: ${found}`, `A whole number not under ${least} is expected`);
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number, what: string): number {
    const found = this.number(what);
    return found < limit ? found : this.fail(`${what} ${found}`, `The instance has ${limit}, counted from 0`);
  }

  end(): void {
    const found = this.peek();
    if (found === undefined) return;
    this.next++;
    this.fail(`${found} after END.`, 'Nothing may follow there');
  }

  /** Complains about the word read last. */
  fail(problem: string, remedy: string): never {
    throw new FileError(this.words[this.next - 1]?.line ?? 1, problem, remedy);
  }
}

/** The names given in one section, each only once. */
class Names {
  private readonly places = new Map<string, number>();
  private readonly what: string;
  private readonly file: Words;

  constructor(what: string, file: Words) {
    this.what = what;
    this.file = file;
  }

  add(): string {
    const id = this.file.word(`a ${this.what}`);
    if (this.places.has(id)) this.file.fail(`${this.what} ${id} stands twice`, 'Every name may be given once');
    this.places.set(id, this.places.size);
    return id;
  }

  find(where: string): number {
    const id = this.file.word(where);
    const remedy = `Give it in its section or correct the name`;
    return this.places.get(id) ?? this.file.fail(`${where}: there is no ${this.what} ${id}`, remedy);
  }
}

function times<T>(count: number, make: () => T): T[] {
  const made: T[] = [];
  while (made.length < count) made.push(make());
  return made;
}
