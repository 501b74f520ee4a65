import type { Call } from '#platform/server/call/context.ts';
import { clockIn, instantIn, zoneOf } from '#platform/server/clock.ts';

/** Days and times as the institution's clocks show them. Days are `YYYY-MM-DD`, times `HH:mm`, instants ISO text in UTC. */
const dayMs = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

export interface Clock {
  zone: string;
  instantOf(day: string, time?: string): string;
  dayOf(instant: string | number): string;
  /** The days and times of an event for people. `ends_on` is the last day; whole days end at the midnight after it. */
  localTimes(event: { all_day: boolean; starts_at: string; ends_at: string }): {
    starts_on: string;
    ends_on: string;
    starts_time: string | null;
    ends_time: string | null;
  };
}

export async function clockOf(call: Call): Promise<Clock> {
  const zone = await zoneOf(call);
  const dayOf = (instant: string | number) => clockIn(zone, instant).slice(0, 10);
  const timeOf = (instant: string) => clockIn(zone, instant).slice(11);
  return {
    zone,
    instantOf: (day, time = '00:00') => instantIn(zone, `${day}T${time}`),
    dayOf,
    localTimes: (event) => ({
      starts_on: dayOf(event.starts_at),
      ends_on: event.all_day ? dayOf(Date.parse(event.ends_at) - 1) : dayOf(event.ends_at),
      starts_time: event.all_day ? null : timeOf(event.starts_at),
      ends_time: event.all_day ? null : timeOf(event.ends_at),
    }),
  };
}
