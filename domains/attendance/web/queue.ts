import { useSyncExternalStore } from 'react';
import { kept, type Shelf, triesAgain } from '#platform/web/index.ts';
import type { Mark } from '../shapes.ts';
import type { Register } from './api.ts';

/**
 * Registers that wait to be sent, and copies of registers that were read: both in the browser, so that a lesson can be
 * called where there is no network. A register leaves the queue only when the server has it.
 */

export interface SentCell {
  student_id: number;
  status: Mark;
  version: number | null;
  note?: string | null;
}
export interface Conflict {
  student_id: number;
  name: string;
  yours: Mark;
  current: { status: Mark; version: number; name: string; at: string | null };
}
export interface Waiting {
  client_id: string;
  session_id: number;
  title: string;
  calling: boolean;
  cells: SentCell[];
  reason?: string;
  /** When it was called. */
  at: string;
  state: 'waiting' | 'conflict' | 'refused';
  conflicts?: Conflict[];
  error?: string;
}

type Send = (waiting: Waiting) => Promise<unknown>;
interface Fault {
  status?: number;
  message?: string;
  data?: { cells?: Conflict[] };
}

/** What became of a try: gone, or kept with what stands in its way. No answer and faults of the server are tried again. */
export function settled(waiting: Waiting, fault: Fault | undefined): Waiting | undefined {
  if (!fault) return undefined;
  if (fault.status === 409 && fault.data?.cells) return { ...waiting, state: 'conflict', conflicts: fault.data.cells };
  return triesAgain(fault)
    ? { ...waiting, state: 'waiting' }
    : { ...waiting, state: 'refused', error: fault.message ?? '' };
}

/** The register with every conflict decided: `mine` names the students for whom one's own mark holds. */
export function decided(waiting: Waiting, mine: ReadonlySet<number>): Waiting {
  const conflicts = new Map((waiting.conflicts ?? []).map((one) => [one.student_id, one]));
  const cells = waiting.cells.filter((cell) => !conflicts.has(cell.student_id));
  for (const one of conflicts.values())
    if (mine.has(one.student_id))
      cells.push({ student_id: one.student_id, status: one.yours, version: one.current.version });
  const { conflicts: _, error: __, ...rest } = waiting;
  return { ...rest, client_id: crypto.randomUUID(), calling: false, cells, state: 'waiting' };
}

export function makeQueue(shelf: Shelf, owner: string) {
  const copyKey = (id: number) => `attendance.register.${owner}.${id}`;
  const none: Waiting[] = [];
  const list = kept<Waiting[]>(shelf, `attendance.queue.${owner}`, none);
  const change = (next: (before: Waiting[]) => Waiting[]) =>
    list.change((before) => {
      const after = next(before);
      return after.length === 0 ? none : after;
    });
  let running: Promise<void> | undefined;
  const queue = {
    get: list.get,
    subscribe: list.subscribe,
    /** The newest register of a lesson takes the place of one that still waits. */
    put(waiting: Waiting) {
      change((before) => [...before.filter((one) => one.session_id !== waiting.session_id), waiting]);
    },
    drop(client_id: string) {
      change((before) => before.filter((one) => one.client_id !== client_id));
    },
    /** Sends what waits, one after the other; ends at the first that gets no answer. */
    flush(send: Send): Promise<void> {
      running ??= (async () => {
        for (const waiting of list.get().filter((one) => one.state === 'waiting')) {
          const fault = await send(waiting).then(
            () => undefined,
            (error: Fault) => error,
          );
          const after = settled(waiting, fault);
          change((before) => before.flatMap((one) => (one.client_id === waiting.client_id ? (after ?? []) : one)));
          if (after?.state === 'waiting') break;
        }
      })().finally(() => {
        running = undefined;
      });
      return running;
    },
    keep(register: Register) {
      try {
        shelf.setItem(copyKey(register.session.id), JSON.stringify(register));
      } catch {
        // A full shelf costs the copy, not the lesson.
      }
    },
    copy(id: number): Register | undefined {
      const text = shelf.getItem(copyKey(id));
      return text ? (JSON.parse(text) as Register) : undefined;
    },
  };
  return queue;
}
export type Queue = ReturnType<typeof makeQueue>;

const queues = new Map<string, Queue>();
/** The queue of the person who is signed in; another person at the same browser has another. */
export function useQueue(owner: string) {
  const queue = queues.get(owner) ?? makeQueue(localStorage, owner);
  queues.set(owner, queue);
  return { queue, waiting: useSyncExternalStore(queue.subscribe, queue.get) };
}
