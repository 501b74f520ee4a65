import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { markStates, markWorkflow } from '../workflow.ts';

/** Random people try random steps at random marks; whatever moves, moved as the life cycle says, and the answer says why not. */

let scene: MarksScene;
let callers: Record<string, Caller>;
beforeAll(async () => {
  scene = await marksScene();
  callers = {
    teacher: scene.teacher,
    module_leader: scene.leader,
    registrar_head: scene.office,
    course_leader: scene.board,
    bachelor_student: scene.student,
    admin: scene.second,
    quality_assurance: await scene.api.as('quality_assurance'),
    dean: await scene.api.as('dean'),
  };
});
afterAll(() => scene?.api.close());

const steps = fc.array(
  fc.record({
    by: fc.constantFrom(
      'teacher',
      'module_leader',
      'registrar_head',
      'course_leader',
      'bachelor_student',
      'admin',
      'quality_assurance',
      'dean',
    ),
    what: fc.constantFrom('type', 'move', 'move', 'move', 'submit', 'board'),
    to: fc.constantFrom(...markStates),
    reason: fc.boolean(),
    component: fc.option(fc.constantFrom('P1', 'P2', 'EX'), { nil: undefined }),
    student: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 3 }),
    value: fc.integer({ min: 0, max: 1000 }),
  }),
  { minLength: 20, maxLength: 40 },
);

/** Where everybody's marks stand before a walk; so the later steps are tried as often as the first. */
const starts = ['NOT_MARKED', 'DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED', 'CONFIRMED'] as const;

const standing = async (): Promise<Map<string, string>> =>
  new Map(
    (await scene.sql('select component_id, student_id, status from marks')).map((row) => [
      `${row.component_id} ${row.student_id}`,
      row.status,
    ]),
  );
const known = (from: string, to: string): boolean =>
  markWorkflow.transitions.some((step) => step.to === to && step.from.includes(from as never));

it('never leaves the table', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(...starts), async (walk, start) => {
      await scene.sql('alter table marks disable trigger a_stay');
      await scene.sql('delete from marks');
      await scene.sql('delete from module_results');
      await scene.sql('alter table marks enable trigger a_stay');
      if (start !== 'NOT_MARKED') await scene.fill();
      await scene.sql('update marks set status = $1 where status <> $1', [start]);
      for (const step of walk) {
        const by = callers[step.by]!;
        const before = await standing();
        const run = {
          ...(step.component ? { component_ids: [scene.parts[step.component]] } : {}),
          ...(step.student === undefined ? {} : { student_ids: [scene.people[step.student]] }),
          ...(step.reason ? { reason: 'sinov' } : {}),
        };
        const answer =
          step.what === 'type'
            ? await scene.enter(by, [[step.component ?? 'P1', step.student ?? 0, step.value / 10]])
            : step.what === 'submit'
              ? await by.post('/assessment/submit', { course_module_id: scene.plan, ...run })
              : step.what === 'board'
                ? await by.post('/assessment/board/', {
                    course_module_id: scene.plan,
                    number: '1',
                    held_on: scene.day(0),
                    members: [
                      { name: 'A', role: 'B' },
                      { name: 'C', role: 'D' },
                    ],
                  })
                : await scene.move(by, step.to, run);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        const after = await standing();
        const moved = [...after].filter(([key, status]) => (before.get(key) ?? 'NOT_MARKED') !== status);
        for (const [key, status] of moved) {
          const from = before.get(key) ?? 'NOT_MARKED';
          expect(known(from, status), `${step.by}: ${from} to ${status}`).toBe(true);
          seen.add(`${from} ${status}`);
        }
        // Who may only look, moves nothing; a refusal moves nothing.
        if (answer.status >= 400 || ['bachelor_student', 'quality_assurance', 'dean'].includes(step.by))
          expect(moved).toEqual([]);
        if (step.by === 'teacher')
          expect(moved.filter(([, status]) => ['PUBLISHED', 'CONFIRMED', 'LOCKED'].includes(status))).toEqual([]);
      }
      expect(
        await scene.sql(
          `select 1 from module_results r full join assessment_compute(array[${scene.plan}]) f on f.student_id = r.student_id
          where (r.total, r.status, r.inputs) is distinct from (f.total, f.status, f.inputs)`,
        ),
      ).toEqual([]);
    }),
    { numRuns: 45, seed: 11 },
  );
  expect(seen.size).toBeGreaterThan(9);
});
