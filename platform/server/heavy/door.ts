import { availableParallelism } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { sharedLine } from '../workers/worker.ts';
import { Line, type LineLimits } from './line.ts';

/** How many heavy calls are served at once, however many workers there are: the database is one for all of them. */
export const doorLimits = (): LineLimits => ({
  places: Math.max(2, Math.floor(availableParallelism() / 4)),
  waiting: 40,
  waitingEach: 8,
  patienceMs: 60_000,
});

/** Calls that are heavy, of all people together. Sign-ins, saves and lists never stand here. */
export const door: Pick<Line, 'enter'> = sharedLine('door') ?? new Line(doorLimits());

/** When whoever asked is gone, nothing needs to be done for them any more. */
export function goneOf(request: FastifyRequest): { signal: AbortSignal; forget: () => void } {
  const { socket } = request.raw;
  const gone = new AbortController();
  const tell = () => gone.abort();
  socket.once('close', tell);
  return { signal: gone.signal, forget: () => socket.off('close', tell) };
}

/** Waits for the turn of a person, or of an address where nobody is signed in; answers how to end it. Errors: HEAVY_RUNNING, HEAVY_BUSY. */
export async function turnOf(request: FastifyRequest, account_id: number | null | undefined): Promise<() => void> {
  const { signal, forget } = goneOf(request);
  return door.enter(account_id ? `account ${account_id}` : `address ${request.ip}`, signal).finally(forget);
}
