import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';

/**
 * How often one address may write without a name, and try codes. It is counted in memory alone: what stands in a table
 * outlives the hour, and an address with a time is a name. Each server counts for itself.
 */
interface Count {
  times: number;
  until: number;
}
export interface Door {
  most: number;
  milliseconds: number;
  counts: Map<string, Count>;
}
const mostAddresses = 10_000;
const door = (most: number, minutes: number): Door => ({ most, milliseconds: minutes * 60_000, counts: new Map() });

/** A whole hall of residence may stand behind one address. */
export const letters = door(20, 60);
export const codes = door(40, 10);

export function pass(call: Pick<Call, 'request'>, { most, milliseconds, counts }: Door): void {
  const now = performance.now();
  const address = call.request.ip;
  let count = counts.get(address);
  if (!count || count.until <= now) {
    if (counts.size >= mostAddresses) for (const [key, { until }] of counts) if (until <= now) counts.delete(key);
    // Whoever comes from everywhere at once has the oldest forgotten; a code is still not guessed.
    if (counts.size >= mostAddresses) counts.delete(counts.keys().next().value ?? '');
    count = { times: 0, until: now + milliseconds };
    counts.set(address, count);
  }
  if (count.times >= most) throw fail('TOO_MANY_REQUESTS', { seconds: Math.ceil((count.until - now) / 1000) });
  count.times++;
}
