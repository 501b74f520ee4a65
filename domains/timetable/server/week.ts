import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModulesOfStudents, groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { educationPlaces, semesters } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { letterheadOf, sendPaper } from '#platform/server/documents/index.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { weekQuery } from '../shapes.ts';
import { datesOfWeek, effectiveFrom, lessonsOfDates, type Who } from './dated-lessons.ts';
import { presentEntries, timetableFor } from './entries.ts';
import { dayAfter } from './inputs.ts';
import { timetableEntries } from './tables.ts';

/** The week of one group, teacher, room or student, on the screen and on paper. */

type Query = z.infer<typeof weekQuery>;

/** Whose week is asked for, of students those whom one may read; they only ever get their own, and so does whoever names nobody. */
async function whoOf(call: Call, query: Query): Promise<Who | undefined> {
  const own = scopeOf(call, 'timetable.read') === 'own';
  if (!own && query.group_id) return { kind: 'group', id: query.group_id };
  if (!own && query.staff_id) return { kind: 'staff', id: query.staff_id };
  if (!own && query.room_id) return { kind: 'room', id: query.room_id };
  if (!own && query.student_id) {
    const [student] = await call.db
      .select({ id: students.id })
      .from(students)
      .where(and(eq(students.id, query.student_id), studentsInReach(call, 'student.read')));
    if (!student) throw fail('NOT_FOUND');
    return { kind: 'student', id: student.id };
  }
  const { rows } = await call.db.execute<{ id: number; kind: 'student' | 'staff' }>(sql`
    select s.id, 'student' as kind from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null
    union all select t.id, 'staff' from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null and t.status <> 'LEFT' limit 1`);
  if (rows[0]) return rows[0];
  if (own) throw fail('NOT_FOUND');
  return undefined;
}

/** Lessons of the week of a timetable, whatever stands on the dates. */
function patternFor(who: Who) {
  switch (who.kind) {
    // A lesson of the whole group is one of its parts, too, and the week of a group shows those of its parts.
    case 'group':
      return sql`${timetableEntries.group_ids} && array(select g.id from ${groups} g where g.id = ${who.id} or g.parent_id = ${who.id} union select g.parent_id from ${groups} g where g.id = ${who.id} and g.parent_id is not null)`;
    case 'staff':
      return sql`(${timetableEntries.staff_id} = ${who.id} or ${who.id}::int = any(${timetableEntries.co_staff_ids}))`;
    case 'room':
      return eq(timetableEntries.room_id, who.id);
    case 'student':
      return sql`${timetableEntries.group_ids} && array(select m.group_id from ${groupMembers} m where m.student_id = ${who.id} and ${onDay()})
        and ${timetableEntries.course_module_id} in ${courseModulesOfStudents(sql`(select ${who.id}::int)`)}`;
  }
}

