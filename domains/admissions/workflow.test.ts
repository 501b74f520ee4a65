import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transitionOf } from '#platform/contract/workflow.ts';
import { flavourNames, flavours } from './flavours.ts';
import { permissions } from './permissions.ts';
import { type ApplicationState, endedStates, placedStates } from './workflow.ts';

test('every life begins at its beginning, reaches each of its states, and names permissions that exist', () => {
  for (const name of flavourNames) {
    const { workflow } = flavours[name];
    const reached = new Set<ApplicationState>([workflow.initial]);
    for (let grew = true; grew; ) {
      const before = reached.size;
      for (const { from, to } of workflow.transitions) if (from.some((state) => reached.has(state))) reached.add(to);
      grew = reached.size > before;
    }
    expect([...reached].sort()).toEqual([...workflow.states].sort());
    for (const { from, to, permission } of workflow.transitions) {
      expect(Object.keys(permissions)).toContain(permission);
      for (const state of [...from, to]) expect(workflow.states).toContain(state);
    }
  }
});

test('however an academic application walks: no place without a decision, no contract without an offer, no enrolment without payment', () => {
  const { workflow } = flavours.plain;
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (choices) => {
      const path: ApplicationState[] = [workflow.initial];
      for (const choice of choices) {
        const now = path.at(-1)!;
        const steps = workflow.transitions.filter(({ from }) => from.includes(now));
        const step = steps[choice % Math.max(1, steps.length)];
        if (!step) break;
        expect(transitionOf(workflow, now, step.to)).toBeDefined();
        path.push(step.to);
      }
      const needs: [ApplicationState, ApplicationState[]][] = [
        ['VERIFIED', ['DOCUMENTS_CHECK']],
        ['EXAM_TAKEN', ['EXAM_ASSIGNED', 'RECOMMENDED', 'WAITING_LIST', 'REJECTED']],
        ['OFFERED', ['RECOMMENDED']],
        ['CONTRACT_ACCEPTED', ['OFFERED']],
        ['PAID', ['CONTRACT_ACCEPTED']],
        ['ENROLLED', ['PAID']],
      ];
      for (const [state, before] of needs) {
        const at = path.indexOf(state);
        if (at >= 0) expect(path.slice(0, at).some((one) => before.includes(one))).toBe(true);
      }
      // Who is enrolled does not withdraw an application any more.
      path.forEach((state, at) => {
        if (state === 'WITHDRAWN') expect(path[at - 1]).not.toBe('ENROLLED');
      });
    }),
  );
  for (const state of placedStates) expect(endedStates as readonly string[]).not.toContain(state);
});
