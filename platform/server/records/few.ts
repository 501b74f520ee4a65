/** Numbers about few people say who they are; so do numbers from which theirs can be reckoned. */

/** Groups of fewer people are not shown. */
export const fewest = 5;

/**
 * Which groups of a statistic are not shown, and whether their total may be; `people`: how many are behind each. Groups below
 * `least`, which is five, are hidden, and as many others, the smallest first, that what is hidden together could not be told from the total:
 * two groups at least, of so many people at least. Where that cannot be, neither the total nor any group is shown. Nobody at all
 * is nobody's secret.
 */
export function hideFew(people: readonly number[], least = fewest): { hidden: boolean[]; total: boolean } {
  const bySize = people
    .map((count, at) => ({ count, at }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count);
  const gone = new Set(bySize.filter(({ count }) => count < least).map(({ at }) => at));
  const safe = () =>
    gone.size === 0 || (gone.size > 1 && [...gone].reduce((sum, at) => sum + (people[at] ?? 0), 0) >= least);
  for (const { at } of bySize) {
    if (safe()) break;
    gone.add(at);
  }
  const total = safe();
  return { hidden: people.map((_, at) => !total || gone.has(at)), total };
}
