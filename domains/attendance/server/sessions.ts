import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { isChanged, tellChanged } from './notices.ts';
import {
  demandPlanning,
  reachedSessions,
  type SessionRow,
  sessionReach,
  sessionReached,
  taughtByCaller,
} from './reach.ts';
import { registerNotCalled } from './roll.ts';
import { faultsOfDays, setGroups } from './series.ts';
import { settingsOf } from './settings.ts';
import { attendance, classSessionGroups, classSessions } from './tables.ts';

/** Dated lessons as people keep them. */

const groupsOf = sql`(select string_agg(g.name, ' ') from ${classSessionGroups} sg join ${groups} g on g.id = sg.group_id where sg.session_id = ${classSessions.id})`;
const moduleText = sql`(select m.code || ' ' || (m.title ->> 'uz') || ' ' || (m.title ->> 'ru') || ' ' || (m.title ->> 'en') from ${courseModules} cm join ${modules} m on m.id = cm.module_id where cm.id = ${classSessions.course_module_id})`;
const starts = sql`(${classSessions.date} + ${classSessions.starts_at})`;

/** Fields that decide who is in the register and what it counts: fixed once it is called. */
const fixed = ['course_module_id', 'date', 'starts_at', 'ends_at', 'sessions', 'state', 'group_ids'] as const;

type Writing = Omit<InputOf<typeof contract.class_session.save>, 'id' | 'version'> & { moved_from?: string };

export const classSession = resource(contract.class_session, {
  table: classSessions,
  search: [moduleText, sql`coalesce(${groupsOf}, '')`],
  sorts: { date: starts, id: sql`${classSessions.id}` },
  defaultSort: 'date,desc',
  optionTitle: (locale) =>
    sql`${classSessions.date}::text || ' ' || to_char(${classSessions.starts_at}, 'HH24:MI') || ' ' || (select m.code || ' ' || ${localTitle(sql`m.title`, locale)} from ${courseModules} cm join ${modules} m on m.id = cm.module_id where cm.id = ${classSessions.course_module_id})`,
  optionOrder: { by: starts },
  visible: (call) => sessionReach(call, 'attendance.read'),
  filters: (input, call) => [
    input.from ? sql`${starts} >= ${input.from}::date` : undefined,
    input.to ? sql`${starts} < ${input.to}::date + 1` : undefined,
    input.course_module_id ? eq(classSessions.course_module_id, input.course_module_id) : undefined,
    input.group_id
      ? sql`${classSessions.id} in (select sg.session_id from ${classSessionGroups} sg where sg.group_id = ${input.group_id})`
      : undefined,
    input.staff_id
      ? sql`(${classSessions.staff_id} = ${input.staff_id} or (${classSessions.co_staff_ids} <> '{}' and ${classSessions.co_staff_ids} @> array[${input.staff_id}::int]))`
      : undefined,
    input.kind ? eq(classSessions.kind, input.kind) : undefined,
    input.state ? eq(classSessions.state, input.state) : undefined,
    input.mine ? taughtByCaller(call) : undefined,
    input.uncalled ? registerNotCalled : undefined,
  ],
  present: presentSessions,
  prepare: async (call, given, current, next) => {
    const input: Writing = { ...given };
    if (current) {
      await demandPlanned(call, current.id);
      if (current.called_at && fixed.some((field) => input[field] !== undefined)) throw fail('LESSON_CALLED');
    }
    await demandReferences(call, {
      course_module_id: [courseModules, input.course_module_id],
      room_id: [educationPlaces, input.room_id],
      staff_id: [staff, input.staff_id],
      co_staff_ids: [staff, input.co_staff_ids ?? []],
      group_ids: [groups, input.group_ids ?? []],
    });
    const after = { staff_id: null, room_id: null, ...next, co_staff_ids: next.co_staff_ids ?? [] };
    if (input.co_staff_ids || input.staff_id) {
      after.co_staff_ids = [...new Set(after.co_staff_ids)].filter((one) => one !== after.staff_id);
      input.co_staff_ids = after.co_staff_ids;
    }
    // What is changed on its date alone stays so when the week is published again.
    if (current?.source === 'TIMETABLE' && !current.moved_from && isChanged(current, { ...current, ...after }))
      input.moved_from = `${current.date} ${current.starts_at}`;
    await demandPlanning(call, after.course_module_id);
    if (after.ends_at <= after.starts_at) throw failField('ends_at', 'DATES_REVERSED');
    if (after.state === 'CANCELLED') return input;
    const group_ids = input.group_ids ?? (current ? await groupIdsOf(call, current.id) : []);
    const moved =
      !current ||
      ([...fixed, 'room_id', 'staff_id', 'co_staff_ids'] as const).some((field) => input[field] !== undefined);
    const [day] = moved
      ? await faultsOfDays(call, { ...after, group_ids }, [after.date], current?.id)
      : [{ fault: null, with: null }];
    if (day?.fault === 'LESSON_OUTSIDE_SEMESTER')
      throw failField('date', 'LESSON_OUTSIDE_SEMESTER', { date: after.date });
    if (day?.fault) throw fail('LESSON_OVERLAPS', { lesson: day.with, what: day.fault });
    return input;
  },
  written: async (call, row, before, input) => {
    if (input.group_ids) await setGroups(call, [row.id], input.group_ids);
    if (before && isChanged(before, row)) await tellChanged(call, before, row);
  },
  beforeDelete: async (call, row) => {
    await demandPlanned(call, row.id);
    if (row.called_at) throw fail('LESSON_CALLED');
  },
});

