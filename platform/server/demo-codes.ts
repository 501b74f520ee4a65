import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from './folders.ts';

/**
 * A demo has nobody who sends, and no call shows a code. Whoever tries the demo reads their codes on the machine it
 * runs on: in a file that only the user who runs it can open, and from which they go when they are good no longer.
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
  const now = new Date().toISOString();
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

export function keepDemoCode(dataDir: string, { to, text, minutes }: { to: string; text: string; minutes: number }) {
  const until = new Date(Date.now() + minutes * 60_000).toISOString();
  write(dataDir, [...demoCodes(dataDir).slice(1 - most), { until, to, text }]);
}

/** Wipes what is good no longer. */
export function forgetDemoCodes(dataDir: string): void {
  if (existsSync(demoCodesFile(dataDir))) write(dataDir, demoCodes(dataDir));
}
