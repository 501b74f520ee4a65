/**
 * Saves of one record go one after the other, whichever part of the page sends them and however often that part was left and
 * opened again: each gets the newest record that any of them was answered, so one person's saves never find each other too
 * late. A line is forgotten once nothing is under way in it.
 */

interface Versioned {
  version: number;
}
interface Line {
  newest: Versioned | undefined;
  last: Promise<unknown>;
}
const lines = new Map<string, Line>();

export const newerVersion = <R extends Versioned>(a: R, b: R | undefined): R => (b && b.version > a.version ? b : a);

/** Waits for its turn; `save` gets the newest of `seen` and of what the saves before were answered, and answers the saved one. */
export function saveInTurn<R extends Versioned>(
  record: string,
  seen: () => R,
  save: (newest: R) => Promise<R>,
): Promise<R> {
  const line: Line = lines.get(record) ?? { newest: undefined, last: Promise.resolve() };
  lines.set(record, line);
  const turn = line.last.then(async () => {
    const saved = await save(newerVersion(seen(), line.newest as R | undefined));
    line.newest = newerVersion(saved, line.newest as R | undefined);
    return saved;
  });
  const last = turn
    .catch(() => undefined)
    .then(() => {
      if (line.last === last) lines.delete(record);
    });
  line.last = last;
  return turn;
}
