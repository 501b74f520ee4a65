import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { appRoleOf, ensureAppRole, forRole } from './database-role.ts';
import { forgetKept } from './kept.ts';
import { StartError } from './lifecycle.ts';
import { locks } from './locks.ts';
import { demandOurs, migrate } from './migrate.ts';

/**
 * Two ways into one database. The owner migrates and loads; the application, a role that row-level security
 * binds, answers requests. `Db` is a transaction or a pool, whichever the caller holds.
 */
export type Db = NodePgDatabase<Record<string, never>>;

// Counts and sums fit a JavaScript number; money and marks stay text because they are numeric.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Dates stay `YYYY-MM-DD` and instants become ISO text: neither passes through the process's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
// Connections speak UTC; the usual form needs no clock to be read.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) =>
  value.length === 22 && value.endsWith('+00')
    ? `${value.slice(0, 10)}T${value.slice(11, 19)}.000Z`
    : new Date(value).toISOString(),
);

export interface Database {
  owner: pg.Pool;
  /** The application outside requests: jobs, what is sent after a transaction, the actors of `asActor`. */
  app: pg.Pool;
  /** Requests alone: connections that end a read with the next request (`endLater`). */
  requests: pg.Pool;
  ownerUrl: string;
  appUrl: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  appUrl?: string | undefined;
  poolSize?: number | undefined;
}

/** Connects, brings the schema up to date and returns both pools. Throws where the server cannot be reached. */
export async function openDatabase(ownerUrl: string, options: OpenOptions = {}): Promise<Database> {
  forgetKept();
  const role = appRoleOf(ownerUrl, options.appUrl);
  const appUrl = role.url;
  const owner = openPool({ connectionString: ownerUrl, max: 4, options: '-c timezone=UTC -c search_path=public' });
  const client = await owner.connect();
  try {
    // Two servers that start at once must not migrate side by side.
    await client.query('select pg_advisory_lock($1)', [locks.migrate]);
    await ensureAppRole(client, role);
    await client.query(await readFile(new URL('./before-tables.sql', import.meta.url), 'utf8'));
    await demandOurs(client);
    await migrate(client);
    for (const file of guardFiles()) await client.query(forRole(await readFile(file, 'utf8'), role));
  } catch (error) {
    throw mayNot(error) ?? error;
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
  const asApp = {
    connectionString: appUrl,
    options:
      '-c timezone=UTC -c search_path=public -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  };
  const app = openPool({ ...asApp, max: 4 });
  // Questions that do not wait for each other's answers go out together: `Promise.all` over them is one round trip.
  const requests = openPool({
    ...asApp,
    options: `${asApp.options} -c lock_timeout=${lockPatience}`,
    max: options.poolSize ?? 20,
    pipeline: true,
  } as pg.PoolConfig);
  const pools = [requests, app, owner];
  const close = async () => {
    const ended = Promise.all(pools.map((pool) => pool.end()));
    // Whoever still works on something long is cut off: it is rolled back, which is what a stop means for it.
    const timer = setTimeout(() => {
      for (const client of pools.flatMap((pool) => [...inUse(pool)])) void client.end().catch(() => undefined);
    }, 2_000);
    await ended.finally(() => clearTimeout(timer));
  };
  return { owner, app, requests, ownerUrl, appUrl, close };
}

/** How long a request waits for what another holds, in ms, before it is answered BUSY: it holds a connection meanwhile. */
const lockPatience = 10_000;

/** What the owner lacks is the operator's to give; 42501 is PostgreSQL's "insufficient privilege". */
function mayNot(error: unknown): StartError | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as { code?: string }).code === '42501')
      return new StartError(
        `The user of DATABASE_URL may not do what is needed: ${at.message}. docs/operations.md says which rights it takes.`,
      );
  return undefined;
}

const clients = new WeakMap<pg.Pool, Set<pg.PoolClient>>();
const inUse = (pool: pg.Pool): Iterable<pg.PoolClient> => clients.get(pool) ?? [];

/** Sends the pieces of one query as one buffer: a vectored write of five small pieces costs three times as much. */
class WholeSocket extends Socket {
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    super._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}

// Statements that come again and again are prepared once per connection, which saves their parsing and most of their
// planning. Only so many, because every connection keeps what it has prepared; what is asked seldom is not worth a place.
const prepared = { most: 200, worth: 5 };
const names = new Map<string, string>();
const seldom = new LRUCache<string, number>({ max: 2_000 });

function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= prepared.most) return name;
  const times = (seldom.get(text) ?? 0) + 1;
  seldom.set(text, times);
  if (times >= prepared.worth) names.set(text, `edulab_${names.size}`);
  return undefined;
}

/**
 * Gives every question with parameters that this client is asked often a name, and sends in one piece what is asked in
 * one turn; whoever asks, Drizzle or SQL by hand.
 */
