import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { searchAbout, students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { list } from '#platform/server/records/lists.ts';
import type { historyQuery, historyRow } from '../../shapes-marks.ts';
import { moduleReach, moduleRefs, moduleText, ownRecords, ownStudents } from '../modules.ts';
import { moduleResults } from '../tables.ts';
import { notBlind } from './blind.ts';
import { gradeOfPlan } from './own.ts';

const publishedResult = sql`${moduleResults.status} in ('PUBLISHED', 'CONFIRMED', 'LOCKED')`;
const ofModule = (column: string, value: number | undefined) =>
  value === undefined
    ? undefined
    : sql`${moduleResults.course_module_id} in (select cm.id from course_modules cm where cm.${sql.raw(column)} = ${value})`;

type HistoryRow = Omit<z.infer<typeof historyRow>, 'student' | 'course_module'> & { student_id: number };

/** Totals over the semesters: students their own as far as they are published, others what their right reaches. */
export function overallHistory(call: Call, input: z.infer<typeof historyQuery>) {
  const own = !may(call, 'mark.read');
  return list(call, input, {
    from: sql`${moduleResults}`,
    key: sql`${moduleResults.id}`,
    table: 'module_results',
    asks: ['students', 'course_modules', 'marks', 'assessment_components'],
    where: [
      own
        ? sql`${moduleResults.student_id} in ${input.student_id ? ownRecords(call) : ownStudents(call)} and ${publishedResult}`
        : moduleReach(call, 'mark.read', sql`${moduleResults.course_module_id}`),
      // Totals that hold anonymous marks would tell them.
      own || may(call, 'mark.codes')
        ? undefined
        : sql`(${publishedResult} or not exists (select 1 from assessment_components c where c.course_module_id = ${moduleResults.course_module_id} and c.anonymous and c.deleted_at is null))`,
      own ? undefined : notBlind(call, sql`${moduleResults.course_module_id}`, sql`${moduleResults.student_id}`),
      input.student_id ? sql`${moduleResults.student_id} = ${input.student_id}` : undefined,
      input.course_module_id ? sql`${moduleResults.course_module_id} = ${input.course_module_id}` : undefined,
      ofModule('academic_year_id', input.academic_year_id),
      ofModule('semester', input.semester),
      input.passed === undefined ? undefined : sql`${moduleResults.passed} = ${input.passed}`,
      searchAbout(sql`${moduleResults.student_id}`, moduleText(sql`${moduleResults.course_module_id}`))(
        input.search ?? '',
        call,
      ),
    ],
    sorts: { id: sql`${moduleResults.id}` },
    defaultSort: 'id,desc',
    columns: sql<HistoryRow>`id, course_module_id, student_id, total::float8 as total, letter, five::float8 as five, ects, passed, attempt, complete, status, why_not, computed_at,
      ${sql.raw(gradeOfPlan)} as grade`,
    load: async (_ids, rows) => {
      const refs = await moduleRefs(
        call,
        rows.map((row) => row.course_module_id),
      );
      const people = await call.db
        .select({ id: students.id, name: students.full_name, student_no: students.student_no })
        .from(students)
        .where(inArray(students.id, [...new Set(rows.map((row) => row.student_id))]));
      const named = new Map(people.map((row) => [row.id, row]));
      return rows.map(({ student_id, ...row }) => ({
        ...row,
        computed_at: new Date(row.computed_at).toISOString(),
        student: named.get(student_id)!,
        course_module: refs.get(row.course_module_id)!,
      }));
    },
  });
}
