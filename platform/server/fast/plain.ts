import type pg from 'pg';

const plain = new WeakSet<pg.ClientBase>();

/** Connections of a database that was opened plain (`EDULAB_PLAIN`): nothing in this folder is done for them. */
export const isPlain = (client: pg.ClientBase): boolean => plain.has(client);

export function makePlain(client: pg.ClientBase): void {
  plain.add(client);
}

/** Who asks: the call, or as much of it as is needed here. */
export interface Asking {
  client: pg.ClientBase;
  institution_id: number;
  /** What is asked of another instant is another question. */
  asOf?: { at: string };
}
