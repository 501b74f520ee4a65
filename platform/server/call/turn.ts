import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Call, Kernel } from '../kernel.ts';
import type { Coming } from './gate.ts';

/** A connection of `requests`, when it is the turn of whoever asks; the place is free again when it goes back. Errors: SERVER_BUSY. */
export async function connectionFor(
  { database: { gate, requests } }: Kernel,
  { raw: { socket } }: FastifyRequest,
  coming: Omit<Coming, 'gone'>,
): Promise<pg.PoolClient> {
  const leave = await gate.enter({ ...coming, gone: () => socket.destroyed });
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

/** The same for a call. One that gave a connection back, for its heavy turn or for work apart, was let in already. */
export const connectionOf = (call: Call): Promise<pg.PoolClient> =>
  connectionFor(call.kernel, call.request, { rank: call.meta.rank, again: 'client' in call });
