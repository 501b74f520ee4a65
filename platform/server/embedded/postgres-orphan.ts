/**
 * A PostgreSQL that outlived its Edulab (killed outright, together with the watchdog) still owns the data
 * folder. The caller holds the folder's lock, so no living Edulab needs it: it may be stopped.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../run/lifecycle.ts';

/**
 * Stops the PostgreSQL that runs on `folder`, if any. `mark` stands in the command line of ours.
 * Throws `StartError` when a PostgreSQL that is not ours runs on the folder.
 */
export async function stopOrphan(folder: string, mark: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (!pid || !isAlive(pid)) return; // PostgreSQL itself deals with a file whose process is gone.
  const command = commandOf(pid);
  if (!command.includes('postgres')) {
    // The number was given to some other program since (usual after a reboot or in a new container).
    fs.rmSync(pidFile, { force: true });
    return;
  }
  if (!command.includes(mark)) {
    const runsHere = isWorkingFolder(pid, folder);
    if (runsHere === false) return forgetCopied(folder, pidFile);
    // Where the system does not tell, nothing of somebody else is touched.
    if (!runsHere) throw new StartError(`Another PostgreSQL (process ${pid}) runs on ${folder}. Stop it first.`);
  }
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return; // Gone in the meantime.
    }
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
  throw new StartError(`The old PostgreSQL (process ${pid}) on ${folder} does not end.`);
}

/**
 * The folder is a copy of one that was in use: what says "somebody runs on me" is about the original, and its PostgreSQL
 * is left alone. PostgreSQL itself only asks whether the number lives, and would refuse the copy.
 */
function forgetCopied(folder: string, pidFile: string): void {
  fs.rmSync(pidFile, { force: true });
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(folder, name), { force: true });
}

function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // Ended, but its parent has not asked how: in a container without an init nobody ever will.
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Whether a PostgreSQL works in this very folder, under whatever path it knows it; undefined where the system does not tell. */
function isWorkingFolder(pid: number, folder: string): boolean | undefined {
  try {
    const [theirs, ours] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(folder)];
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    return undefined;
  }
}
