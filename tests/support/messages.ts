import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { demoCodes } from '#platform/server/work/demo-codes.ts';

/** What the newest mail or SMS to somebody says to its reader. Throws if there is none. */
export async function lastMessage(owner: pg.Pool, dataDir: string, to: string): Promise<string> {
  const { rows } = await owner.query<{ body: string; secret: boolean }>(
    'select body, secret from outbox where recipient = $1 order by id desc limit 1',
    [to],
  );
  const text = rows[0]?.secret ? demoCodes(dataDir).findLast((one) => one.to === to)?.text : rows[0]?.body;
  if (text === undefined) throw new Error(`nothing was sent to ${to}`);
  return text;
}

/** Until every mail to set a new password that was asked for is written: up to a second after the answer, or later. */
export async function resetsMailed(owner: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await owner.query('select 1 from reset_requests limit 1')).rowCount === 0) return;
    await setTimeout(50);
  }
  throw new Error('a mail to set a new password was not written within half a minute');
}
