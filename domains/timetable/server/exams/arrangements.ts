import { eq, sql } from 'drizzle-orm';
import { searchAbout, students } from '#domains/students/server/index.ts';
import { may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import { examArrangements } from './tables.ts';

/** What was decided for a student: more time, a room apart. It holds when exams are seated the next time. */

const name = sql`(select s.full_name || ' ' || s.student_no from ${students} s where s.id = ${examArrangements.student_id})`;

export const arrangements = resource(contract.exam_arrangement, {
  table: examArrangements,
  search: searchAbout(sql`${examArrangements.student_id}`),
  sorts: { created_at: sql`${examArrangements.created_at}`, id: sql`${examArrangements.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => name,
  filters: (input) => [input.student_id ? eq(examArrangements.student_id, input.student_id) : undefined],
  present: async (call, rows) => {
    const people = await titlesOf(
      call,
      students,
      rows.map((row) => row.student_id),
      sql`${students.full_name}`,
    );
    const mine = may(call, 'exam_arrangement.manage');
    return rows.map((row) => ({
      ...plain(row),
      student: people.get(row.student_id) ?? { id: row.student_id, title: '' },
      can: { edit: mine, delete: mine },
    }));
  },
  prepare: async (call, input, _current, next) => {
    await demandReferences(call, { student_id: [students, input.student_id] });
    if (!next.extra_percent && !next.apart) throw fail('ARRANGEMENT_EMPTY');
    return input;
  },
});
