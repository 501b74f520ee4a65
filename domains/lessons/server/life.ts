import { and, count, inArray, isNull } from 'drizzle-orm';
import type { LifeEffect } from '#domains/students/server/index.ts';
import { submissions } from './tables.ts';

/** Who leaves hands in nothing more, by the role; what was handed in and lies with a teacher is told. */
export const homeworkOfLife: LifeEffect = {
  name: 'lessons.homework',
  area: 'homework',
  does: {
    LEAVE: ['UNASSESSED'],
    WITHDRAWAL: ['UNASSESSED'],
    EXPULSION: ['UNASSESSED'],
    TRANSFER_OUT: ['UNASSESSED'],
    GRADUATION: ['UNASSESSED'],
    TRANSFER: ['UNASSESSED'],
  },
  async apply(call, _change, people) {
    const ids = people.map(({ id }) => id);
    const rows = await call.db
      .select({ student_id: submissions.student_id, count: count() })
      .from(submissions)
      .where(
        and(
          inArray(submissions.student_id, ids),
          isNull(submissions.points),
          isNull(submissions.returned_at),
          isNull(submissions.deleted_at),
        ),
      )
      .groupBy(submissions.student_id);
    return {
      lines: rows.map((row) => ({ student_id: row.student_id, code: 'UNASSESSED', values: { count: row.count } })),
    };
  },
};
