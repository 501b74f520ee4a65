import type { SQL } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook, type Moment } from '#platform/server/hooks.ts';
import type { TransitionNote } from '#platform/server/records/workflow.ts';
import type { StudentStatus } from '../workflow.ts';

export const studentsMoved: Moment<{
  rows: readonly { id: number; from: StudentStatus }[];
  to: StudentStatus;
  note: TransitionNote;
}> = defineHook('students.moved', 'Students took a step of their life, however many at once.');

/** One of the reasons why a student may not graduate yet: the code of a text of its domain, and what fills its blanks. */
export interface GraduationFault {
  id: number;
  code: string;
  data?: Record<string, unknown>;
}
/** Asked of many students at once, in a query or two, however many they are. */
type GraduationCheck = (call: Call, ids: number[]) => Promise<GraduationFault[]>;
export const graduationCheck: Hook<GraduationCheck> = defineHook(
  'students.graduation_check',
  'Asked before students graduate: who may not yet, and why.',
);

/** Who belongs to whom; each is a subselect of ids of students. Where nobody knows, nobody is reached. */
interface Belonging {
  name: string;
  /** The students whom the caller teaches or mentors. */
  taught(call: Call): SQL;
  /** The students of a group. */
  ofGroup(group: number): SQL;
  /** Tables that both look into, so that totals of lists follow them. */
  tables: readonly string[];
}
export const belonging: Hook<Belonging> = defineHook(
  'students.belonging',
  'Whom the caller teaches, and whom a group holds.',
);
