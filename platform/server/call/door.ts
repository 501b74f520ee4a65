import type { Kernel } from '../kernel.ts';
import type { Call } from './context.ts';
import { fail } from './errors.ts';

/**
 * How often one network address may do what nobody signs in for: write without a name, try codes. It is counted in memory
 * alone: what stands in a table outlives the hour, and an address with a time is a name. Each server counts for itself.
 */
export interface Door {
  most: number;
  milliseconds: number;
  /** By server and address. */
  counts: WeakMap<Kernel, Map<string, Count>>;
}
interface Count {
  times: number;
  until: number;
}
type Asked = Pick<Call, 'request' | 'kernel'>;
const mostAddresses = 10_000;

/** Lets each address in so often within so many minutes. A whole hall of residence may stand behind one address. */
export const door = (most: number, minutes: number): Door => ({
  most,
  milliseconds: minutes * 60_000,
  counts: new WeakMap(),
});

/** Lets in and counts. Throws 429 with `seconds` once it was too often. */
export function pass(call: Asked, door: Door): void {
  demandOpen(call, door);
  count(call, door);
}

/** Throws 429 with `seconds` where it was too often already; counts nothing. */
export function demandOpen({ request, kernel }: Asked, { most, counts }: Door): void {
  const now = performance.now();
  const known = counts.get(kernel)?.get(request.ip);
  if (known && known.until > now && known.times >= most)
    throw fail('TOO_MANY_REQUESTS', { seconds: Math.ceil((known.until - now) / 1000) });
}

/** Counts one time for the address of a call, as where a code was none. */
export function count({ request, kernel }: Asked, door: Door): void {
  const counts = door.counts.get(kernel) ?? new Map<string, Count>();
  door.counts.set(kernel, counts);
  const now = performance.now();
  const address = request.ip;
  const known = counts.get(address);
  if (known && known.until > now) {
    known.times++;
    return;
  }
  if (counts.size >= mostAddresses) for (const [key, { until }] of counts) if (until <= now) counts.delete(key);
  // Whoever comes from everywhere at once has the oldest forgotten; a code is still not guessed.
  if (counts.size >= mostAddresses) counts.delete(counts.keys().next().value ?? '');
  counts.set(address, { times: 1, until: now + door.milliseconds });
}
