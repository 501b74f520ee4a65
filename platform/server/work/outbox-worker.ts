import type pg from 'pg';
import type { Driver, Message } from './mail.ts';
import { Permanent } from './mail.ts';

/** Seconds to wait after each failed attempt; after the last one, about two days after the first, the message is given up. */
const pauses = [5, 15, 60, 300, 900, 3600, 3600 * 4, 3600 * 12, 3600 * 24];
/** Whoever took a message and did not report in this time is taken for dead. */
const leaseSeconds = 180;
const batch = 10;

interface Taken extends Message {
  channel: 'mail' | 'sms';
  attempts: number;
  secret: boolean;
}

export interface OutboxOptions {
  pauses?: readonly number[];
}

/**
 * Sends what is due and answers when to look again, in milliseconds. Several processes may do so side by side: each
 * message is taken by one of them. A process that dies while it sends may send that one message a second time.
 */
export async function deliverDue(
  pool: pg.Pool,
  drivers: Record<'mail' | 'sms', Driver | null>,
  options: OutboxOptions = {},
): Promise<number> {
  await giveUpExpired(pool);
  // What has no way out here waits for a process that has one.
  const channels = (['mail', 'sms'] as const).filter((channel) => drivers[channel]);
  if (channels.length === 0) return 60_000;
  for (;;) {
    const { rows } = await pool.query<Taken>(
      `with taken as (
         update outbox_deliveries d set attempts = d.attempts + 1, next_at = edulab_now() + make_interval(secs => $2)
          where d.outbox_id in (select w.outbox_id from outbox_deliveries w join outbox m on m.id = w.outbox_id
                                 where w.next_at <= edulab_now() and m.channel = any($3) order by w.next_at, w.outbox_id limit $1 for update of w skip locked)
          returning d.*)
       select o.id, o.recipient as "to", o.subject, coalesce(t.body, o.body) as body, o.channel, t.attempts, o.secret from taken t join outbox o on o.id = t.outbox_id order by o.id`,
      [batch, leaseSeconds, channels],
    );
    await Promise.all(
      rows.map((message) => deliver(pool, drivers[message.channel]!, message, options.pauses ?? pauses)),
    );
    if (rows.length < batch) break;
  }
  const {
    rows: [next],
  } = await pool.query<{ ms: number | null }>(
    `select (extract(epoch from min(d.next_at) - edulab_now()) * 1000)::float as ms
       from outbox_deliveries d join outbox m on m.id = d.outbox_id where m.channel = any($1)`,
    [channels],
  );
  return Math.min(Math.max(next?.ms ?? 60_000, 100), 60_000);
}

/** What the outbox says of a message that came too late to be of use; its readers see it in words. */
export const expired = 'EXPIRED';

/** A code that opens nothing any more is not sent, and not kept either. */
const giveUpExpired = (pool: pg.Pool) =>
  pool.query(
    `with gone as (delete from outbox_deliveries where expires_at <= edulab_now() returning outbox_id)
     update outbox o set state = 'failed', error = $1 from gone where o.id = gone.outbox_id`,
    [expired],
  );

/** Why it did not leave. A mail server may quote what it was given, so of a message with a secret only its code is kept. */
function reasonOf(error: unknown, secret: boolean): string {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number };
  return (secret ? [code, responseCode].filter(Boolean).join(' ') || 'refused' : (message ?? String(error))).slice(
    0,
    500,
  );
}

async function deliver(pool: pg.Pool, driver: Driver, message: Taken, waits: readonly number[]): Promise<void> {
  try {
    await driver.send(message);
  } catch (error) {
    const text = reasonOf(error, message.secret);
    const wait = error instanceof Permanent ? undefined : waits[message.attempts - 1];
    if (wait === undefined) return settle(pool, message.id, 'failed', text);
    await pool.query(
      'with d as (update outbox_deliveries set next_at = edulab_now() + make_interval(secs => $2) where outbox_id = $1) update outbox set error = $3 where id = $1',
      [message.id, wait, text],
    );
    return;
  }
  await settle(pool, message.id, 'sent', null);
}

const settle = async (pool: pg.Pool, id: number, state: 'sent' | 'failed', error: string | null): Promise<void> => {
  await pool.query(
    `with d as (delete from outbox_deliveries where outbox_id = $1)
     update outbox set state = $2, error = $3, sent_at = case when $2 = 'sent' then edulab_now() end where id = $1`,
    [id, state, error],
  );
};
