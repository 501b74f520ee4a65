import { type BrowserStorage, browserStored, mayRetry } from '../../browser-stored.ts';

/**
 * Edits of cells that wait to be sent. They stand in the browser from the keystroke until the server has them, so that
 * neither a gone network nor a closed window loses one; a batch is sent under one id until it is answered, so that it
 * counts once.
 */

export interface Edit {
  /** Key of the cell, as the page makes it. */
  cell: string;
  text: string;
  /** Version of the cell that the person saw; null while it had none. */
  version: number | null;
}
/** What stands in the cell on the server, and who put it there when. */
export interface Standing {
  text: string;
  version: number | null;
  name: string;
  at: string | null;
}
export interface Fault {
  cell: string;
  /** What was to stand there. */
  text: string;
  /** In words; of what was refused. */
  why?: string | undefined;
  /** Of a conflict: both sides are shown until the person chooses. */
  current?: Standing | undefined;
}
export interface Kept {
  waiting: readonly Edit[];
  batch?: { id: string; edits: readonly Edit[] } | undefined;
  faults: readonly Fault[];
}
/** The server's answer to a batch. Cells that it names in neither list are sent again without those that it faulted. */
export interface Outcome {
  saved: readonly { cell: string; version: number | null }[];
  faults: readonly Fault[];
}
interface Refusal {
  status?: number | undefined;
  message?: string | undefined;
}
export type CellState = 'waiting' | 'saving' | 'conflict' | 'refused';

export const nothingKept: Kept = { waiting: [], faults: [] };
/** More than anybody pastes into one answer's time. */
const batchSize = 2000;

const without = <T extends { cell: string }>(list: readonly T[], cells: ReadonlySet<string>): T[] =>
  list.filter((one) => !cells.has(one.cell));
const cellsOf = (list: readonly { cell: string }[]) => new Set(list.map((one) => one.cell));
const tidy = (kept: Kept): Kept => (kept.waiting.length + kept.faults.length === 0 && !kept.batch ? nothingKept : kept);

/** New edits take the place of those that wait for the same cells, and of what was wrong with them. */
export function put(before: Kept, edits: readonly Edit[]): Kept {
  const cells = cellsOf(edits);
  const conflicts = new Map(before.faults.map((one) => [one.cell, one.current]));
  const fresh = edits.map((one) => ({ ...one, version: conflicts.get(one.cell)?.version ?? one.version }));
  return { ...before, waiting: [...without(before.waiting, cells), ...fresh], faults: without(before.faults, cells) };
}

/** Text that cannot be sent stays in its cell with what is wrong with it. */
export function refuse(before: Kept, faults: readonly Fault[]): Kept {
  const cells = cellsOf(faults);
  return {
    ...before,
    waiting: without(before.waiting, cells),
    faults: [...without(before.faults, cells), ...faults],
  };
}

/** Forgets what the person wanted in these cells: what the server has holds. */
export function forget(before: Kept, cells: ReadonlySet<string>): Kept {
  return tidy({ ...before, waiting: without(before.waiting, cells), faults: without(before.faults, cells) });
}

/** The person's own text holds in spite of what stands there: it is sent over the version that was shown. */
export function insist(before: Kept, cells: ReadonlySet<string>): Kept {
  const mine = before.faults.filter((one) => one.current && cells.has(one.cell));
  return put(
    { ...before, faults: without(before.faults, cellsOf(mine)) },
    mine.map(({ cell, text, current }) => ({ cell, text, version: current?.version ?? null })),
  );
}

/** Makes the next batch, unless one is under way. */
export function begin(before: Kept, id: string): Kept {
  if (before.batch || before.waiting.length === 0) return before;
  return {
    ...before,
    waiting: before.waiting.slice(batchSize),
    batch: { id, edits: before.waiting.slice(0, batchSize) },
  };
}

