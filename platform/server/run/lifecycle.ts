/**
 * The life of the process: errors that stop a start, an ordered way down, and signals.
 *
 * A start that fails for a reason the operator can mend throws a `StartError`: its message is one line,
 * and that line is all they see. Everything else is a defect and keeps its stack.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { faultForLog, faultInWords } from './fault-log.ts';

/** A start that failed for a reason the operator can mend. The message is one clear line. */
export class StartError extends Error {
  override name = 'StartError';
}

/** One line for whoever keeps this process running, beside the log; never with what people typed. */
const say = (line: string): void => console.error(`Edulab: ${line}`);

/** How long the whole way down may take before the process ends anyway, in milliseconds. */
const STOP_LIMIT_MS = 20_000;

export interface Lifecycle {
  /** True once the way down has begun; readiness answers "no" from then on. */
  readonly stopping: boolean;
  /** Registers something to stop. What was registered last is stopped first. */
  onStop(name: string, stop: () => unknown): void;
  /** Stops everything in order, once; later calls wait for the same end. Answers what it stopped. Never throws. */
  stop(): Promise<string[]>;
}

/**
 * Runs `main` as the whole process: signals and fatal errors lead to an ordered stop, a `StartError`
 * becomes one line on stderr and exit code 1. SIGINT, SIGTERM and SIGHUP end with exit code 0; a second
 * signal ends at once with 130. `cannot` opens the line of a `StartError`.
 */
export async function runProcess(
  main: (life: Lifecycle) => Promise<void>,
  cannot = 'Edulab cannot start',
): Promise<void> {
  const life = createLifecycle();
  let exiting = false;
  const leave = async (code: number, why?: string): Promise<void> => {
    if (exiting) return;
    exiting = true;
    const began = performance.now();
    const stopped = await life.stop();
    const what = stopped.length ? stopped.join(', ') : 'nothing that had started';
    // Of its workers the process that leads speaks.
    if (why && !cluster.isWorker)
      say(`stopped by ${why}: ended ${what} in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
    process.exit(code);
  };

  let asked = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    asked = asked || performance.now();
    // Ctrl-C reaches us twice under npm (from the terminal and passed on by npm): not a second wish.
    if (performance.now() - asked > 1_000) {
      say(`ended at once by a second ${signal}.`);
      process.exit(130);
    }
    void leave(0, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const refuse = ({ message }: StartError): Promise<void> => {
    console.error(`${cannot}: ${message.replace(/\s*\n\s*/g, ' ')}`);
    return leave(1);
  };
  const fatal = (error: unknown): void => {
    if (error instanceof StartError) return void refuse(error);
    console.error(faultInWords(error));
    void leave(1, `an error that nobody caught (${faultForLog(error).type})`);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
  // A closed terminal or pipe must not turn the last log lines into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  followParent(() => void leave(0, 'the end of the process that had started it'));

  try {
    await main(life);
  } catch (error) {
    // Told to stop while still starting: the half-built start fails, which is no news.
    if (life.stopping) return;
    const failure = asStartError(error);
    if (failure instanceof StartError) return refuse(failure);
    // Before anybody typed anything a message is ours; but what a database says may show its rows.
    const ours = failure instanceof Error && !('code' in failure) && !failure.cause;
    console.error(ours ? failure : faultInWords(failure));
    await leave(1, `an error while it started (${faultForLog(failure).type})`);
  }
}

export function createLifecycle(): Lifecycle {
  const parts: { name: string; stop: () => unknown }[] = [];
  const stopped: string[] = [];
  let end: Promise<string[]> | undefined;

  async function stopAll(): Promise<string[]> {
    const timer = setTimeout(() => {
      say('not everything stopped in time; leaving anyway.');
      process.exit(1);
    }, STOP_LIMIT_MS);
    // Taken one by one from the end, so that what registers itself meanwhile is stopped as well.
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.stop();
        stopped.push(part.name);
      } catch (error) {
        say(`stopping ${part.name} failed: ${faultInWords(error)}`);
      }
    }
    clearTimeout(timer);
    return stopped;
  }

  return {
    get stopping() {
      return end !== undefined;
    },
    onStop(name, stop) {
      parts.push({ name, stop });
      // Finished starting after the way down had ended: stop it now, or it would be left behind.
      if (end) end = end.then(stopAll);
    },
    stop() {
      end ??= stopAll();
      return end;
    },
  };
}

/**
 * npm passes SIGTERM to its shell, and some shells die of it without passing it on; npm itself may be
 * killed. Under npm, a change of parent therefore means that nobody is left who could stop us.
 */
function followParent(onOrphaned: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, 500);
  timer.unref();
}

/** Throws a `StartError` when the port cannot be listened on. Done early: the rest of a start takes longer. */
export async function checkPort(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(asStartError(error)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Turns the errors of the operating system that operators meet into a `StartError`; others pass unchanged. */
export function asStartError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  const { code, port, address, path, syscall } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE')
      return new StartError(
        `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3001 npm start`,
      );
    if (code === 'EACCES')
      return new StartError(`Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`);
    if (code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${address}. Correct HOST.`);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartError(`No permission for ${path ?? 'a file'} (${code}).`);
  if (code === 'ENOSPC') return new StartError(`The disk is full${path ? ` (${path})` : ''}.`);
  return error;
}
