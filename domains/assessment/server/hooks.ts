import type { SQL } from 'drizzle-orm';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook, type Moment } from '#platform/server/hooks.ts';

/** A reason not to show marks. */
export interface Withholding {
  /** Code whose text stands in the messages of the domain that tells it. */
  name: string;
  /** Selects `(course_module_id, student_id, component_id, attempt)`; a null component means all of the module, a null attempt all of them. */
  open: SQL;
  /**
   * Where the reason is an offence that is being looked into: selects `(student_id, course_module_id, number, opened_on)`,
   * no module for one that concerns all of them. Institutions may bar from exams whoever has one (rule OPEN_OFFENCE).
   */
  offences?: SQL;
}

/** Selects `(course_module_id, student_id, component_id, attempt, code)`: what a board is told of a student, never why. */
export interface BoardNote {
  name: string;
  notes: SQL;
}

export const boardNote: Hook<BoardNote> = defineHook(
  'assessment.board_note',
  'What a board sees beside the marks of a student: that something was accepted or is not decided. The web says each code by `assessment.board.note.<code>`.',
);

/** Whose penalties the caller is not shown: selects ids of students, in brackets. */
export interface SealedPenalties {
  name: string;
  of(call: Call): SQL;
}

export const sealedPenalties: Hook<SealedPenalties> = defineHook(
  'assessment.sealed_penalties',
  'Whose penalties of earlier cases somebody is not shown: whoever judges a student knows of none before the finding.',
);

/** The cases behind penalties of this kind: selects `(id, page)` of those that the caller reaches, with where each is read. */
export interface PenaltyCases {
  /** The kind with which their penalties are applied. */
  name: string;
  pages(call: Call): SQL;
}

export const penaltyCases: Hook<PenaltyCases> = defineHook(
  'assessment.penalty_cases',
  'Where the case behind a penalty is read, so that an amendment leads back to it; whoever does not reach it sees its number alone.',
);

export const withholding: Hook<Withholding> = defineHook(
  'assessment.withholding',
  'Why marks are not shown: offences and claims that are open. Whoever opens or closes one calls `reviewWithheld`.',
);

/**
 * `rows` answers SQL that selects `(student_id, data)` for whom the reason holds; `module` is a number, `people` the ids of
 * its students. `data` is what lies behind it: lessons, amounts, components. What can be asked of another day counts
 * as of `exam.day`. The server says it in a few words, `admission_reason.<name>`; the web knows it by the messages
 * `assessment.admission.reason.<name>`, `.cure.<name>`, `.rule.<name>` and `.setting.<key>`.
 */
export interface AdmissionReason {
  name: string;
  /** What institutions may tune, with what holds until they do. */
  settings?: Record<string, number>;
  /** Whether it holds in an institution that said nothing. */
  active: boolean;
  /** Of which attempts it is asked: work and presence in the semester of the first, what a retake asks for of later ones; all unless told. */
  attempts?: 'FIRST' | 'LATER';
  /** Who is shown what lies behind it of others: whoever may this for the whole institution; whoever sees admissions unless told. */
  readers?: PermissionName;
  rows(
    call: Pick<Call, 'client' | 'db' | 'kernel'>,
    module: number,
    people: SQL,
    settings: Record<string, number>,
    exam: { attempt: number; day: string },
  ): Promise<SQL> | SQL;
}

export const admissionReason: Hook<AdmissionReason> = defineHook(
  'assessment.admission_reason',
  'Why somebody may not sit an exam. Each is a rule that institutions turn on and tune.',
);

/** What a retake costs its student now. */
export interface RetakeFee {
  retake_id: number;
  student_id: number;
  course_module_id: number;
  attempt: number;
  /** In soʻm; null where there is none, or the retake is withdrawn. */
  fee: string | null;
  /** The first day of its sitting, where that is known. */
  opens_on: string | null;
}

export const retakeCharged: Moment<RetakeFee> = defineHook(
  'assessment.retake_charged',
  'A retake was registered, costs something else, or was withdrawn. Told again with every change, so it must bear repetition.',
);

/** Who keeps the fees of retakes. */
export interface RetakeFees {
  name: string;
  /** What a retake costs where the plan of its module does not say. */
  usual(call: Call): Promise<string | null>;
  /** Selects `(retake_id, due_on, tiyin)`: until when each fee is to be paid, and how much of it still is. */
  owed: SQL;
}

export const retakeFees: Hook<RetakeFees> = defineHook(
  'assessment.retake_fees',
  'What retakes cost, and what of it is not paid. One domain keeps them.',
);

/** When exams are, as whoever plans them knows. */
export interface ExamDays {
  name: string;
  /** Selects `(course_module_id, attempt, day)`. */
  days: SQL;
}

export const examDays: Hook<ExamDays> = defineHook(
  'assessment.exam_days',
  'On which days exams are: on that morning it is kept who is admitted.',
);

/** Who decides that somebody's retakes of a module have no cap. */
export interface CapLifted {
  name: string;
  /** Selects `(student_id, course_module_id)`. */
  lifted: SQL;
}

export const capLifted: Hook<CapLifted> = defineHook(
  'assessment.cap_lifted',
  'Whose retakes of which module have no cap by a decision; asked when one is registered.',
);
