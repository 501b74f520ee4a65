import { and, eq, isNull, sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { groups, ownGroups } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { Board } from '../../../timetabling/board.ts';
import { contract } from '../contract.ts';
import { semesterOf } from './inputs.ts';
import type { Entry } from './plans.ts';
import { reasonsOf } from './reasons.ts';
import {
  type EntryRow,
  lockDraft,
  namesOf,
  presentNames,
  publishedOf,
  timetableById,
  timetableForSolver,
} from './store.ts';
import { timetableEntries, timetables } from './tables.ts';

/** Lessons of the week as people keep them: no lesson of a draft is ever put where a hard rule forbids it. */

const module = sql`(select m.code || ' ' || m.title::text from ${courseModules} c join ${modules} m on m.id = c.module_id where c.id = ${timetableEntries.course_module_id})`;
const groupNames = sql`(select string_agg(g.name, ', ' order by g.name) from ${groups} g where g.id = any(${timetableEntries.group_ids}))`;
const state = sql`(select t.state from ${timetables} t where t.id = ${timetableEntries.timetable_id})`;

/** What the table puts where nothing is given. */
const newEntry = {
  version: 1,
  length: 1,
  week: 'EVERY',
  group_ids: [],
  staff_id: null,
  co_staff_ids: [],
  day: null,
  session: null,
  room_id: null,
  fixed: false,
} satisfies Partial<EntryRow>;

export const entries = resource(contract.entry, {
  table: timetableEntries,
  search: [module, groupNames],
  sorts: {
    day: sql`${timetableEntries.day}`,
    id: sql`${timetableEntries.id}`,
  },
  defaultSort: 'day',
  optionTitle: () => sql`concat_ws(' ', ${module}, ${groupNames})`,
  // Drafts are for those who make them; students see the lessons of their groups.
  visible: (call) =>
    and(
      may(call, 'timetable.manage') ? undefined : sql`${state} = 'PUBLISHED'`,
      scopeOf(call, 'timetable.read') === 'own'
        ? sql`${timetableEntries.group_ids} && array(${ownGroups(call)})`
        : undefined,
    ),
  filters: (input) => [
    input.timetable_id
      ? eq(timetableEntries.timetable_id, input.timetable_id)
      : input.deleted
        ? undefined
        : sql`${timetableEntries.timetable_id} = (select t.id from ${timetables} t where t.state = 'PUBLISHED' and t.deleted_at is null order by t.published_at desc limit 1)`,
    input.group_id ? sql`${input.group_id}::int = any(${timetableEntries.group_ids})` : undefined,
    input.staff_id
      ? sql`(${timetableEntries.staff_id} = ${input.staff_id} or ${input.staff_id}::int = any(${timetableEntries.co_staff_ids}))`
      : undefined,
    input.room_id ? eq(timetableEntries.room_id, input.room_id) : undefined,
    input.course_module_id ? eq(timetableEntries.course_module_id, input.course_module_id) : undefined,
    input.placed === undefined ? undefined : sql`(${timetableEntries.day} is not null) = ${input.placed}`,
  ],
  present: presentEntries,
  prepare: async (call, input, current, next) => {
    const timetable_id = current?.timetable_id ?? input.timetable_id ?? (await newestDraft(call));
    const timetable = await lockDraft(call, timetable_id);
    await demandReferences(call, {
      course_module_id: [courseModules, input.course_module_id],
      staff_id: [staff, input.staff_id],
      co_staff_ids: [staff, input.co_staff_ids ?? []],
      room_id: [educationPlaces, input.room_id],
      group_ids: [groups, input.group_ids ?? []],
    });
    const place = [next.day, next.session, next.room_id].map((value) => value ?? null);
    if (place.every((value) => value === null)) return { ...input, timetable_id };
    if (place.includes(null)) throw fail('PLACE_INCOMPLETE');
    const changed = { ...newEntry, ...next, timetable_id, id: current?.id ?? 0 };
    await demandPlaces(call, timetable, [changed]);
    return { ...input, timetable_id };
  },
  beforeDelete: async (call, row) => void (await lockDraft(call, row.timetable_id)),
  // What was in its place meanwhile stays there.
  beforeRestore: async (call, row) => {
    await lockDraft(call, row.timetable_id);
    return { day: null, session: null, room_id: null };
  },
});

/** Refuses where one of these lessons, all of them in their new places, breaks a hard rule. */
export async function demandPlaces(
  call: Call,
  timetable: Awaited<ReturnType<typeof lockDraft>>,
  changed: readonly Entry[],
): Promise<void> {
  const ids = new Set(changed.map(({ id }) => id));
  const others = await timetableForSolver(call, timetable, undefined, changed);
  const at = others.entries.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
  const board = new Board(
    others.plan,
    others.lessons.map((lesson, index) => (at.includes(index) ? undefined : lesson)),
  );
  for (const index of at) {
    const lesson = others.lessons[index];
    const entry = others.entries[index]!;
    // Beyond the days and sessions that the timetable has, or in a place where nobody teaches.
    if (!lesson) {
      const why = message(call.locale, 'timetable.why.outside', {
        days: timetable.days,
        sessions: timetable.bells.length,
      });
      throw fail('TIMETABLE_CLASH', { reasons: [], why });
    }
    const reasons = await reasonsOf(call, others, board.obstacles(lesson.activity, lesson), entry);
    if (reasons.length > 0) {
      throw fail('TIMETABLE_CLASH', { reasons, why: reasons.map(({ text }) => text).join('; ') });
    }
    board.put(index, lesson);
  }
}

async function newestDraft(call: Call): Promise<number> {
  const semester = await semesterOf(call);
  const [row] = await call.db
    .select({ id: timetables.id })
    .from(timetables)
    .where(and(eq(timetables.semester_id, semester.id), eq(timetables.state, 'DRAFT'), isNull(timetables.deleted_at)))
    .orderBy(sql`${timetables.id} desc`)
    .limit(1);
  if (!row) throw fail('NO_DRAFT');
  return row.id;
}

/** Lessons with what they refer to and when they are; `timetable` where all are of one that is known. */
export async function presentEntries(call: Call, rows: readonly EntryRow[]) {
  const names = await namesOf(call, rows);
  const of = new Map<number, Awaited<ReturnType<typeof timetableById>>>();
  for (const id of new Set(rows.map((row) => row.timetable_id))) {
    const [timetable] = await call.db.select().from(timetables).where(eq(timetables.id, id));
    if (timetable) of.set(id, timetable);
  }
  return rows.map((row) => {
    const timetable = of.get(row.timetable_id);
    const first = row.session === null ? undefined : timetable?.bells[row.session - 1];
    const last = row.session === null ? undefined : timetable?.bells[row.session + row.length - 2];
    const mine = may(call, 'timetable.manage') && timetable?.state === 'DRAFT';
    return {
      ...plain(row),
      group_ids: undefined,
      co_staff_ids: undefined,
      ...presentNames(names, row),
      starts_at: first?.starts_at ?? null,
      ends_at: last?.ends_at ?? null,
      can: { edit: mine, delete: mine },
    };
  });
}

/** The timetable that a question is about: the one that is named, else what is published. */
export async function timetableFor(call: Call, id: number | undefined) {
  if (!id) return publishedOf(call);
  const timetable = await timetableById(call, id);
  if (timetable.state !== 'PUBLISHED' && !may(call, 'timetable.manage')) throw fail('NOT_FOUND');
  return timetable;
}
