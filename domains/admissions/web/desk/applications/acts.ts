import { type PaperFault, paperFaults } from '../../../form.ts';
import type { Application } from '../../api.ts';

/** What an officer may do with an application now, from what the server offers. Pure. */

type State = Application['status'];
export interface Act {
  /**
   * `step`: a step of its life. `return`: back to the applicant with fields named. `seat`: a place in an exam session.
   * `reset`: another date. `take_back`: a published decision. `offer`: with the day until which it holds. `recheck`: what
   * was found right is looked at once more. `force`: verified although papers are missing, by whoever may go past a life.
   */
  kind: 'step' | 'return' | 'seat' | 'reset' | 'take_back' | 'offer' | 'recheck' | 'force';
  to: State;
  reason: boolean;
}

const judged: readonly State[] = ['RECOMMENDED', 'WAITING_LIST', 'REJECTED'];
const examined: readonly State[] = ['EXAM_ASSIGNED', 'EXAM_TAKEN', 'ABSENT'];
const academic = (application: Pick<Application, 'flavour'>) =>
  application.flavour === 'plain' || application.flavour === 'general';

type Known = Pick<Application, 'flavour' | 'status' | 'applicant_type' | 'decision' | 'next'>;

/** The ways forward first, in the order of the life; those back and out after them. */
export function actsOf(application: Known): Act[] {
  const { status, applicant_type, decision, next } = application;
  const acts = next.flatMap(({ to, reason }): Act[] => {
    const step: Act = { kind: 'step', to, reason };
    if (to === 'UPDATE_REQUIRED') return [{ ...step, kind: 'return' }];
    if (!academic(application)) return [step];
    const compares = applicant_type !== 'general';
    switch (to) {
      case 'DOCUMENTS_CHECK':
        return status === 'VERIFIED' ? (decision ? [] : [{ ...step, kind: 'recheck' }]) : [step];
      case 'CREDITS_COMPARED':
        return compares ? [step] : [];
      case 'VERIFIED':
        if (examined.includes(status)) return [{ ...step, kind: 'reset' }];
        if (judged.includes(status)) return [];
        return compares && status === 'DOCUMENTS_CHECK' ? [] : [step];
      case 'EXAM_ASSIGNED':
        return [{ ...step, kind: 'seat' }];
      case 'EXAM_TAKEN':
        return judged.includes(status) ? [{ ...step, kind: 'take_back' }] : [step];
      case 'OFFERED':
        return [{ ...step, kind: 'offer' }];
      case 'ENROLLED':
        return [];
      case 'PAID':
        return status === 'ENROLLED' ? [] : [step];
      default:
        // A decision is published as it was prepared; whoever waits moves up with a reason.
        if ((status === 'EXAM_TAKEN' || status === 'VERIFIED') && judged.includes(to))
          return decision?.status === to ? [step] : [];
        return [step];
    }
  });
  return acts.sort((a, b) => Number(isBack(a)) - Number(isBack(b)));
}

const out: readonly State[] = ['REJECTED', 'ABSENT', 'EXPIRED', 'CANCELLED', 'RESERVE', 'WITHDRAWN'];
/** Not forward: undoes something or ends it. */
export const isBack = ({ kind, to }: Act): boolean =>
  kind === 'return' ||
  kind === 'reset' ||
  kind === 'take_back' ||
  kind === 'recheck' ||
  kind === 'force' ||
  out.includes(to);

export const isDanger = ({ to }: Act): boolean => ['REJECTED', 'EXPIRED', 'CANCELLED'].includes(to);

/** What of the papers stands in the way of this act. */
export const obstaclesOf = (
  application: Pick<Application, 'required_documents' | 'documents'>,
  act: Act | undefined,
): PaperFault[] =>
  act?.kind === 'step' && act.to === 'VERIFIED'
    ? paperFaults(application.required_documents ?? [], application.documents)
    : [];
