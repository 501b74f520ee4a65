import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { cellInput, result } from '../../shapes-marks.ts';
import { moduleResults } from '../tables.ts';
import { codeSecret, studentOf } from './codes.ts';
import type { Frame } from './frame.ts';
import { rosterOf } from './roster.ts';

/** Cells as they are sent, turned into cells of known students and components; whatever is wrong with them is named by its place. */

export interface Cell {
  /** Place in the request. */
  at: number;
  component_id: number;
  student_id: number;
  code: string | null;
  attempt: number;
  value: number | null;
  special: string | null;
  comment: string | null | undefined;
  version: number | null;
}

/** Refuses the whole request with every cell that is malformed: unknown or split components, strangers, the same cell twice. */
export async function cellsOf(
  call: Call,
  module: number,
  { components, day }: Pick<Frame, 'components' | 'day'>,
  sent: readonly z.infer<typeof cellInput>[],
): Promise<Cell[]> {
  const faults: { path: string; code: string }[] = [];
  const secret = sent.some((cell) => cell.code !== undefined) ? codeSecret(call) : '';
  const known = new Map(components.map((row) => [row.id, row]));
  const names = may(call, 'mark.codes');
  const seen = new Set<string>();
  const cells: Cell[] = [];
  for (const [at, cell] of sent.entries()) {
    const path = (name: string) => `marks.${at}.${name}`;
    const component = known.get(cell.component_id);
    if (!component) faults.push({ path: path('component_id'), code: 'UNKNOWN_REFERENCE' });
    else if (!component.leaf) faults.push({ path: path('component_id'), code: 'MARK_ON_PARTS' });
    if (!component?.leaf) continue;
    const nameless = component.anonymous && !component.shown && !names;
    const student = cell.code === undefined ? cell.student_id : studentOf(secret, component.id, cell.code);
    if (nameless && cell.code === undefined) faults.push({ path: path('code'), code: 'MARK_BY_CODE' });
    else if (student === undefined)
      faults.push({
        path: path(cell.code === undefined ? 'student_id' : 'code'),
        code: cell.code === undefined ? 'form_required' : 'UNKNOWN_REFERENCE',
      });
    if (cell.value != null && cell.special != null) faults.push({ path: path('special'), code: 'MARK_AND_SPECIAL' });
    if (student === undefined || (nameless && cell.code === undefined)) continue;
    const attempt = cell.attempt ?? 1;
    const key = `${component.id} ${student} ${attempt}`;
    if (seen.has(key)) faults.push({ path: path('student_id'), code: 'MARK_TWICE' });
    seen.add(key);
    cells.push({
      at,
      component_id: component.id,
      student_id: student,
      code: nameless ? cell.code! : null,
      attempt,
      value: cell.value ?? null,
      special: cell.special ?? null,
      comment: cell.comment,
      version: cell.version ?? null,
    });
  }
  faults.push(...(await strangers(call, module, day, cells)));
  if (faults.length)
    throw fail(faults.every((fault) => fault.code === 'NOT_IN_MODULE') ? 'NOT_IN_MODULE' : 'BAD_REQUEST', {
      fields: faults,
    });
  return cells;
}

/** Who does not take the module, or has not registered for the attempt. */
async function strangers(
  call: Call,
  module: number,
  day: string,
  cells: readonly Cell[],
): Promise<{ path: string; code: string }[]> {
  const asked = (attempt: boolean) => [
    ...new Set(cells.filter((cell) => cell.attempt > 1 === attempt).map((cell) => cell.student_id)),
  ];
  const first = asked(false);
  const { rows: absent } = first.length
    ? await call.db.execute<{ id: number }>(
        sql`select x.id from unnest(${sql.param(first)}::int[]) x(id) where x.id not in (select r.id from ${rosterOf(module, day)} r)`,
      )
    : { rows: [] };
  const { rows: again } = asked(true).length
    ? await call.db.execute<{ id: number; attempt: number; parts: number[] }>(sql`
        select t.student_id as id, t.attempt, t.component_ids as parts from assessment_retakes t join ${students} s on s.id = t.student_id and s.status = 'ACTIVE'
         where t.course_module_id = ${module} and t.student_id = any(${sql.param(asked(true))}::int[]) and t.state <> 'WITHDRAWN' and t.deleted_at is null`)
    : { rows: [] };
  const away = new Set(absent.map((row) => row.id));
  return cells.flatMap((cell) => {
    const path = `marks.${cell.at}.${cell.code === null ? 'student_id' : 'code'}`;
    if (cell.attempt === 1) return away.has(cell.student_id) ? [{ path, code: 'NOT_IN_MODULE' }] : [];
    const registered = again.some(
      (row) =>
        row.id === cell.student_id &&
        row.attempt === cell.attempt &&
        (row.parts.length === 0 || row.parts.includes(cell.component_id)),
    );
    return registered ? [] : [{ path, code: 'NOT_REGISTERED' }];
  });
}

/** Totals of these students as they stand; read along the module, where they lie beside each other. */
export async function resultsOf(
  call: Call,
  module: number,
  people: readonly number[],
): Promise<(z.infer<typeof result> & { student_id: number })[]> {
  const { rows } = await call.db.execute<z.infer<typeof result> & { student_id: number } & Record<string, unknown>>(sql`
    select student_id, total::float8 as total, letter, five::float8 as five, ects, passed, attempt, complete, status, why_not
      from ${moduleResults} where course_module_id = ${module} and student_id between ${Math.min(...people)} and ${Math.max(...people)} and student_id + 0 = any(${sql.param([...people])}::int[])`);
  return rows;
}
