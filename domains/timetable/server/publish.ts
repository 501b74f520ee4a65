import { eq, sql } from 'drizzle-orm';
import { classSessionGroups, classSessions, type PlannedSession, replan } from '#domains/attendance/server/index.ts';
import { holidaysBetween } from '#domains/calendar/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { groupMembers, onDay } from '#domains/groups/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { presentDrafts } from './drafts.ts';
import { type Semester, semesterOf, weeksOf } from './inputs.ts';
import { teachersOf } from './plans.ts';
import { type EntryRow, entriesOf, lockDraft, publishedOf, type Timetable, timetableById } from './store.ts';
import { timetablePublications, timetables } from './tables.ts';

/**
 * From the week to the dates. What is the same in both stays untouched, what moved keeps its number (and so its topic and
 * its place in people's calendars), the rest is made or taken out; all in the call's transaction, or nothing.
 */

const dayMs = 86_400_000;

type Wanted = PlannedSession & { group_ids: number[] };
export type Stored = Wanted & { id: number; cancelled: boolean };

export interface Difference {
  kept: number;
  made: Wanted[];
  changed: { was: Stored; becomes: Wanted }[];
  removed: Stored[];
}

export async function publish(
  call: Call,
  input: { id: number; from?: string | undefined; apply?: boolean | undefined },
) {
  const timetable = await lockDraft(call, input.id);
  const semester = await semesterOf(call, timetable.semester_id);
  const entries = await entriesOf(call, timetable.id);
  if (entries.length === 0) throw fail('DRAFT_EMPTY');
  const unplaced = entries.filter(({ day }) => day === null).length;
  if (unplaced > 0) throw fail('TIMETABLE_UNPLACED', { count: unplaced });
  const [{ tomorrow } = { tomorrow: '' }] = (
    await call.db.execute<{ tomorrow: string }>(sql`select ((select edulab_today()) + 1)::text as tomorrow`)
  ).rows;
  const from = [input.from ?? tomorrow, tomorrow, semester.starts_on].sort().at(-1)!;
  const wanted = datesOf(entries, timetable, semester, from);
  // Lessons of holidays fall out; they are not moved to other days.
  const holidays = new Set(await holidaysBetween(call, from, semester.ends_on));
  const difference = compare(
    await storedFrom(call, semester, from),
    wanted.filter(({ date }) => !holidays.has(date)),
  );
  const people = await peopleOf(call, difference);
  const { made, changed, removed } = difference;
  const answer = {
    from,
    until: semester.ends_on,
    kept: difference.kept,
    made: made.length,
    changed: changed.length,
    removed: removed.length,
    told: people.length,
    holidays: wanted.filter(({ date }) => holidays.has(date)).length,
  };
  if (!input.apply) return answer;

  const ids = await replan(call, {
    remove: removed.map(({ id }) => id),
    change: changed.map(({ was, becomes }) => ({ ...becomes, id: was.id })),
    add: made,
  });
  const previous = await publishedOf(call, semester.id);
  if (previous) await call.db.update(timetables).set({ state: 'ARCHIVED' }).where(eq(timetables.id, previous.id));
  await call.db
    .update(timetables)
    .set({ state: 'PUBLISHED', published_at: clock.iso(), published_by: call.account_id })
    .where(eq(timetables.id, timetable.id));
  await call.db.insert(timetablePublications).values({
    timetable_id: timetable.id,
    previous_id: previous?.id ?? null,
    from_day: from,
    made: ids,
    removed: removed.map(({ id }) => id),
    before: changed.map(({ was: { group_ids, ...was } }) => was),
  });
  await tellCounts(call, 'timetable.notice.changed', from, difference);
  return answer;
}

