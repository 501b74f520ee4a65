import type { SQL } from 'drizzle-orm';

/** What other domains say about marks, without this domain knowing them: they call `tellWithholding` when they load. */

/** A reason not to show marks. */
export interface Withholding {
  /** Code whose text stands in the messages of the domain that tells it. */
  code: string;
  /** Selects `(course_module_id, student_id, component_id)`; a null component means all of the module. */
  open: SQL;
  /**
   * Where the reason is an offence that is being looked into: selects `(student_id, course_module_id, number, opened_on)`,
   * no module for one that concerns all of them. Institutions may bar from exams whoever has one (rule OPEN_OFFENCE).
   */
  offences?: SQL;
}
const reasons: Withholding[] = [];
/** Answers how to take it back. */
export function tellWithholding(reason: Withholding): () => void {
  reasons.push(reason);
  return () => void reasons.splice(reasons.indexOf(reason), 1);
}
export const withholdings = (): readonly Withholding[] => reasons;
