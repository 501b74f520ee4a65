import { expect, it } from 'vitest';
import { type Facts, judge, type Rule, usualRules } from './rules.ts';

const nothing: Facts = {
  absence: new Map(),
  homework: new Map(),
  average: null,
  failed: 0,
  overdue: 0,
  overdue_days: null,
};
const one = (rule: Partial<Rule> & Pick<Rule, 'kind'>, together: number | null = null) => ({
  rules: [{ on: true, watch: null, act: null, weeks: null, ...rule }],
  together,
});

it('finds nobody of whom the record says nothing', () => {
  expect(judge(usualRules, nothing)).toEqual({ level: null, reasons: [] });
  expect(judge(one({ kind: 'FAILED', watch: 0 }), nothing).level).toBeNull();
});

it('takes the threshold itself as met, an average only below it, and the worse of two levels', () => {
  const failed = (count: number) =>
    judge(one({ kind: 'FAILED', watch: 2, act: 4 }), { ...nothing, failed: count }).level;
  expect([1, 2, 3, 4].map(failed)).toEqual([null, 'WATCH', 'WATCH', 'ACT']);
  const average = (of: number) =>
    judge(one({ kind: 'AVERAGE', watch: 60, act: 56 }), { ...nothing, average: of }).level;
  expect([60, 59.99, 56, 55.9].map(average)).toEqual([null, 'WATCH', 'WATCH', 'ACT']);
});

it('takes no share of few lessons, and nothing of a rule that is off', () => {
  const absent = (lessons: number, share: number) => ({
    ...nothing,
    absence: new Map([[4, { share, hours: lessons * 2, lessons }]]),
  });
  const rule = one({ kind: 'ABSENCE_SHARE', watch: 30, weeks: 4 });
  expect(judge(rule, absent(4, 100)).level).toBeNull();
  expect(judge(rule, absent(5, 30)).level).toBe('WATCH');
  expect(judge(one({ kind: 'ABSENCE_SHARE', watch: 30, weeks: 4, on: false }), absent(9, 90)).reasons).toEqual([]);
});

it('acts on several reasons together', () => {
  const set = {
    rules: [...one({ kind: 'FAILED', watch: 1 }).rules, ...one({ kind: 'DEBT_DAYS', watch: 10 }).rules],
    together: 2,
  };
  expect(judge(set, { ...nothing, failed: 1, overdue_days: 11 })).toMatchObject({
    level: 'ACT',
    reasons: [{ level: 'WATCH' }, { level: 'WATCH' }],
  });
  expect(judge({ ...set, together: 3 }, { ...nothing, failed: 1, overdue_days: 11 }).level).toBe('WATCH');
});
