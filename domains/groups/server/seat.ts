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

/**
 * The group of a newcomer's course, year and language that has the smallest share of its places taken; among equals the
 * one with fewer of the same gender. Its groups are locked in the order of their ids, so that the last place is given
 * once. Answers null where no group was formed yet, `full` where none has a place. Errors: NOT_YOUR_COURSE.
 */
export async function freeGroup(call: Call, of: Newcomer): Promise<{ id: number; name: string } | 'full' | null> {
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
  if (fitting.length === 0) {
    if (of.group_id) throw fail('NOT_YOUR_COURSE');
    return null;
  }
  const { rows: held } = await call.db.execute<{ group_id: number; people: number; alike: number }>(sql`
    select m.group_id, count(*)::int as people, count(*) filter (where s.gender = ${of.gender})::int as alike
      from ${groupMembers} m join students s on s.id = m.student_id
     where m.group_id in ${fitting.map((group) => group.id)} and ${onDay(sql`${of.day}::date`)} group by 1`);
  const taken = new Map(held.map((row) => [row.group_id, row]));
  const share = (id: number, capacity: number) => (taken.get(id)?.people ?? 0) / capacity;
  const [best] = fitting
    .filter((group) => share(group.id, group.capacity) < 1)
    .sort(
      (a, b) =>
        share(a.id, a.capacity) - share(b.id, b.capacity) ||
        (taken.get(a.id)?.alike ?? 0) - (taken.get(b.id)?.alike ?? 0) ||
        a.id - b.id,
    );
  return best ? { id: best.id, name: best.name } : 'full';
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
