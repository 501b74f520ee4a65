import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** CPU time as the operating system accounts it (Linux only). */

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

const stat = (pid: number) => statAt(`/proc/${pid}/stat`);
/** Fields of /proc/…/stat from the third on; the second, the name, may hold blanks. Null: it has ended. */
function statAt(path: string): string[] | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
const ms = (fields: string[] | null, ...places: number[]) =>
  (places.reduce((sum, place) => sum + Number(fields?.[place] ?? 0), 0) * 1000) / ticks;

/** Milliseconds of one process with all its threads. */
export const processMs = (pid: number): number => ms(stat(pid), 11, 12);

/** Milliseconds of the threads that hash passwords, of one Node process. */
export const poolMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => `/proc/${pid}/task/${task}`)
    .filter((task) => readFileSync(`${task}/comm`, 'utf8').startsWith('libuv-worker'))
    .reduce((sum, task) => sum + ms(statAt(`${task}/stat`), 11, 12), 0);

/** Milliseconds of a process, of its children that live and of those that have ended: PostgreSQL and its backends. */
export function familyMs(pid: number): number {
  let sum = ms(stat(pid), 11, 12, 13, 14);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = stat(Number(name));
    if (Number(fields?.[1]) === pid) sum += ms(fields, 11, 12);
  }
  return sum;
}

/** Resident memory in megabytes. */
export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
