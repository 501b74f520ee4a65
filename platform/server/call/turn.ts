import type pg from 'pg';
import type { Call } from '../kernel.ts';

/**
 * A connection of `requests` for a call, when it is its turn; its place is free again when the connection goes back. A call
 * that gave one back, for its heavy turn or for work apart, was let in already. `weight`: how many calls it carries. Errors:
 * SERVER_BUSY.
 */
export async function connectionOf(call: Call, weight = 1): Promise<pg.PoolClient> {
  const { gate, requests } = call.kernel.database;
  const { socket } = call.request.raw;
  const leave = await gate.enter({
    rank: call.meta.rank,
    weight,
    again: 'client' in call,
    gone: () => socket.destroyed,
  });
  try {
    const client = await requests.connect();
    const release = client.release.bind(client);
    client.release = (fault) => {
      leave();
      release(fault);
    };
    return client;
  } catch (error) {
    leave();
    throw error;
  }
}
