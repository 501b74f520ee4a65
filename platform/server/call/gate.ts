import type { Rank } from '#platform/contract/index.ts';
import { fail, type Refusal } from './errors.ts';

/**
 * Whoever needs a connection of `requests` comes through here: as many are at work as there are connections, a short line
 * waits, and whoever would wait too long is told so at once, and when to come again (ADR 34).
 */
export interface GateOptions {
  /** How many are at work at once. */
  places: number;
  /** So many times as patient as usual; tests, which have few connections, take their time. */
  patience?: number | undefined;
  /** Milliseconds on a clock that only goes forward. */
  time?: (() => number) | undefined;
}

export interface Coming {
  rank: Rank;
  /** How many calls come together, to be served over one connection. */
  weight?: number;
  /** Was let in before, and comes back from where it needed no connection: it is not turned away any more. */
  again?: boolean;
  /** Nobody waits for the answer any more. */
  gone?: (() => boolean) | undefined;
}

/**
 * Milliseconds that a call may wait before it is served, as reckoned when it comes; and its lead over others in the line, as
 * if it had come so much earlier: a save goes before all reads that have not waited for long.
 */
const ranked: Record<Rank, { patience: number; lead: number }> = {
  save: { patience: 1_500, lead: 250 },
  read: { patience: 600, lead: 100 },
  list: { patience: 450, lead: 0 },
  heavy: { patience: 150, lead: 0 },
};
/** Nobody is overtaken by more than takes so many milliseconds: what was told when one came holds. */
const yields = 250;
/** What nobody could foresee, such as a lock that holds up everybody, is borne for so long beyond what was promised. */
const grace = 500;
/** Who comes back is served before all others, and refused only where nothing moves any more. */
const again = { patience: 10_000, lead: 10_000 };
/** Not by time but for memory: so many may wait. */
const most = 2_000;
/** Departures over which the time between two of them is averaged. */
const remembered = 40;
/** Milliseconds between two departures where nothing is known yet, and at most: what stood still goes on. */
const pace = { first: 10, slowest: 500 };
/**
 * Where calls at work leave this process no processor, its event loop is late: then everybody waits, who is turned away as
 * well, and fewer at once are served as quickly. So fewer are let in, down to `least`, while the loop is `late` by so many
 * milliseconds, and more again while it is `soon`. Looked at each `every` milliseconds while somebody waits.
 */
const loop = { every: 25, late: 30, soon: 15, least: 4 };
/** Of what can be served in a second, so much is promised to those who are sent away; the rest is for whoever comes anew. */
const promised = 0.7;
/** Seconds after which whoever is sent away comes again, at most. */
export const latest = 15;

interface Waiter {
  /** When it came, less its lead: the least is served first. */
  order: number;
  came: number;
  weight: number;
  /** Of those who have overtaken it. */
  overtaken: number;
  rank: Rank;
  until: number;
  gone: (() => boolean) | undefined;
  serve: () => void;
  refuse: (refusal: Refusal) => void;
}

export class Gate {
  readonly #places: number;
  readonly #patience: number;
  readonly #time: () => number;
  /** By `order`. */
  readonly #line: Waiter[] = [];
  #ahead = 0;
  #working = 0;
  /** How many are let in now. */
  #room: number;
  #late = 0;
  /** Milliseconds between two that leave while all places are taken: what a place in the line costs. */
  #pace = pace.first;
  /** Departures from which that is known; the guess stands for a few. */
  #known = 4;
  /** Since when all places are taken and nobody has left. */
  #since: number | undefined;
  /** How many come again in each of the next seconds. */
  readonly #returning = new Uint32Array(latest + 1);
  #second = 0;
  #watch: NodeJS.Timeout | undefined;
  /** Told of everybody: after how many milliseconds somebody was served, or that somebody was sent away. */
  heard: { served?: (rank: Rank, ms: number) => void; refused?: (rank: Rank) => void } = {};

  constructor({ places, patience = 1, time = () => performance.now() }: GateOptions) {
    this.#places = places;
    this.#room = places;
    this.#patience = patience;
    this.#time = time;
  }

  get working(): number {
    return this.#working;
  }

