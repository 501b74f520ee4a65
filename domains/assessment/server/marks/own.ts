import type { MarksOf } from '#domains/reports/server/index.ts';

/** Totals that a student sees, by course module: those that are whole and published. */
export const publishedMarks: MarksOf = async (call, student_id, course_module_ids) => {
  const { rows } = await call.client.query<{ id: number; total: number; letter: string | null }>(
    `select course_module_id as id, total::float8 as total, letter from module_results
      where student_id = $1 and course_module_id = any($2) and status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')`,
    [student_id, course_module_ids],
  );
  return new Map(rows.map((row) => [row.id, { value: row.total, max: 100, label: row.letter }]));
};
