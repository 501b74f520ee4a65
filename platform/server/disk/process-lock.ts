/**
 * A lock that one process of this machine holds, and that the operating system gives back when the process
 * ends, however it ends. Node has no flock; SQLite, which Node brings along, locks files properly on every
 * system, so an empty SQLite file is the lock.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Takes the lock `file`, waiting up to `waitMs`. Answers a function that gives it back, or null when
 * another process kept it. Throws when the file cannot be created.
 */
export async function takeLock(file: string, waitMs: number): Promise<(() => void) | null> {
  const deadline = performance.now() + waitMs;
  const lock = new DatabaseSync(file, { timeout: 0 });
  for (;;) {
    try {
      // Nothing is ever written; without a journal nothing is left behind by a kill either.
      lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (error) {
      if (!/locked/.test(String(error))) {
        lock.close();
        throw error;
      }
    }
    if (performance.now() >= deadline) {
      lock.close();
      return null;
    }
    await sleep(100);
  }
}
