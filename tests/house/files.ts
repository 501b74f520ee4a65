import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Repository files by their path from the root, with `/` between folders, and their text. */
export type Files = Map<string, string>;

const root = resolve(import.meta.dirname, '../..');
const written = /\.(?:[cm]?[jt]sx?|json|css|html|md|ya?ml|sql|sh|svg|txt)$|(?:^|\/)(?:run|Dockerfile|\.gitignore)$/;

/**
 * Everything that a person writes here: committed, or new and not ignored. The lock file is written by npm and names
 * its registry, so it is left out.
 */
export function repositoryFiles(): Files {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files: Files = new Map();
  for (const path of listed.split('\0')) {
    if (!written.test(path) || path === 'package-lock.json' || files.has(path)) continue;
    const full = join(root, path);
    if (existsSync(full)) files.set(path, readFileSync(full, 'utf8'));
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