async function titleOfWho(call: Call, { kind, id }: Who): Promise<string> {
  const titles = {
    group: () => titlesOf(call, groups, [id]),
    room: () => titlesOf(call, educationPlaces, [id]),
    staff: () =>
      titlesOf(call, staff, [id], sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`),
    student: () => titlesOf(call, students, [id], sql`${students.full_name}`),
  };
  return (await titles[kind]()).get(id)?.title ?? '';
}

export async function weekOf(call: Call, query: Query) {
  const timetable = await timetableFor(call, query.timetable_id);
  const who = await whoOf(call, query);
  const shown = who && { ...who, title: await titleOfWho(call, who) };
  if (who && !shown?.title) throw fail('NOT_FOUND');
  if (!timetable) return { timetable: null, who: shown ?? null, dates: null, entries: [] };
  const term = await titlesOf(
    call,
    semesters,
    [timetable.semester_id],
    sql`(select y.name from academic_years y where y.id = ${semesters.academic_year_id}) || ' · ' || ${localTitle(semesters.title, call.locale)}`,
  );
  const dates = await datesOfWeek(call, timetable, query.date);
  const { id, title, state, days, bells } = timetable;
  const about = {
    id,
    title,
    semester: term.get(timetable.semester_id)?.title ?? '',
    state,
    days,
    bells,
    from: state === 'DRAFT' ? null : await effectiveFrom(call, timetable),
    week: dates.parity,
    can: { edit: may(call, 'timetable.manage') && state === 'DRAFT' },
  };
  // Of what is published the lessons are those that stand on the dates: until it takes effect, the earlier ones.
  if (!query.timetable_id && !query.pattern) {
    const entries = who ? await lessonsOfDates(call, who, timetable, dates.from, dates.until) : [];
    const last = Math.max(days, ...entries.map(({ day }) => day));
    return { timetable: { ...about, days: last }, who: shown ?? null, dates, entries };
  }
  const rows = await call.db
    .select()
    .from(timetableEntries)
    .where(
      and(
        eq(timetableEntries.timetable_id, timetable.id),
        isNull(timetableEntries.deleted_at),
        // Nobody named: what still has no place, for those who make the timetable.
        who ? patternFor(who) : sql`${timetableEntries.day} is null`,
        may(call, 'timetable.manage') ? undefined : isNotNull(timetableEntries.day),
      ),
    )
    .orderBy(sql`${timetableEntries.day}, ${timetableEntries.session}, ${timetableEntries.id}`)
    .limit(500);
  return {
    timetable: about,
    who: shown ?? null,
    dates: null,
    entries: await presentEntries(call, rows),
  };
}

const fullDate = (day: string) => day.split('-').reverse().join('.');
const shortDate = (monday: string, days: number) => fullDate(dayAfter(monday, days)).slice(0, 5);

/** A page that one hangs on a wall: days across, sessions down. Sets the call's stream. */
export async function printWeek(call: Call, query: Query): Promise<{ ok: true }> {
  const { timetable, who, dates, entries: all } = await weekOf(call, query);
  if (!timetable || !who) throw fail('NOT_FOUND');
  const entries = all.filter((one) => !('cancelled' in one && one.cancelled));
  const text = (key: string, data: object = {}) =>
    message(call.locale, `timetable.${key}`, data as Record<string, unknown>);
  const days = Array.from({ length: timetable.days }, (_, day) => day + 1);
  const heading = (day: number) =>
    dates ? `${text(`day.${day}`)}, ${shortDate(dates.from, day - 1)}` : text(`day.${day}`);
  /** Who is there, without those whose week it is: of a room everybody. */
  const peopleOf = (one: (typeof entries)[number]) => [
    ...(who.kind === 'staff' ? [] : [...(one.teacher ? [one.teacher] : []), ...one.co_teachers]),
    ...(who.kind === 'staff' || who.kind === 'room' ? one.groups : []),
  ];
  const cell = (day: number, session: number) => {
    const here = entries.filter(
      (one) => one.day === day && one.session !== null && one.session <= session && session < one.session + one.length,
    );
    return {
      stack: here.map((one) => ({
        stack: [
          { text: one.module.title, bold: true, fontSize: 8 },
          {
            text: [
              text(`kind.${one.kind}`),
              one.week === 'EVERY' ? '' : text(`week.${one.week}`),
              one.room?.title ?? '',
            ]
              .filter(Boolean)
              .join(' · '),
            fontSize: 7.5,
          },
          {
            text: peopleOf(one)
              .map(({ title }) => title)
              .join(', '),
            fontSize: 7.5,
          },
        ],
        margin: [0, 0, 0, 3] as [number, number, number, number],
      })),
    };
  };
  const body = [
    [{ text: '' }, ...days.map((day) => ({ text: heading(day), bold: true, fontSize: 8.5 }))],
    ...timetable.bells.map(({ starts_at, ends_at }, index) => [
      { text: `${index + 1}\n${starts_at}\n${ends_at}`, fontSize: 8 },
      ...days.map((day) => cell(day, index + 1)),
    ]),
  ];
  return sendPaper(call, 'timetable.pdf', {
    locale: call.locale,
    letterhead: await letterheadOf(call, call.locale),
    title: who.title,
    subtitle: [
      text('title'),
      timetable.semester,
      dates
        ? `${fullDate(dates.from)}–${fullDate(dates.until)}`
        : timetable.from && text('from', { date: fullDate(timetable.from) }),
    ]
      .filter(Boolean)
      .join(', '),
    landscape: true,
    content: [
      {
        table: { headerRows: 1, widths: [34, ...days.map(() => '*')], body, dontBreakRows: true },
        layout: 'boxes',
      },
    ],
  });
}
