import type pg from 'pg';
import { isPlain } from './plain.ts';

const unended = new WeakMap<pg.PoolClient, NodeJS.Timeout | null>();

/**
 * Ends a transaction that only read with the next request on its connection, or by itself after a moment: one round
 * trip less, and nothing depends on when a read ends (ADR 6). Only for connections of `requests`, whose next
 * transaction is opened by `beginStatement`. Over a plain connection it ends at once.
 */
export async function endRead(client: pg.PoolClient): Promise<void> {
  if (isPlain(client)) {
    await client.query('commit');
    return;
  }
  const end = () => {
    unended.set(client, null);
    void client.query('commit').catch(() => undefined);
  };
  unended.set(client, setTimeout(end, 5).unref());
}

/** What opens a transaction on a connection of `requests`. */
export function beginStatement(client: pg.PoolClient, mode: '' | ' read only'): string {
  const timer = unended.get(client);
  if (!timer) return `begin${mode}`;
  clearTimeout(timer);
  unended.set(client, null);
  return `commit; begin${mode}`;
}
