import { fail } from '#platform/server/call/errors.ts';

/** Who asks: turns go round among addresses, and within an address among the accounts that are meant. */
export interface Asker {
  address: string;
  account: string;
  /** Nobody waits for the answer any more. */
  gone?: () => boolean;
}

interface Waiter {
  asker: Asker;
  serve: () => void;
  refuse: () => void;
}

/**
 * The line before the hashing of passwords, which is made to be slow: so many at a time, turns in a fair order. Whoever
 * would wait longer than anybody waits before a page is told so at once, and when to come back: work that comes too late
 * for its asker only keeps others waiting.
 */
export class PasswordLine {
  readonly #places: number;
  readonly #patienceMs: number;
  #running = 0;
  /** Milliseconds of one hash, as they have been lately. */
  #cost = 50;
  /** Both in the order of turns: who was served goes to the end. */
  readonly #waiting = new Map<string, Map<string, Waiter[]>>();

  constructor(places: number, patienceMs: number) {
    this.#places = places;
    this.#patienceMs = patienceMs;
  }

  /** Errors: SIGN_IN_BUSY. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#places) this.#running++;
    else await this.#turn(asker);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#cost += (performance.now() - began - this.#cost) / 20;
      this.#running--;
      this.#next();
    }
  }

  /** Milliseconds until somebody's turn would come: everybody else has as many turns before it as they have waiters, at most one more than oneself. */
  expectedMs({ address, account }: Asker): number {
    const before = (own: number, others: Iterable<number>) => {
      let turns = own;
      for (const length of others) turns += Math.min(length, own + 1);
      return turns;
    };
    const lengths = (accounts: Map<string, Waiter[]>) => [...accounts.values()].map((list) => list.length);
    const here = this.#waiting.get(address);
    const own = here?.get(account)?.length ?? 0;
    const others = [...(here ?? [])].flatMap(([name, list]) => (name === account ? [] : [list.length]));
    const elsewhere = [...this.#waiting].flatMap(([name, accounts]) =>
      name === address ? [] : [lengths(accounts).reduce((sum, length) => sum + length, 0)],
    );
    return (before(before(own, others), elsewhere) * this.#cost) / this.#places;
  }

  #turn(asker: Asker): Promise<void> {
    const expected = this.expectedMs(asker);
    const busy = () => fail('SIGN_IN_BUSY', { seconds: Math.max(2, Math.ceil(expected / 1000)) });
    if (expected > this.#patienceMs) return Promise.reject(busy());
    const { address, account } = asker;
    const accounts = this.#waiting.get(address) ?? new Map<string, Waiter[]>();
    const list = accounts.get(account) ?? [];
    this.#waiting.set(address, accounts.set(account, list));
    return new Promise((resolve, reject) => list.push({ asker, serve: resolve, refuse: () => reject(busy()) }));
  }

  #next(): void {
    while (this.#running < this.#places) {
      const waiter = this.#take();
      if (!waiter) return;
      if (waiter.asker.gone?.()) waiter.refuse();
      else {
        this.#running++;
        waiter.serve();
      }
    }
  }

  #take(): Waiter | undefined {
    for (const [address, accounts] of this.#waiting) {
      this.#waiting.delete(address);
      for (const [account, list] of accounts) {
        accounts.delete(account);
        const waiter = list.shift();
        if (list.length) accounts.set(account, list);
        if (accounts.size) this.#waiting.set(address, accounts);
        if (waiter) return waiter;
      }
    }
    return undefined;
  }
}
