import type { SQL } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';

/** A reason not to show marks. */
export interface Withholding {
  /** Code whose text stands in the messages of the domain that tells it. */
  name: string;
  /** Selects `(course_module_id, student_id, component_id)`; a null component means all of the module. */
  open: SQL;
  /**
   * Where the reason is an offence that is being looked into: selects `(student_id, course_module_id, number, opened_on)`,
   * no module for one that concerns all of them. Institutions may bar from exams whoever has one (rule OPEN_OFFENCE).
   */
  offences?: SQL;
}

export const withholding: Hook<Withholding> = defineHook(
  'assessment.withholding',
  'Why marks are not shown: offences and claims that are open. Whoever opens or closes one calls `reviewWithheld`.',
);

/**
 * `rows` answers SQL that selects `(student_id, data)` for whom the reason holds; `module` is a number, `people` the ids of
 * its students. `data` is what lies behind it: lessons, amounts, components. The web knows it by the messages
 * `assessment.admission.reason.<name>`, `.cure.<name>`, `.rule.<name>` and `.setting.<key>`.
 */
export interface AdmissionReason {
  name: string;
  /** What institutions may tune, with what holds until they do. */
  settings?: Record<string, number>;
  /** Whether it holds in an institution that said nothing. */
  active: boolean;
  rows(call: Call, module: number, people: SQL, settings: Record<string, number>): Promise<SQL> | SQL;
}

export const admissionReason: Hook<AdmissionReason> = defineHook(
  'assessment.admission_reason',
  'Why somebody may not sit an exam. Each is a rule that institutions turn on and tune.',
);
