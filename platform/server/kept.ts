interface Cache {
  clear(): void;
}

const caches: Cache[] = [];

/** Marks what a process keeps of what one database has said, or of a folder beside it. */
export function kept<T extends Cache>(cache: T): T {
  caches.push(cache);
  return cache;
}

/** Whoever opens a database begins with nothing that another one has said: numbers and versions mean something else there. */
export function forgetKept(): void {
  for (const cache of caches) cache.clear();
}
