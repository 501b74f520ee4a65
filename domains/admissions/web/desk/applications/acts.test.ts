import { describe, expect, test } from 'vitest';
import { type ApplicationState, academicWorkflow, courseWorkflow, jobWorkflow } from '../../../workflow.ts';
import { actsOf, isBack } from './acts.ts';

const at = (status: ApplicationState, more: object = {}, workflow = academicWorkflow) => ({
  flavour: 'plain' as const,
  status,
  applicant_type: 'general' as const,
  decision: null,
  next: workflow.transitions
    .filter(({ from }) => from.includes(status))
    .map(({ to, reason }) => ({ to, reason: reason ?? false })),
  ...more,
});
const kinds = (...given: Parameters<typeof at>) => actsOf(at(...given)).map(({ kind, to }) => `${kind} ${to}`);

describe('what an officer may do', () => {
  test('who begins anew is verified at once, who comes from elsewhere has credits compared first', () => {
    expect(kinds('DOCUMENTS_CHECK')).toContain('step VERIFIED');
    expect(kinds('DOCUMENTS_CHECK')).not.toContain('step CREDITS_COMPARED');
    const transfer = kinds('DOCUMENTS_CHECK', { applicant_type: 'transfer' });
    expect(transfer[0]).toBe('step CREDITS_COMPARED');
    expect(transfer).not.toContain('step VERIFIED');
  });

  test('the way forward stands first, back and out after it', () => {
    for (const state of academicWorkflow.states) {
      const backs = actsOf(at(state)).map(isBack);
      expect(backs).toEqual([...backs].sort((a, b) => Number(a) - Number(b)));
    }
    expect(kinds('EXAM_ASSIGNED')).toEqual(
      expect.arrayContaining(['step EXAM_TAKEN', 'reset VERIFIED', 'step ABSENT']),
    );
  });

  test('a seat is taken, not stepped to; only the decision that was prepared can be published', () => {
    expect(kinds('VERIFIED')[0]).toBe('seat EXAM_ASSIGNED');
    expect(kinds('EXAM_TAKEN').some((act) => act.includes('RECOMMENDED'))).toBe(false);
    const decision = { status: 'RECOMMENDED', tuition: 'GRANT', rank: 1, tie: null, published: false };
    expect(kinds('EXAM_TAKEN', { decision })[0]).toBe('step RECOMMENDED');
    expect(kinds('RECOMMENDED')).toEqual(['offer OFFERED', 'take_back EXAM_TAKEN', 'step WITHDRAWN']);
  });

  test('enrolling is nobody’s step; the other flavours have their own', () => {
    expect(kinds('PAID')).not.toContain('step ENROLLED');
    expect(kinds('SUBMITTED', { flavour: 'st_course' }, courseWorkflow)[0]).toBe('step PAID');
    expect(kinds('SUBMITTED', { flavour: 'hr' }, jobWorkflow)[0]).toBe('step SHORTLISTED');
  });
});
