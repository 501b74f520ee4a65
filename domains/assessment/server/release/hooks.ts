import type { SQL } from 'drizzle-orm';

/** What other domains say about marks, without this domain knowing them: they call `tellWithholding` when they load. */

/** A reason not to show marks. `open` selects `(course_module_id, student_id, component_id)`; a null component means all of the module. */
export interface Withholding {
  /** Code whose text stands in the messages of the domain that tells it. */
  code: string;
  open: SQL;
}
const reasons: Withholding[] = [];
export const tellWithholding = (reason: Withholding): void => void reasons.push(reason);
export const withholdings = (): readonly Withholding[] => reasons;
