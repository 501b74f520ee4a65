import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';

interface ModuleMark {
  value: number;
  max: number;
  /** What it is called: a letter, a word. */
  label: string | null;
}
/** Published marks of a student in some course modules, and their average as a transcript says it. */
export interface Marks {
  marks: ReadonlyMap<number, ModuleMark>;
  average: number | null;
}
/** One statement however many modules are asked for. */
export type MarksOf = (call: Call, student_id: number, course_module_ids: number[]) => Promise<Marks>;

export const publishedMarks: Hook<MarksOf> = defineHook(
  'reports.published_marks',
  'The marks that a student sees. One domain keeps them; the last that follows answers.',
);
