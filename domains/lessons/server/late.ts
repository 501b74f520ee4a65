import { clockIn, instantIn } from '#platform/server/clock.ts';
import type { latenesses } from '../shapes.ts';

/** The one rule that says whether a work is late by a deadline; whose deadline it is says `dueOf` of the deadlines. Minutes are those of clocks in the institution, seconds do not count. */

export interface Deadline {
  opens_at: string | null;
  due_at: string;
  late_days: number;
}

/** The same clock time some days later; days are those of the calendar, however long a night was. */
function daysLater(minute: string, days: number): string {
  const [day = '', time = ''] = minute.split('T');
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return `${moved.toISOString().slice(0, 10)}T${time}`;
}

const minute = (instant: Date | string) => Math.floor(new Date(instant).getTime() / 60_000);

/** Whether the minute of the deadline is over. */
export const overdue = (at: Date | string, due_at: string): boolean => minute(at) > minute(due_at);

/**
 * What a work is that arrives at this instant. The whole minute of the deadline is in time; so is that of the end of
 * the late days, which comes at the same time of the day.
 */
export function lateness(
  at: Date,
  { opens_at, due_at, late_days }: Deadline,
  zone: string,
): (typeof latenesses)[number] {
  if (opens_at && minute(at) < minute(opens_at)) return 'NOT_YET';
  if (!overdue(at, due_at)) return 'ON_TIME';
  return clockIn(zone, at) <= daysLater(clockIn(zone, due_at), late_days) ? 'LATE' : 'CLOSED';
}

/** The last minute in which a work is taken, as an instant. */
export function closesAt({ due_at, late_days }: Pick<Deadline, 'due_at' | 'late_days'>, zone: string): string {
  return instantIn(zone, daysLater(clockIn(zone, due_at), late_days));
}
