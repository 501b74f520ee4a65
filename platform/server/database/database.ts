import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { Gate } from '../call/gate.ts';
import { StoreAway } from '../disk/storage.ts';
import { forgetProcessCaches, pooled } from '../fast/index.ts';
import { appRoleOf, asRole } from './database-role.ts';
import { bringUpToDate } from './guards.ts';
import { Replica } from './replica.ts';

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
  /** Requests alone: connections that end a read with the next request (`endRead`). */
  requests: pg.Pool;
  /** Before it: whoever takes one of these connections waits here for a turn (`connectionOf`). */
  gate: Gate;
  /** What reads and need not burden the primary; undefined where there is no replica. */
  replica: Replica | undefined;
  /** All of the above. */
  pools: readonly pg.Pool[];
  ownerUrl: string;
  appUrl: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  appUrl?: string | undefined;
  /** The same database on a server that follows it. */
  replicaUrl?: string | undefined;
  poolSize?: number | undefined;
  /** So many times as long as usual callers wait for one before they are sent away. */
  patience?: number | undefined;
  /** Without what `fast/` does for speed. */
  plain?: boolean | undefined;
  /** It is a copy of a database that this version has just brought up to date, as tests make them: there is nothing to do. */
  upToDate?: boolean | undefined;
}

/** Connects, brings the schema up to date and returns both pools. Throws where the server cannot be reached. */
export async function openDatabase(ownerUrl: string, options: OpenOptions = {}): Promise<Database> {
  forgetProcessCaches();
  const role = appRoleOf(ownerUrl, options.appUrl);
  const appUrl = role.url;
  const owner = openPool(
    { connectionString: ownerUrl, max: 4, options: '-c timezone=UTC -c search_path=public' },
    { plain: options.plain },
  );
  if (!options.upToDate) await bringUpToDate(owner, role);
  const asApp = {
    connectionString: appUrl,
    options:
      '-c timezone=UTC -c search_path=public -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  };
  const { plain, poolSize = 20 } = options;
  const app = openPool({ ...asApp, max: 4 }, { plain });
  const requests = openPool(
    { ...asApp, options: `${asApp.options} -c lock_timeout=${lockPatience}`, max: poolSize },
    { plain, pipeline: true },
  );
  // Counters of changes run ahead on a replica, so nothing is remembered under them there: what it is asked is asked plainly.
  const copy =
    options.replicaUrl === undefined
      ? undefined
      : openPool(
          {
            ...asApp,
            connectionString: asRole(options.replicaUrl, role),
            options: `${asApp.options} -c default_transaction_read_only=on`,
            connectionTimeoutMillis: 2_000,
            max: poolSize,
          },
          { plain: true },
        );
  const replica = copy && new Replica(copy, app);
  const pools = [requests, app, owner, ...(copy ? [copy] : [])];
  const close = async () => {
    const ended = Promise.all(pools.map((pool) => pool.end()));
    // Whoever still works on something long is cut off: it is rolled back, which is what a stop means for it.
    const timer = setTimeout(() => {
      for (const client of pools.flatMap((pool) => [...inUse(pool)])) void client.end().catch(() => undefined);
    }, 2_000);
    await ended.finally(() => clearTimeout(timer));
  };
  const gate = new Gate({ places: poolSize, patience: options.patience });
  return { owner, app, requests, gate, replica, pools, ownerUrl, appUrl, close };
}

/** How long a request waits for what another holds, in ms, before it is answered BUSY: it holds a connection meanwhile. */
const lockPatience = 10_000;

const clients = new WeakMap<pg.Pool, Set<pg.Client>>();
const inUse = (pool: pg.Pool): Iterable<pg.Client> => clients.get(pool) ?? [];

/** A pool that outlives its database: who asks while it is away is refused, and who asks afterwards is served. */
function openPool(config: pg.PoolConfig, ways: Parameters<typeof pooled>[1]): pg.Pool {
  const open = new Set<pg.Client>();
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    if (client instanceof pg.Client) {
      open.add(client);
      client.once('end', () => open.delete(client));
    }
    // It may have been on its way, with the clock of before, when the clock was moved.
    if (clock.ahead()) await client.query(setClock());
  };
  // Nobody waits for ever, neither for a database that is silent nor for a turn under overload.
  const pool = pooled({ connectionTimeoutMillis: 10_000, keepAlive: true, onConnect, ...config }, ways);
  pool.on('error', () => undefined);
  // The pool listens to idle connections only. One that breaks while in use fails its query, which is where the error
  // is dealt with; without a listener here the same error would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  clients.set(pool, open);
  withClock(pool);
  return pool;
}

/** What a connection of one's own is opened with, beside the pools, to go by the clock of this process. */
export const clockOption = (): string => (clock.ahead() ? `-c edulab.clock=${aheadOfDatabase()}` : '');

/** Connections that are yet to come begin with the clock of this process. */
function withClock(pool: pg.Pool): void {
  const options = (pool.options.options ?? '').replace(/ ?-c edulab\.clock=\S*/, '');
  pool.options.options = `${options} ${clockOption()}`.trim();
}

/** By how much `edulab_now()` is ahead, as an interval of ISO 8601. */
const aheadOfDatabase = (): string => `PT${(clock.ahead() / 1000).toFixed(3)}S`;

const setClock = (): string => `set edulab.clock = '${aheadOfDatabase()}'`;

/**
 * Tells the connections that are open, and those to come, that the clock of this process was moved. For tests: between
 * requests. A connection that the pool is closing, as it does ten seconds after the last question, is open until the
 * database says so and takes no question any more: nobody is given it again, so it need not know.
 */
export async function moveClock(database: Database): Promise<void> {
  for (const pool of database.pools) {
    withClock(pool);
    for (const client of inUse(pool))
      await client.query(setClock()).catch((error: unknown) => {
        if (!databaseIsAway(error)) throw error;
      });
  }
}

const awayCodes =
  /^(ENOSPC|EDQUOT|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08\w{3}|53\w{3}|58\w{3})$/;
// What the driver says in words only.
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|terminating connection|Client (has encountered a connection error|was closed) and is not queryable/;

/**
 * Whether an error came from the database or the store of files being away, or a disk being full, rather than from what was asked. Looks
 * through what wraps the error as well.
 */
export function databaseIsAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code = '', syscall } = at as NodeJS.ErrnoException;
    // A file that is missing is something else than a socket that is missing.
    if (
      at instanceof StoreAway ||
      awayCodes.test(code) ||
      (code === 'ENOENT' && syscall === 'connect') ||
      awayWords.test(at.message)
    )
      return true;
  }
  return false;
}

const known = new WeakMap<pg.PoolClient, Db>();
/** Drizzle over one connection, made once for as long as the connection lives. */
export function dbOf(client: pg.PoolClient): Db {
  const db = known.get(client) ?? (drizzle(client) as Db);
  known.set(client, db);
  return db;
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
