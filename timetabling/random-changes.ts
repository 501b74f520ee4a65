import type { Moves } from './moves.ts';
import type { Random } from './random.ts';
import type { Timetable } from './timetable.ts';

/** Proposes a change of any kind; gives its price. */
export function proposeAny(moves: Moves, table: Timetable, random: Random, limit: number): number {
  const { core } = table;
  const lecture = random.below(core.lectures);
  const partner = random.below(core.lectures);
  const room = random.below(core.rooms);
  const lineOf = () => {
    const { lectureCourse, memberships, membershipStarts } = core;
    const first = membershipStarts[lectureCourse[lecture]!]!;
    const lines = membershipStarts[lectureCourse[lecture]! + 1]! - first;
    return lines === 0 ? -1 : memberships[first + random.below(lines)]!;
  };
  const proposals = [
    () => moves.proposeExchange(lecture, random.below(core.periods), -1, room, limit),
    () => moves.proposeExchange(lecture, random.below(core.periods), -1, -1, limit),
    () => moves.proposeExchange(lecture, table.period[partner]!, partner, -1, limit),
    () => moves.proposeExchange(lecture, table.period[partner]!, partner, room, limit),
    () => moves.proposeBlock(lecture, random.below(core.periods), -1, limit),
    () => moves.proposeBlock(lecture, random.below(core.periods), lineOf(), limit),
    () => moves.proposeRoom(lecture, room),
    () => moves.proposeHome(core.lectureCourse[lecture]!, room),
  ];
  return proposals[random.below(proposals.length)]!();
}
