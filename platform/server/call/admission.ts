import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Rank } from '#platform/contract/index.ts';
import type { Kernel } from '../kernel.ts';
import { apiBase, localeOf, sendError } from './http.ts';
import { ranksOf } from './routes.ts';

/**
 * Tells those for whom there will be no place in time before anything of their request is read, parsed or asked: whoever
 * turns away thousands must do it for next to nothing. The place itself is taken with the connection (`connectionOf`).
 */
export function admit(app: FastifyInstance, { database: { gate }, domains }: Kernel): void {
  const rankOf = ranksOf(domains);
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    const rank = path.startsWith(apiBase)
      ? (own[path] ?? rankOf(request.method, path.slice(apiBase.length)))
      : undefined;
    const refusal = rank && gate.turnsAway(rank);
    if (!refusal) return done();
    reply.header('cache-control', 'no-store');
    sendError(reply, localeOf(request), refusal);
  });
}

/** What is no call of a domain: nobody misses the stream of live events for a moment. */
const own: Readonly<Record<string, Rank>> = { [`${apiBase}/events`]: 'list', [`${apiBase}/together`]: 'read' };

/** What whoever watches sees of it. */
export function meterAdmission(registry: Registry, { database: { gate } }: Kernel): void {
  const registers = [registry];
  new Gauge({
    name: 'edulab_calls_waiting',
    help: 'Calls that wait for a connection',
    registers,
    collect() {
      this.set(gate.waiting);
    },
  });
  const refused = new Counter({
    name: 'edulab_calls_refused_total',
    help: 'Calls that were told to come again (SERVER_BUSY)',
    labelNames: ['class'],
    registers,
  });
  const waits = new Histogram({
    name: 'edulab_call_wait_seconds',
    help: 'How long calls waited for a connection before they were served',
    labelNames: ['class'],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  gate.heard = {
    served: (rank, ms) => waits.observe({ class: rank }, ms / 1_000),
    refused: (rank) => refused.inc({ class: rank }),
  };
}
