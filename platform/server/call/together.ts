import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallMeta } from '#platform/contract/index.ts';
import { databaseIsAway, dbOf } from '../database/database.ts';
import { SharedRead } from '../fast/index.ts';
import type { Kernel } from '../kernel.ts';
import type { Call } from './context.ts';
import { admit, bearerOf, type Entered, enterStatement, wishOf } from './entering.ts';
import { fail, type Refusal } from './errors.ts';
import { type Ask, apiBase, localeOf, noteAfter, sendError, toldOfRefusal } from './http.ts';
import { faultsOf } from './input-faults.ts';
import { refusalOf } from './refused.ts';
import { connectionFor } from './turn.ts';

/** What a page reads, asked in one request and answered out of one transaction, a line for each as soon as it is there. */

export const togetherBounds = {
  calls: 40,
  /** Signs of an address with its query. */
  address: 1000,
  /** Milliseconds after which what has not begun is to be asked alone. */
  open: 2_000,
  /** Milliseconds for which lines are gathered before they are sent. */
  gathered: 20,
};

export const togetherShape = z.object({
  calls: z
    .array(z.string().max(togetherBounds.address).regex(/^\//, 'invalid'))
    .min(1)
    .max(togetherBounds.calls)
    .describe('addresses of calls that are asked with GET, below the base of the API, with their queries'),
});

/**
 * Whether a call needs a transaction, a line or a connection of its own: it writes the log, waits its turn, asks for the
 * password again, is asked of the past, or is answered by a replica.
 */
const standsAlone = ({ meta, wish, kernel }: { meta: CallMeta; wish?: string | undefined; kernel: Kernel }) =>
  meta.method !== 'GET' ||
  meta.logged ||
  meta.heavy ||
  meta.proof ||
  meta.secret ||
  wish !== undefined ||
  (meta.replica && kernel.database.replica);

/** Hangs the one call that holds others; `ask` answers each of them. Permissions, bounds and counts are those of each. */
export function mountTogether(app: FastifyInstance, kernel: Kernel, ask: Ask): void {
  // Compressed, each piece leaves at once as well: nothing of a quick answer waits in there for a slow one.
  const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, Z_SYNC_FLUSH } = constants;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const given = togetherShape.safeParse(request.body);
    if (!given.success)
      return sendError(reply, localeOf(request), fail('BAD_REQUEST', { fields: faultsOf(given.error) }));
    const { calls } = given.data;
    let again = false;
    // All of them come in here, once, and count as many.
    const connect = () => {
      const coming = { rank: 'read', weight: calls.length, again } as const;
      again = true;
      return connectionFor(kernel, request, coming);
    };
    const read = new SharedRead<Entered>(connect, enterStatement(bearerOf(request), wishOf(request), 'POST /together'));
    try {
      await read.open();
    } catch (error) {
      return sendError(reply, localeOf(request), refusalOf(error, { request }));
    }
    reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no');
    const lines = new Lines();
    void answerAll(kernel, ask, request, reply, calls, read, lines);
    return reply.send(await lines.body());
  };
  app.route({
    method: 'POST',
    url: `${apiBase}/together`,
    handler,
    compress: {
      customTypes: /ndjson/,
      threshold: 2048,
      encodings: ['br', 'gzip'],
      brotliOptions: {
        flush: BROTLI_OPERATION_FLUSH,
        params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 18 },
      },
      zlibOptions: { flush: Z_SYNC_FLUSH },
    },
  });
}

async function answerAll(
  kernel: Kernel,
  ask: Ask,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly string[],
  read: SharedRead<Entered>,
  lines: Lines,
): Promise<void> {
  const began = performance.now();
  const locale = localeOf(request);
  const wish = wishOf(request);
  const shared = { run: (call: Call, next: () => Promise<unknown>) => runShared(read, wish, call, next) };
  let left = false;
  reply.raw.once('close', () => {
    left = true;
  });
  let next = 0;
  const say = (index: number, { status, refusal }: { status: number; refusal?: Refusal }, answer?: unknown) => {
    // What is asked alone is counted there.
    if (refusal?.code !== 'ASK_ALONE') kernel.onAnswer?.('GET', status, performance.now() - began);
    const body = refusal ? toldOfRefusal(locale, refusal) : (answer ?? null);
    lines.write(`{"index":${index},"status":${status},"body":${JSON.stringify(body)}}\n`);
  };
  /** All that has not begun. */
  const refuse = (refusal: Refusal) => {
    while (next < calls.length) say(next++, { status: refusal.status, refusal });
  };
  try {
    const late = setTimeout(() => refuse(fail('ASK_ALONE')), togetherBounds.open);
    while (next < calls.length && !left) {
      const index = next++;
      const { call, ...ended } = await ask(request, 'GET', apiBase + calls[index], shared);
      // Addresses that are no calls, as that of live events, are others' to answer.
      const unknown = ended.refusal?.code === 'NOT_FOUND' && !call.meta;
      say(index, unknown ? alone() : ended, call.answer);
    }
    clearTimeout(late);
    await read.end();
  } catch (error) {
    refuse(refusalOf(error, { request }));
    read.drop(error);
  }
  lines.end();
}

const alone = () => {
  const refusal = fail('ASK_ALONE');
  return { status: refusal.status, refusal };
};

/** One call in the transaction of all: what `run` of http.ts does for one that has its own. */
async function runShared(
  read: SharedRead<Entered>,
  wish: number | null,
  call: Call,
  next: () => Promise<unknown>,
): Promise<unknown> {
  if (standsAlone(call)) throw fail('ASK_ALONE');
  const { client, entered, ready } = await read.open();
  read.begins();
  Object.assign(call, { client, db: dbOf(client) });
  // The connection belongs to the others as well.
  call.apart = () => Promise.reject(fail('ASK_ALONE'));
  try {
    await admit(call, client, entered, wish);
    const output = await next();
    await ready;
    if (call.stream) throw fail('ASK_ALONE');
    // A transaction that only reads cannot add to the log, which is written before anybody sees the answer.
    if (call.evidence.size) {
      await read.leave();
      await noteAfter(call);
    }
    return output;
  } catch (error) {
    call.afterCommit.length = 0;
    call.stream?.body.destroy();
    if (databaseIsAway(error)) read.drop(error);
    throw error;
  }
}

/** Lines on their way: whole as one text where all are there soon, else in pieces. */
class Lines {
  #pending = '';
  #over = false;
  #stream: Readable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #first = Promise.withResolvers<void>();

  write(line: string): void {
    this.#pending += line;
    this.#timer ??= setTimeout(() => this.#flush(), togetherBounds.gathered);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#first.resolve();
    if (!this.#stream || this.#stream.destroyed) return;
    if (this.#pending) this.#stream.push(this.#pending);
    this.#pending = '';
    if (this.#over) this.#stream.push(null);
  }

  end(): void {
    this.#over = true;
    this.#flush();
  }

  async body(): Promise<string | Readable> {
    await this.#first.promise;
    if (this.#over) return this.#pending;
    this.#stream = new Readable({ read: () => undefined });
    this.#flush();
    return this.#stream;
  }
}
