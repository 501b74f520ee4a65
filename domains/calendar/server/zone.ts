/** Days and times of the university's zone. Uzbekistan keeps UTC+5 all year round; both zones of the institutions do. */
const offset = '+05:00';
const offsetMs = 5 * 3_600_000;
const dayMs = 86_400_000;

/** The instant of a local day and time, as ISO text in UTC. */
export const instantOf = (day: string, time = '00:00'): string => new Date(`${day}T${time}:00${offset}`).toISOString();

/** `2026-11-21T14:30` in the zone. */
const localOf = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + offsetMs).toISOString().slice(0, 16);

export const dayOf = (instant: string | number): string => localOf(instant).slice(0, 10);
export const timeOf = (instant: string | number): string => localOf(instant).slice(11);
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The days and times of an event for people. `ends_on` is the last day; whole days end at the midnight after it. */
export function localTimes(event: { all_day: boolean; starts_at: string; ends_at: string }) {
  return {
    starts_on: dayOf(event.starts_at),
    ends_on: event.all_day ? dayOf(Date.parse(event.ends_at) - 1) : dayOf(event.ends_at),
    starts_time: event.all_day ? null : timeOf(event.starts_at),
    ends_time: event.all_day ? null : timeOf(event.ends_at),
  };
}
