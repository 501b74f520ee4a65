import { eq, type SQL } from 'drizzle-orm';
import { attempts, trees } from '../tables.ts';

/** Whoever learns in a package: a student, or somebody whom its holder knows by a number of its own. */
export interface Learner {
  student_id: number | null;
  learner_id: number | null;
}
/** With the name that the content is told. */
export interface Named extends Learner {
  name: string;
}
/** The attempt that somebody makes. */
export interface Key extends Learner {
  package_id: number;
  number: number;
}
export type Kept = typeof attempts | typeof trees;

/** What was reached in a part, and in a whole: without what the content keeps for itself, which may be large. */
export const reachedInPart = {
  package_id: attempts.package_id,
  student_id: attempts.student_id,
  learner_id: attempts.learner_id,
  number: attempts.number,
  status: attempts.status,
  success: attempts.success,
  score: attempts.score,
  seconds: attempts.seconds,
  updated_at: attempts.updated_at,
};
export const reachedByRules = {
  package_id: trees.package_id,
  student_id: trees.student_id,
  learner_id: trees.learner_id,
  number: trees.number,
  status: trees.status,
  success: trees.success,
  score: trees.score,
};

export const isOf = (table: Kept, { student_id, learner_id }: Learner): SQL =>
  student_id === null ? eq(table.learner_id, learner_id ?? 0) : eq(table.student_id, student_id);

export const isSame = (a: Learner, b: Learner): boolean =>
  a.student_id === b.student_id && a.learner_id === b.learner_id;
