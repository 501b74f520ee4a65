import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { onDay } from './reach.ts';
import { groupMembers, groups } from './tables.ts';

/** A place for somebody who comes. Asks for no right: the caller has made sure that the person may come in. */

export interface Newcomer {
  student_id: number;
  course_id: number;
  entry_year: number;
  language: 'uz' | 'ru' | 'en';
  education_form_id: number | null;
  gender: string | null;
  /** The first day in the group. */
  day: string;
  /** Only this group. */
  group_id?: number | undefined;
  reason: string;
}

/** A group with those who are in it on the day, by gender. */
interface Fitting {
  id: number;
  name: string;
  capacity: number;
  people: Map<string | null, number>;
}

/** Groups of a newcomer's course, year and language, locked in the order of their ids, so that the last place is given once. */
async function fittingGroups(call: Call, of: Newcomer): Promise<Fitting[]> {
  const fitting = await call.db
    .select({ id: groups.id, name: groups.name, capacity: groups.capacity })
    .from(groups)
    .where(
      and(
        eq(groups.kind, 'MAIN'),
        eq(groups.status, 'ACTIVE'),
        isNull(groups.deleted_at),
        eq(groups.course_id, of.course_id),
        eq(groups.entry_year, of.entry_year),
        eq(groups.language, of.language),
        of.education_form_id === null
          ? undefined
          : or(eq(groups.education_form_id, of.education_form_id), isNull(groups.education_form_id)),
        of.group_id ? eq(groups.id, of.group_id) : undefined,
      ),
    )
    .orderBy(asc(groups.id))
    .for('update');
  if (fitting.length === 0) return [];
  const { rows } = await call.db.execute<{ group_id: number; gender: string | null; people: number }>(sql`
    select m.group_id, s.gender, count(*)::int as people
      from ${groupMembers} m join students s on s.id = m.student_id
     where m.group_id in ${fitting.map((group) => group.id)} and ${onDay(sql`${of.day}::date`)} group by 1, 2`);
  const held = Map.groupBy(rows, (row) => row.group_id);
  return fitting.map((group) => ({
    ...group,
    people: new Map((held.get(group.id) ?? []).map((row) => [row.gender, row.people])),
  }));
}

/** The one with the smallest share of its places taken; among equals the one with fewer of the same gender. */
function emptiest(fitting: readonly Fitting[], gender: string | null): Fitting | undefined {
  const share = ({ people, capacity }: Fitting) => [...people.values()].reduce((sum, n) => sum + n, 0) / capacity;
  const alike = ({ people }: Fitting) => people.get(gender) ?? 0;
  return fitting
    .filter((group) => share(group) < 1)
    .sort((a, b) => share(a) - share(b) || alike(a) - alike(b) || a.id - b.id)[0];
}

/** Answers null where no group was formed yet, `full` where none has a place. Errors: NOT_YOUR_COURSE. */
async function freeGroup(call: Call, of: Newcomer): Promise<{ id: number; name: string } | 'full' | null> {
  const fitting = await fittingGroups(call, of);
  if (fitting.length === 0) {
    if (of.group_id) throw fail('NOT_YOUR_COURSE');
    return null;
  }
  return emptiest(fitting, of.gender) ?? 'full';
}

/** A group for each of many, by who comes; who finds none is left out. Two questions for all who look for the same. */
export async function freeGroups(call: Call, newcomers: readonly Newcomer[]): Promise<Map<number, Fitting>> {
  const chosen = new Map<number, Fitting>();
  const wishes = Map.groupBy(newcomers, (of) =>
    [of.course_id, of.entry_year, of.language, of.education_form_id, of.day].join(' '),
  );
  for (const [, some] of [...wishes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const fitting = await fittingGroups(call, some[0]!);
    for (const { student_id, gender } of some) {
      const group = emptiest(fitting, gender);
      if (!group) continue;
      group.people.set(gender, (group.people.get(gender) ?? 0) + 1);
      chosen.set(student_id, group);
    }
  }
  return chosen;
}

/** Puts a newcomer there. Answers null where no group was formed yet. Errors: GROUP_FULL, NOT_YOUR_COURSE. */
export async function seat(
  call: Call,
  of: Newcomer,
): Promise<{ member_id: number; group: { id: number; name: string } } | null> {
  const group = await freeGroup(call, of);
  if (!group) return null;
  if (group === 'full') throw fail('GROUP_FULL');
  const [row] = await call.db
    .insert(groupMembers)
    .values({ group_id: group.id, student_id: of.student_id, starts_on: of.day, reason: of.reason })
    .returning({ id: groupMembers.id });
  return { member_id: row!.id, group };
}

/** Takes back a place that was given by `seat`, as if it had never been. */
export async function unseat(call: Call, member_id: number): Promise<void> {
  await call.db.delete(groupMembers).where(eq(groupMembers.id, member_id));
}
