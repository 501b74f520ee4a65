import { ExamGround, type ExamPlan } from './exam-plan.ts';
import { Random } from './random.ts';

/** Changes tried in one step of the search. */
const batch = 256;
/** Steps in which what has no slot looks for one before the rest is made better. */
const placingSteps = 400;

/**
 * Spreads exams over the slots of a period: nobody has two in one slot, every slot has the rooms and the invigilators that
 * its exams need, and students have as many days between their exams as can be. What finds no slot stays without one.
 *
 * First everything is placed, an exam pushing out what is in its way (as `feasibility.ts` does with lectures); then the
 * search cools: an exam goes to another slot and whoever would clash with it goes the other way (a Kempe chain), which
 * also covers single moves and exchanges. It never looks at a clock: `step` is told how much of the way is behind.
 */
export class ExamSearch {
  readonly ground: ExamGround;
  /** The best so far. */
  best: { slots: number[]; cost: number; unplaced: number };
  iterations = 0;
  private readonly random: Random;
  private readonly slot: Int32Array;
  private readonly held: number[][];
  private readonly allowed: Set<number>[];
  private waiting: number[] = [];
  private readonly weight: Int32Array;
  private readonly tabu: Map<number, number> = new Map();
  private cost = 0;
  private placing = 0;
  /** Places given out so far, and how many of them follow the order of freedom. */
  private clock = 0;
  private readonly ordered: number;
  private hot = 0;

  /** @param start slots of a period that is there, -1 for none; what does not hold any more is placed anew. */
  constructor(plan: ExamPlan, seed: number, start: readonly number[] = []) {
    this.ground = new ExamGround(plan);
    this.random = new Random(seed);
    const { exams } = plan;
    this.slot = new Int32Array(exams.length).fill(-1);
    this.weight = new Int32Array(exams.length).fill(1);
    this.held = Array.from({ length: this.ground.slots }, () => []);
    this.allowed = exams.map(({ slots, fixed }) => new Set(fixed === undefined ? slots : [fixed]));
    for (const [exam, { fixed }] of exams.entries()) if (fixed !== undefined) this.put(exam, fixed);
    for (const exam of exams.keys()) {
      const slot = start[exam] ?? -1;
      if (this.slot[exam] !== -1) continue;
      if (
        slot >= 0 &&
        this.allowed[exam]!.has(slot) &&
        this.clashing(exam, slot).length === 0 &&
        this.fits(slot, [exam])
      )
        this.put(exam, slot);
      else this.waiting.push(exam);
    }
    // Who has the fewest ways comes first.
    const freedom = (exam: number) => this.allowed[exam]!.size * 1000 - this.ground.neighbours[exam]!.length;
    this.waiting.sort((a, b) => freedom(b) - freedom(a) || a - b);
    this.ordered = this.waiting.length;
    this.cost = this.total();
    this.best = { slots: [...this.slot], cost: this.cost, unplaced: this.waiting.length };
  }

  /**
   * A little of the search.
   * @param share how much of the way is behind, 0 to 1
   */
  step(share: number): void {
    if (this.waiting.length > 0 && this.placing < placingSteps) {
      this.placing++;
      for (let i = 0; i < 32 && this.waiting.length > 0; i++) this.place();
      this.cost = this.total();
      this.remember();
      if (this.waiting.length === 0 || this.placing === placingSteps) this.restore();
      return;
    }
    if (this.slot.length === 0) return;
    if (this.hot === 0) this.hot = Math.max(1, this.medianRise());
    const temperature = this.hot * (Math.min(0.2, this.hot / 10) / this.hot) ** Math.min(1, Math.max(0, share));
    for (let i = 0; i < batch; i++) this.change(-temperature * Math.log(1 - this.random.fraction()));
    this.iterations += batch;
  }

  private place(): void {
    const { random, waiting, ground } = this;
    const next = this.clock++ < this.ordered ? waiting.length - 1 : random.below(waiting.length);
    const exam = waiting[next]!;
    // What pushes out the least comes first; rooms are looked at last, they take the longest.
    const ways = [...this.allowed[exam]!]
      .filter((slot) => (this.tabu.get(exam * ground.slots + slot) ?? 0) <= this.clock)
      .map((slot) => {
        const out = this.clashing(exam, slot);
        const weight = out.reduce((sum, one) => sum + this.weight[one]!, 0);
        return { slot, out, price: weight * 1e6 + (weight ? 0 : this.priceAt(exam, slot)) + random.fraction() };
      })
      .filter(({ out }) => out.every((one) => this.movable(one)))
      .sort((a, b) => a.price - b.price);
    const chosen =
      ways.find(({ slot, out }) => this.fits(slot, [exam], out)) ?? ways.find((way) => this.makeRoom(exam, way));
    if (!chosen) return;
    waiting.splice(next, 1);
    for (const one of chosen.out) {
      this.tabu.set(one * ground.slots + chosen.slot, this.clock + 5 + random.below(10));
      this.weight[one]!++;
      this.take(one);
      waiting.push(one);
    }
    this.put(exam, chosen.slot);
  }

