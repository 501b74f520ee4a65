import type { z } from 'zod';
import type { StudyLevel } from '#platform/contract/levels.ts';
import type { counted, recognised } from '../../contract/life.ts';
import type { LifeArea } from '../../life.ts';

/** Where a change leads to, as far as it says so. */
export interface LifeTarget {
  course_id?: number;
  level?: StudyLevel;
  education_form_id?: number;
  study_language?: 'uz' | 'ru' | 'en';
  tuition?: 'GRANT' | 'CONTRACT';
  department_id?: number;
  study_year?: number;
  /** Of somebody who comes again by an application: for which year, and into which group where the office says so. */
  academic_year_id?: number;
  group_id?: number;
  /** What was passed elsewhere: where, who decided, and the papers. */
  recognised?: z.infer<typeof recognised>[];
  origin?: string;
  decided_by?: string;
  file_ids?: number[];
  /** What of the course that is left counts in the other one, where the office decided it one by one. */
  counted?: z.infer<typeof counted>[];
}

/** A line of each student of whom there are rows, with how many. */
export const countedLines = (rows: readonly { student_id: number }[], code: string, values: LifeLine['values'] = {}) =>
  [...Map.groupBy(rows, ({ student_id }) => student_id)].map(([student_id, some]) => ({
    student_id,
    code,
    values: { count: some.length, ...values },
  }));

/** One thing that follows, said by the message `life.<area>.<code>`. */
export interface LifeLine {
  area: LifeArea;
  code: string;
  values: Record<string, string | number>;
}
