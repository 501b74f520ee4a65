/**
 * A small generator of random numbers (sfc32, Doty-Humphrey, public domain): the same seed gives the same search on
 * every machine, which `Math.random` cannot promise.
 */
export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 1;

  /** @param seed any number; its lower 53 bits count. */
  constructor(seed: number) {
    this.a = seed | 0;
    this.b = Math.floor(seed / 2 ** 32) | 0;
    this.c = 0x9e3779b9 | 0;
    // The state needs a dozen rounds before neighbouring seeds give unlike numbers.
    for (let round = 0; round < 15; round++) this.next();
  }

  /** A whole number from 0 to 2³² − 1. */
  next(): number {
    const result = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return (this.next() * 2 ** -32 * limit) | 0;
  }

  /** A number from 0 up to, but without, 1. */
  fraction(): number {
    return this.next() * 2 ** -32;
  }
}