/** The dated lessons are again what they were before the last publication. PUBLISH_TOUCHED where a register was called since. */
export async function unpublish(call: Call, id: number) {
  const timetable = await timetableById(call, id);
  const [publication] = await call.db
    .select()
    .from(timetablePublications)
    .where(sql`${timetablePublications.timetable_id} = ${id} and not ${timetablePublications.undone}`)
    .orderBy(sql`${timetablePublications.id} desc`)
    .limit(1)
    .for('update');
  if (timetable.state !== 'PUBLISHED' || !publication) throw fail('NOTHING_PUBLISHED');
  const { made, removed } = publication;
  const before = publication.before as (Record<string, unknown> & PlannedSession & { id: number })[];
  const touched = [...made, ...before.map((one) => one.id)];
  const { rows } = await call.db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${classSessions} where id = any(${sql.param(touched)}::int[]) and (called_at is not null or state <> 'PLANNED')`);
  if (rows[0]?.count) throw fail('PUBLISH_TOUCHED', { count: rows[0].count });
  const stands = await storedByIds(
    call,
    before.map((one) => one.id),
  );
  const was = new Map(before.map((one) => [one.id, one]));
  const difference: Difference = {
    kept: 0,
    made: await storedByIds(call, removed),
    removed: await storedByIds(call, made),
    changed: stands.map((one) => ({ was: one, becomes: { ...one, ...was.get(one.id) } })),
  };
  await replan(call, { remove: made, change: before, restore: removed });
  await call.db.update(timetablePublications).set({ undone: true }).where(eq(timetablePublications.id, publication.id));
  await call.db
    .update(timetables)
    .set({ state: 'DRAFT', published_at: null, published_by: null })
    .where(eq(timetables.id, id));
  if (publication.previous_id)
    await call.db
      .update(timetables)
      .set({ state: 'PUBLISHED' })
      .where(sql`${timetables.id} = ${publication.previous_id} and ${timetables.state} = 'ARCHIVED'`);
  await tellCounts(call, 'timetable.notice.undone', publication.from_day, difference);
  return (await presentDrafts(call, [await timetableById(call, id)]))[0]!;
}

/** Every lesson that the week makes on the days from `from` to the end of the weeks of lessons. */
function datesOf(entries: readonly EntryRow[], { bells }: Timetable, semester: Semester, from: string): Wanted[] {
  const { monday, weeks } = weeksOf(semester);
  return entries.flatMap((entry): Wanted[] =>
    Array.from({ length: weeks }, (_, week) => week).flatMap((week): Wanted[] => {
      if (entry.week !== 'EVERY' && (entry.week === 'ODD') !== (week % 2 === 0)) return [];
      const date = new Date(Date.parse(monday) + (week * 7 + entry.day! - 1) * dayMs).toISOString().slice(0, 10);
      if (date < from || date > semester.ends_on) return [];
      const last = Math.min(bells.length, entry.session! + entry.length - 1);
      return [
        {
          course_module_id: entry.course_module_id,
          kind: entry.kind,
          date,
          starts_at: bells[entry.session! - 1]!.starts_at,
          ends_at: bells[last - 1]!.ends_at,
          room_id: entry.room_id,
          staff_id: entry.staff_id,
          co_staff_ids: entry.co_staff_ids,
          sessions: entry.length,
          moved_from: null,
          group_ids: [...entry.group_ids].sort((a, b) => a - b),
        },
      ];
    }),
  );
}

/** Dated lessons `s` with what they are compared by. */
const columns = sql`s.id, s.course_module_id, s.kind, s.date::text as date, to_char(s.starts_at, 'HH24:MI') as starts_at, to_char(s.ends_at, 'HH24:MI') as ends_at,
  s.room_id, s.staff_id, s.co_staff_ids, s.sessions, s.state = 'CANCELLED' as cancelled, to_char(s.moved_from, 'YYYY-MM-DD HH24:MI') as moved_from, coalesce((select array_agg(g.group_id order by g.group_id) from ${classSessionGroups} g where g.session_id = s.id), '{}') as group_ids`;

/** Lessons of the semester that came of a timetable and whose register is not called. */
async function storedFrom(call: Call, semester: Semester, from: string): Promise<Stored[]> {
  const { rows } = await call.db.execute<Stored & Record<string, unknown>>(sql`
    select ${columns} from ${classSessions} s join ${courseModules} m on m.id = s.course_module_id
     where m.academic_year_id = ${semester.academic_year_id} and m.semester = ${semester.number} and s.source = 'TIMETABLE'
       and s.state <> 'HELD' and s.called_at is null and s.deleted_at is null and coalesce(s.moved_from::date, s.date) between ${from} and ${semester.ends_on}
     order by s.date, s.starts_at, s.id for update of s`);
  return rows;
}

export async function storedByIds(call: Call, ids: readonly number[]): Promise<Stored[]> {
  const { rows } = await call.db.execute<Stored & Record<string, unknown>>(
    sql`select ${columns} from ${classSessions} s where s.id = any(${sql.param([...ids])}::int[]) order by s.id for update of s`,
  );
  return rows;
}

function compare(stored: readonly Stored[], wanted: readonly Wanted[]): Difference {
  const keyOf = (one: Wanted) => `${one.course_module_id} ${one.kind} ${one.group_ids.join('+')}`;
  const placeOf = (one: Wanted) =>
    `${one.date} ${one.starts_at} ${one.ends_at} ${one.room_id} ${teachersOf(one).join('+')} ${one.sessions}`;
  const difference: Difference = { kept: 0, made: [], changed: [], removed: [] };
  const there = Map.groupBy(stored, keyOf);
  const here = Map.groupBy(wanted, keyOf);
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    const places = Map.groupBy(
      (there.get(key) ?? []).filter((one) => !one.moved_from && !one.cancelled),
      placeOf,
    );
    const left = Map.groupBy(
      (there.get(key) ?? []).filter((one) => one.moved_from || one.cancelled),
      (one) => `${key} ${one.moved_from ?? `${one.date} ${one.starts_at}`}`,
    );
    // What was changed or cancelled on its date alone stays so as long as the week has the place that it left.
    const missing = (here.get(key) ?? []).filter(
      (one) => !left.get(`${key} ${one.date} ${one.starts_at}`)?.shift() && !places.get(placeOf(one))?.shift(),
    );
    difference.kept += (here.get(key)?.length ?? 0) - missing.length;
    missing.sort((a, b) => a.date.localeCompare(b.date));
    const rest = [...places.values(), ...left.values()]
      .flat()
      .filter((one) => !one.cancelled)
      .sort((a, b) => a.date.localeCompare(b.date));
    for (const was of rest) {
      const becomes = missing.shift();
      if (becomes) difference.changed.push({ was, becomes });
      else difference.removed.push(was);
    }
    difference.made.push(...missing);
  }
  return difference;
}

/** Accounts of those who have or give a lesson that is made, moved or taken out. */
export async function peopleOf(call: Call, { made, changed, removed }: Difference): Promise<number[]> {
  const lessons = [...made, ...removed, ...changed.flatMap(({ was, becomes }) => [was, becomes])];
  const groups = [...new Set(lessons.flatMap(({ group_ids }) => group_ids))];
  const staff = [...new Set(lessons.flatMap(teachersOf))];
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select s.account_id as id from students s join ${groupMembers} m on m.student_id = s.id
     where m.group_id = any(${sql.param(groups)}::int[]) and ${onDay()} and s.account_id is not null and s.deleted_at is null
    union select t.account_id from staff t where t.id = any(${sql.param(staff)}::int[]) and t.account_id is not null and t.deleted_at is null`);
  return rows.map(({ id }) => id);
}

