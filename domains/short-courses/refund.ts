/** How much of a price is given back, by the days that are left until the start. Pure: buyers read it before they pay. */

export interface RefundStep {
  /** So many days before the start, or more. */
  days: number;
  /** So much of the price is given back. */
  percent: number;
}

/** The share in percent that the steps give, so many days before the start: that of the widest step which is reached. */
export const refundPercentAt = (steps: readonly RefundStep[], days: number): number =>
  steps.reduce((best, step) => (days >= step.days ? Math.max(best, step.percent) : best), 0);

/** Each number of days once, and never more the later somebody goes. */
export function soundSteps(steps: readonly RefundStep[]): boolean {
  const sorted = steps.toSorted((a, b) => b.days - a.days);
  return sorted.every((step, at) => {
    const before = sorted[at - 1];
    return !before || (before.days > step.days && before.percent > step.percent);
  });
}
