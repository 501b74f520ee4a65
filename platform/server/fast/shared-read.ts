import type pg from 'pg';
import { isPlain } from './plain.ts';
import { beginStatement, endRead } from './read-end.ts';

/** A name that no handler uses. */
const savepoint = 'edulab_each';

/**
 * One transaction that only reads, for several calls one after the other: one connection, one way through the door. Each
 * call begins at the savepoint that stands behind the door, so that neither a statement that failed nor a setting that a
 * call has made for its transaction is there for the next. Over a plain connection each call has a transaction of its own.
 */
export class SharedRead<Entered> {
  readonly #connect: () => Promise<pg.PoolClient>;
  readonly #door: string;
  #client: pg.PoolClient | undefined;
  #entered: Entered | undefined;
  /** A call has been answered in it since it was opened. */
  #used = false;
  #away: { fault: unknown } | undefined;

  /** `door` is the statement that binds the transaction, whose row is what it knows of who asks. */
  constructor(connect: () => Promise<pg.PoolClient>, door: string) {
    this.#connect = connect;
    this.#door = door;
  }

  /**
   * The transaction as it stood behind the door; opened where there is none. `ready` is awaited before anything is answered
   * from it: the way back to the savepoint leaves together with the first question. Where no connection is to be had, all who
   * come later are told the same at once: nobody waits for what was waited for already.
   */
  async open(): Promise<{ client: pg.PoolClient; entered: Entered | undefined; ready: Promise<unknown> }> {
    if (this.#away) throw this.#away.fault;
    try {
      this.#client ??= await this.#connect();
      const client = this.#client;
      if (this.#entered && this.#used && isPlain(client)) await this.leave();
      let ready: Promise<unknown> = Promise.resolve();
      if (!this.#entered) this.#entered = await this.#enter(client);
      else if (this.#used) ready = client.query(`rollback to savepoint ${savepoint}`);
      ready.catch(() => undefined);
      return { client, entered: this.#entered, ready };
    } catch (fault) {
      this.#away = { fault };
      this.drop(fault);
      throw fault;
    }
  }

  async #enter(client: pg.PoolClient): Promise<Entered | undefined> {
    this.#used = false;
    // Of several statements the driver answers a list, which its types do not know.
    const answers: unknown = await client.query(
      `${beginStatement(client, ' read only')}; ${this.#door}; savepoint ${savepoint}`,
    );
    return (answers as pg.QueryResult<Entered & pg.QueryResultRow>[]).at(-2)?.rows[0];
  }

  /** A call begins; the next one goes back to the savepoint. */
  begins(): void {
    this.#used = true;
  }

  /** Ends the transaction, not the connection: the next call opens another. */
  async leave(): Promise<void> {
    this.#entered = undefined;
    await this.#client?.query('commit');
  }

  /** The connection is of no use any more; the next call takes another, once. */
  drop(fault: unknown): void {
    const client = this.#client;
    this.#client = undefined;
    this.#entered = undefined;
    client?.release(fault instanceof Error ? fault : true);
  }

  async end(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    if (this.#entered) await endRead(client);
    this.#client = undefined;
    client.release();
  }
}
