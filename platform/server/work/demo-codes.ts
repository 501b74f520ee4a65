import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '../call/context.ts';
import { makeFolder } from '../disk/folders.ts';
import { smsDriver } from './sms.ts';

/**
 * A demo has nobody who sends, and no call shows a code. Whoever tries the demo reads the codes of its people on the
 * machine it runs on: in a file that only the user who runs it can open, and from which they go when they are good no
 * longer. Those of anybody else are kept nowhere (`isOfDemo`).
 */
const demoCodesFile = (dataDir: string): string => join(dataDir, 'demo-codes.jsonl');

const line = z.object({ until: z.string(), to: z.string(), text: z.string() });
type Line = z.infer<typeof line>;
/** Nobody's questions make the file long. */
const most = 200;

/** What is still good, oldest first. */
export function demoCodes(dataDir: string): Line[] {
  const path = demoCodesFile(dataDir);
  if (!existsSync(path)) return [];
  const now = clock.iso();
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => line.parse(JSON.parse(text)))
    .filter(({ until }) => until > now)
    .slice(-most);
}

function write(dataDir: string, lines: Line[]): void {
  const path = demoCodesFile(dataDir);
  const draft = `${path}.${process.pid}`;
  makeFolder(dataDir);
  writeFileSync(draft, lines.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * Whether an address or phone is that of an account of the demo, or of nobody: who signs up in a demo reads the code
 * here, and belongs to the demo from then on (`joinDemo`). What staff typed in later is somebody's, and never kept.
 */
export async function isOfDemo(client: Pick<Call['client'], 'query'>, to: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from accounts a
      where (a.phone = $1 or lower(a.email) = lower($1)) and a.deleted_at is null
        and not exists (select 1 from demo_accounts d where d.account_id = a.id) limit 1`,
    [to],
  );
  return !rowCount;
}

/** Whoever proved a phone by a code that only the demo's file held is one of the demo's people. */
export async function joinDemo(call: Pick<Call, 'kernel' | 'client'>, account_id: number): Promise<void> {
  if (call.kernel.settings.demo && smsDriver() === null)
    await call.client.query('insert into demo_accounts (account_id) values ($1)', [account_id]);
}

export function keepDemoCode(dataDir: string, { to, text, minutes }: { to: string; text: string; minutes: number }) {
  const until = new Date(clock.now() + minutes * 60_000).toISOString();
  write(dataDir, [...demoCodes(dataDir).slice(1 - most), { until, to, text }]);
}

/** Wipes what is good no longer. */
export function forgetDemoCodes(dataDir: string): void {
  if (existsSync(demoCodesFile(dataDir))) write(dataDir, demoCodes(dataDir));
}
