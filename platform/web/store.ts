import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
export function store<T>(initial: T) {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  const subscribe = (listener: (value: T) => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const get = () => value;
  return {
    get,
    set(next: T) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener(next);
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
