import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { Board } from '../../../timetabling/board.ts';
import { overfull } from '../../../timetabling/faults.ts';
import type { Plan, PlanLesson } from '../../../timetabling/plan.ts';
import type { About } from '../../../timetabling/plan-judge.ts';
import { freeTeachers } from '../../../timetabling/repair.ts';
import { contract } from '../contract.ts';
import type { judgement } from '../shapes.ts';
import { bells } from './bells.ts';
import { costsOf, judge } from './costs.ts';
import { demandPlaces } from './entries.ts';
import { semesterOf, surroundingsOf } from './inputs.ts';
import { type Entry, teachersOf } from './plans.ts';
import { reasonsOf } from './reasons.ts';
import { stateOfSearch, titlesOfSemesters } from './runs.ts';
import {
  entriesOf,
  lessonTitle,
  lockDraft,
  type Names,
  namesOf,
  placeTitle,
  type SolverTimetable,
  type Timetable,
  timetableById,
  timetableForSolver,
} from './store.ts';
import { timetableEntries, timetablePublications, timetables } from './tables.ts';
import { inThread } from './thread.ts';

/** Timetables as such: kept side by side, judged, compared, mended. */

export const drafts = resource(contract.draft, {
  table: timetables,
  search: [sql`${timetables.title}`],
  sorts: {
    created_at: sql`${timetables.created_at}`,
    title: sql`${timetables.title}`,
    id: sql`${timetables.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${timetables.title}`,
  filters: (input) => [
    input.semester_id ? eq(timetables.semester_id, input.semester_id) : undefined,
    input.state ? eq(timetables.state, input.state) : undefined,
  ],
  present: presentDrafts,
  prepare: async (call, input, current) => {
    if (current) return input;
    // An empty one, to be filled by hand.
    const semester = await semesterOf(call);
    return { ...input, semester_id: semester.id, bells: bells(6) };
  },
  beforeDelete: async (call, row) => {
    if (row.state === 'PUBLISHED') throw fail('TIMETABLE_CLOSED');
    if (row.state === 'DRAFT') await lockDraft(call, row.id);
  },
  beforeRestore: async () => undefined,
});

export async function presentDrafts(call: Call, rows: readonly Timetable[]) {
  const ids = rows.map(({ id }) => id);
  const counts = new Map(
    (
      await call.db
        .select({
          id: timetables.id,
          lessons: sql<number>`(select count(*)::int from ${timetableEntries} e where e.timetable_id = timetables.id and e.deleted_at is null)`,
          unplaced: sql<number>`(select count(*)::int from ${timetableEntries} e where e.timetable_id = timetables.id and e.deleted_at is null and e.day is null)`,
          published: sql<boolean>`exists (select 1 from ${timetablePublications} p where p.timetable_id = timetables.id and not p.undone)`,
          ...stateOfSearch(timetables),
        })
        .from(timetables)
        .where(inArray(timetables.id, ids))
    ).map((row) => [row.id, row]),
  );
  const terms = await titlesOfSemesters(call, rows);
  // Nobody asks for the cost of what is being searched for.
  const costs = await costsOf(
    call,
    rows.filter(({ id }) => !counts.get(id)?.running && counts.get(id)?.lessons),
  );
  return rows.map((row) => {
    const { published_by, ...shown } = plain(row);
    const count = counts.get(row.id);
    return {
      ...shown,
      cost: costs.get(row.id) ?? null,
      semester: terms.get(row.semester_id) ?? { id: row.semester_id, title: '' },
      lessons: count?.lessons ?? 0,
      unplaced: count?.unplaced ?? 0,
      running: count?.running ?? false,
      error: count?.error ?? null,
      can: {
        edit: may(call, 'timetable.manage') && row.state === 'DRAFT' && !count?.running,
        delete: may(call, 'timetable.manage') && row.state !== 'PUBLISHED' && !count?.running,
        publish: may(call, 'timetable.publish') && row.state === 'DRAFT' && !count?.running,
        unpublish: may(call, 'timetable.publish') && row.state === 'PUBLISHED' && count?.published === true,
      },
    };
  });
}

export const draftById = async (call: Call, id: number) =>
  (await presentDrafts(call, [await timetableById(call, id)]))[0]!;

/** A draft with the same lessons in the same places; the way to change what is published. */
export async function copyTimetable(call: Call, id: number) {
  const { semester_id, title, days, bells: of, cost } = await timetableById(call, id);
  const [copy] = await call.db
    .insert(timetables)
    .values({
      semester_id,
      title: message(call.locale, 'timetable.copy', { title }).slice(0, 200),
      days,
      bells: of,
      cost,
    })
    .returning();
  await call.db.execute(sql`
    insert into ${timetableEntries} (timetable_id, course_module_id, kind, staff_id, co_staff_ids, room_id, group_ids, day, session, length, week, fixed)
    select ${copy!.id}, course_module_id, kind, staff_id, co_staff_ids, room_id, group_ids, day, session, length, week, fixed
      from ${timetableEntries} where timetable_id = ${id} and deleted_at is null order by id`);
  return (await presentDrafts(call, [copy!]))[0]!;
}

type Judgement = z.infer<typeof judgement>;

export async function judgeTimetable(call: Call, id: number): Promise<Judgement> {
  return judged(call, await timetableForSolver(call, await timetableById(call, id)));
}

async function judged(call: Call, of: SolverTimetable): Promise<Judgement> {
  const { plan, entries, lessons } = of;
  const { cost, hard, rules, worst } = await judge(of);
  const names = await namesOf(call, entries);
  const first = new Map(of.of.map((activity, index) => [activity, entries[index]!]));
  const about = ({ who, id }: About): Judgement['worst'][number]['about'] => {
    const entry = who === 'activity' ? first.get(Number(id)) : undefined;
    if (who === 'activity')
      return { who: 'lesson', id: entry?.id ?? 0, title: entry ? lessonTitle(call, names, entry) : '' };
    return {
      who,
      id: Number(id),
      title:
        (who === 'teacher' ? names.staff : names.groups).get(Number(id))?.title ??
        of.around.groups.find((group) => who === 'group' && group.id === Number(id))?.name ??
        '',
    };
  };
  const board = new Board(plan, lessons);
  const unplaced = entries.flatMap((entry, index) => (lessons[index] ? [] : [{ entry, index }]));
  const unplaced_lessons = [];
  for (const { entry, index } of unplaced.slice(0, 30)) {
    const activity = of.of[index]!;
    // The time at which the fewest are in the way, and who they are.
    const tried = board
      .beginnings(activity)
      .map((begin) => ({ begin, blockers: board.blockers(activity, begin) }))
      .sort((a, b) => (a.blockers?.size ?? 99) - (b.blockers?.size ?? 99))[0];
    const obstacles = tried ? board.obstacles(activity, { ...tried.begin, room: 0 }) : [];
    const reasons = await reasonsOf(
      call,
      of,
      obstacles.filter(({ rule }) => !rule.startsWith('room')),
      entry,
      names,
    );
    const text =
      reasons.length > 0 ? reasons.map((one) => one.text).join('; ') : message(call.locale, 'timetable.why.no_room');
    unplaced_lessons.push({ entry_id: entry.id, title: lessonTitle(call, names, entry), text });
  }
  return {
    cost,
    hard,
    unplaced: unplaced.length,
    rules: Object.entries(rules).map(([rule, { count, price }]) => ({ rule: rule as 'gaps', count, price })),
    worst: worst.map((one) => ({ rule: one.rule, price: one.price, about: about(one.about) })),
    unplaced_lessons,
    overfull: overfull(plan).map(({ who, id, need, most }) => ({ ...about({ who, id }), need, most })),
  };
}

/** Differences that are told one by one. */
const told = 200;

/** What each costs, and which lessons are elsewhere: those of one module, kind and groups are matched in their order. */
export async function compareTimetables(call: Call, first_id: number, second_id: number) {
  const around = await surroundingsOf(call);
  const [one, two] = await Promise.all(
    [first_id, second_id].map(async (id) => timetableForSolver(call, await timetableById(call, id), around)),
  );
  // Two threads judge while this one compares.
  const [first, second, differences] = await Promise.all([
    judged(call, one!),
    judged(call, two!),
    differencesOf(call, one!, two!),
  ]);
  return { first, second, ...differences };
}

async function differencesOf(call: Call, one: SolverTimetable, two: SolverTimetable) {
  const keyOf = (entry: Entry) => `${entry.course_module_id} ${entry.kind} ${entry.group_ids.join('+')} ${entry.week}`;
  const placeOf = (entry: Entry) => `${entry.day} ${entry.session} ${entry.room_id} ${teachersOf(entry).join('+')}`;
  const firsts = Map.groupBy(one.entries, keyOf);
  const seconds = Map.groupBy(two.entries, keyOf);
  const pairs: (readonly [Entry | undefined, Entry | undefined])[] = [];
  let same = 0;
  for (const key of new Set([...firsts.keys(), ...seconds.keys()])) {
    const left = [...(firsts.get(key) ?? [])];
    const right = [...(seconds.get(key) ?? [])];
    for (const entry of [...left]) {
      const twin = right.findIndex((other) => placeOf(other) === placeOf(entry));
      if (twin === -1) continue;
      right.splice(twin, 1);
      left.splice(left.indexOf(entry), 1);
      same++;
    }
    for (let at = 0; at < Math.max(left.length, right.length); at++) pairs.push([left[at], right[at]]);
  }
  const shown = pairs.slice(0, told);
  const names = await namesOf(
    call,
    shown.flat().filter((entry) => entry !== undefined),
  );
  const place = (entry: Entry | undefined) =>
    entry
      ? [placeTitle(call, names, entry), ...teachersOf(entry).map((id) => names.staff.get(id)?.title)]
          .filter(Boolean)
          .join(', ')
      : '—';
  const differences = shown.map(([left, right]) => {
    const { course_module_id, kind, group_ids } = (left ?? right)!;
    return {
      title: `${names.modules.get(course_module_id)?.title ?? ''} (${message(call.locale, `timetable.kind.${kind}`).toLowerCase()})`,
      groups: group_ids.map((id) => names.groups.get(id)?.title ?? '').join(', '),
      first: place(left),
      second: place(right),
    };
  });
  return { same, moved: pairs.length, differences };
}

interface Repairs {
  timetable_id: number;
  staff_id?: number | undefined;
  room_id?: number | undefined;
  day: number;
  from_session?: number | undefined;
  to_session?: number | undefined;
  most?: number | undefined;
}

/** Refuses sessions of a day whose last comes before the first. */
export function demandSessionOrder({ from_session, to_session }: Pick<Repairs, 'from_session' | 'to_session'>): void {
  if (to_session !== undefined && to_session < (from_session ?? 1)) throw failField('to_session', 'SESSIONS_REVERSED');
}

/** Alternatives for a draft in which a teacher or a room is not to be had on a day. Writes nothing. */
export async function repairTimetable(call: Call, input: Repairs) {
  if ((input.staff_id === undefined) === (input.room_id === undefined)) throw fail('TEACHER_OR_ROOM');
  demandSessionOrder(input);
  const timetable = await timetableById(call, input.timetable_id);
  const around = await surroundingsOf(call);
  const last = input.to_session ?? timetable.bells.length;
  around.wishes = [
    ...around.wishes,
    {
      staff_id: input.staff_id ?? null,
      room_id: input.room_id ?? null,
      day: input.day,
      from_session: input.from_session ?? 1,
      to_session: Math.max(last, input.from_session ?? 1),
      week: 'EVERY',
      kind: 'UNAVAILABLE',
      weight: 10,
    },
  ];
  const of = await timetableForSolver(call, timetable, around);
  const { broken, stuck, alternatives, complete } = await repairWithin(of.plan, of.lessons, of.entries, input.most);
  const names = await namesOf(call, of.entries);
  const colleagues = substituteTeachers(names, of.entries);
  return {
    broken: broken.length,
    stuck,
    complete,
    alternatives: alternatives.map(({ price, moves, left }) => ({
      price,
      left: left.map(({ index, free }) => {
        const entry = of.entries[index]!;
        return {
          entry_id: entry.id,
          title: lessonTitle(call, names, entry),
          at: placeTitle(call, names, entry),
          stand_ins: input.staff_id ? colleagues(entry, free) : [],
        };
      }),
      moves: moves.map(({ index, ...place }) => {
        const entry = of.entries[index]!;
        const room = around.rooms.find(({ id }) => id === place.room_id);
        return {
          entry_id: entry.id,
          version: entry.version,
          ...place,
          title: lessonTitle(call, names, entry),
          from: placeTitle(call, names, entry),
          to: `${placeTitle(call, names, { ...place, room_id: null })}, ${room?.name ?? ''}`,
        };
      }),
    })),
  };
}

/** Repairs of lessons that stand at `entries` of the same place in their list; what is fixed there stays. */
export async function repairWithin(
  plan: Plan,
  lessons: readonly (PlanLesson | undefined)[],
  entries: readonly { fixed: boolean }[],
  most: number | undefined,
) {
  const at = lessons.flatMap((lesson, index) => (lesson ? [index] : []));
  const { broken, repairs, complete } = await inThread({
    task: 'repair',
    plan,
    lessons: at.map((index) => lessons[index]!),
    fixed: at.flatMap((index, place) => (entries[index]!.fixed ? [place] : [])),
    most,
  });
  return {
    broken: broken.map((place) => at[place]!),
    stuck: broken.filter((place) => entries[at[place]!]!.fixed).length,
    complete,
    alternatives: repairs.map(({ price, moves, left }) => ({
      price,
      left: left.map((place) => {
        const after = at.flatMap((from, one) =>
          left.includes(one) ? [] : [moves.find(({ lesson }) => lesson === one)?.to ?? lessons[from]!],
        );
        return { index: at[place]!, free: freeTeachers(plan, after, lessons[at[place]!]!).map(Number) };
      }),
      moves: moves.map(({ lesson, to }) => ({
        index: at[lesson]!,
        day: to.day + 1,
        session: to.session + 1,
        room_id: Number(plan.rooms[to.room]!.id),
      })),
    })),
  };
}

/** Of the teachers who are free, those who give a module of the same name. */
export function substituteTeachers(
  names: Names,
  entries: readonly Pick<Entry, 'course_module_id' | 'staff_id' | 'co_staff_ids'>[],
) {
  const titleOf = ({ course_module_id }: Pick<Entry, 'course_module_id'>) => names.modules.get(course_module_id)?.title;
  const givers = new Map<string | undefined, Set<number>>();
  for (const entry of entries)
    givers.set(titleOf(entry), new Set([...(givers.get(titleOf(entry)) ?? []), ...teachersOf(entry)]));
  return (entry: Pick<Entry, 'course_module_id'>, free: readonly number[]) =>
    free.filter((id) => givers.get(titleOf(entry))?.has(id)).flatMap((id) => names.staff.get(id) ?? []);
}

interface Moves {
  timetable_id: number;
  moves: { entry_id: number; version: number; day: number; session: number; room_id: number }[];
}

/** All of them or none. */
export async function moveLessons(call: Call, { timetable_id, moves }: Moves): Promise<{ moved: number }> {
  const timetable = await lockDraft(call, timetable_id);
  const stored = new Map((await entriesOf(call, timetable_id)).map((entry) => [entry.id, entry]));
  const changed = moves.map(({ entry_id, version, ...place }) => {
    const entry = stored.get(entry_id);
    if (!entry) throw fail('NOT_FOUND');
    if (entry.version !== version) throw fail('STALE');
    return { ...entry, ...place };
  });
  await demandPlaces(call, timetable, changed);
  await call.client.query(
    `update timetable_entries e set day = x.day, session = x.session, room_id = x.room_id
       from jsonb_to_recordset($1::jsonb) as x (id int, day int, session int, room_id int) where e.id = x.id`,
    [JSON.stringify(changed)],
  );
  return { moved: changed.length };
}
