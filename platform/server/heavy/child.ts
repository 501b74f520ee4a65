import { faultInWords } from '../run/fault-log.ts';
import { SpreadsheetError } from '../spreadsheets/error.ts';
import { type FromChild, type ToChild, tasks } from './tasks.ts';

/* A process of the pool: does one task at a time and ends with the server. */

const send = (message: FromChild) => process.send?.(message);

let arrived: ((piece: { piece: unknown; done: boolean }) => void) | undefined;
const pieces: AsyncIterable<unknown> = {
  [Symbol.asyncIterator]: () => ({
    next: () =>
      new Promise((resolve) => {
        arrived = ({ piece, done }) => resolve({ value: piece, done });
        send({ more: true });
      }),
  }),
};

process.on('message', (message: ToChild) => {
  if ('piece' in message) {
    arrived?.(message);
    return;
  }
  // Where the system does not tell the server how much a process holds, this is what bounds it.
  const scale = setInterval(
    () => process.memoryUsage.rss() > message.memoryMb * 1024 * 1024 && process.kill(process.pid, 'SIGKILL'),
    100,
  );
  const task = tasks[message.task] as (input: unknown, pieces: AsyncIterable<unknown>) => Promise<unknown>;
  task(message.input, pieces)
    .then(
      (value) => send({ value }),
      (error: Error) =>
        send({
          fault: {
            message: faultInWords(error),
            ...(error instanceof SpreadsheetError ? { sheet: { code: error.code, data: error.data } } : {}),
          },
        }),
    )
    .finally(() => clearInterval(scale));
});
process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => {
  process.stderr.write(`Edulab: a heavy task ended its process: ${faultInWords(error)}\n`);
  process.exit(1);
});
