import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { changeKept, type Kept, makeKept } from '#platform/server/records/kept.ts';
import { onDay } from './reach.ts';
import { freeGroups, type Newcomer } from './seat.ts';
import { groupMembers, groupMentors, groups } from './tables.ts';

/** Places of people whose life changes, kept so that they can be given back. Asks for no right. */

export interface Place {
  id: number;
  student_id: number;
  group_id: number;
  group: string;
  course_id: number;
  entry_year: number;
  language: string;
  education_form_id: number | null;
}

/** The main group of each of these students on a day. */
export async function placesOn(call: Call, ids: readonly number[], day: string): Promise<Map<number, Place>> {
  const { rows } = await call.db.execute<Place & Record<string, unknown>>(sql`
    select m.id, m.student_id, m.group_id, g.name as "group", g.course_id, g.entry_year, g.language, g.education_form_id
      from ${groupMembers} m join ${groups} g on g.id = m.group_id
     where m.student_id = any(${sql.param([...ids])}::int[]) and m.kind = 'MAIN' and ${onDay(sql`${day}::date`)}`);
  return new Map(rows.map((row) => [row.student_id, row]));
}

/** Ends all places of these students, parts of groups too, on the day before; who came on that day or later was never there. */
export async function endPlaces(call: Call, ids: readonly number[], day: string): Promise<Kept[]> {
  const rows = await call.db
    .select({ id: groupMembers.id, starts_on: groupMembers.starts_on })
    .from(groupMembers)
    .where(
      and(
        inArray(groupMembers.student_id, [...ids]),
        isNull(groupMembers.deleted_at),
        or(isNull(groupMembers.ends_on), sql`${groupMembers.ends_on} >= ${day}::date`),
      ),
    )
    .orderBy(groupMembers.id);
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const never = rows.filter((row) => row.starts_on >= day);
  const were = rows.filter((row) => row.starts_on < day);
  const now = clock.date().toISOString();
  return [
    ...(await changeKept(
      call.client,
      'group_members',
      never.map(({ id }) => ({ id, deleted_at: now })),
    )),
    ...(await changeKept(
      call.client,
      'group_members',
      were.map(({ id }) => ({ id, ends_on: before })),
    )),
  ];
}

/** Gives places on one day as `seat` does, and answers which and what it kept; who finds none is not in the answer. */
export async function keepSeats(
  call: Call,
  people: readonly Newcomer[],
  day: string,
): Promise<{ seats: Map<number, string>; kept: Kept[] }> {
  if (people.length === 0) return { seats: new Map(), kept: [] };
  const given = await freeGroups(call, people, day);
  const kept = await makeKept(
    call.client,
    'group_members',
    people.flatMap(({ student_id, reason }) => {
      const group = given.get(student_id);
      return group ? [{ group_id: group.id, student_id, kind: 'MAIN', starts_on: day, reason }] : [];
    }),
  );
  return { seats: new Map([...given].map(([student_id, { name }]) => [student_id, name])), kept };
}

/** Accounts of those who look after these groups. */
export async function mentorsOf(call: Call, group_ids: readonly number[]): Promise<number[]> {
  const rows = await call.db
    .select({ account_id: staff.account_id })
    .from(groupMentors)
    .innerJoin(staff, eq(staff.id, groupMentors.staff_id))
    .where(
      and(
        inArray(groupMentors.group_id, [...group_ids]),
        isNull(groupMentors.ends_on),
        isNull(groupMentors.deleted_at),
      ),
    );
  return rows.flatMap(({ account_id }) => account_id ?? []);
}
