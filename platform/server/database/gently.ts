import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isLockFault } from './sql.ts';

/** Milliseconds that a lock is waited for: whoever asks after that would wait behind, and less than a deadlock is looked for (1 s). */
const patience = 300;
const most = 40;

/**
 * Changes tables while others work with them. A lock that is not to be had is given up at once and asked for again a little
 * later, so that nobody waits long behind it and nobody is thrown out as the other half of a deadlock; after some twenty
 * seconds it is waited for. `work` is done anew each time, and leaves nothing where it fails.
 */
export async function gently<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    for (let tried = 1; ; tried++) {
      await client.query(`set lock_timeout = ${tried < most ? patience : 0}`);
      try {
        return await work();
      } catch (error) {
        if (tried >= most || !isLockFault(error)) throw error;
        await sleep(50 + Math.random() * 400);
      }
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined);
  }
}
