import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, courses } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { assignInput, assignQuery, mentorInput, transferInput, waitingAnswer, whyAnswer } from '../shapes.ts';
import { type GroupRow, group, membersOf, membersShown, presentGroups } from './groups.ts';
import { cohortYear, groupReach, lockGroups, onDay } from './reach.ts';
import { groupMembers, groupMentors, groups, moduleChoices } from './tables.ts';

/** Who comes into which group, and since when. */

/** The day named, or today in the institution. */
export const dayOf = async (call: Call, day: string | undefined): Promise<string> => day || todayOf(call);

/** Refuses people who do not study now, or whom the caller may not see. */
async function demandStudying(call: Call, ids: readonly number[]): Promise<void> {
  const rows = await call.db
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        inArray(students.id, [...ids]),
        isNull(students.deleted_at),
        eq(students.status, 'ACTIVE'),
        studentsInReach(call, 'student.read'),
      ),
    );
  const found = new Set(rows.map((row) => row.id));
  const not = ids.filter((id) => !found.has(id));
  if (not.length) throw fail('STUDENT_NOT_STUDYING', { student_ids: not });
}

/** Names those who are in another main group from that day on; of two who come at once the database refuses the second. */
async function demandWithoutGroup(call: Call, ids: number[], kind: GroupRow['kind'], day: string): Promise<void> {
  if (kind !== 'MAIN') return;
  const { rows } = await call.db.execute<{ who: string }>(sql`
    select s.lastname || ' ' || s.firstname || ' (' || g.name || ')' as who
      from ${groupMembers} m join ${groups} g on g.id = m.group_id join ${students} s on s.id = m.student_id
     where m.student_id = any(${sql.param(ids)}::int[]) and m.kind = 'MAIN' and m.deleted_at is null and coalesce(m.ends_on, 'infinity') >= ${day}::date
     order by s.full_name limit 4`);
  if (rows.length === 0) return;
  const people = rows.map(({ who }, n) => (n < 3 ? who : '…')).join(', ');
  throw fail('IN_ANOTHER_GROUP', { constraint: 'none', people });
}

/** Nobody was in a group before the year in which it entered. */
function demandEntered({ name, entry_year }: GroupRow, path: string, day: string): void {
  if (day < `${entry_year}-01-01`) throw failField(path, 'BEFORE_ENTRY', { group: name, year: String(entry_year) });
}

const openMain = (ids: readonly number[]): SQL =>
  sql`${groupMembers.student_id} in ${[...ids]} and ${groupMembers.kind} = 'MAIN' and ${groupMembers.ends_on} is null and ${groupMembers.deleted_at} is null`;

/** Puts students into a group; the database refuses those who are in another main group, and more than there are places. */
export async function assign(call: Call, input: z.infer<typeof assignInput>) {
  const [target] = (await lockGroups(call, 'group.assign', [input.group_id])) as [GroupRow];
  const ids = [...new Set(input.student_ids)];
  if (input.remove) {
    await leave(call, target.id, ids, await dayOf(call, input.starts_on), input.reason);
    return group.get(call, { id: target.id });
  }
  await demandStudying(call, ids);
  const starts_on = await dayOf(call, input.starts_on);
  demandEntered(target, 'starts_on', starts_on);
  await demandWithoutGroup(call, ids, target.kind, starts_on);
  await call.db
    .insert(groupMembers)
    .values(ids.map((student_id) => ({ group_id: target.id, student_id, starts_on, reason: input.reason ?? null })));
  return group.get(call, { id: target.id });
}

/** Takes students out from a day on. Who came on that day or later was never there; whoever came before was, until then. */
async function leave(call: Call, group_id: number, ids: number[], from: string, reason = ''): Promise<void> {
  const here = and(eq(groupMembers.group_id, group_id), openMain(ids));
  const rows = await call.db
    .select({ student_id: groupMembers.student_id })
    .from(groupMembers)
    .where(here)
    .for('update');
  const found = new Set(rows.map((row) => row.student_id));
  const not = ids.filter((id) => !found.has(id));
  if (not.length) throw fail('NOT_IN_THIS_GROUP', { student_ids: not });
  await call.db
    .update(groupMembers)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(here, sql`${groupMembers.starts_on} >= ${from}::date`));
  await call.db
    .update(groupMembers)
    .set({ ends_on: sql`${from}::date - 1`, ...(reason ? { reason } : {}) })
    .where(here);
}

/**
 * Ends one membership on the day before and begins the next, so that what was noted of the old group stays true. Somebody
 * who came on that very day or later was never there: the row is taken back.
 */
