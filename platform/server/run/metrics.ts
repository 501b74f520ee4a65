import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { meterAdmission } from '../call/admission.ts';
import type { Kernel } from '../kernel.ts';
import { sharedMetrics } from '../workers/worker.ts';

/** Health for whoever restarts, readiness for whoever routes, metrics for whoever watches. */
export function meter(app: FastifyInstance, kernel: Kernel): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (sharedMetrics) {
    AggregatorRegistry.setRegistries(registry);
    // Made to answer the process that leads when it adds up.
    new AggregatorRegistry();
  }
  const seconds = new Histogram({
    name: 'edulab_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  meterAdmission(registry, kernel);
  const observe = (method: string, status: number, milliseconds: number) =>
    seconds.observe({ method, status: String(status) }, milliseconds / 1000);
  kernel.onAnswer = observe;
  app.addHook('onResponse', (request, reply, done) => {
    observe(request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    try {
      await kernel.database.app.query('select 1');
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'database away' });
    }
  });
  app.get('/metrics', async (_request, reply) => {
    const text = await (sharedMetrics ?? (() => registry.metrics()))();
    // The figures of one worker would look like those of all.
    if (text === null) return reply.status(503).send({ status: 'workers do not answer' });
    return reply.header('content-type', registry.contentType).send(text);
  });
}
