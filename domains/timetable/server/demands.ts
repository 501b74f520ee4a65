import type { LessonKind, LessonWeek } from '../shapes.ts';
import { lessonKinds } from '../shapes.ts';
import type { InputGroup, InputModule, InputRoom } from './inputs.ts';

/** Lessons that the same people have in the same way, as a plan of studies asks for them. */
export interface Demand {
  course_module_id: number;
  kind: LessonKind;
  group_ids: number[];
  staff_id: number | null;
  week: LessonWeek;
  length: number;
  /** How many a week. */
  lessons: number;
  students: number;
}

/** Who gives which kind, the fittest first; several in one line are equals. */
const givers: Record<LessonKind, string[][]> = {
  LECTURE: [
    ['LEADER', 'LECTURER'],
    ['SEMINAR', 'PRACTICAL', 'LABORATORY', 'ASSISTANT'],
  ],
  SEMINAR: [['SEMINAR'], ['ASSISTANT', 'PRACTICAL'], ['LEADER', 'LECTURER', 'LABORATORY']],
  PRACTICAL: [['PRACTICAL'], ['SEMINAR', 'ASSISTANT', 'LABORATORY'], ['LEADER', 'LECTURER']],
  LABORATORY: [['LABORATORY'], ['ASSISTANT', 'PRACTICAL'], ['SEMINAR', 'LEADER', 'LECTURER']],
};

/** What kind of room a kind of lesson needs, as plans call it. */
export const roomKindOf = (kind: LessonKind): string => (kind === 'LABORATORY' ? 'laboratory' : 'class');
export const kindOfRoom = (kind: string): string =>
  kind === 'LABORATORY' || kind === 'COMPUTER_ROOM' ? 'laboratory' : 'class';

/**
 * The lessons of a week from the hours of the modules (academic hours a semester, two to a session): lectures for as
 * many groups of one language and form of study as the largest room seats, laboratories for subgroups where a group has them, everything
 * else for each group. Teachers of a module share its groups so that all have about the same to do.
 * @param weeks of lessons in the semester, more than 0
 */
export function demandsOf(
  modules: readonly InputModule[],
  rooms: readonly InputRoom[],
  groups: readonly InputGroup[],
  weeks: number,
): Demand[] {
  const seats = Math.max(0, ...rooms.filter(({ kind }) => kindOfRoom(kind) === 'class').map((room) => room.seats));
  const parts = Map.groupBy(
    groups.filter(({ parent_id }) => parent_id !== null),
    ({ parent_id }) => parent_id!,
  );
  const wanted = modules.flatMap((module) =>
    lessonKinds.flatMap((kind) =>
      module.hours[kind] > 0
        ? audiences(module, kind, seats, parts).map((audience) => ({
            module,
            kind,
            ...audience,
            pool: poolOf(module, kind),
          }))
        : [],
    ),
  );
  // Who has no choice chooses first.
  wanted.sort((a, b) => a.pool.length - b.pool.length || a.module.id - b.module.id);
  const load = new Map<number, number>();
  let turn = 0;
  const demands = wanted.flatMap(({ module, kind, group_ids, students, pool }): Demand[] => {
    const half = Math.max(1, Math.round(module.hours[kind] / weeks));
    const staff_id = [...pool].sort((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0) || a - b)[0] ?? null;
    if (staff_id !== null) load.set(staff_id, (load.get(staff_id) ?? 0) + half);
    const common = { course_module_id: module.id, kind, group_ids, staff_id, length: 1, students };
    const every = Math.floor(half / 2);
    return [
      ...(every > 0 ? [{ ...common, week: 'EVERY' as const, lessons: every }] : []),
      ...(half % 2 > 0 ? [{ ...common, week: turn++ % 2 ? ('EVEN' as const) : ('ODD' as const), lessons: 1 }] : []),
    ];
  });
  return demands.sort((a, b) => a.course_module_id - b.course_module_id);
}

interface Audience {
  group_ids: number[];
  students: number;
}

function audiences(
  { groups }: InputModule,
  kind: LessonKind,
  seats: number,
  parts: ReadonlyMap<number, InputGroup[]>,
): Audience[] {
  if (kind === 'LECTURE') {
    const streams: (Audience & { form: string })[] = [];
    for (const { id, form, students } of groups) {
      const stream = streams.find((one) => one.form === form && one.students + students <= seats);
      if (!stream) streams.push({ form, group_ids: [id], students });
      else {
        stream.group_ids.push(id);
        stream.students += students;
      }
    }
    return streams;
  }
  return groups.flatMap(({ id, students }): Audience[] => {
    const halves = kind === 'LABORATORY' ? (parts.get(id) ?? []) : [];
    return halves.length > 0
      ? halves.map((half) => ({ group_ids: [half.id], students: half.students }))
      : [{ group_ids: [id], students }];
  });
}

function poolOf({ teachers }: InputModule, kind: LessonKind): number[] {
  for (const roles of givers[kind]) {
    const found = teachers.filter(({ role }) => roles.includes(role)).map(({ staff_id }) => staff_id);
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}
