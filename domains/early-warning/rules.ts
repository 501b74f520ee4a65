/**
 * The rules by which students are found, as simple as they are shown: a number of the record against one or two thresholds.
 * Whatever finds a student is a sentence with that number in it. Used by the list, the preview and the page alike.
 */

export const ruleKinds = [
  'ABSENCE_SHARE',
  'ABSENCE_HOURS',
  'AVERAGE',
  'FAILED',
  'HOMEWORK',
  'DEBT',
  'DEBT_DAYS',
] as const;
export type RuleKind = (typeof ruleKinds)[number];
export const levels = ['WATCH', 'ACT'] as const;
export type Level = (typeof levels)[number];

export interface Rule {
  kind: RuleKind;
  on: boolean;
  /** From here on (below, of an average) a student is watched. */
  watch: number | null;
  /** From here on something is to be done. */
  act: number | null;
  /** Over how many of the last weeks; of rules that look at all of the record none. */
  weeks: number | null;
}
export interface RuleSet {
  rules: Rule[];
  /** So many reasons at once are reason to act, whatever each of them says. */
  together: number | null;
}
export interface Reason {
  kind: RuleKind;
  level: Level;
  value: number;
  /** The threshold that was met. */
  limit: number;
  weeks: number | null;
}

/** Rules that look at a number of weeks. */
export const windowed: readonly RuleKind[] = ['ABSENCE_SHARE', 'ABSENCE_HOURS', 'HOMEWORK'];
/** The less, the worse. */
export const fewerIsWorse: readonly RuleKind[] = ['AVERAGE'];
export const aboutDebts: readonly RuleKind[] = ['DEBT', 'DEBT_DAYS'];
/** A share is of at least so many lessons whose register was called: one of one says nothing. */
export const fewestLessons = 5;

/** What holds until an institution sets its own. */
export const usualRules: RuleSet = {
  rules: [
    { kind: 'ABSENCE_SHARE', on: true, watch: 25, act: 40, weeks: 6 },
    { kind: 'ABSENCE_HOURS', on: false, watch: 12, act: 24, weeks: 4 },
    { kind: 'AVERAGE', on: true, watch: 60, act: 56, weeks: null },
    { kind: 'FAILED', on: true, watch: 2, act: 4, weeks: null },
    { kind: 'HOMEWORK', on: true, watch: 4, act: 7, weeks: 6 },
    { kind: 'DEBT', on: false, watch: 1_000_000, act: 5_000_000, weeks: null },
    { kind: 'DEBT_DAYS', on: true, watch: 60, act: 120, weeks: null },
  ],
  together: 3,
};

/** What the record says of one student, by window of weeks where a rule has one. Null where it says nothing. */
export interface Facts {
  absence: ReadonlyMap<number, { share: number | null; hours: number; lessons: number }>;
  homework: ReadonlyMap<number, number>;
  average: number | null;
  failed: number;
  /** In soʻm. */
  overdue: number;
  overdue_days: number | null;
}

function numberOf({ kind, weeks }: Pick<Rule, 'kind' | 'weeks'>, facts: Facts): number | null {
  switch (kind) {
    case 'ABSENCE_SHARE': {
      const found = facts.absence.get(weeks ?? 0);
      return found && found.lessons >= fewestLessons ? found.share : null;
    }
    case 'ABSENCE_HOURS':
      return facts.absence.get(weeks ?? 0)?.hours ?? null;
    case 'HOMEWORK':
      return facts.homework.get(weeks ?? 0) ?? null;
    case 'AVERAGE':
      return facts.average;
    case 'FAILED':
      return facts.failed;
    case 'DEBT':
      return facts.overdue;
    case 'DEBT_DAYS':
      return facts.overdue_days;
  }
}

/** Whether a number has come to a threshold. Nothing missed and nothing owed is never a reason. */
const met = (kind: RuleKind, value: number, limit: number | null): limit is number =>
  limit !== null && (fewerIsWorse.includes(kind) ? value < limit : value > 0 && value >= limit);

/** Why a student is at risk, in the order of the rules; and how much. */
export function judge({ rules, together }: RuleSet, facts: Facts): { level: Level | null; reasons: Reason[] } {
  const reasons = rules.flatMap((rule): Reason[] => {
    if (!rule.on) return [];
    const value = numberOf(rule, facts);
    if (value === null) return [];
    const { kind, watch, act, weeks } = rule;
    if (met(kind, value, act)) return [{ kind, level: 'ACT', value, limit: act, weeks }];
    return met(kind, value, watch) ? [{ kind, level: 'WATCH', value, limit: watch, weeks }] : [];
  });
  if (reasons.length === 0) return { level: null, reasons };
  const act = reasons.some(({ level }) => level === 'ACT') || (together !== null && reasons.length >= together);
  return { level: act ? 'ACT' : 'WATCH', reasons };
}

/** Sorts a list: who needs something done comes first, then who has more reasons. */
export const severityOf = (level: Level, reasons: readonly Reason[]): number =>
  (level === 'ACT' ? 100 : 0) + reasons.length;
