/** Spreads people over groups so that each looks like the whole; pure, and the same for the same seed. */

export interface Person {
  id: number;
  /** Index of the group in which they are now. */
  group: number;
  woman: boolean;
  /** Speaks the language of these groups: indexes of the groups that fit. */
  fits: readonly boolean[];
  /** Mean mark so far, 0 to 100; null where there is none. */
  mark: number | null;
}
export interface Rules {
  gender: number;
  language: number;
  mark: number;
  keep: number;
}

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for shuffling a class. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * The group of each person, by index. Sizes differ by one at most and never pass a capacity. Starts from where people
 * are, evens the sizes with as few moves as possible, then swaps pairs as long as a swap makes the whole better.
 */
export function balance(
  people: readonly Person[],
  capacities: readonly number[],
  rules: Rules,
  seed: number,
): number[] {
  const random = randomOf(seed);
  const place = people.map((person) => person.group);
  const goal = sizes(people.length, capacities, place);
  const count = goal.map((_, group) => place.filter((at) => at === group).length);
  for (const index of order(people.length, random)) {
    const from = place[index] as number;
    if ((count[from] as number) <= (goal[from] as number)) continue;
    const to = goal.findIndex((size, group) => (count[group] as number) < size);
    place[index] = to;
    count[from] = (count[from] as number) - 1;
    count[to] = (count[to] as number) + 1;
  }
  let cost = costOf(people, place, goal, rules);
  for (let round = 0, better = true; better && round < 50; round++) {
    better = false;
    const some = order(people.length, random);
    for (const a of some)
      for (const b of some) {
        if (a >= b || place[a] === place[b]) continue;
        swap(place, a, b);
        const next = costOf(people, place, goal, rules);
        if (next < cost - 1e-9) {
          cost = next;
          better = true;
        } else swap(place, a, b);
      }
  }
  return place;
}

function swap(place: number[], a: number, b: number): void {
  [place[a], place[b]] = [place[b] as number, place[a] as number];
}

/** Even sizes within the capacities; the places left over stay with the groups that are larger now. */
function sizes(total: number, capacities: readonly number[], place: readonly number[]): number[] {
  const now = capacities.map((_, group) => place.filter((at) => at === group).length);
  const goal = capacities.map(() => 0);
  for (let left = total; left > 0; left--) {
    const open = goal
      .map((_, group) => group)
      .filter((group) => (goal[group] as number) < (capacities[group] as number));
    if (open.length === 0) throw new RangeError('more people than places');
    const least = Math.min(...open.map((group) => goal[group] as number));
    const next = open
      .filter((group) => goal[group] === least)
      .toSorted((a, b) => (now[b] as number) - (now[a] as number))[0] as number;
    goal[next] = least + 1;
  }
  return goal;
}

function order(length: number, random: () => number): number[] {
  const list = [...Array(length).keys()];
  for (let i = length - 1; i > 0; i--) swap(list, i, Math.floor(random() * (i + 1)));
  return list;
}

/** What is uneven, weighed by the rules. All parts are about the size of "people who would have to move". */
export function costOf(
  people: readonly Person[],
  place: readonly number[],
  goal: readonly number[],
  rules: Rules,
): number {
  const groups = goal.length;
  const women = new Array<number>(groups).fill(0);
  const marks = new Array<number>(groups).fill(0);
  const marked = new Array<number>(groups).fill(0);
  let misfits = 0;
  let moved = 0;
  let allWomen = 0;
  let allMarks = 0;
  let allMarked = 0;
  people.forEach((person, index) => {
    const at = place[index] as number;
    if (person.woman) {
      women[at] = (women[at] as number) + 1;
      allWomen++;
    }
    if (person.mark !== null) {
      marks[at] = (marks[at] as number) + person.mark;
      marked[at] = (marked[at] as number) + 1;
      allMarks += person.mark;
      allMarked++;
    }
    if (!person.fits[at]) misfits++;
    if (at !== person.group) moved++;
  });
  let gender = 0;
  let spread = 0;
  for (let group = 0; group < groups; group++) {
    const share = people.length ? (goal[group] as number) / people.length : 0;
    gender += ((women[group] as number) - allWomen * share) ** 2;
    if (marked[group] && allMarked)
      spread += ((marks[group] as number) / (marked[group] as number) - allMarks / allMarked) ** 2;
  }
  return rules.gender * gender + rules.mark * spread + rules.language * misfits * 10 + rules.keep * moved * 0.2;
}
