import { sql } from 'drizzle-orm';
import { type LifeEffect, leavingKinds } from '#domains/students/server/index.ts';
import type { Role } from '#platform/contract/index.ts';
import { wordsOf } from './awards/clearance.ts';

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

const words = ['CLEAR', 'REFUSED', 'WAITING', 'NO_OFFICE'];
const librarian: Role = 'LIBRARY_MODERATOR';

/** Loans are kept nowhere here: what is known of the library is its word on the clearance sheet. */
export const libraryOfLife: LifeEffect = {
  name: 'assessment.library',
  area: 'library',
  does: Object.fromEntries(leavingKinds.map((kind) => [kind, words])),
  async apply(call, _change, people) {
    const said = await wordsOf(
      call,
      people.map(({ id }) => id),
    );
    const ofLibrary = Map.groupBy(
      said.filter(({ role }) => role === librarian),
      ({ student_id }) => student_id,
    );
    return {
      lines: people.map(({ id: student_id }) => {
        const [word] = (ofLibrary.get(student_id) ?? []).toSorted((a, b) => Number(a.clear) - Number(b.clear));
        if (!word) return { student_id, code: 'NO_OFFICE' };
        if (word.clear === null) return { student_id, code: 'WAITING' };
        return word.clear
          ? { student_id, code: 'CLEAR' }
          : { student_id, code: 'REFUSED', values: { note: word.note ?? '' } };
      }),
    };
  },
};
