import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** CPU time as the operating system accounts it (Linux only). */

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Fields of /proc/…/stat from the third on; the second, the name, may hold blanks. Null: it has ended. */
const statAt = (path: string): string[] | null =>
  whileThere(() => {
    const text = readFileSync(path, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  }, null);
const stat = (pid: number) => statAt(`/proc/${pid}/stat`);
const ms = (fields: string[] | null, ...places: number[]) =>
  (places.reduce((sum, place) => sum + Number(fields?.[place] ?? 0), 0) * 1000) / ticks;

/** What a file or folder of a process says, or nothing where the process has ended meanwhile. */
function whileThere<T>(read: () => T, ended: T): T {
  try {
    return read();
  } catch {
    return ended;
  }
}

/**
 * Milliseconds of one process with all its threads, as the scheduler gave them to the nanosecond: a tick of ten
 * milliseconds is long for a turn of a few hundred.
 */
export const processMs = (pid: number | string): number =>
  whileThere(() => readdirSync(`/proc/${pid}/task`), []).reduce(
    (sum, task) =>
      sum +
      Number(whileThere(() => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'), '0').split(' ')[0]) / 1e6,
    0,
  );

/** Milliseconds of the threads that hash passwords, of one Node process. */
export const poolMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => `/proc/${pid}/task/${task}`)
    .filter((task) => readFileSync(`${task}/comm`, 'utf8').startsWith('libuv-worker'))
    .reduce((sum, task) => sum + ms(statAt(`${task}/stat`), 11, 12), 0);

/** Milliseconds of a process, of its children that live and of those that have ended: PostgreSQL and its backends. */
export function familyMs(pid: number): number {
  let sum = processMs(pid) + ms(stat(pid), 13, 14);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = stat(Number(name));
    if (Number(fields?.[1]) === pid) sum += processMs(name);
  }
  return sum;
}

/** Resident memory in megabytes. */
export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The processes that a process has started and that live, with their command lines. */
export const processesOf = (parent: number): { pid: number; command: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(stat(Number(name))?.[1]) === parent)
    .map((name) => ({
      pid: Number(name),
      command: whileThere(() => readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '), ''),
    }));
