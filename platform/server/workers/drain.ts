import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** For how long at least others may still come that were on their way, and at most is waited for what was begun. */
const leastMs = 1_000;
const mostMs = 50_000;

/**
 * Prepares a server to go without refusing anybody; answers how. Nobody is let in any more, whoever is answered is told
 * that the connection ends with it, and what was begun is ended. Streams of live events are not waited for: browsers open
 * them again.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  const pending = new Set<FastifyReply>();
  let leaving = false;
  app.addHook('onRequest', (_request, reply, done) => {
    pending.add(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (leaving) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (_request, reply, done) => {
    pending.delete(reply);
    done();
  });
  const isBusy = () =>
    [...pending].some(
      ({ raw }) => !raw.closed && !String(raw.getHeader('content-type')).startsWith('text/event-stream'),
    );
  return async () => {
    leaving = true;
    // Of HTTP's own `close` the connections that wait for their next request would be cut, perhaps in the middle of one.
    Server.prototype.close.call(app.server);
    const began = performance.now();
    const waited = () => performance.now() - began;
    while (waited() < leastMs || (isBusy() && waited() < mostMs)) await sleep(50);
  };
}
