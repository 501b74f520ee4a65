import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import type { runAnswer } from '../../shapes-release.ts';
import type { MarkState } from '../../workflow.ts';
import { codeOf, codeSecret } from '../marks/codes.ts';
import type { FrameComponent } from '../marks/frame.ts';
import { cellsIn, type Which } from '../marks/mark-counts.ts';
import { marks } from '../tables.ts';

/** Runs of marks: the cells of which they speak, and who is missing in them. */

export interface RunMark extends Record<string, unknown> {
  id: number;
  component_id: number;
  student_id: number;
  status: MarkState;
  held_from: MarkState | null;
  marked_by: number | null;
  value: number | null;
  special: string | null;
  second_value: number | null;
}
/** Somewhere where a mark belongs. */
export interface RunCell {
  component_id: number;
  student_id: number;
  mark: RunMark | undefined;
}
export interface Run {
  module: number;
  cells: RunCell[];
  /** Those of the run's marks that take the step. */
  marks: RunMark[];
  components: FrameComponent[];
}

const columns = sql`m.id, m.status, m.held_from, m.marked_by, m.value::float8 as value, m.special, m.second_value::float8 as second_value`;

/** Cells as everybody counts them, with their marks; of students who are named also the marks that those who left have. */
export async function runCells(
  call: Call,
  { student_ids, ...which }: Which & { student_ids?: readonly number[] | undefined },
): Promise<RunCell[]> {
  const cells = cellsIn(which);
  const named = student_ids && sql.param([...student_ids]);
  const { rows } = await call.db.execute<Partial<RunMark> & Omit<RunCell, 'mark'> & Record<string, unknown>>(sql`
    select cell.component_id, cell.student_id, ${columns} from ${cells} cell left join ${marks} m on m.id = cell.mark_id
     ${named ? sql`where cell.student_id = any(${named}::int[])` : sql``}
    ${
      named
        ? sql`union all select m.component_id, m.student_id, ${columns} from ${marks} m
       where m.course_module_id in ${which.modules} and m.attempt = ${which.attempt ?? 1} and m.student_id = any(${named}::int[])
         ${which.component_ids ? sql`and m.component_id = any(${sql.param([...which.component_ids])}::int[])` : sql``}
         and m.id not in (select cell.mark_id from ${cells} cell where cell.mark_id is not null)`
        : sql``
    }`);
  return rows.map(({ component_id, student_id, ...mark }) => ({
    component_id,
    student_id,
    mark: mark.id == null ? undefined : ({ component_id, student_id, ...mark } as RunMark),
  }));
}

/** Whose marks are missing where, by name; those of anonymous components by code. */
export async function namesOf(
  call: Call,
  components: readonly FrameComponent[],
  missing: readonly Omit<RunCell, 'mark'>[],
): Promise<z.infer<typeof runAnswer>['gaps']> {
  if (missing.length === 0) return [];
  const byStudent = Map.groupBy(missing, (cell) => cell.student_id);
  const { rows } = await call.db.execute<{ id: number; name: string }>(sql`
    select s.id, s.full_name as name from ${students} s where s.id = any(${sql.param([...byStudent.keys()])}::int[]) order by s.full_name, s.id`);
  const names = may(call, 'mark.codes');
  return rows.flatMap(({ id, name }) => {
    const lacking = new Set(byStudent.get(id)?.map((cell) => cell.component_id));
    return components
      .filter((component) => lacking.has(component.id))
      .map((component) => {
        const nameless = component.anonymous && !component.shown && !names;
        const code = nameless ? codeOf(codeSecret(call), component.id, id) : null;
        return { student_id: nameless ? null : id, code, name: code ?? name, component_id: component.id };
      });
  });
}
