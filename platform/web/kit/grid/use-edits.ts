import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Edit, type Edits, type Fault, makeEdits, type Outcome } from './edits.ts';

const sheets = new Map<string, Edits>();
const prefix = 'edulab.edits.';
/** Long enough to gather what is typed quickly, short enough not to be waited for. */
const pause = 350;
const retry = 15_000;

/** Sheets of a kind that this person left with unsent cells on this device, by their scope. */
export function unsentSheets(kind: string, owner: string): string[] {
  const start = `${prefix}${kind}.${owner}.`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  } catch {
    return [];
  }
}

interface Options {
  /** Kind of sheet, whose person, which sheet: `marks`, account, course module. */
  kind: string;
  owner: string;
  scope: string;
  /** Sends cells; `id` is the idempotency key. Throws `{status, message}` when the whole batch failed. */
  send: (edits: readonly Edit[], id: string) => Promise<Outcome>;
  /** The cells that were saved, before they leave the device: the page takes their values over. */
  onSaved: (edits: readonly Edit[], outcome: Outcome) => void;
}

/** The edits of one sheet: kept on this device, sent soon and again when the network is back. */
export function useEdits({ kind, owner, scope, send, onSaved }: Options) {
  const key = `${prefix}${kind}.${owner}.${scope}`;
  const edits = useMemo(() => {
    const known = sheets.get(key) ?? makeEdits(localStorage, key);
    sheets.set(key, known);
    return known;
  }, [key]);
  const cells = useSyncExternalStore(edits.subscribe, edits.cells);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const calls = useRef({ send, onSaved });
  calls.current = { send, onSaved };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(
    () =>
      edits.flush(
        (batch, id) => calls.current.send(batch, id),
        (batch, outcome) => {
          calls.current.onSaved(batch, outcome);
          setSaved((before) => new Set([...before, ...outcome.saved.map((one) => one.cell)]));
        },
      ),
    [edits],
  );
  const soon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pause);
  }, [flush]);
  useEffect(() => {
    setSaved(new Set());
    const send = () => void flush();
    send();
    window.addEventListener('online', send);
    const again = setInterval(send, retry);
    return () => {
      window.removeEventListener('online', send);
      clearInterval(again);
      clearTimeout(timer.current);
      send();
    };
  }, [flush]);

  const counts = useMemo(() => {
    const sum = { waiting: 0, saving: 0, conflict: 0, refused: 0 };
    for (const one of cells.values()) sum[one.state]++;
    return sum;
  }, [cells]);
  return {
    cells,
    counts,
    /** What waits, waits for the network, not for the moment's pause. */
    stuck: edits.stuck(),
    /** Cells that were saved since the sheet was opened. */
    saved,
    /** Keeps the texts on this device and sends them soon. */
    put(list: readonly Edit[]) {
      edits.put(list);
      soon();
    },
    /** Keeps texts in their cells that cannot be sent, with why. */
    refuse: (list: readonly Fault[]) => edits.refuse(list),
    /** What the server has holds in these cells. */
    forget: (list: Iterable<string>) => edits.forget(new Set(list)),
    /** What the person typed holds in these cells in conflict. */
    insist(list: Iterable<string>) {
      edits.insist(new Set(list));
      soon();
    },
    flush,
  };
}
export type EditsInUse = ReturnType<typeof useEdits>;
