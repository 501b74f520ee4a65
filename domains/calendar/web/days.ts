/** Arithmetic of days as `YYYY-MM-DD`; weeks begin on Monday. */

const dayMs = 86_400_000;

export const views = ['month', 'week', 'day', 'agenda'] as const;
export type View = (typeof views)[number];

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
/** 1 for Monday to 7 for Sunday. */
export const weekday = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1;
const monday = (day: string): string => addDays(day, 1 - weekday(day));
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;
/** The same day of a month before or after; the last day of shorter months. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
const lastOf = (day: string): string => addDays(addMonths(firstOf(day), 1), -1);

/** First and last day that a view shows around a day. */
export function spanOf(view: View, day: string): { from: string; to: string } {
  if (view === 'day') return { from: day, to: day };
  if (view === 'week') return { from: monday(day), to: addDays(monday(day), 6) };
  if (view === 'agenda') return { from: firstOf(day), to: lastOf(day) };
  return { from: monday(firstOf(day)), to: addDays(monday(lastOf(day)), 6) };
}

export const daysOf = ({ from, to }: { from: string; to: string }): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, i) => addDays(from, i));

/** The day to which the arrows beside the title lead. */
export const neighbouringDay = (view: View, day: string, way: 1 | -1): string =>
  view === 'day' ? addDays(day, way) : view === 'week' ? addDays(day, 7 * way) : addMonths(day, way);

/** Events of each day; one that lasts several days stands on each of them. */
export function byDay<E extends { starts_on: string; ends_on: string; ends_time: string | null; starts_at: string }>(
  events: readonly E[],
  days: readonly string[],
): Map<string, E[]> {
  const found = new Map<string, E[]>(days.map((day) => [day, []]));
  for (const event of events) {
    // What ends at midnight does not stand on the day that begins then.
    const last =
      event.ends_time === '00:00' && event.ends_on > event.starts_on ? addDays(event.ends_on, -1) : event.ends_on;
    for (const day of days) if (event.starts_on <= day && day <= last) found.get(day)?.push(event);
  }
  return found;
}

/** `09:00–10:20`; a moment, such as a deadline, by itself; nothing for whole days. */
export const timesOf = (event: {
  starts_time: string | null;
  ends_time: string | null;
  starts_at: string;
  ends_at: string;
}) =>
  event.starts_time && event.ends_at > event.starts_at ? `${event.starts_time}–${event.ends_time}` : event.starts_time;
