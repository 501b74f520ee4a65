import type { SQL } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook, type Moment } from '#platform/server/hooks.ts';
import type { effects, Target, TargetKind } from '../shapes.ts';

/** A kind of things that have dates, as whoever keeps them knows it. */
export interface DeadlineKind {
  name: string;
  kind: TargetKind;
  /** Selects `(student_id, target_id, attempt)` of all that the students in the query `people` have. */
  of(call: Call, people: SQL): SQL;
  /**
   * Selects, in this order, `student_id, target_id, attempt` as they stand in `asked` (a query of these three),
   * `course_module_id int, title text, place text, starts_at timestamptz, minutes int, original_at timestamptz`,
   * `sitting_on date` (the day that a deferral leaves out). What does not exist is not answered.
   */
  facts(call: Call, asked: SQL): SQL;
}

export const deadlineKind: Hook<DeadlineKind> = defineHook(
  'deadlines.kind',
  'What has a date for a student. Of each kind one domain knows what there is.',
);

export interface DeadlineMoved {
  student_id: number;
  target: Target;
  effect: (typeof effects)[number];
  /** False where it was taken back. */
  granted: boolean;
}

export const deadlineMoved: Moment<DeadlineMoved[]> = defineHook(
  'deadlines.moved',
  'Dates of students were moved by a decision, or are again what they were.',
);
