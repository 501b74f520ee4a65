import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hasCode } from './sql.ts';

/** So long is a replica waited for that lags behind, in milliseconds; a healthy one needs a few. */
const patienceMs = 150;
/** One that was gone or late is left alone for so long. */
const pauseMs = 2_000;
/** What strangers read may be so old. */
const strangersMs = 1_000;

/** How far the primary has written, as a column; whatever it has acknowledged lies before. */
export const flushed = '(case when pg_is_in_recovery() then null else pg_current_wal_flush_lsn() end)::text';

/** A copy of the database that follows it, and of which nobody is told more than that it may read there (ADR 32). */
export class Replica {
  readonly #pool: pg.Pool;
  readonly #primary: pg.Pool;
  #awayUntil = 0;
  #known: { position: Promise<string | null>; at: number } | undefined;

  constructor(pool: pg.Pool, primary: pg.Pool) {
    this.#pool = pool;
    this.#primary = primary;
  }

  /** A connection that sees all that was committed up to this position; none where the replica is gone, late or none. */
  async connect(position: string): Promise<pg.PoolClient | undefined> {
    if (performance.now() < this.#awayUntil) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      for (const until = performance.now() + patienceMs; ; await sleep(5)) {
        const { rows } = await client.query<{ follows: boolean; there: boolean }>(
          'select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
          [position],
        );
        // One that was made the primary, or was it before, says nothing of what the others have done since.
        if (!rows[0]?.follows || (!rows[0].there && performance.now() > until)) break;
        if (rows[0].there) return client;
      }
      client.release();
    } catch (error) {
      client?.release(error as Error);
    }
    this.leave();
    return undefined;
  }

  /** It has failed somebody: the primary answers for a while. */
  leave(): void {
    this.#awayUntil = performance.now() + pauseMs;
  }

  /** A position for who has written nothing, asked of the primary once in a while. */
  async position(): Promise<string | null> {
    if (!this.#known || performance.now() - this.#known.at > strangersMs) {
      const asked = this.#primary.query<{ position: string | null }>(`select ${flushed} as position`);
      this.#known = { position: asked.then(({ rows }) => rows[0]?.position ?? null), at: performance.now() };
      // Whoever asked is told; nobody else is told of a failure of before.
      this.#known.position.catch(() => (this.#known = undefined));
    }
    return this.#known.position;
  }
}

/**
 * Refused because it was a replica that was asked: something was written there, or it had to go on with its own work, which
 * waits for nobody who holds what a migration changed, and with which whoever reads may have waited in a circle.
 */
const replicaCodes = /^(25006|40001|40P01|55000|0A000)$/;

export const isReplicaFault = (error: unknown): boolean => hasCode(error, replicaCodes);
/** Refused because nothing can be written there. */
export const isReadOnly = (error: unknown): error is Error => hasCode(error, /^25006$/);
