import { sql } from 'drizzle-orm';
import type { Transition } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { MarkState } from '../../workflow.ts';
import { secondMarkedWorks } from '../marks/blind.ts';
import { assessmentBoards, assessmentPlans } from '../tables.ts';
import { namesOf, type Run } from './run-cells.ts';

/** What must be so before a step, by the names of the life cycle. */

/** How far a mark must have come to be no gap in a step to this state. */
const farEnough: Partial<Record<MarkState, readonly MarkState[]>> = {
  SUBMITTED: ['DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED', 'CONFIRMED', 'LOCKED', 'WITHHELD', 'DEFERRED'],
  PUBLISHED: ['MODERATED', 'PUBLISHED', 'CONFIRMED', 'LOCKED', 'WITHHELD', 'DEFERRED'],
};

export async function demandGuard(call: Call, step: Transition<MarkState>, run: Run): Promise<void> {
  switch (step.guard) {
    case 'no_gaps': {
      const enough = farEnough[step.to] ?? [];
      const touched = new Set(run.components.map(({ id }) => id));
      const missing = run.cells.filter(
        ({ component_id, mark }) =>
          touched.has(component_id) &&
          !(
            mark &&
            enough.includes(mark.status) &&
            (mark.status === 'DEFERRED' || mark.value !== null || mark.special !== null)
          ),
      );
      const gaps = await namesOf(call, run.components, missing);
      if (gaps.length) throw fail('MARKS_MISSING', { count: gaps.length, gaps: gaps.slice(0, 500) });
      return;
    }
    case 'other_marker':
      return demandModeration(call, run);
    case 'board':
      throw fail('BOARD_NEEDED');
    case 'appeal_window':
      return demandAppealOver(call, run.module);
    default:
      return;
  }
}

/** Somebody else than the marker moderates, and the sample has its second values. */
async function demandModeration(call: Call, run: Run): Promise<void> {
  const own = run.marks.filter((mark) => mark.marked_by === call.account_id).length;
  if (own) throw fail('SAME_MARKER', { count: own });
  const sampled = run.components.filter((row) => row.second_marking_share > 0);
  if (sampled.length === 0) return;
  const { rows } = await call.db.execute<{ component_id: number; student_id: number }>(
    sql`select component_id, student_id from ${secondMarkedWorks(sql`c.course_module_id = ${run.module}`)} drawn`,
  );
  const drawn = new Set(rows.map((row) => `${row.component_id} ${row.student_id}`));
  // Who was absent or exempt has handed in nothing that could be marked twice.
  const lacking = run.marks.filter(
    (mark) => drawn.has(`${mark.component_id} ${mark.student_id}`) && mark.value !== null && mark.second_value === null,
  );
  if (lacking.length) throw fail('SECOND_MARKS_MISSING', { count: lacking.length });
}

async function demandAppealOver(call: Call, module: number): Promise<void> {
  const { rows } = await call.db.execute<{ until: string; over: boolean }>(sql`
    select (max(b.held_on) + p.appeal_days)::text as until, max(b.held_on) + p.appeal_days < (select edulab_today()) as over
      from ${assessmentPlans} p left join ${assessmentBoards} b on b.course_module_id = p.course_module_id
     where p.course_module_id = ${module} and p.deleted_at is null group by p.appeal_days`);
  if (!rows[0]?.over) throw fail('APPEALS_OPEN', { until: rows[0]?.until ?? '—' });
}
