import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
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

type Fitting = Pick<
  typeof groups.$inferSelect,
  'id' | 'name' | 'capacity' | 'course_id' | 'entry_year' | 'language' | 'education_form_id'
>;
type Held = Map<number, { people: number; alike: Map<string | null, number> }>;

/** Groups for any of these newcomers, locked in the order of their ids so that the last place is given once, and who is in them on the day. */
async function roomFor(call: Call, people: readonly Newcomer[], day: string): Promise<{ open: Fitting[]; held: Held }> {
  const open = await call.db
    .select()
    .from(groups)
    .where(
      and(
        eq(groups.kind, 'MAIN'),
        eq(groups.status, 'ACTIVE'),
        isNull(groups.deleted_at),
        inArray(groups.course_id, [0, ...new Set(people.map((one) => one.course_id))]),
        inArray(groups.entry_year, [0, ...new Set(people.map((one) => one.entry_year))]),
      ),
    )
    .orderBy(asc(groups.id))
    .for('update');
  const { rows } = await call.db.execute<{ group_id: number; gender: string | null; people: number }>(sql`
    select m.group_id, s.gender, count(*)::int as people from ${groupMembers} m join students s on s.id = m.student_id
     where m.group_id in ${[0, ...open.map((group) => group.id)]} and ${onDay(sql`${day}::date`)} group by 1, 2`);
  const held: Held = new Map(open.map(({ id }) => [id, { people: 0, alike: new Map() }]));
  for (const row of rows) {
    const there = held.get(row.group_id)!;
    there.people += row.people;
    there.alike.set(row.gender, row.people);
  }
  return { open, held };
}

const fitting = (open: readonly Fitting[], of: Newcomer): Fitting[] =>
  open.filter(
    (group) =>
      group.course_id === of.course_id &&
      group.entry_year === of.entry_year &&
      group.language === of.language &&
      (of.education_form_id === null ||
        group.education_form_id === null ||
        group.education_form_id === of.education_form_id) &&
      (!of.group_id || group.id === of.group_id),
  );

/** The group with the smallest share of its places taken; among equals the one with fewer of the same gender. */
function emptiest(some: readonly Fitting[], held: Held, gender: string | null): Fitting | undefined {
  const share = ({ id, capacity }: Fitting) => held.get(id)!.people / capacity;
  const alike = ({ id }: Fitting) => held.get(id)!.alike.get(gender) ?? 0;
  return some
    .filter((group) => share(group) < 1)
    .sort((a, b) => share(a) - share(b) || alike(a) - alike(b) || a.id - b.id)[0];
}

/** A group of a newcomer's course, year and language. Answers null where none was formed yet, `full` where none has a place. Errors: NOT_YOUR_COURSE. */
async function freeGroup(call: Call, of: Newcomer): Promise<{ id: number; name: string } | 'full' | null> {
  const { open, held } = await roomFor(call, [of], of.day);
  const some = fitting(open, of);
  if (some.length === 0) {
    if (of.group_id) throw fail('NOT_YOUR_COURSE');
    return null;
  }
  return emptiest(some, held, of.gender) ?? 'full';
}

/** A group for each of many who come on one day, in a few queries; who finds no place is not in the answer. */
export async function freeGroups(
  call: Call,
  people: readonly Newcomer[],
  day: string,
): Promise<Map<number, { id: number; name: string }>> {
  const { open, held } = await roomFor(call, people, day);
  const given = new Map<number, Fitting>();
  for (const one of people) {
    const best = emptiest(fitting(open, one), held, one.gender);
    if (!best) continue;
    given.set(one.student_id, best);
    const there = held.get(best.id)!;
    there.people++;
    there.alike.set(one.gender, (there.alike.get(one.gender) ?? 0) + 1);
  }
  return given;
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
