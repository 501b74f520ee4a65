/** Who gets a place: pure, so that it can be tried on any numbers. */

export interface Candidate {
  id: number;
  /** Nobody without points is ranked before somebody with some. */
  score: number | null;
  /** Points of certificates among them. */
  certificates: number;
  submitted_at: string;
  tuition: 'GRANT' | 'CONTRACT' | 'ANY';
}
export interface Quota {
  grant: number;
  contract: number;
  waiting: number;
}
export interface Ranked {
  id: number;
  rank: number;
  status: 'RECOMMENDED' | 'WAITING_LIST' | 'REJECTED';
  tuition: 'GRANT' | 'CONTRACT' | null;
  /** The rule that decided against the one before with equal points. */
  tie: TieRule | null;
}

/** What decides between equal points, in this order. */
export const tieRules = ['CERTIFICATES', 'EARLIER', 'NUMBER'] as const;
export type TieRule = (typeof tieRules)[number];

const comparisons: Record<TieRule, (a: Candidate, b: Candidate) => number> = {
  CERTIFICATES: (a, b) => b.certificates - a.certificates,
  EARLIER: (a, b) => a.submitted_at.localeCompare(b.submitted_at),
  NUMBER: (a, b) => a.id - b.id,
};
const byScore = (a: Candidate, b: Candidate) => (b.score ?? -1) - (a.score ?? -1);
const decides = (a: Candidate, b: Candidate): TieRule | undefined =>
  tieRules.find((rule) => comparisons[rule](a, b) !== 0);

/**
 * Everybody in order. Grants go first, to those who would take one; contracts to those who would take one, in the same
 * order; then the waiting list as far as it goes. Whoever has no points at all gets no place.
 */
export function rankCandidates(candidates: readonly Candidate[], quota: Quota): Ranked[] {
  const left = { ...quota };
  const order = [...candidates].sort((a, b) => {
    const points = byScore(a, b);
    if (points !== 0) return points;
    const rule = decides(a, b);
    return rule ? comparisons[rule](a, b) : 0;
  });
  return order.map((one, at) => {
    const before = order[at - 1];
    const tie = before && byScore(before, one) === 0 ? (decides(before, one) ?? null) : null;
    const base = { id: one.id, rank: at + 1, tie };
    if (one.score === null) return { ...base, status: 'REJECTED', tuition: null };
    if (left.grant > 0 && one.tuition !== 'CONTRACT') {
      left.grant--;
      return { ...base, status: 'RECOMMENDED', tuition: 'GRANT' };
    }
    if (left.contract > 0 && one.tuition !== 'GRANT') {
      left.contract--;
      return { ...base, status: 'RECOMMENDED', tuition: 'CONTRACT' };
    }
    if (left.waiting > 0) {
      left.waiting--;
      return { ...base, status: 'WAITING_LIST', tuition: null };
    }
    return { ...base, status: 'REJECTED', tuition: null };
  });
}
