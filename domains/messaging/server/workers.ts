import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kernel } from '#platform/server/kernel.ts';
import { forgetDemoCodes } from '#platform/server/work/demo-codes.ts';
import { mountEvents } from '#platform/server/work/events.ts';
import { type Bus, openBus } from '#platform/server/work/events-bus.ts';
import { workOnJobs } from '#platform/server/work/jobs-worker.ts';
import { mailDriver } from '#platform/server/work/mail.ts';
import { workChannel } from '#platform/server/work/outbox.ts';
import { deliverDue } from '#platform/server/work/outbox-worker.ts';
import { smsDriver } from '#platform/server/work/sms.ts';

/** Runs `work` when woken and when it said it wants to look again; never twice at once. */
function loop(work: () => Promise<number>, fault: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const wake = (): void => {
    if (closed) return;
    if (running) {
      again = true;
      return;
    }
    clearTimeout(timer);
    again = false;
    running = work()
      .catch((error: unknown) => {
        fault(error);
        return 5000;
      })
      .then((pause) => {
        running = undefined;
        if (again) wake();
        else if (!closed) timer = setTimeout(wake, pause).unref();
      });
  };
  return {
    wake,
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Starts what works beside requests: live events in every process, delivery and long work in those that are for it. */
export async function startWorkers(kernel: Kernel, app: FastifyInstance): Promise<void> {
  const log = (error: unknown, text = 'background work failed') => app.log.error({ err: error }, text);
  const bus = await openBus(kernel.database.ownerUrl, log);
  mountEvents(kernel, app, bus);
  const closeWork = kernel.background === false ? undefined : startBackground(kernel, app, bus, log);
  app.addHook('onClose', async () => {
    await bus.close();
    await closeWork?.();
  });
}

/** Delivery, jobs and errands; answers how to end them. */
function startBackground(
  kernel: Kernel,
  app: FastifyInstance,
  bus: Bus,
  log: (error: unknown, text?: string) => void,
): () => Promise<void> {
  const drivers = { mail: mailDriver(kernel.settings), sms: smsDriver() };
  const delivery = loop(() => {
    forgetDemoCodes(kernel.settings.dataDir);
    return deliverDue(kernel.database.owner, drivers);
  }, log);
  // A job whose process died is noticed within a minute.
  const jobs = (['quick', 'long'] as const).map((lane) =>
    loop(async () => {
      await workOnJobs(kernel, lane, log);
      return 60_000;
    }, log),
  );
  const errands = kernel.domains.flatMap(({ errands = {} }) =>
    Object.entries(errands).map(([name, run]) => ({ name, ...loop(() => run(kernel), log) })),
  );
  const all = [delivery, ...jobs, ...errands];
  bus.on(workChannel, (what) => {
    // Without a name the connection was away, and something may have been said meanwhile.
    if (!what || what === 'outbox') delivery.wake();
    if (!what || what === 'jobs') for (const lane of jobs) lane.wake();
    for (const errand of errands) if (!what || what === errand.name) errand.wake();
  });
  app.addHook('onReady', async () => {
    for (const work of all) work.wake();
  });
  return async () => {
    // A long job is not waited for: it loses its connection, is rolled back, and begins anew with the next start.
    const patience = new AbortController();
    await Promise.race([
      Promise.all(all.map((work) => work.close())),
      sleep(3_000, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    drivers.mail?.close?.();
  };
}
