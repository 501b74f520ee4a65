import type { z } from 'zod';
import { nextStates, type Transition } from '#platform/contract/index.ts';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { forcedStep, recordTransition } from '#platform/server/records/workflow.ts';
import { emit } from '#platform/server/work/events.ts';
import type { runAnswer, runInput, statusInput } from '../../shapes-release.ts';
import { type MarkState, markWorkflow } from '../../workflow.ts';
import { type FrameComponent, gridComponents } from '../marks/frame.ts';
import { oneModule } from '../marks/mark-counts.ts';
import { demandModule } from '../modules.ts';
import { sayReason } from '../plan/plans.ts';
import { lockPlan } from '../plan/tree.ts';
import { demandGuard } from './guards.ts';
import { tellPublished } from './notices.ts';
import { type Run, type RunCell, type RunMark, runCells } from './run-cells.ts';
import { withholdMarks } from './withhold.ts';

/** Steps of marks: always of a run, that is of everybody in some components, and only those that the life cycle knows. */

type Answer = z.infer<typeof runAnswer>;
/** Whether a mark can take this step. What was withheld goes back to where it was held, and only when its student is named. */
const fits = (step: Transition<MarkState>, mark: RunMark, named: boolean): boolean =>
  step.from.includes(mark.status) && (mark.status !== 'WITHHELD' || (named && mark.held_from === step.to));

/** The cells of which a run speaks, and the components of its module. */
export async function runOf(
  call: Call,
  input: z.infer<typeof runInput>,
): Promise<{ components: FrameComponent[]; cells: RunCell[] }> {
  const components = await gridComponents(call, input.course_module_id);
  const strange = input.component_ids?.findIndex((id) => !components.some((row) => row.id === id && row.leaf)) ?? -1;
  if (strange >= 0) throw failField(`component_ids.${strange}`, 'UNKNOWN_REFERENCE');
  const { course_module_id, ...which } = input;
  return { components, cells: await runCells(call, { ...which, modules: oneModule(course_module_id) }) };
}

/** A run over everybody is about the components that have marks to move; what is named is meant as a whole. */
export function runTo(
  input: z.infer<typeof runInput>,
  components: readonly FrameComponent[],
  cells: RunCell[],
  moving: RunMark[],
): Run {
  const touched = new Set(input.component_ids ?? moving.map((mark) => mark.component_id));
  return {
    module: input.course_module_id,
    cells,
    marks: moving,
    components: components.filter((row) => touched.has(row.id)),
  };
}

/** Refuses who may not take a step in the module. */
export async function demandStep(call: Call, step: Transition<MarkState>, module: number): Promise<void> {
  demand(call, step.permission);
  await demandModule(call, step.permission, module);
}

/**
 * Moves a run of marks to a state. 422 where the life cycle knows no such step for any of them, 403 where the caller may
 * not take it, 422 with what is missing where its guard refuses. Of marks that are there already nothing is said.
 */
export async function moveMarks(call: Call, input: z.infer<typeof statusInput>): Promise<Answer> {
  const module = input.course_module_id;
  const to = input.status;
  await demandModule(call, ['mark.read', 'mark.enter'], module);
  await lockPlan(call, module);
  const { components, cells } = await runOf(call, input);
  const found = cells.flatMap(({ mark }) => mark ?? []);
  if (input.force) return forceMarks(call, input, found);
  const steps = markWorkflow.transitions.filter(
    (step) =>
      step.to === to &&
      // A mark comes into being, or again after a deferral, where it is typed.
      !step.from.includes('NOT_MARKED') &&
      !step.from.includes('DEFERRED') &&
      (input.from === undefined || step.from.includes(input.from)),
  );
  const named = input.student_ids !== undefined;
  const moving = found.filter(
    (mark) => (input.from ?? mark.status) === mark.status && steps.some((step) => fits(step, mark, named)),
  );
  if (moving.length === 0) {
    const [from = 'NOT_MARKED'] = found.map((mark) => mark.status).filter((status) => status !== to);
    throw fail('TRANSITION_NOT_ALLOWED', {
      entity: markWorkflow.entity,
      from,
      to,
      next: nextStates(markWorkflow, from).map((step) => step.to),
    });
  }
  const taken = steps.filter((step) => moving.some((mark) => fits(step, mark, named)));
  for (const step of taken) await demandStep(call, step, module);
  for (const step of taken) if (step.reason && !input.reason) throw failField('reason', 'REASON_REQUIRED');
  await sayReason(call, input.reason);
  const run = runTo(input, components, cells, moving);
  for (const step of taken) await demandGuard(call, step, run);
  const withheld = to === 'PUBLISHED' ? await withholdMarks(call, moving) : new Set<number>();
  const rest = moving.filter((mark) => !withheld.has(mark.id));
  await setStatus(call, rest, to);
  if (to === 'PUBLISHED') await tellPublished(call, module, rest);
  await tellMarksChanged(call, module);
  return { moved: rest.length, status: to, gaps: [], withheld: withheld.size };
}

/** Writes the step; triggers keep totals, history and ledger. */
export async function setStatus(call: Call, moving: readonly RunMark[], to: MarkState): Promise<void> {
  if (moving.length === 0) return;
  const held = to === 'WITHHELD' ? 'status' : 'null';
  await call.client.query(`update marks set status = $2, held_from = ${held} where id = any($1) and status <> $2`, [
    moving.map((mark) => mark.id),
    to,
  ]);
}

export const tellMarksChanged = (call: Call, module: number): Promise<void> =>
  emit(call, {
    type: 'marks',
    to: { permission: 'mark.read' },
    data: { course_module_id: module, account_id: call.account_id },
  });

/** Past the life cycle, for those who may; kept as forced. */
async function forceMarks(call: Call, input: z.infer<typeof statusInput>, found: RunMark[]): Promise<Answer> {
  const to = input.status;
  const moving = found.filter((mark) => mark.status !== to);
  if (to === 'NOT_MARKED' || moving.length === 0) {
    demand(call, 'workflow.force');
    throw fail('TRANSITION_NOT_ALLOWED', { entity: markWorkflow.entity, from: found[0]?.status ?? 'NOT_MARKED', to });
  }
  forcedStep(call, markWorkflow, moving[0]!.status, to, { reason: input.reason, force: true });
  await sayReason(call, input.reason);
  await setStatus(call, moving, to);
  for (const [from, rows] of Map.groupBy(moving, (mark) => mark.status))
    await recordTransition(
      call,
      markWorkflow.entity,
      rows.map((row) => ({ id: row.id, from })),
      to,
      { reason: input.reason, force: true },
    );
  await tellMarksChanged(call, input.course_module_id);
  return { moved: moving.length, status: to, gaps: [], withheld: 0 };
}
