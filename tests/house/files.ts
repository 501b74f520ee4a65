import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Repository files by their path from the root, with `/` between folders, and their text. */
export type Files = Map<string, string>;

const root = resolve(import.meta.dirname, '../..');
const written = /\.(?:[cm]?[jt]sx?|json|css|html|md|ya?ml|sql|sh|svg|txt)$|(?:^|\/)(?:run|Dockerfile|\.gitignore)$/;

/** All there is: committed, or new and not ignored. */
export function repositoryPaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((path) => path && existsSync(join(root, path)));
}

/** What was read of a file, and when it had been written: every test of the house reads all of them. */
const known = new Map<string, { writtenAt: number; text: string }>();

function textOf(path: string): string {
  const { mtimeMs } = statSync(join(root, path));
  const before = known.get(path);
  if (before?.writtenAt === mtimeMs) return before.text;
  const text = readFileSync(join(root, path), 'utf8');
  known.set(path, { writtenAt: mtimeMs, text });
  return text;
}

/** Everything of it that a person writes. The lock file is written by npm and names its registry, so it is left out. */
export function repositoryFiles(): Files {
  const files: Files = new Map();
  for (const path of repositoryPaths()) {
    if (!written.test(path) || path === 'package-lock.json' || files.has(path)) continue;
    files.set(path, textOf(path));
  }
  return files;
}

/** Fixtures: `{ 'a/b.ts': 'text' }` as `Files`. */
export function filesOf(texts: Record<string, string>): Files {
  return new Map(Object.entries(texts));
}

export function isSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith('.d.ts');
}