export async function move(
  call: Call,
  moves: readonly { student_id: number; group_id: number }[],
  from: string,
  reason: string,
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map((one) => one.student_id);
  await call.db
    .update(groupMembers)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(openMain(ids), sql`${groupMembers.starts_on} >= ${from}::date`));
  await call.db
    .update(groupMembers)
    .set({ ends_on: sql`${from}::date - 1` })
    .where(openMain(ids));
  await call.db.insert(groupMembers).values(moves.map((one) => ({ ...one, starts_on: from, reason })));
}

export async function transfer(call: Call, input: z.infer<typeof transferInput>) {
  const [now] = await call.db
    .select()
    .from(groupMembers)
    .where(openMain([input.student_id]));
  if (!now) throw fail('NOT_IN_A_GROUP');
  if (now.group_id === input.group_id) throw fail('SAME_GROUP');
  const locked = await lockGroups(call, 'group.assign', [now.group_id, input.group_id]);
  await demandStudying(call, [input.student_id]);
  const from = await dayOf(call, input.from);
  for (const one of locked) if (one.id === input.group_id) demandEntered(one, 'from', from);
  await move(call, [{ student_id: input.student_id, group_id: input.group_id }], from, input.reason);
  return { from: await group.get(call, { id: now.group_id }), to: await group.get(call, { id: input.group_id }) };
}

/** The groups of a course and year, and its students who are in none. */
export async function assignment(call: Call, input: z.infer<typeof assignQuery>) {
  const page = await group.list(call, { ...input, kind: 'MAIN' });
  const rows = page.content;
  const members = await membersOf(
    call,
    rows.map((row) => row.id),
  );
  return {
    ...page,
    groups: rows.map((one) => ({ group: { ...one, can: one.can ?? {} }, students: membersShown(members.get(one.id)) })),
    unassigned: await withoutGroup(call, input),
  };
}

/** Who studies this course with those who entered in that year and is in no main group; nobody where course or year are not named. */
async function withoutGroup(call: Call, input: z.infer<typeof assignQuery>) {
  if (input.course_id === undefined || input.entry_year === undefined) return [];
  const found = await call.db
    .select({
      id: students.id,
      student_no: students.student_no,
      firstname: students.firstname,
      lastname: students.lastname,
      midname: students.midname,
      gender: students.gender,
      status: students.status,
    })
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        eq(students.status, 'ACTIVE'),
        eq(students.course_id, input.course_id),
        sql`${cohortYear(call)} = ${input.entry_year}`,
        input.education_form_id ? eq(students.education_form_id, input.education_form_id) : undefined,
        input.language ? eq(students.study_language, input.language) : undefined,
        studentsInReach(call, 'student.read'),
        sql`not exists (select 1 from ${groupMembers} m where m.student_id = ${students.id} and m.kind = 'MAIN' and ${onDay()})`,
      ),
    )
    .orderBy(asc(students.full_name), asc(students.id))
    .limit(2000);
  return found.map((one) => ({ ...one, photo: null }));
}

type Waiting = z.infer<typeof waitingAnswer>[number];

/** Where students wait for a group, by the year that they study in now, at most fifty; whoever entered longer ago than people study is no longer waited for. */
export async function waitingForGroups(call: Call): Promise<Waiting[]> {
  const rows = await (studentsInReach(call, 'student.read')
    ? countWaiting(call)
    : keptUntilChanged(call, {
        key: `waiting for groups ${call.locale}`,
        tables: ['students', 'group_members', 'enrollments', 'academic_years', 'courses'],
        make: () => countWaiting(call),
      }));
  return rows.length ? rows : firstGroup(call);
}

async function countWaiting(call: Call): Promise<Waiting[]> {
  // Who is without a group is found first, so that the year is asked of those few alone.
  const { rows } = await call.db.execute<Waiting & Record<string, unknown>>(sql`
    with found as materialized (
      select ${students.course_id}, ${cohortYear(call)} as entry_year from ${students}
       where ${students.deleted_at} is null and ${students.status} = 'ACTIVE' and ${studentsInReach(call, 'student.read') ?? sql`true`}
         and not exists (select 1 from ${groupMembers} m where m.student_id = ${students.id} and m.kind = 'MAIN' and ${onDay()}))
    select ${courses.id} as course_id, ${localTitle(courses.title, call.locale)} as course, f.entry_year, count(*)::int as students
      from found f join ${courses} on ${courses.id} = f.course_id and ${courses.deleted_at} is null
     where f.entry_year >= extract(year from ${today})::int - 7
     group by ${courses.id}, f.entry_year order by count(*) desc, f.entry_year desc, ${courses.id} limit 50`);
  return rows;
}

