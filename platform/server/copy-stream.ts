import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** COPY as a stream, through the plain driver: tables of any size pass without being held in memory. */

/** What of a connection COPY needs; `pg` has it, its types do not tell. */
interface CopyConnection {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Runs one COPY; answers the number of rows. Rejects with the database's error, or with that of `steps`. */
function run(client: pg.ClientBase, statement: string, steps: (fail: (error: unknown) => void) => object) {
  return new Promise<number>((resolve, reject) => {
    let fault: unknown;
    let rows = 0;
    const fail = (error: unknown) => {
      fault ??= error;
    };
    const query = {
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCommandComplete: (message: { text: string }) => {
        rows = Number(/^COPY (\d+)/.exec(message.text)?.[1] ?? 0);
      },
      handleReadyForQuery: () => (fault ? reject(fault) : resolve(rows)),
      // Comes instead of the end where the connection breaks; a refused statement gets its end as well.
      handleError: (error: Error) => {
        fail(error);
        reject(fault);
      },
      ...steps(fail),
    };
    client.query(query as unknown as pg.Submittable);
  });
}

/** Hands the rows of `copy … to stdout` on, piece by piece, no faster than `take` takes them. Answers how many rows. */
export function copyOut(client: pg.ClientBase, statement: string, take: (piece: Buffer) => unknown): Promise<number> {
  let taken: Promise<unknown> = Promise.resolve();
  return run(client, statement, (fail) => ({
    handleCopyData: ({ chunk }: { chunk: Buffer }, connection: CopyConnection) => {
      // The driver uses its buffer again.
      const waits = take(Buffer.from(chunk));
      if (!(waits instanceof Promise)) return;
      connection.stream.pause();
      taken = waits.catch(fail).finally(() => connection.stream.resume());
    },
  })).finally(() => taken);
}

/** Feeds `copy … from stdin`. Answers how many rows. */
export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return run(client, statement, (fail) => {
    let refused = false;
    return {
      handleCopyInResponse: (connection: CopyConnection) => {
        const feed = async () => {
          for await (const piece of source) {
            if (refused) return;
            connection.sendCopyFromChunk(piece);
            if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
          }
          connection.endCopyFrom();
        };
        feed().catch((error: unknown) => {
          fail(error);
          connection.sendCopyFail('the source broke off');
        });
        connection.stream.once('close', () => {
          refused = true;
        });
      },
    };
  });
}
