import { sql } from 'drizzle-orm';
import type { LifeEffect } from '#domains/students/server/index.ts';

/** Marks that were given stay; told are attempts that no board has confirmed, and those still to come. */
export const attemptsOfLife: LifeEffect = {
  name: 'assessment.attempts',
  area: 'marks',
  does: {
    LEAVE: ['OPEN'],
    SUSPENSION: ['OPEN'],
    WITHDRAWAL: ['OPEN'],
    EXPULSION: ['OPEN'],
    TRANSFER_OUT: ['OPEN'],
    TRANSFER: ['OPEN'],
  },
  async apply(call, _change, people) {
    const { rows } = await call.db.execute<{ student_id: number; count: number }>(sql`
      select o.student_id, count(*)::int as count
        from edulab_open_attempts(${sql.param(people.map(({ id }) => id))}::int[]) o group by 1 order by 1`);
    return { lines: rows.map(({ student_id, count }) => ({ student_id, code: 'OPEN', values: { count } })) };
  },
};