const firstGroup = (call: Call): Promise<Waiting[]> =>
  call.db
    .select({
      course_id: courses.id,
      course: sql<string>`${localTitle(courses.title, call.locale)}`,
      entry_year: groups.entry_year,
      students: sql<number>`0`,
    })
    .from(groups)
    .innerJoin(courses, eq(courses.id, groups.course_id))
    .where(and(isNull(groups.deleted_at), eq(groups.kind, 'MAIN'), groupReach(call, 'group.assign')))
    .orderBy(
      sql`exists (select 1 from ${groupMembers} m where m.group_id = ${groups.id} and ${onDay()}) desc`,
      desc(groups.entry_year),
      asc(groups.name),
    )
    .limit(1);

/** Ends who looked after these groups and begins the next, from a day on. */
export async function assignMentor(call: Call, input: z.infer<typeof mentorInput>) {
  const ids = [...new Set(input.group_ids)];
  const rows = await lockGroups(call, 'group.mentor', ids);
  await demandReferences(call, { staff_id: [staff, input.staff_id] });
  const from = await dayOf(call, input.from);
  const running = and(
    inArray(groupMentors.group_id, ids),
    isNull(groupMentors.ends_on),
    isNull(groupMentors.deleted_at),
    input.staff_id ? sql`${groupMentors.staff_id} <> ${input.staff_id}` : undefined,
  );
  await call.db
    .update(groupMentors)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(running, sql`${groupMentors.starts_on} >= ${from}::date`));
  await call.db
    .update(groupMentors)
    .set({ ends_on: sql`${from}::date - 1` })
    .where(running);
  if (input.staff_id)
    await call.db
      .insert(groupMentors)
      .values(ids.map((group_id) => ({ group_id, staff_id: input.staff_id as number, starts_on: from })))
      .onConflictDoNothing();
  return presentGroups(call, rows);
}

/** Each condition under which a student is among those of a course module, and whether it holds today. */
export async function membershipChecks(
  call: Call,
  input: { student_id: number; course_module_id: number },
): Promise<z.infer<typeof whyAnswer>> {
  const [student] = await call.db
    .select({ id: students.id, status: students.status })
    .from(students)
    .where(and(eq(students.id, input.student_id), isNull(students.deleted_at), studentsInReach(call, 'student.read')));
  const [module] = await call.db
    .select({
      type: courseModules.type,
      active: courseModules.active,
      course_id: courseModules.course_id,
      course: courses.code,
      study_year: courseModules.study_year,
      first: sql<number>`extract(year from ${academicYears.starts_on})::int`,
    })
    .from(courseModules)
    .innerJoin(courses, eq(courses.id, courseModules.course_id))
    .innerJoin(academicYears, eq(academicYears.id, courseModules.academic_year_id))
    .where(and(eq(courseModules.id, input.course_module_id), isNull(courseModules.deleted_at)));
  if (!student || !module) throw fail('NOT_FOUND');
  const [mine] = (
    await call.db.execute<GroupRow & { course: string }>(sql`
      select g.*, c.code as course from ${groupMembers} m join ${groups} g on g.id = m.group_id join ${courses} c on c.id = g.course_id
       where m.student_id = ${student.id} and m.kind = 'MAIN' and ${onDay()}`)
  ).rows;
  const checks: z.infer<typeof whyAnswer>['checks'] = [
    { code: 'MODULE_ACTIVE', holds: module.active, data: {} },
    { code: 'STUDENT_ACTIVE', holds: student.status === 'ACTIVE', data: { status: student.status } },
    { code: 'IN_A_GROUP', holds: mine !== undefined, data: { group: mine?.name ?? null } },
  ];
  if (mine) {
    const year = module.first - mine.entry_year + 1;
    checks.push(
      {
        code: 'GROUP_OF_THE_COURSE',
        holds: mine.course_id === module.course_id,
        data: { group: mine.name, course: mine.course, expected: module.course },
      },
      {
        code: 'GROUP_OF_THE_YEAR',
        holds: year === module.study_year,
        data: { group: mine.name, study_year: year, expected: module.study_year },
      },
    );
  }
  if (module.type !== 'CORE') {
    const [choice] = await call.db
      .select({ state: moduleChoices.state })
      .from(moduleChoices)
      .where(
        and(
          eq(moduleChoices.course_module_id, input.course_module_id),
          eq(moduleChoices.student_id, student.id),
          isNull(moduleChoices.deleted_at),
        ),
      );
    checks.push({ code: 'MODULE_CHOSEN', holds: choice?.state === 'CHOSEN', data: { state: choice?.state ?? null } });
  }
  return { listed: checks.every((check) => check.holds), checks };
}
