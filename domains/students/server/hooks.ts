import type { SQL } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook, type Moment } from '#platform/server/hooks.ts';
import type { Kept } from '#platform/server/records/kept.ts';
import type { OptionsQuery } from '#platform/server/records/resource.ts';
import type { TransitionNote } from '#platform/server/records/workflow.ts';
import type { LifeArea, LifeKind } from '../life.ts';
import type { StudentStatus } from '../workflow.ts';
import type { LifeLine, LifeTarget } from './life/target.ts';
import type { students } from './tables.ts';

type StudentRow = typeof students.$inferSelect;

export const studentsMoved: Moment<{
  rows: readonly { id: number; from: StudentStatus }[];
  to: StudentStatus;
  note: TransitionNote;
}> = defineHook('students.moved', 'Students have another status, or their last change was taken back.');

/** A change as those who follow it see it. */
export interface LifeChange {
  id: number;
  kind: LifeKind;
  /** The first day of what is new. */
  day: string;
  /** The day until which it is meant. */
  until: string | null;
  note: TransitionNote;
  target: LifeTarget;
}
export interface LifePerson {
  id: number;
  before: StudentRow;
  after: StudentRow;
}
/** What is decided one by one in the preview, where a change is of one student: results, and what each may count as. */
export interface LifeOffer {
  results: { course_module_id: number; title: string; credits: number; module_id: number | null }[];
  modules: { id: number; title: string }[];
}
export interface LifeEffect {
  name: string;
  area: LifeArea;
  /** What may follow from each kind of change, by the codes of its lines; it is asked at these kinds alone. */
  does: Partial<Record<LifeKind, readonly string[]>>;
  /** Writes what follows and says it, each line of one student; rows that are kept are put back when the change is undone. */
  apply(
    call: Call,
    change: LifeChange,
    people: readonly LifePerson[],
  ): Promise<{
    lines: { student_id: number; code: string; values?: LifeLine['values'] }[];
    kept?: Kept[];
    offer?: LifeOffer;
  }>;
  /** After its rows were put back. */
  undone?(call: Call, change: LifeChange, kept: readonly Kept[]): Promise<void>;
  /** Whose change can be taken back no more, and why, in the words of a refusal. */
  builtOn?(
    call: Call,
    change: LifeChange & { at: string },
    kept: readonly Kept[],
  ): Promise<{ student_id: number; code: string; values?: Record<string, unknown> }[]>;
}
export const lifeEffect: Hook<LifeEffect> = defineHook(
  'students.life_effect',
  'What follows from a change of a student’s life, in the area of each; told before it is done, and taken back with it.',
);

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

/** What somebody may be kept from until they have done what is asked of them. */
export type HeldAct = 'CERTIFICATE' | 'RETAKE';
export interface Hold {
  name: string;
  /** Who of these is kept from it, and why, in the words of a refusal; no more than whoever asks may read. */
  of(
    call: Call,
    act: HeldAct,
    ids: readonly number[],
  ): Promise<{ student_id: number; why: (locale: Locale) => string }[]>;
}
export const hold: Hook<Hold> = defineHook(
  'students.hold',
  'Asked before a student is given a paper or registered for a retake: who is kept from it, and why.',
);

export interface GroupName {
  id: number;
  title: string;
}
/** Who belongs to whom; each is a subselect of ids of students. Where nobody knows, nobody is reached. */
interface Belonging {
  name: string;
  /** The students whom the caller teaches or mentors. */
  taught(call: Call): SQL;
  /** The students of a group. */
  ofGroup(group: number): SQL;
  /** The group of each of these students today, with the names of groups that the caller may see. */
  groupsOf(call: Call, ids: number[]): Promise<Map<number, GroupName>>;
  /** Groups for a selector, those that the caller may see. */
  groups(call: Call, asked: OptionsQuery): Promise<GroupName[]>;
  /** Tables that both look into, so that totals of lists follow them. */
  tables: readonly string[];
}
export const belonging: Hook<Belonging> = defineHook(
  'students.belonging',
  'Whom the caller teaches, and whom a group holds.',
);

/**
 * Papers of one student in some domain, as a select of `source, id, at, title, number, status, file_id, document_id` (see
 * `paperColumns`), of what the caller's rights there reach; null where they reach nothing. The student was found in reach.
 */
interface PaperSource {
  name: string;
  papers(call: Call, student_id: number): SQL | null;
}
export const paperSource: Hook<PaperSource> = defineHook(
  'students.paper_source',
  'Asked for the papers of one student: what was asked for, issued, signed, received and handed in.',
);
