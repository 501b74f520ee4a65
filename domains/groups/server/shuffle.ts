import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { shuffleAnswer, shuffleInput } from '../shapes.ts';
import { balance, type Person } from './balance.ts';
import type { GroupRow } from './groups.ts';
import { dayOf, move } from './members.ts';
import { lockGroups, onDay } from './reach.ts';
import { groupMembers, groupShuffles } from './tables.ts';

/** Spreads the students of several groups anew: first shown, then applied, and taken back while nobody was moved since. */

type Input = z.infer<typeof shuffleInput>;
type Answer = z.infer<typeof shuffleAnswer>;
const usualRules = { gender: 5, language: 10, mark: 3, keep: 2 };

interface Student {
  student_id: number;
  group_id: number;
  name: string;
  gender: string | null;
  study_language: string;
}

async function studentsOf(call: Call, ids: number[]): Promise<Student[]> {
  const { rows } = await call.db.execute<Student & Record<string, unknown>>(sql`
    select m.student_id, m.group_id, s.full_name as name, s.gender, s.study_language
      from ${groupMembers} m join ${students} s on s.id = m.student_id
     where m.group_id in ${ids} and m.ends_on is null and ${onDay()} order by m.student_id`);
  return rows;
}

export async function shuffle(call: Call, input: Input): Promise<Answer> {
  const rows = (await lockGroups(call, 'group.assign', input.group_ids)) as GroupRow[];
  if (input.undo_of) return undo(call, rows, input.undo_of);
  const [first] = rows as [GroupRow];
  if (rows.some((row) => row.course_id !== first.course_id || row.entry_year !== first.entry_year))
    throw fail('DIFFERENT_COURSES');
  if (rows.some((row) => row.education_form_id !== first.education_form_id)) throw fail('DIFFERENT_FORMS');
  const people = await studentsOf(
    call,
    rows.map((row) => row.id),
  );
  const index = new Map(rows.map((row, at) => [row.id, at]));
  const persons: Person[] = people.map((one) => ({
    id: one.student_id,
    group: index.get(one.group_id) ?? 0,
    woman: one.gender === 'FEMALE',
    fits: rows.map((row) => row.language === one.study_language),
    mark: null,
  }));
  if (people.length > rows.reduce((sum, row) => sum + row.capacity, 0)) throw fail('GROUP_FULL');
  // The seed makes a preview and what is then applied the same.
  const seed = input.seed ?? Math.floor(Math.random() * 1_000_000);
  const place = balance(
    persons,
    rows.map((row) => row.capacity),
    input.rules ?? usualRules,
    seed,
  );
  const moves = people.flatMap((one, i) => {
    const to = rows[place[i] ?? 0] as GroupRow;
    return to.id === one.group_id
      ? []
      : [{ student_id: one.student_id, name: one.name, from_group_id: one.group_id, to_group_id: to.id }];
  });
  const after = new Map(moves.map((one) => [one.student_id, one.to_group_id]));
  const answer: Answer = {
    shuffle_id: null,
    seed,
    moves,
    groups: rows.map((row) => ({
      group_id: row.id,
      name: row.name,
      before: counted(people.filter((one) => one.group_id === row.id)),
      after: counted(people.filter((one) => (after.get(one.student_id) ?? one.group_id) === row.id)),
    })),
  };
  if (!input.apply || moves.length === 0) return answer;
  const from = await dayOf(call, input.from);
  await move(
    call,
    moves.map((one) => ({ student_id: one.student_id, group_id: one.to_group_id })),
    from,
    'shuffle',
  );
  const [stored] = await call.db
    .insert(groupShuffles)
    .values({ from_day: from, moves })
    .returning({ id: groupShuffles.id });
  return { ...answer, shuffle_id: stored?.id ?? null };
}

const counted = (people: readonly Student[]) => ({
  students: people.length,
  women: people.filter((one) => one.gender === 'FEMALE').length,
  mark: null,
});

/** Moves everybody back, if each is still where the shuffle put them; from the same day, so it was never in effect. */
async function undo(call: Call, rows: GroupRow[], id: number): Promise<Answer> {
  const [stored] = await call.db
    .select()
    .from(groupShuffles)
    .where(and(eq(groupShuffles.id, id), isNull(groupShuffles.deleted_at)))
    .for('update');
  if (!stored) throw fail('NOT_FOUND');
  const now = new Map(
    (
      await call.db
        .select({ student_id: groupMembers.student_id, group_id: groupMembers.group_id })
        .from(groupMembers)
        .where(
          and(
            inArray(
              groupMembers.student_id,
              stored.moves.map((one) => one.student_id),
            ),
            eq(groupMembers.kind, 'MAIN'),
            isNull(groupMembers.ends_on),
            isNull(groupMembers.deleted_at),
          ),
        )
    ).map((row) => [row.student_id, row.group_id]),
  );
  if (stored.moves.some((one) => now.get(one.student_id) !== one.to_group_id)) throw fail('SHUFFLE_OVERTAKEN');
  await move(
    call,
    stored.moves.map((one) => ({ student_id: one.student_id, group_id: one.from_group_id })),
    await dayOf(call, undefined),
    'undo of a shuffle',
  );
  await call.db.update(groupShuffles).set({ deleted_at: sql`edulab_now()` }).where(eq(groupShuffles.id, id));
  const people = await studentsOf(
    call,
    rows.map((row) => row.id),
  );
  return {
    shuffle_id: null,
    seed: 0,
    moves: stored.moves.map((one) => ({ ...one, from_group_id: one.to_group_id, to_group_id: one.from_group_id })),
    groups: rows.map((row) => {
      const here = counted(people.filter((one) => one.group_id === row.id));
      return { group_id: row.id, name: row.name, before: here, after: here };
    }),
  };
}