  /** How many may be at work just now. */
  get room(): number {
    return this.#room;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Why somebody who came now would be sent away; nothing where there is room. */
  turnsAway(rank: Rank, weight = 1): Refusal | undefined {
    const now = this.#time();
    const { patience, lead } = ranked[rank];
    if (this.#working < this.#room && this.#line.length === 0) return undefined;
    return this.#line.length < most &&
      this.#waitOf(now, this.#placeFor(now - lead, weight)) <= patience * this.#patience
      ? undefined
      : this.#refusal(rank, weight, now);
  }

  /** Waits for a turn; answers how to end it. Errors: SERVER_BUSY. */
  enter({ rank, weight = 1, again: back = false, gone }: Coming): Promise<() => void> {
    const now = this.#time();
    if (this.#working < this.#room && this.#line.length === 0) {
      this.heard.served?.(rank, 0);
      return Promise.resolve(this.#begin(weight, now));
    }
    const refusal = back ? undefined : this.turnsAway(rank, weight);
    if (refusal) return Promise.reject(refusal);
    const { patience, lead } = back ? again : ranked[rank];
    return new Promise((resolve, reject) => {
      const order = now - lead;
      const place = this.#placeFor(order, weight);
      for (let behind = place; behind < this.#line.length; behind++) this.#line[behind]!.overtaken += weight;
      this.#ahead += weight;
      this.#line.splice(place, 0, {
        order,
        came: now,
        weight,
        overtaken: 0,
        rank,
        until: now + patience * this.#patience + grace,
        gone,
        serve: () => resolve(this.#begin(weight, this.#time())),
        refuse: reject,
      });
      this.#watch ??= this.#startWatch();
    });
  }

  /** Where somebody would stand. */
  #placeFor(order: number, weight: number): number {
    let place = this.#line.length;
    for (; place > 0; place--) {
      const other = this.#line[place - 1]!;
      if (other.order <= order || (other.overtaken + weight) * this.#pace > yields) break;
    }
    return place;
  }

  /** As reckoned: what stands before a place in the line, at the pace of those who leave, who may have stopped doing so. */
  #waitOf(now: number, place: number): number {
    let ahead = this.#ahead;
    for (let behind = place; behind < this.#line.length; behind++) ahead -= this.#line[behind]!.weight;
    return Math.max((ahead + 1) * this.#pace, this.#since === undefined ? 0 : now - this.#since);
  }

  #begin(weight: number, now: number): () => void {
    this.#working++;
    if (this.#working >= this.#room) this.#since ??= now;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#leave(weight);
    };
  }

  /** While somebody waits: is the event loop late, and does anybody wait in vain? */
  #startWatch(): NodeJS.Timeout {
    let looked = this.#time();
    return setInterval(() => {
      const now = this.#time();
      this.felt(now - looked - loop.every);
      looked = now;
      this.#dismiss();
    }, loop.every).unref();
  }

  /** The event loop came so many milliseconds late to what it had to do. */
  felt(late: number): void {
    this.#late += (late - this.#late) / 3;
    if (this.#late > loop.late) this.#room = Math.max(Math.min(loop.least, this.#places), Math.floor(this.#room * 0.8));
    else if (this.#late < loop.soon && this.#room < this.#places) this.#room++;
    this.#letIn();
    if (this.#working < this.#room) this.#since = undefined;
  }

  #leave(weight: number): void {
    const now = this.#time();
    this.#working--;
    if (this.#since !== undefined) {
      const each = Math.min(pace.slowest, (now - this.#since) / weight);
      this.#known = Math.min(remembered, this.#known + weight);
      this.#pace += (each - this.#pace) * Math.min(1, weight / this.#known);
      this.#since = undefined;
    }
    this.#letIn();
    if (this.#working >= this.#room) this.#since = now;
  }

  #letIn(): void {
    const now = this.#time();
    while (this.#working < this.#room) {
      const [next] = this.#line;
      if (!next) break;
      this.#drop(0);
      if (this.#isOver(next, now)) continue;
      this.heard.served?.(next.rank, now - next.came);
      next.serve();
    }
  }

  /** Sends away whoever would be served too late for what was promised, and who went by themselves. */
  #isOver(waiter: Waiter, served: number): boolean {
    if (waiter.until >= served && !waiter.gone?.()) return false;
    waiter.refuse(this.#refusal(waiter.rank, waiter.weight, this.#time()));
    return true;
  }

  /** Where each takes longer than was known when they came, those at the end are told now and not when their time is over. */
  #dismiss(): void {
    const now = this.#time();
    let ahead = 0;
    for (let at = 0; at < this.#line.length; ) {
      const waiter = this.#line[at]!;
      if (this.#isOver(waiter, now + ahead * this.#pace)) this.#drop(at);
      else {
        ahead += waiter.weight;
        at++;
      }
    }
  }

  #drop(at: number): void {
    const [waiter] = this.#line.splice(at, 1);
    this.#ahead -= waiter?.weight ?? 0;
    if (this.#line.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #refusal(rank: Rank, weight: number, now: number): Refusal {
    this.heard.refused?.(rank);
    return fail('SERVER_BUSY', { seconds: this.#appointment(rank, weight, now) });
  }

  /**
   * Seconds after which to come again. Each of the next seconds takes as many as can be served in it, so that those who were
   * sent away do not return all at once; where all are full, they are spread over the later half. What is saved need not
   * stand behind reads.
   */
  #appointment(rank: Rank, weight: number, now: number): number {
    const second = Math.floor(now / 1_000);
    for (let past = Math.max(this.#second, second - this.#returning.length); past < second; past++)
      this.#returning[past % this.#returning.length] = 0;
    this.#second = second;
    const room = Math.max(1, (promised * 1_000) / this.#pace);
    const slot = (after: number) => (second + after) % this.#returning.length;
    let after = 1;
    if (rank === 'save') after = Math.random() < 0.5 ? 1 : 2;
    else {
      while (after <= latest && this.#returning[slot(after)]! + weight > room) after++;
      if (after > latest) after = latest - Math.floor((Math.random() * latest) / 2);
    }
    this.#returning[slot(after)]! += weight;
    return after;
  }
}
