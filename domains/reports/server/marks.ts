import type { Call } from '#platform/server/context.ts';

export interface ModuleMark {
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

let keeper: MarksOf | undefined;

/** Tells, once at start, how to find the marks that a student sees. Answers how to take it back. */
export function contributeMarks(marksOf: MarksOf): () => void {
  const before = keeper;
  keeper = marksOf;
  return () => {
    keeper = before;
  };
}

export const marksOf: MarksOf = async (call, student_id, ids) =>
  keeper?.(call, student_id, ids) ?? { marks: new Map(), average: null };
