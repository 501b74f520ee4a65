import { useSyncExternalStore } from 'react';
import { type BrowserStorage, browserStored, mayRetry } from '#platform/web/index.ts';
import type { Mark } from '../shapes.ts';
import type { Lesson, Register } from './api.ts';

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
export function afterFailure(waiting: Waiting, fault: Fault | undefined): Waiting | undefined {
  if (!fault) return undefined;
  if (fault.status === 409 && fault.data?.cells) return { ...waiting, state: 'conflict', conflicts: fault.data.cells };
  return mayRetry(fault)
    ? { ...waiting, state: 'waiting' }
    : { ...waiting, state: 'refused', error: fault.message ?? '' };
}

/** The register with every conflict decided: `mine` names the students for whom one's own mark holds. */
export function withConflictsDecided(waiting: Waiting, mine: ReadonlySet<number>): Waiting {
  const conflicts = new Map((waiting.conflicts ?? []).map((one) => [one.student_id, one]));
  const cells = waiting.cells.filter((cell) => !conflicts.has(cell.student_id));
  for (const one of conflicts.values())
    if (mine.has(one.student_id))
      cells.push({ student_id: one.student_id, status: one.yours, version: one.current.version });
  const { conflicts: _, error: __, ...rest } = waiting;
  return { ...rest, client_id: crypto.randomUUID(), calling: false, cells, state: 'waiting' };
}

/** Copies that are kept at most: registers by lesson, lists of lessons by day. */
const most = 40;

export function makeQueue(shelf: BrowserStorage, owner: string) {
  const copies = `attendance.copies.${owner}`;
  const copyKey = (what: number | string) => `attendance.copy.${owner}.${what}`;
  const readJson = <T>(name: string): T | undefined => {
    try {
      return JSON.parse(shelf.getItem(name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  };
  const forget = (from = 0) => {
    const names = readJson<string[]>(copies) ?? [];
    for (const name of names.slice(from)) shelf.removeItem(copyKey(name));
    if (from === 0) shelf.removeItem(copies);
    else shelf.setItem(copies, JSON.stringify(names.slice(0, from)));
  };
  /** The newest copies stay. A full shelf costs the copy, not the lesson. */
  const keep = (name: number | string, what: unknown) => {
    try {
      shelf.setItem(copyKey(name), JSON.stringify(what));
      const names = readJson<string[]>(copies) ?? [];
      shelf.setItem(copies, JSON.stringify([String(name), ...names.filter((one) => one !== String(name))]));
      if (names.length >= most) forget(most);
    } catch (error) {
      console.debug(error);
    }
  };
  /** What somebody entered is worth more than copies of what the server has. */
  const roomy: BrowserStorage = {
    getItem: (name) => shelf.getItem(name),
    removeItem: (name) => shelf.removeItem(name),
    setItem: (name, value) => {
      try {
        shelf.setItem(name, value);
      } catch {
        forget();
        shelf.setItem(name, value);
      }
    },
  };
  const none: Waiting[] = [];
  const list = browserStored<Waiting[]>(roomy, `attendance.queue.${owner}`, none);
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
        // What is put in while others travel goes with them.
        const tried = new Set<string>();
        const next = () => list.get().find((one) => one.state === 'waiting' && !tried.has(one.client_id));
        for (let waiting = next(); waiting; waiting = next()) {
          const { client_id } = waiting;
          tried.add(client_id);
          const fault = await send(waiting).then(
            () => undefined,
            (error: Fault) => error,
          );
          const after = afterFailure(waiting, fault);
          change((before) => before.flatMap((one) => (one.client_id === client_id ? (after ?? []) : one)));
          if (after?.state === 'waiting') break;
        }
      })().finally(() => {
        running = undefined;
      });
      return running;
    },
    keep: (register: Register) => keep(register.session.id, register),
    copy: (id: number) => readJson<Register>(copyKey(id)),
    keepDay: (day: string, lessons: readonly Lesson[]) => keep(day, lessons),
    dayCopy: (day: string) => readJson<Lesson[]>(copyKey(day)),
    forget: () => forget(),
  };
  return queue;
}
export type Queue = ReturnType<typeof makeQueue>;

const queues = new Map<string, Queue>();
/** The queue of a person at this browser; another person has another. */
export function queueOf(owner: string): Queue {
  const queue = queues.get(owner) ?? makeQueue(localStorage, owner);
  queues.set(owner, queue);
  return queue;
}

/** The next person at this computer sees nobody's names. What waits to be sent stays. */
export function forgetCopies(): void {
  for (const queue of queues.values()) queue.forget();
}

export function useQueue(owner: string) {
  const queue = queueOf(owner);
  return { queue, waiting: useSyncExternalStore(queue.subscribe, queue.get) };
}