async function demandPlanned(call: Call, id: number): Promise<void> {
  if (!(await reachedSessions(call, 'attendance.plan', [id])).has(id)) throw fail('NOT_YOUR_LESSON');
}

const groupIdsOf = async (call: Call, session: number): Promise<number[]> =>
  (
    await call.db
      .select({ id: classSessionGroups.group_id })
      .from(classSessionGroups)
      .where(eq(classSessionGroups.session_id, session))
  ).map((row) => row.id);

/** Code, title and course of these course modules, by id. */
export async function modulesOf(call: Call, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { code: string; title: string; course: string }>();
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
    .where(inArray(courseModules.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Rows with what they refer to, how the register stands and what the caller may do; a query each for however many. */
export async function presentSessions(call: Call, rows: SessionRow[]) {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const called = rows.filter((row) => row.called_at).map((row) => row.id);
  const { lock_days } = await settingsOf(call);
  const [ofModule, rooms, teachers, groupRows, countRows, reachedRows] = await Promise.all([
    modulesOf(
      call,
      rows.map((row) => row.course_module_id),
    ),
    titlesOf(
      call,
      educationPlaces,
      rows.map((row) => row.room_id),
    ),
    titlesOf(
      call,
      staff,
      rows.flatMap((row) => [row.staff_id, ...row.co_staff_ids]),
      sql`${staff.lastname} || ' ' || ${staff.firstname}`,
    ),
    call.db
      .select({ session_id: classSessionGroups.session_id, id: groups.id, title: groups.name })
      .from(classSessionGroups)
      .innerJoin(groups, eq(groups.id, classSessionGroups.group_id))
      .where(inArray(classSessionGroups.session_id, ids))
      .orderBy(groups.name),
    called.length && call.abilities.get('attendance.read') !== 'own'
      ? call.db
          .select({
            id: attendance.session_id,
            students: sql<number>`count(*)::int`,
            absent: sql<number>`(count(*) filter (where ${attendance.status} = 'NOT_ATTENDED'))::int`,
          })
          .from(attendance)
          .where(inArray(attendance.session_id, called))
          .groupBy(attendance.session_id)
      : [],
    call.db.execute<{ id: number; locked: boolean; come: boolean; mark: boolean; plan: boolean }>(sql`
      select ${classSessions.id}, ${classSessions.date} < (select edulab_today()) - ${lock_days}::int as locked, ${classSessions.date} <= (select edulab_today()) as come,
             ${sessionReached(call, 'attendance.mark')} as mark, ${sessionReached(call, 'attendance.plan')} as plan
        from ${classSessions} where ${classSessions.id} = any(${sql.param(ids)}::int[])`),
  ]);
  const of = Map.groupBy(groupRows, (row) => row.session_id);
  const counts = new Map(countRows.map((row) => [row.id, row]));
  const reached = new Map(reachedRows.rows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { locked = false, come = false, mark = false, plan = false } = reached.get(row.id) ?? {};
    const due = come && row.state !== 'CANCELLED';
    return {
      ...plain(row),
      starts_at: row.starts_at.slice(0, 5),
      ends_at: row.ends_at.slice(0, 5),
      module: ofModule.get(row.course_module_id) ?? { code: '', title: '', course: '' },
      room: rooms.get(row.room_id ?? 0) ?? null,
      co_staff_ids: undefined,
      teacher: teachers.get(row.staff_id ?? 0) ?? null,
      co_teachers: row.co_staff_ids.flatMap((one) => teachers.get(one) ?? []),
      groups: (of.get(row.id) ?? []).map(({ id, title }) => ({ id, title })),
      students: counts.get(row.id)?.students ?? null,
      absent: counts.get(row.id)?.absent ?? null,
      locked,
      can: {
        mark: due && mark && !locked,
        correct: due && may(call, 'attendance.correct'),
        edit: plan,
        remove: plan && !row.called_at,
      },
    };
  });
}

/** The row of a lesson; 404 where there is none. */
export async function sessionRow(call: Call, id: number): Promise<SessionRow> {
  const [row] = await call.db
    .select()
    .from(classSessions)
    .where(and(eq(classSessions.id, id), isNull(classSessions.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** One lesson as it is answered. */
export async function sessionById(call: Call, id: number) {
  const [shown] = await presentSessions(call, [await sessionRow(call, id)]);
  if (!shown) throw fail('NOT_FOUND');
  return shown;
}
