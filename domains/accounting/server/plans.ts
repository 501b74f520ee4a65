import { hundredths, splitAmount, type Tiyin } from '../money.ts';
import type { Share } from '../shapes.ts';

/** What is to be paid when. Pure; sums are hundredths of whatever currency they are in. */

export type Plan = { due_on: string; amount: Tiyin }[];

/** An amount by the shares of an agreement. */
export function planOf(amount: number, shares: readonly Share[]): Plan {
  const sorted = shares.toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1));
  const parts = splitAmount(
    amount,
    sorted.map((part) => part.share),
  );
  return sorted.map((part, at) => ({ due_on: part.due_on, amount: parts[at]! }));
}

/** The shares are all of it. */
export const areWhole = (shares: readonly Share[]): boolean =>
  shares.reduce((sum, part) => sum + hundredths(part.share), 0) === 10_000;

const dayMs = 86_400_000;
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
export const dayPlus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The instalments as far as they cover a sum, the first before the others. */
export function upTo(plan: Plan, sum: Tiyin): Plan {
  let left = sum;
  const parts = plan.flatMap(({ due_on, amount }) => {
    const part = Math.min(left, amount);
    left -= part;
    return part > 0 ? [{ due_on, amount: part }] : [];
  });
  return parts.length ? parts : [{ due_on: plan[0]!.due_on, amount: sum }];
}

/** Days to pay what falls due on no day of the agreement any more. */
const graceDays = 30;

/** An amount over what is left of the year: none of its instalments falls due before it is agreed. */
export function fromNowOn(amount: Tiyin, shares: readonly Share[], day: string): Plan {
  if (amount <= 0) return [];
  const ahead = shares.filter(({ due_on }) => due_on >= day);
  return ahead.length ? planOf(amount, ahead) : [{ due_on: dayPlus(day, graceDays), amount }];
}

/** Plans as one: what falls due on the same day is one instalment. */
export function together(...plans: Plan[]): Plan {
  const sums = new Map<string, Tiyin>();
  for (const { due_on, amount } of plans.flat()) sums.set(due_on, (sums.get(due_on) ?? 0) + amount);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([due_on, amount]) => ({ due_on, amount }));
}

/** A contract that is no one's yet, as its instalments are counted anew. */
interface Draft {
  amount: Tiyin;
  plan: Plan;
  deadline: string;
  earned_before: Tiyin;
  earns_from: string | null;
}

/** The instalments of a draft for another amount: what was earned before it stays due when it was. */
export function replanned(draft: Draft, shares: readonly Share[] | undefined, amount: Tiyin): Plan {
  const { earned_before, earns_from, deadline } = draft;
  const rest = (whole: Tiyin): Plan => {
    const left = whole - earned_before;
    if (!shares) return [{ due_on: deadline, amount: left }];
    return earns_from === null ? planOf(left, shares) : fromNowOn(left, shares, earns_from);
  };
  const before = rest(draft.amount).map(({ due_on, amount: part }) => ({ due_on, amount: -part }));
  return upTo(together(draft.plan, before, rest(amount)), amount);
}
