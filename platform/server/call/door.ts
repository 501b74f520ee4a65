import type { Kernel } from '../kernel.ts';
import { sharedCounts } from '../workers/worker.ts';
import { AddressCounts, type DoorAct, type DoorLimits } from './address-counts.ts';
import type { Call } from './context.ts';
import { fail } from './errors.ts';

/**
 * How often one network address may do what nobody signs in for: write without a name, try codes. It is counted in memory
 * alone: what stands in a table outlives the hour, and an address with a time is a name. Each server counts for itself, and
 * its workers together.
 */

type Asked = Pick<Call, 'request' | 'kernel'>;
const alone = new WeakMap<Kernel, AddressCounts>();

/** Lets each address in so often within so many minutes. A whole hall of residence may stand behind one address. */
export const door = (name: string, most: number, minutes: number): DoorLimits => ({
  name,
  most,
  milliseconds: minutes * 60_000,
});

async function ask({ request, kernel }: Asked, at: DoorLimits, act: DoorAct): Promise<void> {
  const counts = sharedCounts ?? alone.get(kernel) ?? new AddressCounts();
  if (counts instanceof AddressCounts) alone.set(kernel, counts);
  const seconds = await counts.ask(at, request.ip, act);
  if (seconds > 0 && act !== 'count') throw fail('TOO_MANY_REQUESTS', { seconds });
}

/** Lets in and counts. Throws 429 with `seconds` once it was too often. */
export const pass = (call: Asked, at: DoorLimits): Promise<void> => ask(call, at, 'pass');

/** Throws 429 with `seconds` where it was too often already; counts nothing. */
export const demandOpen = (call: Asked, at: DoorLimits): Promise<void> => ask(call, at, 'look');

/** Counts one time for the address of a call, as where a code was none. */
export const count = (call: Asked, at: DoorLimits): Promise<void> => ask(call, at, 'count');
