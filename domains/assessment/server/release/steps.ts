import type { z } from 'zod';
import type { Transition } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { refusalOf } from '#platform/server/call/errors.ts';
import { runAnswer, type runQuery, type stepsAnswer } from '../../shapes-release.ts';
import { type MarkState, markWorkflow } from '../../workflow.ts';
import { countCells, oneModule, statesBy } from '../marks/mark-counts.ts';
import { demandModule } from '../modules.ts';
import { demandGuard } from './guards.ts';
import { demandStep, runOf, runTo } from './run.ts';
import type { RunMark } from './run-cells.ts';
import { whoMay } from './who-may.ts';
import { openCount } from './withhold.ts';

/** What could be done next with the marks of a grid, tried as `moveMarks` would try it: what is promised is what happens. */

type Answer = z.infer<typeof stepsAnswer>;

/** Steps of whole runs, one from each state; withholding is of single marks, and the board has a page of its own. */
const steps = markWorkflow.transitions.flatMap((step) =>
  step.from.flatMap((from) =>
    from === 'NOT_MARKED' ||
    from === 'WITHHELD' ||
    from === 'DEFERRED' ||
    ['WITHHELD', 'DEFERRED', 'CONFIRMED'].includes(step.to)
      ? []
      : [{ ...step, from }],
  ),
);

export async function stepsOf(call: Call, input: z.infer<typeof runQuery>): Promise<Answer> {
  const { component_id, ...rest } = input;
  const which = { ...rest, ...(component_id === undefined ? {} : { component_ids: [component_id] }) };
  const module = input.course_module_id;
  await demandModule(call, 'mark.read', module);
  const counts = await countCells(call, { ...which, modules: oneModule(module) });
  const { components, cells } = await runOf(call, which);
  const standing = Map.groupBy(
    cells.flatMap(({ mark }) => mark ?? []),
    (mark) => mark.status,
  );
  const answer: Answer = { states: statesBy(counts, () => 'all').get('all') ?? {}, steps: [] };
  for (const { from, ...step } of steps) {
    const moving = standing.get(from) ?? [];
    if (moving.length === 0) continue;
    const single: Transition<MarkState> = { ...step, from: [from] };
    const refused = await refusalOf(call.locale, async () => {
      await demandStep(call, single, module);
      await demandGuard(call, single, runTo(which, components, cells, moving));
    });
    answer.steps.push({
      from,
      to: step.to,
      count: moving.length,
      withheld: step.to === 'PUBLISHED' ? await openCount(call, moving) : 0,
      reason: step.reason ?? false,
      refused: refused && {
        code: refused.code,
        message: refused.message,
        gaps: gapsShape.parse(refused.data.gaps),
      },
      // Whoever is refused for who they are is told who is not.
      who:
        refused && isPersonal(refused.code)
          ? await whoMay(call, step.permission, module, step.guard === 'other_marker' ? markersOf(moving) : [])
          : [],
      allowed: may(call, step.permission) && !['FORBIDDEN', 'NOT_YOUR_ASSESSMENT'].includes(refused?.code ?? ''),
    });
  }
  return answer;
}

/** The cells that a refusal names, where it names any. */
const gapsShape = runAnswer.shape.gaps.catch([]);
const isPersonal = (code: string) => ['FORBIDDEN', 'NOT_YOUR_ASSESSMENT', 'SAME_MARKER'].includes(code);
const markersOf = (marks: readonly RunMark[]): number[] => [...new Set(marks.flatMap((mark) => mark.marked_by ?? []))];
