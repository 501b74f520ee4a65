import { and, inArray, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import {
  countedLines,
  givenUp,
  type LifeChange,
  type LifeEffect,
  type LifePerson,
} from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { changeKept, type Kept } from '#platform/server/records/kept.ts';
import { moduleChoices } from './tables.ts';

const name = 'groups.choices';

/** Places that are free go to who waits for them. */
async function givePlaces(call: Call, modules: readonly number[]) {
  const freed = Map.groupBy(modules, (module) => module);
  if (freed.size)
    await call.client.query(
      'select edulab_give_places(m, n) from unnest($1::int[], $2::int[]) as t (m, n) order by m',
      [[...freed.keys()], [...freed.values()].map((some) => some.length)],
    );
}

/** What whoever comes back had chosen, of a year that is not over and the course of now, as far as there is a place. */
async function chooseAgain(call: Call, { day }: LifeChange, people: readonly LifePerson[]) {
  const had = (await givenUp(call, name, people)).filter(({ before }) => before?.state === 'CHOSEN');
  const courses = people.map(({ id, after }) => ({ id, course_id: after.course_id }));
  const { rows } = await call.db.execute<{ id: number; student_id: number; deleted_at: string | null }>(sql`
    select c.id, c.student_id, to_jsonb(c) ->> 'deleted_at' as deleted_at from ${moduleChoices} c join ${courseModules} cm on cm.id = c.course_module_id
      join jsonb_to_recordset(${JSON.stringify(courses)}::jsonb) as p (id integer, course_id integer) on p.id = c.student_id and p.course_id = cm.course_id
      join ${academicYears} y on y.id = cm.academic_year_id and y.ends_on >= ${day}::date
     where c.id = any(${sql.param(had.map(({ id }) => id))}::int[]) and c.state = 'WITHDRAWN' order by c.id`);
  const { rows: again } = await call.db.execute<{ id: number }>(
    sql`select edulab_choose_again(${sql.param(rows.map(({ id }) => id))}::int[]) as id`,
  );
  const taken = new Set(again.map(({ id }) => id));
  const [back, gone] = [rows.filter(({ id }) => taken.has(id)), rows.filter(({ id }) => !taken.has(id))];
  const kept: Kept[] = back.map(({ id, student_id, deleted_at }) => ({
    table: 'module_choices',
    id,
    student_id,
    before: { state: 'WITHDRAWN', deleted_at },
    after: { state: 'CHOSEN', deleted_at: null },
  }));
  return { kept, lines: [...countedLines(back, 'BACK'), ...countedLines(gone, 'GONE')] };
}

/**
 * Modules of choice that somebody who leaves, or changes the course, does not take any more; who waits gets the place. Whoever
 * comes back has again what is still free.
 */
export const choicesOfLife: LifeEffect = {
  name,
  area: 'modules',
  does: {
    WITHDRAWAL: ['ENDED'],
    EXPULSION: ['ENDED'],
    TRANSFER_OUT: ['ENDED'],
    GRADUATION: ['ENDED'],
    TRANSFER: ['ENDED'],
    RESTORATION: ['BACK', 'GONE'],
  },
  async apply(call, change, people) {
    const { kind, day } = change;
    if (kind === 'RESTORATION') return chooseAgain(call, change, people);
    const ids = people
      .filter(({ before, after }) => kind !== 'TRANSFER' || before.course_id !== after.course_id)
      .map(({ id }) => id);
    if (ids.length === 0) return { lines: [] };
    // What was taken in years that are over was taken.
    const { rows } = await call.db.execute<{ id: number; student_id: number; module: number; state: string }>(sql`
      select c.id, c.student_id, c.course_module_id as module, c.state
        from ${moduleChoices} c join ${courseModules} cm on cm.id = c.course_module_id
        join ${academicYears} y on y.id = cm.academic_year_id and y.ends_on >= ${day}::date
       where c.student_id = any(${sql.param(ids)}::int[]) and c.state <> 'WITHDRAWN' and c.deleted_at is null order by c.id`);
    const now = clock.date().toISOString();
    const kept = await changeKept(
      call.client,
      'module_choices',
      rows.map(({ id }) => ({ id, state: 'WITHDRAWN', deleted_at: now })),
    );
    await givePlaces(
      call,
      rows.flatMap((row) => (row.state === 'CHOSEN' ? row.module : [])),
    );
    return { kept, lines: countedLines(rows, 'ENDED') };
  },
  async undone(call, _change, kept) {
    const taken = kept.filter(({ after }) => after?.state === 'CHOSEN').map(({ id }) => id);
    if (taken.length === 0) return;
    const rows = await call.db
      .select({ module: moduleChoices.course_module_id })
      .from(moduleChoices)
      .where(inArray(moduleChoices.id, taken));
    await givePlaces(
      call,
      rows.map(({ module }) => module),
    );
  },
  /** The places that were left may be somebody else's by now. */
  async builtOn(call, _change, kept) {
    const ids = kept.filter(({ before }) => before?.state === 'CHOSEN').map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await call.db
      .select({ student_id: moduleChoices.student_id })
      .from(moduleChoices)
      .where(
        and(
          inArray(moduleChoices.id, ids),
          sql`exists (select 1 from ${courseModules} where ${courseModules.id} = ${moduleChoices.course_module_id} and ${courseModules.capacity} <=
            (select count(*) from module_choices o where o.course_module_id = ${courseModules.id} and o.state = 'CHOSEN' and o.deleted_at is null))`,
        ),
      );
    return rows.map(({ student_id }) => ({ student_id, code: 'LIFE_PLACE_TAKEN' }));
  },
};
