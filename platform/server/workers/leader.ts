import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ORPCError } from '@orpc/server';
import { AggregatorRegistry } from 'prom-client';
import { clock } from '#platform/contract/clock.ts';
import { AddressCounts } from '../call/address-counts.ts';
import type { FailData } from '../call/errors.ts';
import { doorLimits, Line, poolLimits } from '../heavy/index.ts';
import { type Lifecycle, StartError } from '../run/lifecycle.ts';
import type { LineName, Orders, Ready, Refused, ToLeader, ToWorker } from './messages.ts';

/**
 * The process that leads: it owns the embedded database and the port, starts the workers and starts anew whichever ends.
 * It answers no request itself. What must hold for all workers together stands here: the lines of heavy work, the counts of
 * addresses, and the sum of the metrics. All else that workers share they find in the database.
 */

export interface LeadOptions {
  workers: number;
  ownerUrl: string;
  life: Lifecycle;
  /** Of a worker that was not meant to end. */
  say: (line: string) => void;
}

/** A worker that ends sooner than this after its start is started anew with a growing pause, and a few times only. */
const shortLifeMs = 10_000;
const mostShortLives = 5;
/** How long a worker that was replaced may take to end what it had begun. */
const retireMs = 60_000;

type Role = Pick<Orders, 'first' | 'background'>;

const say = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => undefined);
};

/** Starts the workers, the first alone, and answers when all of them take requests. Throws `StartError`. */
export async function lead({ workers, ownerUrl, life, say: tell }: LeadOptions): Promise<Ready> {
  const ahead = clock.ahead();
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url)),
    args: ['start.ts', ...process.argv.slice(2)],
  });
  // An instant is reckoned once, or workers would go by clocks of their own.
  const env = {
    WORKERS: String(workers),
    ...(ahead ? { EDULAB_CLOCK: `${ahead < 0 ? '-' : '+'}${Math.abs(Math.round(ahead / 1000))}` } : {}),
  };
  const lines = { door: new Line(doorLimits()), pool: new Line(poolLimits) };
  const counts = new AddressCounts();
  const registry = new AggregatorRegistry();
  const retired = new Set<Worker>();
  const roles = new Map<Worker, Role>();
  let shortLives = 0;
  let schema: string | null = null;

  /** Starts one and answers what it says when it takes requests. */
  async function start(role: Role): Promise<{ worker: Worker; ready: Ready }> {
    const worker = cluster.fork(env);
    const began = performance.now();
    roles.set(worker, role);
    serveLines(worker, lines);
    const ready = new Promise<Ready>((resolve, reject) => {
      worker.on('message', (message: ToLeader) => {
        if ('waits' in message) say(worker, { orders: { ...role, ownerUrl, schema } });
        else if ('ready' in message) resolve(message.ready);
        else if ('figures' in message)
          registry.clusterMetrics().then(
            (text) => say(worker, { figures: message.figures, text }),
            () => say(worker, { figures: message.figures, text: null }),
          );
        else if ('asked' in message)
          say(worker, { asked: message.asked, seconds: counts.ask(message.door, message.address, message.act) });
      });
      worker.once('exit', () => reject(new StartError('a worker ended while it started; why stands above.')));
    }).then((said) => {
      schema = said.schema;
      return said;
    });
    worker.once('exit', (code, signal) => {
      roles.delete(worker);
      if (life.stopping || retired.has(worker)) return;
      // One that never took requests fails the start, or is counted by whoever started it anew.
      ready.then(
        () => startAnew(role, `${signal ?? code}`, performance.now() - began),
        () => undefined,
      );
    });
    return { worker, ready: await ready };
  }

  function startAnew(role: Role, why: string, livedMs: number): void {
    shortLives = livedMs < shortLifeMs ? shortLives + 1 : 0;
    if (shortLives > mostShortLives) throw new Error('workers end as soon as they have started');
    tell(`a worker ended unexpectedly (${why}); another one takes its place.`);
    setTimeout(() => {
      if (!life.stopping) start({ ...role, first: false }).catch((fault: Error) => startAnew(role, fault.message, 0));
    }, 250 * shortLives);
  }

  life.onStop('workers', () =>
    Promise.all(
      Object.values(cluster.workers ?? {}).map(async (worker) => {
        if (!worker || worker.isDead()) return;
        const ended = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        await ended;
      }),
    ),
  );

  let turning: Promise<void> = Promise.resolve();
  process.on('SIGUSR2', () => {
    turning = turning.then(() => replaceAll()).catch((fault: Error) => tell(`no new worker: ${fault.message}`));
  });

  /** One after the other: a new one takes requests before the old one lets nobody in any more. */
  async function replaceAll(): Promise<void> {
    for (const [old, role] of [...roles]) {
      if (life.stopping) return;
      // One that ended while another was replaced has its successor already.
      if (!roles.has(old)) continue;
      // Should it end meanwhile, its successor is on its way already: nobody else takes its place.
      retired.add(old);
      try {
        await start({ ...role, first: false });
      } catch (fault) {
        retired.delete(old);
        if (old.isDead()) startAnew(role, 'it ended while its successor failed', 0);
        throw fault;
      }
      await retire(old);
    }
    tell('all workers were replaced.');
  }

  async function retire(old: Worker): Promise<void> {
    if (!old.isDead()) {
      const ended = once(old, 'exit');
      const patience = setTimeout(() => old.process.kill('SIGKILL'), retireMs);
      say(old, { retire: true });
      await ended;
      clearTimeout(patience);
    }
    retired.delete(old);
  }

  const { ready } = await start({ first: true, background: true });
  await Promise.all(Array.from({ length: workers - 1 }, () => start({ first: false, background: false })));
  return ready;
}

/** Lets a worker's people into the lines of all; what a worker that ended had of them is free again. */
export function serveLines(worker: Worker, lines: Readonly<Record<LineName, Line>>): void {
  const turns = new Map<number, { gone: AbortController; leave?: () => void }>();
  worker.on('message', (message: ToLeader) => {
    if ('turn' in message) {
      const { turn, who, line } = message;
      const held: { gone: AbortController; leave?: () => void } = { gone: new AbortController() };
      turns.set(turn, held);
      lines[line].enter(who, held.gone.signal).then(
        (leave) => {
          if (held.gone.signal.aborted) return leave();
          held.leave = leave;
          say(worker, { turn });
        },
        (fault: unknown) => {
          turns.delete(turn);
          say(worker, { turn, refused: refusedBy(fault) });
        },
      );
    } else if ('left' in message) {
      const held = turns.get(message.left);
      turns.delete(message.left);
      held?.gone.abort();
      held?.leave?.();
    }
  });
  worker.once('exit', () => {
    for (const { gone, leave } of turns.values()) {
      gone.abort();
      leave?.();
    }
  });
}

const refusedBy = (fault: unknown): Refused =>
  fault instanceof ORPCError
    ? { code: fault.code, data: fault.data as FailData | undefined }
    : { code: 'HEAVY_BUSY', data: { seconds: 15 } };
