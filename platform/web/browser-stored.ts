/** What the browser keeps by itself; a test brings its own. */
export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * A value that outlives the page: unsent work waits in it for the network. It is read anew before each change, for
 * another window may have changed it. A shelf that is full or forbidden costs the copy, not the work of this page.
 */
export function browserStored<T>(shelf: BrowserStorage, key: string, empty: T) {
  let held: { text: string | null; value: T } = { text: null, value: empty };
  let stored = true;
  const listeners = new Set<() => void>();
  const read = (): T => {
    if (!stored) return held.value;
    let text: string | null;
    try {
      text = shelf.getItem(key);
    } catch {
      stored = false;
      return held.value;
    }
    if (text === held.text) return held.value;
    try {
      held = { text, value: text === null ? empty : (JSON.parse(text) as T) };
    } catch {
      held = { text, value: empty };
    }
    return held.value;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== key) return;
    read();
    tell();
  };
  read();
  return {
    /** As last read or written; the same object until it changes. */
    get: () => held.value,
    change(next: (before: T) => T) {
      const before = read();
      const value = next(before);
      if (value === before) return;
      const text = value === empty ? null : JSON.stringify(value);
      held = { text, value };
      try {
        if (text === null) shelf.removeItem(key);
        else shelf.setItem(key, text);
        stored = true;
      } catch {
        stored = false;
      }
      tell();
    },
    subscribe(listener: () => void) {
      if (listeners.size === 0 && typeof window === 'object') window.addEventListener('storage', elsewhere);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && typeof window === 'object') window.removeEventListener('storage', elsewhere);
      };
    },
  };
}

/** Whether a call that failed so may succeed later by itself: no answer, faults of the server, too much, signed out. */
export const mayRetry = (fault: { status?: number | undefined }) =>
  !fault.status || fault.status >= 500 || fault.status === 429 || fault.status === 401;