/** The batch is answered. What was typed meanwhile into a saved cell goes on from the version that it has now. */
export function settle(before: Kept, outcome: Outcome): Kept {
  const { batch, ...rest } = before;
  if (!batch) return before;
  const versions = new Map(outcome.saved.map((one) => [one.cell, one.version]));
  const faulty = cellsOf(outcome.faults);
  const typed = cellsOf(rest.waiting);
  const waiting = rest.waiting.map((one) =>
    versions.has(one.cell) ? { ...one, version: versions.get(one.cell) ?? null } : one,
  );
  const left = batch.edits.filter((one) => !versions.has(one.cell) && !faulty.has(one.cell) && !typed.has(one.cell));
  // An answer that says nothing of a cell and faults none would be asked for again for ever.
  const again = outcome.faults.length > 0;
  const faults: Fault[] = [
    ...outcome.faults.filter((one) => one.current || !typed.has(one.cell)),
    ...(again ? [] : left.map(({ cell, text }) => ({ cell, text, why: '' }))),
  ];
  const conflicts = cellsOf(faults.filter((one) => one.current));
  const newest = new Map(waiting.map((one) => [one.cell, one.text]));
  return tidy({
    waiting: [...(again ? left : []), ...without(waiting, conflicts)],
    // Typed on into a cell that is in conflict: the newest text is one's own side of it.
    faults: [
      ...without(rest.faults, cellsOf(faults)),
      ...faults.map((one) => ({ ...one, text: newest.get(one.cell) ?? one.text })),
    ],
  });
}

/** The batch failed as a whole: no answer keeps it as it is for the next try; a refusal stays in its cells. */
export function failed(before: Kept, fault: Refusal): Kept {
  if (!before.batch || mayRetry(fault)) return before;
  const typed = cellsOf(before.waiting);
  const { batch, ...rest } = before;
  return refuse(
    rest,
    without(batch.edits, typed).map(({ cell, text }) => ({ cell, text, why: fault.message ?? '' })),
  );
}

export interface Shown {
  text: string;
  state: CellState;
  fault?: Fault;
}
/** What the device knows of cells, by their keys; of the others the server's value holds. */
export function shown(kept: Kept, sending: boolean): ReadonlyMap<string, Shown> {
  const cells = new Map<string, Shown>();
  for (const fault of kept.faults)
    cells.set(fault.cell, { text: fault.text, state: fault.current ? 'conflict' : 'refused', fault });
  for (const { cell, text } of kept.batch?.edits ?? [])
    cells.set(cell, { text, state: sending ? 'saving' : 'waiting' });
  for (const { cell, text } of kept.waiting) cells.set(cell, { text, state: 'waiting' });
  return cells;
}

/**
 * The edits of one sheet on this device. `send` gives the answer for each cell, or throws `{status, message}`; it gets
 * the id of the batch to send as idempotency key. `saved` is told before the cells leave, so that the sheet can take
 * the values over without a flicker.
 */
export function makeEdits(shelf: BrowserStorage, key: string) {
  const store = browserStored<Kept>(shelf, key, nothingKept);
  let running: Promise<void> | undefined;
  let sending = false;
  let cells: { from: Kept; sending: boolean; map: ReadonlyMap<string, Shown> } | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  store.subscribe(tell);
  const change = (next: (before: Kept) => Kept) => store.change(next);
  return {
    kept: store.get,
    put: (edits: readonly Edit[]) => change((before) => put(before, edits)),
    refuse: (faults: readonly Fault[]) => change((before) => refuse(before, faults)),
    forget: (list: ReadonlySet<string>) => change((before) => forget(before, list)),
    insist: (list: ReadonlySet<string>) => change((before) => insist(before, list)),
    cells(): ReadonlyMap<string, Shown> {
      const from = store.get();
      if (cells?.from !== from || cells.sending !== sending) cells = { from, sending, map: shown(from, sending) };
      return cells.map;
    },
    /** The last try had no answer: what waits, waits for the network. */
    stuck: () => store.get().batch !== undefined && !sending,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Sends what waits, batch after batch; ends at the first without an answer. Two calls at once are one. */
    flush(
      send: (edits: readonly Edit[], id: string) => Promise<Outcome>,
      saved?: (edits: readonly Edit[], outcome: Outcome) => void,
    ): Promise<void> {
      running ??= (async () => {
        sending = true;
        for (;;) {
          const before = store.get();
          change((kept) => begin(kept, crypto.randomUUID()));
          const batch = store.get().batch;
          if (!batch) return;
          // Of a batch from before only that it is under way is new.
          if (store.get() === before) tell();
          try {
            const outcome = await send(batch.edits, batch.id);
            saved?.(batch.edits, outcome);
            // Another window may have had the answer first.
            change((before) => (before.batch?.id === batch.id ? settle(before, outcome) : before));
          } catch (error) {
            const fault = error as Refusal;
            change((before) => (before.batch?.id === batch.id ? failed(before, fault) : before));
            if (mayRetry(fault)) return;
          }
        }
      })().finally(() => {
        running = undefined;
        sending = false;
        tell();
      });
      return running;
    },
  };
}
export type Edits = ReturnType<typeof makeEdits>;
