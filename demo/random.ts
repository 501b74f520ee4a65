/**
 * Numbers that look random and always are the same: `at(k)` starts the sequence of index k at once, so that
 * person k is the same however many people there are, and in whatever order they are made.
 */
export class Random {
  readonly #seed: number;
  #state = 0;

  constructor(seed: number) {
    this.#seed = mix(seed >>> 0);
  }

  /** Begins the sequence of an index; `stream` keeps kinds of things apart. One object serves any number of indices. */
  at(index: number, stream = 0): this {
    this.#state = mix(
      mix((this.#seed ^ (index >>> 0)) >>> 0) + Math.imul(stream + 1, 0x9e3779b1) + Math.floor(index / 4294967296),
    );
    return this;
  }

  /** A whole number from 0 up to, but without, 2^32. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return mix(this.#state);
  }

  /** From 0 up to, but without, `below`. */
  below(below: number): number {
    return Math.floor((this.next() / 4294967296) * below);
  }

  /** From `from` to `to`, both possible. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(share: number): boolean {
    return this.next() / 4294967296 < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** A well-mixed number of 32 bits (the finisher of "lowbias32"). */
function mix(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A list from which `pick` takes each item as often as its weight says; weights are small whole numbers. */
export function weighted<T>(weights: readonly (readonly [T, number])[]): readonly T[] {
  return weights.flatMap(([item, weight]) => Array<T>(weight).fill(item));
}

/** One-to-one on 0 … size-1: neighbours land far apart, and no two meet. size × factor must stay under 2^53. */
export function scatter(index: number, size: number, factor: number): number {
  return (index * factor + 7_919) % size;
}
