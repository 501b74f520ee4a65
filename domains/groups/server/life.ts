import { and, inArray, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { LifeEffect } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { moduleChoices } from './tables.ts';

/** Modules of choice that somebody who leaves, or changes the course, does not take any more; who waits gets the place. */
export const choicesOfLife: LifeEffect = {
  name: 'groups.choices',
  area: 'modules',
  does: {
    WITHDRAWAL: ['ENDED'],
    EXPULSION: ['ENDED'],
    TRANSFER_OUT: ['ENDED'],
    GRADUATION: ['ENDED'],
    TRANSFER: ['ENDED'],
  },
  async apply(call, { kind, day }, people) {
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
    const freed = Map.groupBy(
      rows.filter((row) => row.state === 'CHOSEN'),
      (row) => row.module,
    );
    if (freed.size)
      await call.client.query(
        'select edulab_give_places(m, n) from unnest($1::int[], $2::int[]) as t (m, n) order by m',
        [[...freed.keys()], [...freed.values()].map((some) => some.length)],
      );
    return {
      kept,
      lines: [...Map.groupBy(rows, (row) => row.student_id)].map(([student_id, some]) => ({
        student_id,
        code: 'ENDED',
        values: { count: some.length },
      })),
    };
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
