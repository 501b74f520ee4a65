import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { clock } from '#platform/contract/clock.ts';

/** How far an instant is from now, in the unit in which people say it. */
export type Distance = { unit: 'minutes' | 'hours' | 'days'; count: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Full units between now and then, whichever comes first; never 0. Pure. */
export function distance(then: string, now: number): Distance {
  const span = Math.abs(Date.parse(then) - now);
  if (span < hour) return { unit: 'minutes', count: Math.max(1, Math.round(span / minute)) };
  if (span < 2 * day) return { unit: 'hours', count: Math.round(span / hour) };
  return { unit: 'days', count: Math.floor(span / day) };
}

export type Moment = 'over' | 'now' | 'ahead';

/** Where a class stands at this moment. */
export const momentOf = (one: { starts_at: string; ends_at: string }, now: number): Moment =>
  Date.parse(one.ends_at) <= now ? 'over' : Date.parse(one.starts_at) <= now ? 'now' : 'ahead';

/** The present moment, renewed twice a minute. Milliseconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => clock.now());
  useInterval(() => setNow(clock.now()), 30_000, { autoInvoke: true });
  return now;
}
