import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/context.ts';
import type { runAnswer } from '../../shapes-marks.ts';
import type { MarkState } from '../../workflow.ts';
import { codeOf, codeSecret } from '../marks/codes.ts';
import type { gridComponents } from '../marks/frame.ts';
import { dayOf, rosterOf } from '../marks/roster.ts';

/** Runs of marks, and who is missing in one. */

type Answer = z.infer<typeof runAnswer>;

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
export interface Run {
  module: number;
  attempt: number;
  marks: RunMark[];
  components: Awaited<ReturnType<typeof gridComponents>>;
  /** Those of whom the run speaks; undefined for everybody. */
  people: readonly number[] | undefined;
}

/** Who of the roster, or of those named, lacks a mark in these components; anonymous ones by code. */
export async function gapsOf(
  call: Call,
  run: Pick<Run, 'module' | 'attempt' | 'components' | 'people'>,
  has: (component: number, student: number) => boolean,
): Promise<Answer['gaps']> {
  const day = await dayOf(call, run.module);
  const people =
    run.attempt === 1
      ? rosterOf(run.module, day)
      : sql`(select t.student_id as id from assessment_retakes t where t.course_module_id = ${run.module} and t.attempt = ${run.attempt} and t.state <> 'WITHDRAWN' and t.deleted_at is null)`;
  const { rows } = await call.db.execute<{ id: number; name: string; parts: number[] | null }>(sql`
    select s.id, s.full_name as name, ${run.attempt === 1 ? sql`null::int[]` : sql`(select t.component_ids from assessment_retakes t where t.course_module_id = ${run.module} and t.attempt = ${run.attempt} and t.student_id = s.id and t.deleted_at is null limit 1)`} as parts
      from ${students} s where s.id in (select r.id from ${people} r) ${run.people ? sql`and s.id = any(${sql.param([...run.people])}::int[])` : sql``} order by s.full_name, s.id`);
  const names = may(call, 'mark.codes');
  return rows.flatMap((row) =>
    run.components
      .filter(
        (component) =>
          component.leaf && !(row.parts?.length && !row.parts.includes(component.id)) && !has(component.id, row.id),
      )
      .map((component) => {
        const nameless = component.anonymous && !component.shown && !names;
        const code = nameless ? codeOf(codeSecret(call), component.id, row.id) : null;
        return { student_id: nameless ? null : row.id, code, name: code ?? row.name, component_id: component.id };
      }),
  );
}
