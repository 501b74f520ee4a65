import type { LessonKind, LessonWeek } from '../shapes.ts';
import { lessonKinds } from '../shapes.ts';
import {
  type InputGroup,
  type InputModule,
  type InputRoom,
  type Requirement,
  requirementKey,
  type Surroundings,
} from './inputs.ts';

/** Lessons that the same people have in the same way, as a plan of studies asks for them. */
export interface Demand {
  course_module_id: number;
  kind: LessonKind;
  group_ids: number[];
  staff_id: number | null;
  /** Who gives it together with that teacher. */
  co_staff_ids: number[];
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
 * many groups of one language and form of study as the largest room seats, laboratories for subgroups where a group has them,
 * everything else for each group; requirements say where it is otherwise. Teachers of a module share its groups so that all
 * have about the same to do; what the fittest have no time for, the others of the module do.
 * @param weeks of lessons in the semester, more than 0
 * @param timeOf how many sessions a teacher can give in two weeks
 * @param chosen how many of a group, or of a part of one, chose a module that not all of it take
 */
export function demandsOf(
  modules: readonly InputModule[],
  rooms: readonly InputRoom[],
  groups: readonly InputGroup[],
  weeks: number,
  requirements: ReadonlyMap<string, Requirement>,
  timeOf: (staff_id: number) => number,
  chosen: Surroundings['chosen'] = new Map(),
): Demand[] {
  const seats = Math.max(0, ...rooms.filter(({ kind }) => kindOfRoom(kind) === 'class').map((room) => room.seats));
  const parts = Map.groupBy(
    groups.filter(({ parent_id }) => parent_id !== null),
    ({ parent_id }) => parent_id!,
  );
  const wanted = modules.flatMap((module) =>
    lessonKinds.flatMap((kind) =>
      module.hours[kind] > 0 ? wantedOf(module, kind, requirements.get(requirementKey(module.id, kind))) : [],
    ),
  );
  // Who has no choice chooses first.
  const choices = ({ needs, pools: [fittest = []] }: (typeof wanted)[number]) =>
    needs?.staff_ids.length ? 0 : fittest.length;
  wanted.sort((a, b) => choices(a) - choices(b) || a.module.id - b.module.id);
  const load = new Map<number, number>();
  let turn = 0;
  const demands = wanted.flatMap(({ module, kind, group_ids, students, pools, needs }): Demand[] => {
    const { length = 1, week = null, staff_ids = [] } = needs ?? {};
    // Lessons in two weeks.
    const half = Math.max(1, Math.round(module.hours[kind] / weeks / length));
    const loadOf = (id: number) => load.get(id) ?? 0;
    const freest = pools.map((pool) => [...pool].sort((a, b) => loadOf(a) - loadOf(b) || a - b)[0]!);
    const chosen = freest.find((id) => loadOf(id) + half * length <= timeOf(id)) ?? freest[0] ?? null;
    const [staff_id = null, ...co_staff_ids] = staff_ids.length > 0 ? staff_ids : [chosen];
    for (const id of [staff_id, ...co_staff_ids]) if (id !== null) load.set(id, (load.get(id) ?? 0) + half * length);
    const common = {
      course_module_id: module.id,
      kind,
      group_ids,
      staff_id,
      co_staff_ids: co_staff_ids.flatMap((id) => id ?? []),
      length,
      students,
    };
    if (week) return [{ ...common, week, lessons: week === 'EVERY' ? Math.max(1, Math.round(half / 2)) : half }];
    const every = Math.floor(half / 2);
    return [
      ...(every > 0 ? [{ ...common, week: 'EVERY' as const, lessons: every }] : []),
      ...(half % 2 > 0 ? [{ ...common, week: turn++ % 2 ? ('EVEN' as const) : ('ODD' as const), lessons: 1 }] : []),
    ];
  });
  return demands.sort((a, b) => a.course_module_id - b.course_module_id);

  function wantedOf(module: InputModule, kind: LessonKind, needs: Requirement | undefined) {
    const pools = poolsOf(module, kind);
    const split = needs?.split ?? kind === 'LABORATORY';
    return audiences(module, kind, seats, parts, split, chosen).map((audience) => ({
      module,
      kind,
      ...audience,
      pools,
      needs,
    }));
  }
}

interface Audience {
  group_ids: number[];
  students: number;
}

function audiences(
  { id: module, groups }: InputModule,
  kind: LessonKind,
  seats: number,
  parts: ReadonlyMap<number, InputGroup[]>,
  split: boolean,
  chosen: Surroundings['chosen'],
): Audience[] {
  if (kind === 'LECTURE' && !split) {
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
    const halves = split ? (parts.get(id) ?? []) : [];
    // Of a module that they choose, those of each part who did.
    const took = chosen.has(`${module} ${id}`);
    const taking = halves
      .map((half) => ({
        group_ids: [half.id],
        students: took ? (chosen.get(`${module} ${half.id}`) ?? 0) : half.students,
      }))
      .filter(({ students }) => !took || students > 0);
    return taking.length > 0 ? taking : [{ group_ids: [id], students }];
  });
}

/** Teachers of the module, the fittest first; none of them empty. */
const poolsOf = ({ teachers }: InputModule, kind: LessonKind): number[][] =>
  givers[kind]
    .map((roles) => [...new Set(teachers.flatMap(({ role, staff_id }) => (roles.includes(role) ? staff_id : [])))])
    .filter((pool) => pool.length > 0);
