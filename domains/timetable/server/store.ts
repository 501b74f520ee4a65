import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { pauseOf } from './bells.ts';
import { type Surroundings, semesterOf, surroundingsOf } from './inputs.ts';
import { demandsOfEntries, type Entry, lessonsOf, planFor, type Shape, teachersOf } from './plans.ts';
import { stateOfSearch } from './runs.ts';
import { timetableEntries, timetables } from './tables.ts';

export type Timetable = typeof timetables.$inferSelect;
export type EntryRow = typeof timetableEntries.$inferSelect;

/** Whether a search is queued or at work on a timetable. */
export const { running } = stateOfSearch(timetables);

/** The week of a timetable as the solver knows it. */
export const shapeOf = ({ days, bells }: Pick<Timetable, 'days' | 'bells'>): Shape => ({
  days,
  sessions: bells.length,
  pause: pauseOf(bells),
});

export async function timetableById(call: Call, id: number): Promise<Timetable> {
  const [row] = await call.db
    .select()
    .from(timetables)
    .where(and(eq(timetables.id, id), isNull(timetables.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** A draft that may be changed, locked until the end of the call: two who move lessons see each other's. */
export async function lockDraft(call: Call, id: number): Promise<Timetable> {
  const [row] = await call.db
    .select({ row: timetables, running })
    .from(timetables)
    .where(and(eq(timetables.id, id), isNull(timetables.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  if (row.row.state !== 'DRAFT') throw fail('TIMETABLE_CLOSED');
  if (row.running) throw fail('TIMETABLE_RUNNING');
  return row.row;
}

/** The published timetable of a semester, of the running one unless told. */
export async function publishedOf(call: Call, semester_id?: number): Promise<Timetable | undefined> {
  const semester = semester_id ?? (await semesterOf(call).catch(() => undefined))?.id;
  if (!semester) return undefined;
  const [row] = await call.db
    .select()
    .from(timetables)
    .where(and(eq(timetables.semester_id, semester), eq(timetables.state, 'PUBLISHED'), isNull(timetables.deleted_at)));
  return row;
}

export const entriesOf = (call: Call, timetable_id: number): Promise<EntryRow[]> =>
  call.db
    .select()
    .from(timetableEntries)
    .where(and(eq(timetableEntries.timetable_id, timetable_id), isNull(timetableEntries.deleted_at)))
    .orderBy(asc(timetableEntries.id));

/**
 * A stored timetable as the solver knows it. `lessons[i]` and `of[i]` are those of `entries[i]`. Lessons of `changed`
 * stand in for the stored ones with their ids, or beside them.
 */
export async function timetableForSolver(
  call: Call,
  timetable: Timetable,
  surroundings?: Surroundings,
  changed: readonly Entry[] = [],
) {
  const around = surroundings ?? (await surroundingsOf(call));
  const stored: Entry[] = await entriesOf(call, timetable.id);
  const ids = new Set(changed.map(({ id }) => id));
  const entries = [...stored.filter(({ id }) => !ids.has(id)), ...changed];
  const { demands, of } = demandsOfEntries(entries, around);
  const shape = shapeOf(timetable);
  const plan = planFor(around, shape, demands);
  return { entries, plan, of, lessons: lessonsOf(plan, entries, of), demands, around };
}
export type SolverTimetable = Awaited<ReturnType<typeof timetableForSolver>>;

/** Code, title and course of these course modules, by id. */
export async function modulesByIds(call: Call, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  const rows = await call.db
    .select({
      id: courseModules.id,
      code: modules.code,
      title: sql<string>`${localTitle(modules.title, call.locale)}`,
      course: courses.code,
    })
    .from(courseModules)
    .innerJoin(modules, eq(modules.id, courseModules.module_id))
    .innerJoin(courses, eq(courses.id, courseModules.course_id))
    .where(sql`${courseModules.id} = any(${sql.param(wanted)}::int[])`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

type Named = Pick<EntryRow, 'course_module_id' | 'staff_id' | 'co_staff_ids' | 'room_id' | 'group_ids'>;

/** What lessons refer to, by id; a query each for however many. */
export async function namesOf(call: Call, entries: readonly Named[]) {
  return {
    modules: await modulesByIds(
      call,
      entries.map((entry) => entry.course_module_id),
    ),
    staff: await titlesOf(
      call,
      staff,
      entries.flatMap(teachersOf),
      sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`,
    ),
    rooms: await titlesOf(
      call,
      educationPlaces,
      entries.map((entry) => entry.room_id),
    ),
    groups: await titlesOf(
      call,
      groups,
      entries.flatMap((entry) => entry.group_ids),
    ),
  };
}
export type Names = Awaited<ReturnType<typeof namesOf>>;

/** What a lesson refers to, as it is shown. */
export const presentNames = (names: Names, row: Named) => ({
  module: names.modules.get(row.course_module_id) ?? { code: '', title: '', course: '' },
  teacher: names.staff.get(row.staff_id ?? 0) ?? null,
  co_teachers: row.co_staff_ids.flatMap((id) => names.staff.get(id) ?? []),
  room: names.rooms.get(row.room_id ?? 0) ?? null,
  groups: row.group_ids.flatMap((id) => names.groups.get(id) ?? []),
});

/** `Mathematics (lecture), IQ-25-1, IQ-25-2` */
export function lessonTitle(call: Call, names: Names, entry: Named & { kind: string }): string {
  const module = names.modules.get(entry.course_module_id);
  const kind = message(call.locale, `timetable.kind.${entry.kind}`);
  const of = entry.group_ids.map((id) => names.groups.get(id)?.title ?? '').join(', ');
  return `${module?.title ?? ''} (${kind.toLowerCase()})${of && `, ${of}`}`;
}

/** `Monday, session 3, A-101` */
export function placeTitle(
  call: Call,
  names: Names,
  place: { day: number | null; session: number | null; room_id: number | null },
): string {
  if (place.day === null) return message(call.locale, 'timetable.nowhere');
  const day = message(call.locale, `timetable.day.${place.day}`);
  const room = names.rooms.get(place.room_id ?? 0)?.title;
  return `${message(call.locale, 'timetable.at', { day, session: place.session })}${room ? `, ${room}` : ''}`;
}
