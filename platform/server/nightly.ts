import type { FastifyInstance } from 'fastify';
import type { Kernel } from './kernel.ts';

/**
 * Runs work once a night, at a minute of the small hours that differs from server to server. Every process does it, at
 * its own minute, so the work must find nothing left to do the second time. A fault is logged and left to the next night.
 */
export function everyNight(
  kernel: Kernel,
  app: FastifyInstance,
  name: string,
  work: (kernel: Kernel) => Promise<unknown>,
): void {
  const minute = Math.floor(Math.random() * 60);
  const timer = setInterval(() => {
    const now = new Date();
    // 22 h UTC is 3 at night in Tashkent.
    if (now.getUTCHours() !== 22 || now.getUTCMinutes() !== minute) return;
    work(kernel).catch((error: unknown) => app.log.error({ err: error }, `${name} failed`));
  }, 60_000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
