/** How often something may be done from one network address within so many milliseconds; counted under its name. */
export interface DoorLimits {
  name: string;
  most: number;
  milliseconds: number;
}

/** `pass` counts where it is open, `count` in any case, `look` never. */
export type DoorAct = 'pass' | 'look' | 'count';

interface Count {
  times: number;
  until: number;
}
const mostAddresses = 10_000;

/** The counts of one server, however many processes it has. */
export class AddressCounts {
  readonly #doors = new Map<string, Map<string, Count>>();

  /** Seconds until the door is open again for the address; 0 where it was open. */
  ask({ name, most, milliseconds }: DoorLimits, address: string, act: DoorAct): number {
    const counts = this.#doors.get(name) ?? new Map<string, Count>();
    this.#doors.set(name, counts);
    const now = performance.now();
    const known = counts.get(address);
    const held = known && known.until > now ? known : undefined;
    const seconds = held && held.times >= most ? Math.ceil((held.until - now) / 1000) : 0;
    if (act === 'look' || (act === 'pass' && seconds > 0)) return seconds;
    if (held) held.times++;
    else {
      if (counts.size >= mostAddresses) for (const [key, { until }] of counts) if (until <= now) counts.delete(key);
      // Whoever comes from everywhere at once has the oldest forgotten; a code is still not guessed.
      if (counts.size >= mostAddresses) counts.delete(counts.keys().next().value ?? '');
      counts.set(address, { times: 1, until: now + milliseconds });
    }
    return seconds;
  }
}
