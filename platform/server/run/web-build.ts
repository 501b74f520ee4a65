/**
 * The web part is built when it is stale: at the first start, and when its sources or libraries changed.
 * `dist/web/.hash` tells from what the present build was made.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { takeLock } from '../disk/process-lock.ts';
import { StartError } from './lifecycle.ts';

/** What the web part is made of, as patterns of `fs.glob`. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'scripts/{call-lines,chunks,faces,offline-list,packed,pdf-parts,text-parts,used-styles}.ts',
  'postcss.config.cjs',
  'package-lock.json',
  'platform/web/**',
  'platform/contract/**',
  'domains/*.{ts,tsx}',
  'domains/**/web/**',
  'domains/*/*.ts',
  'domains/*/contract/**',
];
/** Another Edulab may be building the same folder; ours then uses that build. Milliseconds. */
const OTHERS_BUILD_LIMIT_MS = 300_000;

/**
 * Makes sure that `<root>/dist/web` holds a build of the present sources. Builds in a process of its own, so
 * that its memory is given back. Without a builder (an installation without developer tools) the build that
 * came along is used as it is. Throws `StartError`.
 *
 * @param root folder of package.json, absolute
 * @returns the folder to serve, absolute
 */
export async function ensureWebBuilt(root: string): Promise<string> {
  const folder = path.join(root, 'dist', 'web');
  // `npm run dev`: vite itself serves the web part.
  if (process.env['EDULAB_DEV']) return folder;
  const isBuilt = fs.existsSync(path.join(folder, 'index.html'));
  // No sources: a container image holds the build only.
  if (isBuilt && !fs.existsSync(path.join(root, 'index.html'))) return folder;
  const wanted = hashSources(root);
  if (builtFrom(folder) === wanted) return folder;

  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!fs.existsSync(vite)) {
    if (isBuilt) {
      console.error(
        'Edulab: the web part is older than its sources, and there is no vite to build it; serving it as it is.',
      );
      return folder;
    }
    throw new StartError('The web part is not built, and vite is not installed. Run npm ci without --omit=dev.');
  }

  let release: (() => void) | null;
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    release = await takeLock(path.join(path.dirname(folder), 'lock'), OTHERS_BUILD_LIMIT_MS);
  } catch (error) {
    throw new StartError(
      `The web part must be built, but ${path.dirname(folder)} cannot be written (${(error as Error).message}).`,
    );
  }
  if (!release)
    throw new StartError(`Another process has been building the web part in ${folder} for too long. Stop it first.`);
  try {
    if (builtFrom(folder) !== wanted) await build(root, vite, folder, wanted);
  } finally {
    release();
  }
  return folder;
}

async function build(root: string, vite: string, folder: string, hash: string): Promise<void> {
  const began = performance.now();
  const half = `${folder}.new`;
  fs.rmSync(half, { recursive: true, force: true });
  // Through the arguments, so that the present build is served until the new one is whole.
  const { code, output } = await runVite(root, [
    vite,
    'build',
    '--outDir',
    half,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0 || !fs.existsSync(path.join(half, 'index.html'))) {
    fs.rmSync(half, { recursive: true, force: true });
    console.error(output.trim());
    throw new StartError('The web part could not be built; the lines above say why.');
  }
  fs.writeFileSync(path.join(half, '.hash'), hash);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(half, folder);
  process.stdout.write(`Edulab: web part built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
}

function runVite(root: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    // Whoever builds has the fill of the database beside it, which takes longer: it gets the time that the fill leaves.
    if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    // A builder must not outlive us: told to stop, we stop it.
    const abandon = (): boolean => child.kill('SIGKILL');
    process.once('exit', abandon);
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => {
      process.removeListener('exit', abandon);
      resolve({ code: code ?? -1, output });
    });
  });
}

function builtFrom(folder: string): string | null {
  try {
    return fs.readFileSync(path.join(folder, '.hash'), 'utf8');
  } catch {
    return null;
  }
}

/** One hash over names and contents of all sources; tests do not count. */
function hashSources(root: string): string {
  const files = fs
    .globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
