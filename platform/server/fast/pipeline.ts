import { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { isPlain, makePlain } from './plain.ts';

/** Sends the pieces of one query as one buffer: a vectored write of five small pieces costs three times as much. */
class OneBufferSocket extends Socket {
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    super._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}

// Statements that come again and again are prepared once per connection, which saves their parsing and most of their
// planning. Only so many, because every connection keeps what it has prepared; what is asked seldom is not worth a place,
// and what was not asked for longest gives its own to what is.
const prepared = { most: 200, worth: 5 };
const names = new LRUCache<string, string>({ max: prepared.most, dispose: () => void count.takenBack++ });
const seldom = new LRUCache<string, number>({ max: 2_000 });
/** How many names were given so far, so that none is given twice, and how many taken back. */
const count = { given: 0, takenBack: 0 };

function nameOf(text: string, worth: number): string | undefined {
  const name = names.get(text);
  if (name !== undefined) return name;
  const times = (seldom.get(text) ?? 0) + 1;
  if (times < worth) {
    seldom.set(text, times);
    return undefined;
  }
  seldom.delete(text);
  const fresh = `edulab_${++count.given}`;
  names.set(text, fresh);
  return fresh;
}

/** How many names had been taken back when a connection last gave up what it had prepared under such. */
const tidied = new WeakMap<pg.ClientBase, number>();

/**
 * Gives up what a connection has prepared under names that are nobody's any more, as it is taken from the pool: nothing is
 * under way on it then, and the server hears of it together with the question that comes next. It answers nothing that
 * anybody would wait for, and a pooler between would keep its own connection until that question.
 */
function giveUpPrepared(client: pg.ClientBase): void {
  if ((tidied.get(client) ?? 0) === count.takenBack) return;
  tidied.set(client, count.takenBack);
  const connection = connectionOf(client);
  const kept = new Set(names.values());
  for (const name of Object.keys(connection.parsedStatements)) {
    if (!name.startsWith('edulab_') || kept.has(name.replace(/_then$/, ''))) continue;
    sendTogether(connection.stream);
    connection.close({ type: 'S', name });
    delete connection.parsedStatements[name];
  }
}

/** What is written in this turn of the event loop leaves in one piece. */
function sendTogether(stream: Socket): void {
  if (stream.writableCorked) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** What the driver's types leave out. */
interface Connection {
  stream: Socket;
  /** Texts by the names under which this connection has prepared them. */
  parsedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
}
const connectionOf = (client: pg.ClientBase): Connection =>
  (client as unknown as { connection: Connection }).connection;

/**
 * Connections whose transaction reads other tables under the same names. What is prepared there has names of its own: under
 * the same it would be planned anew at each turn, there and back.
 */
export const elsewhere = new WeakSet<pg.ClientBase>();

/** Connections whose transaction plans its statements once: there the first ask is worth a name. */
const plannedOnce = new WeakSet<pg.ClientBase>();

type Query = (...asked: unknown[]) => unknown;

/**
 * Gives every question with parameters that this client is asked often a name, and sends in one piece what is asked in
 * one turn; whoever asks, Drizzle or SQL by hand.
 */
function prepareFrequent(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Query;
  const { stream } = connectionOf(client);
  const named: Query = (question, values, ...rest) => {
    sendTogether(stream);
    if (!Array.isArray(values)) return ask(question, values, ...rest);
    const config = typeof question === 'string' ? { text: question } : (question as pg.QueryConfig);
    const name = config.name ?? nameOf(config.text, plannedOnce.has(client) ? 1 : prepared.worth);
    return ask(name ? { ...config, name: elsewhere.has(client) ? `${name}_then` : name } : config, values, ...rest);
  };
  client.query = named as typeof client.query;
}

/** Questions asked without waiting for each other go out one after another; the driver wants no queue of its own. */
function askInTurn(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Query;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Query = (...asked) => {
    // The pool's own questions and copies come with a callback or as a stream, and nothing is asked beside them.
    if (typeof asked.at(-1) === 'function' || typeof (asked[0] as { submit?: unknown })?.submit === 'function')
      return ask(...asked);
    const answer = last.then(() => ask(...asked));
    last = answer.catch(() => undefined);
    return answer;
  };
  client.query = inTurn as typeof client.query;
}

/**
 * A pool of the driver's. With `pipeline`, questions that do not wait for each other's answers leave together:
 * `Promise.all` over them is one round trip. With `plain`, an ordinary one without anything of this folder.
 */
export function pooled(config: pg.PoolConfig, { pipeline = false, plain = false }): pg.Pool {
  // The driver's types do not know pipelining yet.
  const quick = { ...config, pipeline, stream: () => new OneBufferSocket() } as pg.PoolConfig;
  const pool = new pg.Pool(plain ? config : quick);
  pool.on('connect', (client) => {
    if (!plain) return prepareFrequent(client);
    makePlain(client);
    askInTurn(client);
  });
  if (!plain) pool.on('acquire', giveUpPrepared);
  pool.on('release', (_error, client) => void plannedOnce.delete(client));
  return pool;
}

/**
 * For the rest of the transaction a prepared statement is planned once per connection, not for each of its values. For
 * calls whose statements are long and whose values do not matter for the way they go: there, planning costs more than running.
 * Goes with the question that comes next, which is refused where this failed.
 */
export function planOnce(client: pg.ClientBase): void {
  if (isPlain(client)) return;
  plannedOnce.add(client);
  client.query('set local plan_cache_mode = force_generic_plan').catch(() => undefined);
}

/**
 * Answers of questions that leave together and run in their order. Of several that are refused the first is told: those
 * after it may only say that the transaction had failed by then.
 */
export async function pipelined<T extends readonly unknown[]>(
  ...questions: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(questions);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}
