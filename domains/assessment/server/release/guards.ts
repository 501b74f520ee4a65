import { sql } from 'drizzle-orm';
import type { Transition } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import type { MarkState } from '../../workflow.ts';
import { sampleOf } from '../marks/codes.ts';
import { dayOf, rosterOf } from '../marks/roster.ts';
import { assessmentBoards, assessmentPlans } from '../tables.ts';
import { gapsOf, type Run, type RunMark } from './gaps.ts';

/** What must be so before a step, by the names of the life cycle. */

/** How far a mark must have come to be no gap in a step to this state. */
const farEnough: Partial<Record<MarkState, readonly MarkState[]>> = {
  SUBMITTED: ['DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED', 'CONFIRMED', 'LOCKED', 'WITHHELD', 'DEFERRED'],
  PUBLISHED: ['MODERATED', 'PUBLISHED', 'CONFIRMED', 'LOCKED', 'WITHHELD', 'DEFERRED'],
};

export async function demandGuard(
  call: Call,
  step: Transition<MarkState>,
  run: Run,
  found: readonly RunMark[],
): Promise<void> {
  switch (step.guard) {
    case 'no_gaps': {
      const enough = farEnough[step.to] ?? [];
      const there = new Set(
        found
          .filter((mark) => enough.includes(mark.status) && (mark.value !== null || mark.special !== null))
          .map((mark) => `${mark.component_id} ${mark.student_id}`),
      );
      const gaps = await gapsOf(call, run, (component, student) => there.has(`${component} ${student}`));
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
  const day = await dayOf(call, run.module);
  const { rows } = await call.db.execute<{ id: number }>(sql`select r.id from ${rosterOf(run.module, day)} r`);
  const roster = rows.map((row) => row.id);
  const lacking = sampled.flatMap((component) => {
    const sample = sampleOf(component.id, component.second_marking_share, roster);
    // Who was absent or exempt has handed in nothing that could be marked twice.
    return run.marks.filter(
      (mark) =>
        mark.component_id === component.id &&
        sample.has(mark.student_id) &&
        mark.value !== null &&
        mark.second_value === null,
    );
  });
  if (lacking.length) throw fail('SECOND_MARKS_MISSING', { count: lacking.length });
}

async function demandAppealOver(call: Call, module: number): Promise<void> {
  const { rows } = await call.db.execute<{ until: string; over: boolean }>(sql`
    select (max(b.held_on) + p.appeal_days)::text as until, max(b.held_on) + p.appeal_days < (select edulab_today()) as over
      from ${assessmentPlans} p left join ${assessmentBoards} b on b.course_module_id = p.course_module_id
     where p.course_module_id = ${module} and p.deleted_at is null group by p.appeal_days`);
  if (!rows[0]?.over) throw fail('APPEALS_OPEN', { until: rows[0]?.until ?? '—' });
}
