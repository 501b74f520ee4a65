import { fail } from '../call/errors.ts';

/** How many are served at once, how many may wait (in all, and of one person), and how long anybody does. */
export interface LineLimits {
  places: number;
  waiting: number;
  waitingEach: number;
  patienceMs: number;
}

interface Waiter {
  serve: () => void;
  refuse: () => void;
}

/**
 * A fair line: of each person one is served at a time, and whoever has waited longest since their last turn comes next,
 * however many others one person brings. Who would wait too long is refused at once, with the time to come back.
 */
export class Line {
  readonly limits: LineLimits;
  readonly #served = new Set<string>();
  /** In the order of turns: who was served goes to the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  #length = 0;

  constructor(limits: LineLimits) {
    this.limits = limits;
  }

  get served(): number {
    return this.#served.size;
  }

  get waiting(): number {
    return this.#length;
  }

  /** Waits for a turn; answers how to end it. Errors: HEAVY_RUNNING (too many of one's own), HEAVY_BUSY (too many of others). */
  enter(who: string, gone?: AbortSignal): Promise<() => void> {
    const { places, waiting, waitingEach, patienceMs } = this.limits;
    if (!this.#served.has(who) && this.#served.size < places && this.#length === 0)
      return Promise.resolve(this.#serve(who));
    const own = this.#waiting.get(who) ?? [];
    if (own.length >= waitingEach) return Promise.reject(fail('HEAVY_RUNNING', { seconds: 5, count: own.length + 1 }));
    if (this.#length >= waiting) return Promise.reject(fail('HEAVY_BUSY', { seconds: 15 }));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(patience);
        gone?.removeEventListener('abort', waiter.refuse);
      };
      const waiter: Waiter = {
        serve: () => {
          leave();
          resolve(this.#serve(who));
        },
        refuse: () => {
          leave();
          this.#forget(who, waiter);
          reject(fail('HEAVY_BUSY', { seconds: 15 }));
        },
      };
      const patience = setTimeout(waiter.refuse, patienceMs);
      gone?.addEventListener('abort', waiter.refuse, { once: true });
      this.#waiting.set(who, [...own, waiter]);
      this.#length++;
      this.#next();
    });
  }

  #serve(who: string): () => void {
    this.#served.add(who);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#served.delete(who);
      this.#next();
    };
  }

  #forget(who: string, waiter: Waiter): void {
    const rest = (this.#waiting.get(who) ?? []).filter((one) => one !== waiter);
    this.#length--;
    if (rest.length) this.#waiting.set(who, rest);
    else this.#waiting.delete(who);
  }

  #next(): void {
    for (const [who, [first]] of this.#waiting) {
      if (this.#served.size >= this.limits.places) return;
      if (!first || this.#served.has(who)) continue;
      const rest = this.#waiting.get(who)!.slice(1);
      this.#waiting.delete(who);
      if (rest.length) this.#waiting.set(who, rest);
      this.#length--;
      first.serve();
    }
  }
}
