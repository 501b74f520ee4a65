import type { ExamGround, Hall, Packed, Seat } from './exam-plan.ts';
import { Random } from './random.ts';

/** Who sits where, and who sees to it. */

/**
 * Seats the exams of a slot. The students of an exam are shuffled by the seed and by the exam alone, so that the same
 * exams are seated the same again; neighbours have different papers because a paper keeps to one colour of the chessboard.
 * @returns undefined where the rooms do not suffice
 */
export function seatSlot(
  ground: ExamGround,
  slot: number,
  exams: readonly number[],
  seed: number,
): Omit<Hall, 'invigilators'>[] | undefined {
  const rooms = ground.roomsFor(slot, exams);
  if (!rooms) return undefined;
  const apart = new Set(ground.plan.apart);
  const queues = (alone: boolean) =>
    new Map(
      exams.map((exam) => [
        exam,
        shuffled(
          ground.plan.exams[exam]!.students.filter((student) => apart.has(student) === alone),
          new Random(seed * 7919 + exam),
        ),
      ]),
    );
  const hallsOf = (packed: readonly Packed[], waiting: ReadonlyMap<number, number[]>) =>
    packed.map(({ room, sides }) => {
      const { columns } = ground.plan.rooms[room]!;
      const seats: Seat[] = [];
      for (const [colour, parts] of sides.entries()) {
        // The cells of a colour, row by row: in even rows those of its own parity, in odd ones the others.
        let cell = colour;
        for (const { exam, count } of parts) {
          for (const student of waiting.get(exam)!.splice(0, count)) {
            while ((Math.floor(cell / columns) + (cell % columns)) % 2 !== colour) cell++;
            seats.push({ exam, student, row: Math.floor(cell / columns), column: cell % columns });
            cell++;
          }
        }
      }
      seats.sort((a, b) => a.row - b.row || a.column - b.column);
      return { slot, room, seats };
    });
  return [...hallsOf(rooms.apart, queues(true)), ...hallsOf(rooms.together, queues(false))];
}

/**
 * Gives every hall the invigilators that it needs, all of them free, so that the duties are shared as evenly as they can
 * be: whoever has two more than somebody who could stand in hands one over, over others if need be, until nobody can.
 * @param before how many duties each has already, elsewhere
 */
export function invigilate(
  ground: ExamGround,
  halls: readonly Omit<Hall, 'invigilators'>[],
  before: readonly number[] = [],
): Hall[] {
  const bySlot = Map.groupBy(halls, ({ slot }) => slot);
  const load = ground.plan.invigilators.map((_, one) => before[one] ?? 0);
  const duties = [...bySlot].map(([slot, some]) => {
    const exams = [...new Set(some.flatMap(({ seats }) => seats.map(({ exam }) => exam)))];
    const free = ground.freeInvigilators(slot, exams);
    const need = some.reduce((sum, { seats }) => sum + ground.needed(seats.length), 0);
    return { slot, free, need, on: new Set<number>() };
  });
  // Slots with the least choice first.
  for (const duty of [...duties].sort((a, b) => a.free.length - a.need - (b.free.length - b.need) || a.slot - b.slot)) {
    const order = [...duty.free].sort((a, b) => load[a]! - load[b]! || a - b);
    for (const one of order.slice(0, duty.need)) {
      duty.on.add(one);
      load[one]!++;
    }
  }
  while (handOver(duties, load));
  return halls.map((hall) => {
    const duty = duties.find(({ slot }) => slot === hall.slot)!;
    const invigilators = [...duty.on].slice(0, ground.needed(hall.seats.length));
    for (const one of invigilators) duty.on.delete(one);
    return { ...hall, invigilators };
  });
}

interface Duty {
  free: number[];
  on: Set<number>;
}

/**
 * Looks for somebody who can pass a duty on, along a chain, to one who has at least two fewer, and passes it on. Where
 * there is no such chain the sharing is the best there is (Harvey, Ladner, Lovász and Tamir, “Semi-matchings”).
 */
function handOver(duties: readonly Duty[], load: number[]): boolean {
  const order = load.map((_, one) => one).sort((a, b) => load[b]! - load[a]! || a - b);
  for (const first of order) {
    const from = new Map<number, { who: number; duty: Duty }>();
    const seen = new Set([first]);
    const queue = [first];
    for (let at = 0; at < queue.length; at++) {
      const who = queue[at]!;
      for (const duty of duties) {
        if (!duty.on.has(who)) continue;
        for (const other of duty.free) {
          if (seen.has(other) || duty.on.has(other)) continue;
          seen.add(other);
          from.set(other, { who, duty });
          if (load[other]! <= load[first]! - 2) {
            let last = other;
            for (let step = from.get(last); step; step = from.get(last)) {
              step.duty.on.delete(step.who);
              step.duty.on.add(last);
              last = step.who;
            }
            load[first]!--;
            load[other]!++;
            return true;
          }
          queue.push(other);
        }
      }
    }
  }
  return false;
}

function shuffled(list: number[], random: Random): number[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return list;
}
