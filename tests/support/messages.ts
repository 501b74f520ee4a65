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

/** A mail to set a new password is written up to a second after the answer, which tells nothing of the name so. */
export const resetMailed = (): Promise<void> => setTimeout(1_200);
