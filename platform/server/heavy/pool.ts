import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fail, type Refusal } from '../call/errors.ts';
import { SpreadsheetError } from '../spreadsheets/error.ts';
import { sharedLine } from '../workers/worker.ts';
import { Line, type LineLimits } from './line.ts';
import type { FromChild, TaskFault, TaskName, Tasks, ToChild } from './tasks.ts';

/**
 * Processes for whatever is decoded, drawn or written in bulk. A task that takes too long or too much memory is killed
 * with its process, which is all that it takes down; what the process held comes back to the machine when it ends.
 */
export const bounds = {
  /** Seconds of a processor that a task may take, megabytes that its process may hold. */
  seconds: 30,
  memoryMb: 512,
  /** After so many milliseconds without work a process ends. */
  idleMs: 10_000,
};

/** A machine with much else to do, or whoever brings the pieces, may make a task last so many times its seconds. */
const patience = 4;

/** As many as the door admits, so that an admitted call seldom waits once more; of all workers together. */
export const poolLimits: LineLimits = { places: 2, waiting: 200, waitingEach: 60, patienceMs: 25_000 };
const line = sharedLine('pool') ?? new Line(poolLimits);

interface Worker {
  process: ChildProcess;
  busy: boolean;
  idle?: NodeJS.Timeout;
}
const workers = new Set<Worker>();

export interface WorkOptions {
  /** Whose work it is: nobody keeps others waiting by bringing much. */
  who?: string | undefined;
  /** What the task is given piece by piece while it runs. */
  pieces?: AsyncIterable<unknown> | Iterable<unknown>;
  /** Of a processor; `bounds.seconds` unless told. */
  seconds?: number;
  gone?: AbortSignal | undefined;
}

/**
 * Does a task in a process of its own. Errors: whatever the task refuses with; FILE_TOO_COMPLEX or HEAVY_STOPPED where it
 * had to be stopped; HEAVY_BUSY.
 */
export async function work<N extends TaskName>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  options: WorkOptions = {},
): Promise<Awaited<ReturnType<Tasks[N]>>> {
  const leave = await line.enter(options.who ?? randomUUID(), options.gone);
  try {
    return (await run([...workers].find(({ busy }) => !busy) ?? start(), name, input, options)) as Awaited<
      ReturnType<Tasks[N]>
    >;
  } finally {
    leave();
  }
}

function start(): Worker {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    serialization: 'advanced',
    // V8's own share; pictures and unpacked files lie outside of it and are watched as a whole.
    execArgv: [`--max-old-space-size=${Math.round(bounds.memoryMb / 2)}`, '--max-semi-space-size=8'],
    // Nothing of the server's secrets. With few arenas, what was freed goes back to the machine.
    env: {
      PATH,
      HOME,
      TMPDIR,
      TZ,
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: String(Math.min(4, availableParallelism())),
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/edulab', import.meta.url)),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const worker: Worker = { process: child, busy: false };
  try {
    // People who sign in come first.
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not everywhere allowed, and nothing depends on it.
  }
  child.on('error', () => workers.delete(worker));
  child.on('exit', () => workers.delete(worker));
  workers.add(worker);
  return worker;
}

/** Megabytes that a process holds; 0 where the system does not tell, then the process watches itself. */
function heldBy(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Seconds of processors that a process has used so far, all its threads together; undefined where the system does not tell. */
function usedBy(pid: number | undefined): number | undefined {
  try {
    // Behind the name, which may hold anything: the state, ten numbers, then hundredths of seconds for itself and in the kernel.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [own, kernel] = fields.split(' ').slice(11, 13).map(Number);
    return own === undefined || kernel === undefined ? undefined : (own + kernel) / 100;
  } catch {
    return undefined;
  }
}

/** While it has nothing to do, a process neither keeps the server from ending nor stays for long. */
function rest(worker: Worker): void {
  worker.busy = false;
  const { process: child } = worker;
  child.unref();
  child.channel?.unref();
  if (heldBy(child.pid) > bounds.memoryMb / 2) end(worker);
  else worker.idle = setTimeout(end, bounds.idleMs, worker).unref();
}

function end(worker: Worker): void {
  workers.delete(worker);
  worker.process.kill('SIGKILL');
}

/** Ends the processes that have nothing to do, and waits until they are gone. */
export async function endIdle(): Promise<void> {
  const idle = [...workers].filter(({ busy }) => !busy);
  const gone = idle.map(({ process: child }) => once(child, 'exit'));
  for (const worker of idle) {
    worker.process.ref();
    end(worker);
  }
  await Promise.all(gone);
}

function stopped(name: TaskName): Refusal {
  return /^(picture|sheet|file)\./.test(name) ? fail('FILE_TOO_COMPLEX') : fail('HEAVY_STOPPED', { seconds: 30 });
}

const faultOf = ({ sheet, message }: TaskFault): Error =>
  sheet
    ? new SpreadsheetError(sheet.code, sheet.data)
    : Object.assign(new Error('a heavy task failed'), {
        name: 'TaskFault',
        stack: `TaskFault: a heavy task failed\n${message}`,
      });

function run(worker: Worker, name: TaskName, input: unknown, options: WorkOptions): Promise<unknown> {
  const { process: child } = worker;
  worker.busy = true;
  clearTimeout(worker.idle);
  child.ref();
  child.channel?.ref();
  const pieces =
    options.pieces &&
    (Symbol.asyncIterator in options.pieces
      ? options.pieces[Symbol.asyncIterator]()
      : options.pieces[Symbol.iterator]());
  return new Promise((resolve, reject) => {
    const send = (message: ToChild) => child.send(message, (error) => error && over(() => reject(stopped(name))));
    const seconds = options.seconds ?? bounds.seconds;
    const began = { at: performance.now(), used: usedBy(child.pid) };
    const hadItsTime = () => {
      const lasted = (performance.now() - began.at) / 1000;
      const used = usedBy(child.pid);
      return lasted > seconds * patience || (used === undefined ? lasted : used - (began.used ?? 0)) > seconds;
    };
    const watch = setInterval(
      () => (heldBy(child.pid) > bounds.memoryMb || hadItsTime()) && end(worker),
      Math.min(100, seconds * 1000),
    );
    const onGone = () => end(worker);
    const onExit = () => over(() => reject(stopped(name)));
    const over = (tell: () => void) => {
      clearInterval(watch);
      options.gone?.removeEventListener('abort', onGone);
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      void pieces?.return?.();
      if (workers.has(worker)) rest(worker);
      tell();
    };
    const onMessage = (message: FromChild) => {
      if ('more' in message)
        Promise.resolve(pieces?.next()).then(
          (next) => send({ piece: next?.value, done: next?.done ?? true }),
          // What gives the pieces failed: the half that is written is of no use.
          (error) => {
            end(worker);
            over(() => reject(error));
          },
        );
      else if ('fault' in message) over(() => reject(faultOf(message.fault)));
      else over(() => resolve(message.value));
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    options.gone?.addEventListener('abort', onGone, { once: true });
    send({ task: name, input, memoryMb: bounds.memoryMb });
  });
}
