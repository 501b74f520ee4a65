import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isPlain } from './plain.ts';

const caches: { clear(): void }[] = [];

/** What this process keeps of what the database has said. Whoever asks over a plain connection finds nothing in it. */
interface ProcessCache<T> {
  get(client: pg.ClientBase, key: string): T | undefined;
  /** `size` counts towards `maxSize`, for caches that have one. */
  set(client: pg.ClientBase, key: string, value: T, size?: number): void;
  delete(key: string): void;
}

/** A cache of at most so many entries (`max`), or of so much (`maxSize`, in the unit of `size`); the oldest use goes first. */
export function processCache<T extends object | number>(limit: { max: number } | { maxSize: number }): ProcessCache<T> {
  const cache = new LRUCache<string, T>(limit);
  caches.push(cache);
  return {
    get: (client, key) => (isPlain(client) ? undefined : cache.get(key)),
    set(client, key, value, size) {
      if (!isPlain(client)) cache.set(key, value, size === undefined ? {} : { size });
    },
    delete: (key) => void cache.delete(key),
  };
}

/** Whoever opens a database begins with nothing that another one has said: numbers and versions mean something else there. */
export function forgetProcessCaches(): void {
  for (const cache of caches) cache.clear();
}
