import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import type { gradebookAnswer } from '../../shapes-marks.ts';
import { marks } from '../tables.ts';
import type { Blind } from './blind.ts';
import { codeOf, codeSecret } from './codes.ts';

/** What differs in the grid from one who looks to another: it is kept once for everybody, and made theirs for each. */

export type Sheet = Omit<z.infer<typeof gradebookAnswer>, 'can'>;

export const hideParts = (packed: string, hidden: readonly boolean[], nothing: string): string =>
  packed
    .split(',')
    .map((part, at) => (hidden[at] ? nothing : part))
    .join(',');
export const hideLetters = (letters: string, hidden: readonly boolean[]): string =>
  [...letters].map((letter, at) => (hidden[at] ? '.' : letter)).join('');

/** The sheet as the caller may see it while second values are to come; what is kept for everybody stays as it is. */
export function withoutBlind(call: Call, sheet: Sheet, blind: Blind, as: 'SECOND' | undefined): Sheet {
  if (blind.cells.length === 0) return sheet;
  const names = namesOf(call, sheet, blind.cells);
  const students = sheet.students.map((row) => {
    const student_id = names(row);
    if (student_id === undefined || !blind.total(student_id)) return row;
    const hidden = sheet.leaves.map((component_id) => blind.mark({ component_id, student_id, attempt: sheet.attempt }));
    if (as === 'SECOND' || !hidden.some(Boolean)) return { ...row, result: null };
    return {
      ...row,
      values: hideParts(row.values, hidden, ''),
      specials: hideLetters(row.specials, hidden),
      flags: [...row.flags].map((flag, at) => (hidden[at] && flag !== 'X' ? 'Y' : flag)).join(''),
      result: null,
    };
  });
  return { ...sheet, students };
}

/** Marks that the caller has given and that wait for somebody else. */
export async function ownMarks(call: Call, module: number, attempt: number): Promise<Cell[]> {
  const { rows } = await call.db.execute<Cell & Record<string, unknown>>(sql`
    select component_id, student_id from ${marks}
     where course_module_id = ${module} and attempt = ${attempt} and status = 'SUBMITTED' and marked_by = ${call.account_id}`);
  return rows;
}
interface Cell {
  component_id: number;
  student_id: number;
}

export function withOwn(call: Call, sheet: Sheet, own: readonly Cell[]): Sheet {
  if (own.length === 0) return sheet;
  const names = namesOf(call, sheet, own);
  const given = new Set(own.map((cell) => `${cell.component_id} ${cell.student_id}`));
  const students = sheet.students.map((row) => {
    const letters = sheet.leaves.map((leaf) => (given.has(`${leaf} ${names(row)}`) ? 'O' : '.')).join('');
    return letters.includes('O') ? { ...row, own: letters } : row;
  });
  return { ...sheet, students };
}

/** Which student a row is, also where it is known by its code alone, among those of some cells. */
function namesOf(call: Call, sheet: Sheet, cells: readonly Cell[]) {
  const [alone] = sheet.leaves;
  const coded = sheet.students[0]?.id === null;
  const secret = coded ? codeSecret(call) : '';
  const byCode = new Map(
    coded
      ? cells.flatMap(({ component_id, student_id }) =>
          component_id === alone ? [[codeOf(secret, component_id, student_id), student_id] as const] : [],
        )
      : [],
  );
  return (row: Sheet['students'][number]): number | undefined => row.id ?? byCode.get(row.code ?? '');
}
