import type { Call } from '#platform/server/call/context.ts';
import { averageOf } from '../transcripts/standing.ts';

/** What the plan of a result calls its total, as SQL over module_results: the letter where that is shown as 0–100. */
export const gradeOfPlan = `case (select p.scale from assessment_plans p where p.course_module_id = module_results.course_module_id and p.deleted_at is null)
  when 'FIVE' then trim_scale(module_results.five)::text when 'ECTS' then module_results.ects else module_results.letter end`;

interface Seen {
  marks: ReadonlyMap<number, { value: number; max: number; label: string | null }>;
  /** As a transcript says it. */
  average: number | null;
}
/** Totals that a student sees, by course module: those that are whole and published. One statement for all of them. */
export async function marksSeen(call: Call, student_id: number, course_module_ids: number[]): Promise<Seen> {
  const { rows } = await call.client.query<{
    id: number;
    total: number;
    letter: string | null;
    credits: number;
    grade: string | null;
  }>(
    `select course_module_id as id, total::float8 as total, letter, cm.credits::float8 as credits, ${gradeOfPlan} as grade
       from module_results join course_modules cm on cm.id = course_module_id
      where student_id = $1 and course_module_id = any($2) and complete and status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')`,
    [student_id, course_module_ids],
  );
  return {
    marks: new Map(rows.map((row) => [row.id, { value: row.total, max: 100, label: row.grade }])),
    average: averageOf(rows),
  };
}