function askWell(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...rest: unknown[]) => unknown;
  // The driver's types leave out the socket.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const named = (question: unknown, values?: unknown, ...rest: unknown[]) => {
    if (!stream.writableCorked) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    if (!Array.isArray(values)) return ask(question, values, ...rest);
    const config = typeof question === 'string' ? { text: question } : (question as pg.QueryConfig);
    const name = config.name ?? nameOf(config.text);
    return ask(name ? { ...config, name } : config, values, ...rest);
  };
  client.query = named as typeof client.query;
}

/** A pool that outlives its database: who asks while it is away is refused, and who asks afterwards is served. */
function openPool(config: pg.PoolConfig): pg.Pool {
  // Nobody waits for ever, neither for a database that is silent nor for a turn under overload.
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    stream: () => new WholeSocket(),
    ...config,
  });
  pool.on('error', () => undefined);
  // The pool listens to idle connections only. One that breaks while in use fails its query, which is where the error
  // is dealt with; without a listener here the same error would end the process as well.
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client.on('error', () => undefined));
    askWell(client);
  });
  pool.on('remove', (client) => void open.delete(client));
  clients.set(pool, open);
  return pool;
}

const guardsOfDomains: URL[] = [];
/** SQL of a domain that runs after every migration: search functions, exclusion rules. Must be repeatable. */
export function addGuards(file: URL): void {
  guardsOfDomains.push(file);
}
/** All that runs after the migrations, in its order. */
export const guardFiles = (): URL[] => [new URL('./guards.sql', import.meta.url), ...guardsOfDomains];

const awayCodes =
  /^(ENOSPC|EDQUOT|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08\w{3}|53\w{3}|58\w{3})$/;
// What the driver says in words only.
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|terminating connection|Client (has encountered a connection error|was closed) and is not queryable/;

/**
 * Whether an error came from the database being away, or a disk being full, rather than from what was asked. Looks
 * through what wraps the error as well.
 */
export function databaseIsAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code = '', syscall } = at as NodeJS.ErrnoException;
    // A file that is missing is something else than a socket that is missing.
    if (awayCodes.test(code) || (code === 'ENOENT' && syscall === 'connect') || awayWords.test(at.message)) return true;
  }
  return false;
}

const unended = new WeakMap<pg.PoolClient, NodeJS.Timeout | null>();
/**
 * Ends a transaction that only read with the next request on its connection, or by itself after a moment: one round
 * trip less, and nothing depends on when a read ends. Only for connections of `requests`; `begin` opens the next.
 */
export function endLater(client: pg.PoolClient): void {
  const end = () => {
    unended.set(client, null);
    void client.query('commit').catch(() => undefined);
  };
  unended.set(client, setTimeout(end, 5).unref());
}

/** What opens a transaction on a connection of `requests`. */
export function begin(client: pg.PoolClient, mode: '' | ' read only'): string {
  const timer = unended.get(client);
  if (!timer) return `begin${mode}`;
  clearTimeout(timer);
  unended.set(client, null);
  return `commit; begin${mode}`;
}

const known = new WeakMap<pg.PoolClient, Db>();
/** Drizzle over one connection, made once for as long as the connection lives. */
export function dbOf(client: pg.PoolClient): Db {
  const db = known.get(client) ?? (drizzle(client) as Db);
  known.set(client, db);
  return db;
}

/**
 * For the rest of the transaction a prepared statement is planned once per connection, not for each of its values. For
 * calls whose statements are long and whose values do not matter for the way they go: there, planning costs more than running.
 * Goes with the question that comes next, which is refused where this failed.
 */
export function planOnce(client: pg.ClientBase): void {
  client.query('set local plan_cache_mode = force_generic_plan').catch(() => undefined);
}

/**
 * Answers of questions that leave together and run in their order. Of several that are refused the first is told: those
 * after it may only say that the transaction had failed by then.
 */
export async function together<T extends readonly unknown[]>(
  ...questions: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(questions);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}

/** SQL as it is sent. */
export interface Built {
  text: string;
  values: unknown[];
}
const dialect = new PgDialect();
export function build(query: SQL): Built {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
}

/**
 * Rows as PostgreSQL answers them, by column name. For lists: Drizzle looks at every cell of every row once more,
 * which costs more than the query.
 */
export async function runBuilt<T extends pg.QueryResultRow>(client: pg.ClientBase, query: Built): Promise<T[]> {
  return (await client.query<T>(query.text, query.values)).rows;
}

/** Who a transaction runs as, when it is not a request: jobs and the demo. */
export interface Actor {
  institution_id: number;
  account_id: number | null;
  call: string;
}

/** Runs `work` in one transaction as the given actor; row-level security and audit see them. */
export async function asActor<T>(
  pool: pg.Pool,
  actor: Actor,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(
      "select set_config('edulab.institution', $1, true), set_config('edulab.account', $2, true), set_config('edulab.call', $3, true)",
      [String(actor.institution_id), actor.account_id === null ? '' : String(actor.account_id), actor.call],
    );
    const result = await work(dbOf(client), client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