  /** Adds to those who leave a slot whoever takes its rooms; false where that helps nothing. */
  private makeRoom(exam: number, { slot, out }: { slot: number; out: number[] }): boolean {
    const rest = this.held[slot]!.filter((one) => !out.includes(one) && this.movable(one));
    while (!this.fits(slot, [exam], out)) {
      if (rest.length === 0) return false;
      out.push(...rest.splice(this.random.below(rest.length), 1));
    }
    return true;
  }

  private movable(exam: number): boolean {
    return this.ground.plan.exams[exam]!.fixed === undefined;
  }

  /** Tries one change; it stays where it costs at most `limit` more. */
  private change(limit: number): boolean {
    const proposal = this.propose();
    if (!proposal || proposal.price > limit) return false;
    const { from, to, there, back } = proposal;
    if (!this.fits(to, there, back) || !this.fits(from, back, there)) return false;
    for (const exam of there) this.take(exam);
    for (const exam of back) this.take(exam);
    for (const exam of there) this.put(exam, to);
    for (const exam of back) this.put(exam, from);
    this.cost += proposal.price;
    this.remember();
    return true;
  }

  private propose() {
    const { random, ground, slot } = this;
    const exam = random.below(slot.length);
    const from = slot[exam]!;
    const ways = ground.plan.exams[exam]!.slots;
    if (from === -1 || ways.length === 0) return undefined;
    const to = ways[random.below(ways.length)]!;
    if (to === from) return undefined;
    const there = [exam];
    const back: number[] = [];
    // Whoever clashes goes the other way, and whoever clashes with those, until nobody does.
    for (let at = 0, ta = 0; at < there.length || ta < back.length; ) {
      const going = at < there.length;
      const one = going ? there[at++]! : back[ta++]!;
      if (!this.allowed[one]!.has(going ? to : from)) return undefined;
      const [others, list] = going ? [this.held[to]!, back] : [this.held[from]!, there];
      for (const other of others) if (ground.commonOf(one, other) > 0 && !list.includes(other)) list.push(other);
    }
    let price = 0;
    // Two that both move keep their distance: one slot for the other.
    const moved = new Set([...there, ...back]);
    const add = (one: number, was: number, becomes: number) => {
      for (const other of ground.neighbours[one]!) {
        const at = slot[other]!;
        if (at === -1 || moved.has(other)) continue;
        price += ground.commonOf(one, other) * (ground.priceOf(becomes, at) - ground.priceOf(was, at));
      }
    };
    for (const one of there) add(one, from, to);
    for (const one of back) add(one, to, from);
    return { price, from, to, there, back };
  }

  private medianRise(): number {
    const rises: number[] = [];
    for (let i = 0; i < 500; i++) {
      const price = this.propose()?.price ?? 0;
      if (price > 0) rises.push(price);
    }
    return rises.sort((a, b) => a - b)[rises.length >> 1] ?? 1;
  }

  private clashing(exam: number, slot: number): number[] {
    return this.held[slot]!.filter((other) => this.ground.commonOf(exam, other) > 0);
  }

  private fits(slot: number, more: readonly number[], without: readonly number[] = []): boolean {
    const exams = [...this.held[slot]!.filter((one) => !without.includes(one)), ...more];
    return exams.length === 0 || this.ground.roomsFor(slot, exams) !== undefined;
  }

  /** What an exam costs in a slot beside all that are placed. */
  private priceAt(exam: number, slot: number): number {
    let price = 0;
    for (const other of this.ground.neighbours[exam]!) {
      const at = this.slot[other]!;
      if (at !== -1) price += this.ground.commonOf(exam, other) * this.ground.priceOf(slot, at);
    }
    return price;
  }

  private total(): number {
    return this.slot.reduce((sum, slot, exam) => (slot === -1 ? sum : sum + this.priceAt(exam, slot)), 0) / 2;
  }

  private put(exam: number, slot: number): void {
    this.slot[exam] = slot;
    this.held[slot]!.push(exam);
  }

  private take(exam: number): void {
    const list = this.held[this.slot[exam]!]!;
    list.splice(list.indexOf(exam), 1);
    this.slot[exam] = -1;
  }

  private remember(): void {
    const unplaced = this.waiting.length;
    const { best } = this;
    if (unplaced > best.unplaced || (unplaced === best.unplaced && this.cost >= best.cost)) return;
    this.best = { slots: [...this.slot], cost: this.cost, unplaced };
  }

  private restore(): void {
    for (const [exam, slot] of this.slot.entries()) if (slot !== -1) this.take(exam);
    this.waiting = [];
    for (const [exam, slot] of this.best.slots.entries()) {
      if (slot === -1) this.waiting.push(exam);
      else this.put(exam, slot);
    }
    this.cost = this.best.cost;
  }
}

/** The whole search in so many steps; seed and steps decide the result. */
export function spreadExams(plan: ExamPlan, options: { seed: number; steps: number; start?: readonly number[] }) {
  const search = new ExamSearch(plan, options.seed, options.start);
  for (let step = 0; step < options.steps; step++) search.step(step / options.steps);
  return search.best;
}
