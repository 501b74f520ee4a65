import { eq, sql } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import { may } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { plain, resource } from '#platform/server/loose-resource.ts';
import { demandReferences, titlesOf } from '#platform/server/references.ts';
import { examArrangements } from './tables.ts';

/** What was decided for a student: more time, a room apart. It holds when exams are seated the next time. */

type Row = typeof examArrangements.$inferSelect;
const name = sql`(select s.full_name || ' ' || s.student_no from ${students} s where s.id = ${examArrangements.student_id})`;

export const arrangements = resource({
  table: examArrangements,
  search: [name],
  sorts: { created_at: sql`${examArrangements.created_at}`, id: sql`${examArrangements.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => name,
  filters: (input) => [input.student_id ? eq(examArrangements.student_id, input.student_id) : undefined],
  present: async (call, found) => {
    const rows = found as Row[];
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
  required: ['student_id'],
  prepare: async (call, input, current) => {
    await demandReferences(call, { student_id: [students, input.student_id] });
    const after = { extra_percent: 0, apart: false, ...current, ...input };
    if (!after.extra_percent && !after.apart) throw fail('ARRANGEMENT_EMPTY');
    return input;
  },
});