/** Tells each person how many of their own lessons are moved, new and taken out. */
async function tellCounts(
  call: Call,
  key: string,
  from: string,
  { made, changed, removed }: Difference,
): Promise<void> {
  const lessons = [
    ...made.map((one) => ({ kind: 'made' as const, of: [one] })),
    ...changed.map(({ was, becomes }) => ({ kind: 'changed' as const, of: [was, becomes] })),
    ...removed.map((one) => ({ kind: 'removed' as const, of: [one] })),
  ];
  // Lessons by whom they concern, as `g7` and `t3`: most people share a group, so each set is counted once.
  const concerned = new Map<string, Set<number>>();
  for (const [at, { of }] of lessons.entries())
    for (const who of of.flatMap((one) => [
      ...one.group_ids.map((id) => `g${id}`),
      ...teachersOf(one).map((id) => `t${id}`),
    ])) {
      const set = concerned.get(who) ?? new Set();
      concerned.set(who, set.add(at));
    }
  const idsOf = (letter: string) =>
    [...concerned.keys()].flatMap((who) => (who.startsWith(letter) ? [Number(who.slice(1))] : []));
  const { rows } = await call.db.execute<{ id: number; whose: string[] }>(sql`
    select id, array_agg(distinct who order by who) as whose from (
      select s.account_id as id, 'g' || m.group_id as who from students s join ${groupMembers} m on m.student_id = s.id
       where m.group_id = any(${sql.param(idsOf('g'))}::int[]) and ${onDay()} and s.account_id is not null and s.deleted_at is null
      union select t.account_id, 't' || t.id from staff t where t.id = any(${sql.param(idsOf('t'))}::int[]) and t.account_id is not null and t.deleted_at is null) found
     group by id`);
  const date = from.split('-').reverse().join('.');
  for (const people of Map.groupBy(rows, ({ whose }) => whose.join()).values()) {
    const own = new Set(people[0]!.whose.flatMap((who) => [...(concerned.get(who) ?? [])]));
    const count = { made: 0, changed: 0, removed: 0 };
    for (const at of own) count[lessons[at]!.kind] += 1;
    await notify(
      call,
      people.map(({ id }) => id),
      { type: 'timetable', title: titleOf(key, { date, ...count }), link: '/timetable' },
    );
  }
}
