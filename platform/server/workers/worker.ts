import cluster from 'node:cluster';
import type { DoorAct, DoorLimits } from '../call/address-counts.ts';
import { fail, type Refusal } from '../call/errors.ts';
import type { LineName, Orders, Ready, Refused, ToLeader, ToWorker } from './messages.ts';

/** A worker's side: what it is told, and what it asks of the process that leads. */

/** Whether this process is one of several that share a port. */
const isWorker = cluster.isWorker;

/** How many processes answer on this port; the one that leads says so to each. */
export const together = isWorker ? Number(process.env.WORKERS) : 1;

const tell = (message: ToLeader): void => void process.send?.(message);
const hear = (listener: (message: ToWorker) => void): void => void process.on('message', listener);

/** Waits for what this worker is to do. */
export function orders(): Promise<Orders> {
  return new Promise((resolve) => {
    hear((message) => 'orders' in message && resolve(message.orders));
    tell({ waits: true });
  });
}

export const sayReady = (ready: Ready): void => tell({ ready });

/** Runs once, when another worker has taken this one's place. */
export const onRetire = (work: () => void): void => hear((message) => 'retire' in message && work());

interface Waiting {
  serve: () => void;
  refuse: (refusal: Refusal) => void;
}

/** What this worker has asked of the process that leads, by the numbers under which it is answered. */
class Questions {
  readonly #turns = new Map<number, Waiting>();
  readonly #metrics = new Map<number, (text: string | null) => void>();
  readonly #counts = new Map<number, (seconds: number) => void>();
  #asked = 0;

  constructor() {
    hear((message) => {
      if ('turn' in message) {
        const waiting = this.#turns.get(message.turn);
        this.#turns.delete(message.turn);
        if (message.refused) waiting?.refuse(asRefusal(message.refused));
        else waiting?.serve();
      } else if ('figures' in message) {
        this.#metrics.get(message.figures)?.(message.text);
        this.#metrics.delete(message.figures);
      } else if ('asked' in message) {
        this.#counts.get(message.asked)?.(message.seconds);
        this.#counts.delete(message.asked);
      }
    });
  }

  turn(line: LineName, who: string, gone?: AbortSignal): Promise<() => void> {
    const turn = ++this.#asked;
    return new Promise((resolve, reject) => {
      const giveUp = () => tell({ left: turn });
      let over = false;
      this.#turns.set(turn, {
        serve: () => {
          gone?.removeEventListener('abort', giveUp);
          resolve(() => {
            if (!over) tell({ left: turn });
            over = true;
          });
        },
        refuse: (refusal) => {
          gone?.removeEventListener('abort', giveUp);
          reject(refusal);
        },
      });
      gone?.addEventListener('abort', giveUp, { once: true });
      tell({ turn, who, line });
    });
  }

  seconds(door: DoorLimits, address: string, act: DoorAct): Promise<number> {
    const asked = ++this.#asked;
    return new Promise((resolve) => {
      this.#counts.set(asked, resolve);
      tell({ asked, door, address, act });
    });
  }

  metrics(): Promise<string | null> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#metrics.set(id, resolve);
      tell({ figures: id });
    });
  }
}

const asRefusal = ({ code, data }: Refused): Refusal =>
  fail(code === 'HEAVY_RUNNING' ? 'HEAVY_RUNNING' : 'HEAVY_BUSY', data);

const questions = isWorker ? new Questions() : undefined;

/** A line of all workers, entered as `Line` in `heavy/` is; undefined where this process is alone. */
export const sharedLine = (line: LineName) =>
  questions && {
    enter: (who: string, gone?: AbortSignal): Promise<() => void> => questions.turn(line, who, gone),
  };

/** What all workers count of addresses, asked as `AddressCounts` is; undefined where this process is alone. */
export const sharedCounts = questions && {
  ask: (door: DoorLimits, address: string, act: DoorAct): Promise<number> => questions.seconds(door, address, act),
};

/** The metrics of all workers, added up; null where they could not be asked. */
export const sharedMetrics: (() => Promise<string | null>) | undefined = questions && (() => questions.metrics());
